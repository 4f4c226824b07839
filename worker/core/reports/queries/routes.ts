/** `/companies/<uuid>/reports/query`, and the lists behind the cells of reports. */
import type { Context } from 'hono';
import { Hono } from 'hono/tiny';
import { parse } from '../../../shared/http/input.ts';
import type { CoreApp } from '../../engine/context/company-context.ts';
import { contextOfRequest } from '../../engine/context/contexts.ts';
import { listLeadsByIds } from '../../leads/finding/listing/leads-by-ids.ts';
import { callBody } from '../../phone/calls/call-bodies.ts';
import { CALLS } from '../../phone/calls/call-store.ts';
import type { CallPage } from '../../phone/calls/answer-schema.ts';
import type { FormsBehind, MessagesBehind } from './answer-schema.ts';
import { formBody } from '../../phone/forms/form-bodies.ts';
import { FORMS } from '../../phone/forms/form-store.ts';
import { messageBody } from '../../phone/messages/message-bodies.ts';
import { MESSAGES } from '../../phone/messages/message-store.ts';
import { currenciesOf } from '../company-rules.ts';
import type { StoredKind } from '../facts/fact-chunk.ts';
import { leadIdsOf } from '../facts/stored-facts.ts';
import type { LeadsBehind } from './answer-schema.ts';
import { findRecords, type FoundRecords } from './records.ts';
import { report, reportFile } from './report.ts';
import { recordsQuerySchema, reportQuerySchema } from '../counting/schema.ts';

/** Most rows of a file, some ten megabytes, unless fewer are asked for. */
const MOST_FILE_ROWS = 50_000;

export const queryRoutes = new Hono<CoreApp>();

/** Answers a report as JSON, or as CSV for `format=csv` or `Accept: text/csv`. */
queryRoutes.get('/query', async (c) => {
  const query = parse(reportQuerySchema, c.req.query(), 'parameters');
  const isCsv = query.format === undefined ? acceptsCsv(c.req.header('Accept')) : query.format === 'csv';
  c.header('Vary', 'Accept');
  c.header('Cache-Control', 'private, no-store');
  const context = contextOfRequest(c);
  const currencies = await currenciesOf(c.env.company, c.env);
  if (!isCsv) return c.json(await report(context, query, currencies));
  const limit = c.req.query('limit') === undefined ? MOST_FILE_ROWS : query.limit;
  const { from, to, csv } = await reportFile(context, { ...query, limit }, currencies);
  c.header('Content-Type', 'text/csv; charset=utf-8');
  c.header('Content-Disposition', `attachment; filename="report-${from}-${to}.csv"`);
  return c.body(csv);
});

/** The calls behind a cell, latest first: `{calls, next_cursor?}`. */
queryRoutes.get('/calls', async (c) => {
  const { items, nextCursor } = await recordsFor(c, 'call');
  const calls = CALLS.byNumbers(c.env.company.database, items);
  return c.json<CallPage>({
    calls: calls.map(callBody),
    ...(nextCursor === undefined ? {} : { next_cursor: nextCursor }),
  });
});

/** The messages behind a cell, latest first: `{texts, next_cursor?}`. */
queryRoutes.get('/texts', async (c) => {
  const { items, nextCursor } = await recordsFor(c, 'text');
  const texts = MESSAGES.byNumbers(c.env.company.database, items);
  return c.json<MessagesBehind>({
    texts: texts.map(messageBody),
    ...(nextCursor === undefined ? {} : { next_cursor: nextCursor }),
  });
});

/** The forms behind a cell, latest first: `{forms, next_cursor?}`. */
queryRoutes.get('/forms', async (c) => {
  const { items, nextCursor } = await recordsFor(c, 'form');
  const forms = FORMS.byNumbers(c.env.company.database, items);
  return c.json<FormsBehind>({
    forms: forms.map(({ record, leadId }) => formBody(record, leadId)),
    ...(nextCursor === undefined ? {} : { next_cursor: nextCursor }),
  });
});

/** The leads behind a cell, latest first: `{leads, next_cursor?}`. */
queryRoutes.get('/leads', async (c) => {
  const { items, nextCursor } = await recordsFor(c, 'lead');
  const leads = listLeadsByIds(contextOfRequest(c), leadIdsOf(c.env.company.database, items));
  return c.json<LeadsBehind>({ leads, ...(nextCursor === undefined ? {} : { next_cursor: nextCursor }) });
});

async function recordsFor(c: Context<CoreApp>, kind: StoredKind): Promise<FoundRecords> {
  const query = parse(recordsQuerySchema, c.req.query(), 'parameters');
  return findRecords(contextOfRequest(c), kind, query, await currenciesOf(c.env.company, c.env));
}

function acceptsCsv(accept = ''): boolean {
  return /^\s*text\/csv/i.test(accept);
}
