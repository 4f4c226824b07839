/** `/companies/<uuid>/texts`, and `/companies/<uuid>/leads/<uuid>/text`, which writes to somebody. */
import { Hono } from 'hono/tiny';
import { parse } from '../../../shared/http/input.ts';
import { asId } from '../../../shared/http/ids.ts';
import { notFound, Problem } from '../../../shared/http/problems.ts';
import { userOf } from '../../engine/context/actors.ts';
import type { RequestContext } from '../../engine/context/request-context.ts';
import { accountOf, askedOf, passOn } from '../progress/recordings.ts';
import { callOf } from '../../engine/context/contexts.ts';
import { addressRules, type CoreApp } from '../../engine/context/company-context.ts';
import { csvFile } from '../../leads/csv/paged-csv.ts';
import { LEAD, readableLead, requireLead } from '../../leads/record/access.ts';
import { write } from '../../engine/http/write.ts';
import { tellText } from './carrier-messages.ts';
import { newTextSchema, textsFilterSchema, textsQuerySchema, toldTextSchema } from './schema.ts';
import { textBody } from './message-bodies.ts';
import { textCsv } from './message-csv.ts';
import { listTexts } from './message-lists.ts';
import { findText, type TextOfLead } from './message-store.ts';
import { writeToLead } from './messages.ts';

export const textRoutes = new Hono<CoreApp>();

/** Texts, newest first: `{texts, next_cursor?}`. */
textRoutes.get('/', async (c) => {
  const query = parse(textsQuerySchema, c.req.query(), 'parameters');
  // One text more than asked for tells whether there is a next page.
  const found = await listTexts(callOf(c), { ...query, limit: query.limit + 1 });
  const texts = found.slice(0, query.limit);
  const last = found.length > query.limit ? texts.at(-1)?.textNumber : undefined;
  return c.json({
    texts: texts.map(({ record, leadId }) => textBody(record, leadId)),
    ...(last === undefined ? {} : { next_cursor: last }),
  });
});

/** Tells of a text that came to another system -> the text. */
textRoutes.post('/', (c) =>
  write(c, {
    body: toldTextSchema,
    change: (context, told) => {
      const { textId } = tellText(context, told, addressRules(c.env));
      return { body: bodyOf(requireText(context, textId)) };
    },
  }),
);

/** Texts as a file, newest first. */
textRoutes.get('/export.csv', (c) => {
  const filter = parse(textsFilterSchema, c.req.query(), 'parameters');
  return csvFile(textCsv(callOf(c), filter), 'texts.csv');
});

textRoutes.get('/:text', (c) => c.json(bodyOf(requireText(callOf(c), c.req.param('text')))));

/** A picture or another file of a text, from where the carrier keeps it. */
textRoutes.get('/:text/media/:index', async (c) => {
  const context = callOf(c);
  const { record } = requireText(context, c.req.param('text'));
  const media = record.media[Number(c.req.param('index'))];
  if (media === undefined) throw notFound();
  return passOn(media.url, {
    account: accountOf(context, record.carrier),
    ...askedOf(c.req.raw),
    addresses: addressRules(c.env),
  });
});

export const leadTextRoutes = new Hono<CoreApp>();

/** Writes a text to the lead's first phone number -> the text, which is sent behind the answer. */
leadTextRoutes.post(`${LEAD}/text`, requireLead, (c) =>
  write(c, {
    body: newTextSchema,
    change: (context, text) => {
      const { origin } = new URL(c.req.url);
      const record = writeToLead(context, c.req.param('lead'), { ...text, origin });
      return { body: textBody(record, asId(c.req.param('lead')) ?? null) };
    },
  }),
);

/** @throws Problem `not_found`; `permission_denied` for a lead out of the caller's scope, and for an agent without one */
function requireText(context: RequestContext, idText: string): TextOfLead {
  const textId = asId(idText);
  const found = textId === undefined ? undefined : findText(context.database, textId);
  if (found === undefined) throw notFound();
  if (found.leadId !== null) readableLead(context, found.leadId);
  else if (userOf(context.actor)?.roleId === 'agent') {
    throw new Problem('permission_denied', 'A text without a lead is for managers and super admins.');
  }
  return found;
}

function bodyOf({ record, leadId }: TextOfLead): object {
  return textBody(record, leadId);
}
