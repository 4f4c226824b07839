/** Reference of text messages. */
import * as v from 'valibot';
import { MESSAGE_STATUSES } from '../../../shared/contact/outcomes.ts';
import { copied, count, id, named, phone, time } from '../../../shared/reference/answers.ts';
import { attributionEntries, attributionHistory, callVisit } from '../calls/answer-schema.ts';
import { onTimeline } from '../../leads/timeline/changes-answer-schema.ts';
import { type Operation, operationsOf, text } from '../../../shared/reference/operation.ts';
import {
  messagesFilterSchema,
  messagesQuerySchema,
  newMessageSchema,
  reportedMessageSchema,
} from './schema.ts';

/** A message. Its files are fetched by their index. */
export const messageAnswer = named(
  'Text',
  v.strictObject({
    text_id: id,
    carrier: v.string(),
    carrier_text_id: v.string(),
    direction: v.picklist(['inbound', 'outbound']),
    number: phone,
    phone: v.nullable(v.string()),
    message: v.string(),
    media: v.array(v.strictObject({ index: count, content_type: v.string() })),
    location_id: v.nullable(v.string()),
    source: v.nullable(v.string()),
    sent_at: time,
    status: v.picklist(MESSAGE_STATUSES),
    automatic: v.boolean(),
    missed_call_id: v.nullable(id),
    error: v.nullable(v.string()),
    lead_id: v.nullable(id),
    lead_name: v.nullable(v.string()),
    visit: v.nullable(callVisit),
    attribution: v.strictObject(attributionEntries),
    modified_at: time,
  }),
);
export type MessageBody = v.InferOutput<typeof messageAnswer>;

/** The visit that a message belongs to, with the evidence in sentences. */
export const messageAttributionAnswer = named(
  'TextAttribution',
  v.strictObject({
    text_id: id,
    ...attributionEntries,
    visit: v.nullable(callVisit),
    sentences: v.array(v.string()),
    history: attributionHistory,
  }),
);
export type MessageAttribution = v.InferOutput<typeof messageAttributionAnswer>;

/** A page of messages, newest first. */
export const messagePageAnswer = v.strictObject({
  texts: v.array(messageAnswer),
  next_cursor: v.exactOptional(count),
});
export type MessagePage = v.InferOutput<typeof messagePageAnswer>;

/** A message in the copy of a person's data: where its files are here, and their addresses at the carrier. */
const copiedMessage = copied(
  'texts',
  v.strictObject({
    text: messageAnswer,
    media: v.array(v.strictObject({ path: v.string(), carrier: v.string(), url: v.string() })),
  }),
);
export type CopiedMessage = v.InferOutput<typeof copiedMessage>;

const changedMessage = {
  ...onTimeline,
  text_id: id,
  text: v.exactOptional(messageAnswer),
  number: v.exactOptional(v.string()),
  status: v.exactOptional(v.string()),
};

/** The data of changes of messages. */
export const messageChanges = {
  'text.received': changedMessage,
  'text.sent': changedMessage,
  'text.changed': changedMessage,
};

const TEXTS = '/companies/{company}/texts';

const messages = operationsOf('Texts', 'user');

export const MESSAGE_OPERATIONS: readonly Operation[] = [
  messages({
    name: 'listTexts',
    method: 'GET',
    path: TEXTS,
    summary: 'Text messages, newest first',
    description:
      'Managers and super admins see all. Agents see texts of leads in their scope, and those of their branches, also from withheld numbers.',
    query: messagesQuerySchema,
    answer: messagePageAnswer,
    golden: 'texts/list',
    problems: ['invalid_phone'],
  }),
  messages({
    name: 'recordText',
    method: 'POST',
    path: TEXTS,
    summary: 'Record a text message to another system',
    description:
      'Creates the lead and its event, as a text through a carrier does. Sending the same carrier_text_id again changes nothing.',
    body: reportedMessageSchema,
    answer: messageAnswer,
    golden: 'texts/tell',
    problems: ['invalid_phone', 'erased'],
  }),
  messages({
    name: 'exportTexts',
    method: 'GET',
    path: `${TEXTS}/export.csv`,
    summary: 'Text messages as a CSV file, newest first',
    query: messagesFilterSchema,
    answer: text,
    answerType: 'text/csv',
    headers: ['Content-Disposition'],
    golden: 'texts/export',
    problems: ['invalid_phone'],
  }),
  messages({
    name: 'getText',
    method: 'GET',
    path: `${TEXTS}/{text}`,
    summary: 'A text message',
    answer: messageAnswer,
    golden: 'texts/text',
    problems: ['permission_denied'],
  }),
  messages({
    name: 'explainTextAttribution',
    method: 'GET',
    path: `${TEXTS}/{text}/attribution`,
    summary: 'The visit that a text message belongs to, and why',
    description: 'As for calls.',
    answer: messageAttributionAnswer,
    golden: 'texts/attribution',
    problems: ['permission_denied'],
  }),
  messages({
    name: 'getTextMedia',
    method: 'GET',
    path: `${TEXTS}/{text}/media/{index}`,
    summary: 'A picture or another file of a text message',
    description:
      'Fetches the file from the carrier and supports ranges. Credentials are required. Audio, video, PNG, JPEG, GIF and WebP have the type of their first bytes; any other file is a download with the type application/octet-stream. Browsers run no scripts in the answer (Content-Security-Policy: sandbox).',
    answer: text,
    answerType: '*/*',
    isFile: true,
    golden: 'texts/media',
    problems: ['permission_denied', 'bad_gateway'],
  }),
  messages({
    name: 'sendText',
    method: 'POST',
    path: '/companies/{company}/leads/{lead}/text',
    summary: 'Send a text message to a lead',
    description:
      'To phone, else the number that wrote last, else that called last, else the first, from the number that the person wrote to or called last. The option outgoing bounds how many go out in an hour, and says to which countries. It is sent behind the answer; status and the event on the timeline say how it went.',
    body: newMessageSchema,
    answer: messageAnswer,
    golden: 'texts/write',
    problems: [
      'reminder_done',
      'reminder_taken',
      'permission_denied',
      'opted_out',
      'destination_not_allowed',
      'rate_limited',
      'identifier_required',
      'invalid_phone',
      'lead_merged',
      'precondition_failed',
    ],
  }),
];
