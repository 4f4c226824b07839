/** The answers about messages. */
import * as v from 'valibot';
import { MESSAGE_STATUSES } from '../../../shared/contact/outcomes.ts';
import { copied, count, id, named, phone, time } from '../../../shared/reference/answers.ts';
import { attributionEntries, attributionHistory, callVisit } from '../calls/answer-schema.ts';
import { onTimeline } from '../../leads/timeline/changes-answer-schema.ts';

const text = v.string();

/** A message. Its files are fetched by their index. */
export const messageAnswer = named(
  'Text',
  v.strictObject({
    text_id: id,
    carrier: text,
    carrier_text_id: text,
    direction: v.picklist(['inbound', 'outbound']),
    number: phone,
    phone: v.nullable(text),
    message: text,
    media: v.array(v.strictObject({ index: count, content_type: text })),
    location_id: v.nullable(text),
    source: v.nullable(text),
    sent_at: time,
    status: v.picklist(MESSAGE_STATUSES),
    automatic: v.boolean(),
    error: v.nullable(text),
    lead_id: v.nullable(id),
    lead_name: v.nullable(text),
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
    sentences: v.array(text),
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
    media: v.array(v.strictObject({ path: text, carrier: text, url: text })),
  }),
);
export type CopiedMessage = v.InferOutput<typeof copiedMessage>;

const changedMessage = {
  ...onTimeline,
  text_id: id,
  text: v.exactOptional(messageAnswer),
  number: v.exactOptional(text),
  status: v.exactOptional(text),
};

/** The data of changes of messages. */
export const messageChanges = {
  'text.received': changedMessage,
  'text.sent': changedMessage,
  'text.changed': changedMessage,
};
