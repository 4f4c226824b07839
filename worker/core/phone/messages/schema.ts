/** The record of a message, the inputs of the routes of messages, and carriers' reports on messages. */
import type { Attribution } from '../../attribution/schema.ts';
import type { MessageStatus } from '../../../shared/contact/outcomes.ts';
import type { CarrierName } from '../ringing/settings-schema.ts';
import type { Keyword } from './keywords.ts';
import * as v from 'valibot';
import { callerSchema, e164Schema } from '../../../shared/contact/phone-numbers.ts';
import { numberCursorSchema, switchSchema } from '../../engine/context/parameters.ts';
import { momentSchema } from '../../engine/times/moments.ts';

/** A file that came with a message. It stays with the carrier. */
export interface Media {
  url: string;
  contentType: string;
}

/** A message. Times are milliseconds since the epoch. */
export interface MessageRecord {
  messageId: string;
  carrier: string;
  carrierMessageId: string;
  direction: 'inbound' | 'outbound';
  /** The company's number. */
  number: string;
  /** The person's number; null when it is withheld. */
  phone: string | null;
  locationId: string | null;
  source: string | null;
  sentTime: number;
  status: MessageStatus;
  /** When it is to be sent; null when there is nothing to send. */
  nextAttemptTime: number | null;
  eventId: string | null;
  modificationTime: number;
  message: string;
  media: Media[];
  /** The reason of a failure. */
  error: string | null;
  /** Of an outgoing message: the origin of this deployment when it was written; null for others. */
  origin: string | null;
  /** Of an automatic reply: the message that it answers. */
  answers: string | null;
  /** Of a text that was sent after a missed call, by the rule: the call. */
  missedCallId: string | null;
  /** The reminder of a missed call that this message has closed. */
  settledEventId: string | null;
  /** The visit that it belongs to; null while only the number is known. */
  attribution: Attribution | null;
}

/** The longest outgoing message: carriers split it into 10 parts of 160 characters. */
const MAX_SENT_LENGTH = 1_600;
/** The longest incoming message. The rest is cut off. */
export const MAX_MESSAGE_LENGTH = 65_535;
export const MAX_MEDIA = 10;
const MAX_MESSAGES = 200;

/** The body of a message to a lead. */
export const newMessageSchema = v.strictObject({
  message: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxCodePoints(MAX_SENT_LENGTH)),
  /** The lead's number to write to. By default the one that wrote last, else called last, else the first. */
  phone: v.optional(callerSchema),
  /** The company's number to write from. By default the one that the person wrote to, called or was shown last. */
  number: v.optional(e164Schema),
  /** The open reminder that it answers: it is not sent if somebody else is at that, or has done it. */
  reminder_id: v.optional(v.pipe(v.string(), v.uuid())),
});
export type NewMessage = v.InferOutput<typeof newMessageSchema>;

/** The body of another system's report on a message. */
export const reportedMessageSchema = v.strictObject({
  carrier_text_id: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxCodePoints(200)),
  number: e164Schema,
  from: v.optional(v.nullable(v.pipe(v.string(), v.maxCodePoints(200)))),
  message: v.pipe(v.string(), v.maxCodePoints(MAX_MESSAGE_LENGTH)),
  media: v.optional(
    v.pipe(
      v.array(
        v.strictObject({
          url: v.pipe(v.string(), v.maxCodePoints(2_000)),
          content_type: v.optional(v.pipe(v.string(), v.maxCodePoints(100)), 'application/octet-stream'),
        }),
      ),
      v.maxLength(MAX_MEDIA),
    ),
    [],
  ),
  sent_at: v.optional(momentSchema),
});
export type ReportedMessage = v.InferOutput<typeof reportedMessageSchema>;

const filterEntries = {
  sent_after: v.optional(momentSchema),
  sent_before: v.optional(momentSchema),
  number: v.optional(e164Schema),
  location_id: v.optional(v.string()),
  source: v.optional(v.string()),
  lead_id: v.optional(v.pipe(v.string(), v.uuid())),
  /** The person's number. */
  phone: v.optional(callerSchema),
  updated_since: v.optional(momentSchema),
  /** Only the latest message of each conversation: of a lead and a phone. */
  latest: switchSchema(false),
};

/** The query of the CSV file. */
export const messagesFilterSchema = v.object(filterEntries);
export type MessagesFilter = v.InferOutput<typeof messagesFilterSchema>;

/** The query of the list, newest first. */
export const messagesQuerySchema = v.object({
  ...filterEntries,
  limit: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,3}$/, `Write a number from 1 to ${MAX_MESSAGES}.`),
      v.transform(Number),
      v.minValue(1),
      v.maxValue(MAX_MESSAGES, `Ask for at most ${MAX_MESSAGES} texts.`),
    ),
    '50',
  ),
  /** The `next_cursor` of the page before. */
  cursor: numberCursorSchema,
});

/** A carrier's report on a message, as read from its request. Plain data, since it crosses RPC. */
export type CarrierMessage = {
  carrier: CarrierName;
  /** Undefined if the carrier does not send it. */ accountId?: string;
  carrierMessageId: string;
} & (
  | {
      kind: 'received';
      number: string;
      from: string | null;
      message: string;
      media: Media[];
      handled?: Keyword;
    }
  /** `messageId`: our own id, if it is in the address that the carrier was given. */
  | { kind: 'status'; status: MessageStatus; error?: string; messageId?: string }
);

/** The object's answer to the edge, with an automatic reply to the person, if there is one. */
export type CarrierMessageAnswer =
  | { outcome: 'kept'; reply?: { messageId: string; message: string } }
  | { outcome: 'refused'; detail: string };
