/** `/companies/<uuid>/calls`: the list, one call, people's remarks on it, and reports of other phone systems. */
import { Hono } from 'hono/tiny';
import { parse } from '../../../shared/http/input.ts';
import { asId } from '../../../shared/http/ids.ts';
import { notFound, Problem } from '../../../shared/http/problems.ts';
import { userOf } from '../../engine/context/actors.ts';
import type { RequestContext } from '../../engine/context/request-context.ts';
import { hearsRecordings } from '../../company/settings/settings.ts';
import { contextOfRequest } from '../../engine/context/contexts.ts';
import { addressRules, type CoreApp } from '../../engine/context/company-context.ts';
import { filterNames, recordExport } from '../../leads/csv/export-log.ts';
import { csvFile } from '../../leads/csv/paged-csv.ts';
import { readableLead, requireServed } from '../../leads/record/access.ts';
import { write } from '../../engine/http/write.ts';
import type { CallAttribution, CallNames, CallPage } from '../calls/answer-schema.ts';
import {
  attributionBody,
  attributionHistoryBody,
  attributionOf,
  callBody,
  visitBody,
} from '../calls/call-bodies.ts';
import { explain } from '../../attribution/sentences.ts';
import { CALLS } from '../calls/call-store.ts';
import type { OfLead } from '../calls/contact-table.ts';
import { listCalls, withTimes } from '../calls/call-lists.ts';
import { callCsv } from '../calls/call-csv.ts';
import { remarkCall } from './calls.ts';
import { dniSettingsOf } from '../../company/dni/saved-settings.ts';
import { fileRequestOf, fetchRecording } from './recordings.ts';
import {
  callEditSchema,
  type CallRecord,
  callsFilterSchema,
  callsQuerySchema,
  reportedCallSchema,
} from '../calls/schema.ts';
import { saveReportedCall } from './reported-calls.ts';

export const callRoutes = new Hono<CoreApp>();

/** Calls, newest first: `{calls, next_cursor?}`. */
callRoutes.get('/', async (c) => {
  const context = contextOfRequest(c);
  const { cursor, limit, ...filter } = withTimes(
    context,
    parse(callsQuerySchema, c.req.query(), 'parameters'),
  );
  // One call more than requested shows whether there is a next page.
  const found = await listCalls(context, { ...filter, after: cursor, limit: limit + 1 });
  const calls = found.slice(0, limit);
  const last = found.length > limit ? calls.at(-1) : undefined;
  return c.json<CallPage>({
    calls: calls.map(callBody),
    ...(last === undefined ? {} : { next_cursor: `${last.time}-${last.rowNumber}` }),
  });
});

/** Saves another phone system's report on a call -> the call. */
callRoutes.post('/', (c) =>
  write(c, {
    body: reportedCallSchema,
    change: (context, reported) => {
      const { callId } = saveReportedCall(context, reported, addressRules(c.env));
      return { body: callBody(requireCall(context, callId)) };
    },
  }),
);

/** Calls as a file, newest first. */
callRoutes.get('/export.csv', (c) => {
  const context = contextOfRequest(c);
  const query = parse(callsFilterSchema, c.req.query(), 'parameters');
  const filter = withTimes(context, query);
  recordExport(c.env.company, context, { of: 'calls', details: filterNames(query) });
  return csvFile(callCsv(context, filter), 'calls.csv');
});

/** Names of the locations and sources of calls: `{locations, sources}`. */
callRoutes.get('/places', (c) => c.json(callNames(contextOfRequest(c))));

/** A call. */
callRoutes.get('/:call', (c) => c.json(callBody(requireCall(contextOfRequest(c), c.req.param('call')))));

/** Explains which visit a call belongs to, in sentences. */
callRoutes.get('/:call/attribution', (c) => {
  const { record } = requireCall(contextOfRequest(c), c.req.param('call'));
  const attribution = attributionOf(record);
  return c.json<CallAttribution>({
    call_id: record.callId,
    ...attributionBody(attribution),
    visit: visitBody(attribution.visit),
    sentences: explain(attribution, record.startedTime),
    history: attributionHistoryBody(record, record.startedTime),
  });
});

/** Changes any of `{tags, value, lead_status, note}`. */
callRoutes.post('/:call/modify', (c) =>
  write(c, {
    body: callEditSchema,
    change: (context, change) => {
      const found = requireCall(context, c.req.param('call'));
      const { record } = found;
      const remarked = remarkCall(context, record, change);
      return { body: callBody({ ...found, record: remarked }) };
    },
  }),
);

/** The recording, or the voicemail, fetched from the carrier; ranges are passed on. */
callRoutes.get('/:call/recording', async (c) => {
  const context = contextOfRequest(c);
  const { record } = requireCall(context, c.req.param('call'));
  if (!hearsRecordings(context, userOf(context.actor))) {
    throw new Problem(
      'permission_denied',
      'The company’s viewers hear no recordings (viewers_hear_recordings).',
    );
  }
  return fetchRecording(context, record, fileRequestOf(c.req.raw, c.env, record.carrier));
});

/** Returns the names in the DNI settings, which every user may know, locations in their order; none before the first settings. */
function callNames(context: RequestContext): CallNames {
  const { locations = [], numbers = [], sources = [] } = dniSettingsOf(context).read()?.settings ?? {};
  return {
    locations: locations.map(({ location_id, name }) => ({ location_id, name })),
    sources: [
      ...new Set([...numbers.flatMap(({ source }) => source ?? []), ...sources.map(({ name }) => name)]),
    ].toSorted(),
  };
}

/** Finds a call that the caller may see. @throws Problem `not_found`; `permission_denied` for a lead out of the caller's scope, and for an agent who does not serve one without a lead */
export function requireCall(context: RequestContext, idText: string): OfLead<CallRecord> {
  const callId = asId(idText);
  const found = callId === undefined ? undefined : CALLS.find(context.database, callId);
  if (found === undefined) throw notFound();
  if (found.leadId !== null) readableLead(context, found.leadId);
  else requireServed(context, 'call', found.record.callId);
  return found;
}
