/** `/companies/<uuid>/texts`, and `/companies/<uuid>/leads/<uuid>/text`, which writes to a lead. */
import { Hono } from 'hono/tiny';
import { parse } from '../../../shared/http/input.ts';
import { asId } from '../../../shared/http/ids.ts';
import { notFound } from '../../../shared/http/problems.ts';
import type { RequestContext } from '../../engine/context/request-context.ts';
import { accountOf } from '../accounts/carrier-accounts.ts';
import { fileRequestOf, passOn } from '../progress/recordings.ts';
import { contextOfRequest } from '../../engine/context/contexts.ts';
import { addressRules, type CoreApp } from '../../engine/context/company-context.ts';
import { filterNames, recordExport } from '../../leads/csv/export-log.ts';
import { csvFile } from '../../leads/csv/paged-csv.ts';
import { LEAD, readableLead, requireLead, requireServed } from '../../leads/record/access.ts';
import { write } from '../../engine/http/write.ts';
import { saveReportedMessage } from './carrier-messages.ts';
import {
  type MessageRecord,
  newMessageSchema,
  messagesFilterSchema,
  messagesQuerySchema,
  reportedMessageSchema,
} from './schema.ts';
import { explain } from '../../attribution/sentences.ts';
import { attributionBody, attributionHistoryBody, attributionOf, visitBody } from '../calls/call-bodies.ts';
import type { MessageAttribution, MessagePage } from './reference.ts';
import { messageBody } from './message-bodies.ts';
import { listMessages, messageCsv } from './message-lists.ts';
import { MESSAGES } from './message-store.ts';
import { SENDING_MESSAGES } from './sending.ts';
import type { OfLead } from '../calls/contact-table.ts';
import { writeToLead } from './messages.ts';
import { agingRows, oldestTime, ROWS_AT_A_TIME } from '../../engine/context/aged-rows.ts';
import { keptWithoutLead } from '../carriers/feature.ts';
import type { Feature } from '../../engine/context/feature.ts';
import { eraseMessages, purgeMessages } from './erasing.ts';
import { copiesOfMessages } from './message-lists.ts';
import { COUNTS_KEPT_MS, OUTGOING_COUNTS } from '../calls/hourly-counts.ts';
import { reportMethod } from '../carriers/carrier-requests.ts';
import { handleCarrierMessage } from './carrier-messages.ts';

export const messageRoutes = new Hono<CoreApp>();

/** Messages, newest first: `{texts, next_cursor?}`. */
messageRoutes.get('/', async (c) => {
  const query = parse(messagesQuerySchema, c.req.query(), 'parameters');
  // One message more than requested shows whether there is a next page.
  const found = await listMessages(contextOfRequest(c), { ...query, limit: query.limit + 1 });
  const texts = found.slice(0, query.limit);
  const last = found.length > query.limit ? texts.at(-1)?.rowNumber : undefined;
  return c.json<MessagePage>({
    texts: texts.map(messageBody),
    ...(last === undefined ? {} : { next_cursor: last }),
  });
});

/** Saves another system's report on a message that it received -> the message. */
messageRoutes.post('/', (c) =>
  write(c, {
    body: reportedMessageSchema,
    change: (context, reported) => {
      const { messageId } = saveReportedMessage(context, reported, addressRules(c.env));
      return { body: messageBody(requireMessage(context, messageId)) };
    },
  }),
);

/** Messages as a file, newest first. */
messageRoutes.get('/export.csv', (c) => {
  const context = contextOfRequest(c);
  const filter = parse(messagesFilterSchema, c.req.query(), 'parameters');
  recordExport(c.env.company, context, { of: 'texts', details: filterNames(filter) });
  return csvFile(messageCsv(context, filter), 'texts.csv');
});

messageRoutes.get('/:text', (c) =>
  c.json(messageBody(requireMessage(contextOfRequest(c), c.req.param('text')))),
);

/** Explains which visit a message belongs to, in sentences. */
messageRoutes.get('/:text/attribution', (c) => {
  const { record } = requireMessage(contextOfRequest(c), c.req.param('text'));
  const attribution = attributionOf(record);
  return c.json<MessageAttribution>({
    text_id: record.messageId,
    ...attributionBody(attribution),
    visit: visitBody(attribution.visit),
    sentences: explain(attribution, record.sentTime),
    history: attributionHistoryBody(record, record.sentTime),
  });
});

/** A picture or another file of a message, fetched from the carrier. */
messageRoutes.get('/:text/media/:index', async (c) => {
  const context = contextOfRequest(c);
  const { record } = requireMessage(context, c.req.param('text'));
  const media = record.media[Number(c.req.param('index'))];
  if (media === undefined) throw notFound();
  return passOn(media.url, {
    account: accountOf(context, record),
    ...fileRequestOf(c.req.raw, c.env, record.carrier),
  });
});

export const leadMessageRoutes = new Hono<CoreApp>();

/** Writes a message to a lead -> the message, which is sent after the answer. */
leadMessageRoutes.post(`${LEAD}/text`, requireLead, (c) =>
  write(c, {
    body: newMessageSchema,
    change: (context, text) => {
      const { origin } = new URL(c.req.url);
      const { messageId } = writeToLead(context, c.req.param('lead'), { ...text, origin });
      return { body: messageBody(requireMessage(context, messageId)) };
    },
  }),
);

/** Finds a message that the caller may see. @throws Problem `not_found`; `permission_denied` for a lead out of the caller's scope, and for an agent who does not serve one without a lead */
function requireMessage(context: RequestContext, idText: string): OfLead<MessageRecord> {
  const messageId = asId(idText);
  const found = messageId === undefined ? undefined : MESSAGES.find(context.database, messageId);
  if (found === undefined) throw notFound();
  if (found.leadId !== null) readableLead(context, found.leadId);
  else requireServed(context, 'text', found.record.messageId);
  return found;
}

/** Messages (SMS), in and out. */
export const messagesFeature = {
  routes: [
    { under: 'company', path: '/texts', routes: messageRoutes },
    { under: 'company', path: '/leads', routes: leadMessageRoutes },
  ],
  rpc: {
    carrierMessage: reportMethod(handleCarrierMessage),
  },
  background: SENDING_MESSAGES,
  retention: [
    {
      name: 'messages without a lead',
      keptMs: keptWithoutLead,
      oldestTime: (database) => oldestTime(database, MESSAGES.withoutLead),
      remove: (context, until) => purgeMessages(context, until, ROWS_AT_A_TIME),
    },
    { keptMs: () => COUNTS_KEPT_MS, ...agingRows(OUTGOING_COUNTS) },
  ],
  personalData: {
    ofLeads: [
      {
        columns: { texts: ['phone', 'message', 'media', 'error', 'visit'] },
        erase: (context, { leadNumber }) => eraseMessages(context, leadNumber),
      },
    ],
    copied: [{ member: 'texts', pages: copiesOfMessages }],
  },
} satisfies Feature;
