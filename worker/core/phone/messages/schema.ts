/** Texts: the record as it is kept, what is asked of it, and what comes in. */
import type { TextStatus } from '../../../shared/contact/outcomes.ts';
import type { CarrierName } from '../ringing/settings-schema.ts';
import type { Keyword } from './keywords.ts';
import * as v from 'valibot';
import { e164Schema } from '../../../shared/contact/phone-numbers.ts';
import { numberCursorSchema } from '../../engine/context/parameters.ts';
import { momentSchema } from '../../engine/times/moments.ts';

/** A picture or another file that came with a text; it stays with the carrier. */
export interface Media {
  url: string;
  contentType: string;
}

/** A text. Times are milliseconds since the epoch. */
export interface TextRecord {
  textId: string;
  carrier: string;
  carrierTextId: string;
  direction: 'inbound' | 'outbound';
  /** The company's. */
  number: string;
  /** The person's; null when it is withheld. */
  phone: string | null;
  locationId: string | null;
  source: string | null;
  sentTime: number;
  status: TextStatus;
  /** When it is to be sent; null when there is nothing to send. */
  nextAttemptTime: number | null;
  eventId: string | null;
  modificationTime: number;
  message: string;
  media: Media[];
  /** Why it failed. */
  error: string | null;
  /** Of a text of ours: where this deployment was reached when it was written; null for others. */
  origin: string | null;
  /** Of an automatic reply: the text that it answers. */
  answers: string | null;
  /** The reminder of a missed call that this text has closed. */
  settledEventId: string | null;
}

/** Longest message: carriers split it into 10 parts of 160 characters. */
const MAX_SENT_LENGTH = 1_600;
/** Longest that is kept of what came. */
export const MAX_MESSAGE_LENGTH = 65_535;
export const MAX_MEDIA = 10;
const MAX_TEXTS = 200;

/** The body that writes to a lead. */
export const newTextSchema = v.strictObject({
  message: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxCodePoints(MAX_SENT_LENGTH)),
  /** The company's number to write from; absent: the one that the person wrote to or called last. */
  number: v.optional(e164Schema),
});
export type NewText = v.InferOutput<typeof newTextSchema>;

/** The body by which another system tells of a text that came to it. */
export const toldTextSchema = v.strictObject({
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
export type ToldText = v.InferOutput<typeof toldTextSchema>;

const filterEntries = {
  sent_after: v.optional(momentSchema),
  sent_before: v.optional(momentSchema),
  number: v.optional(e164Schema),
  location_id: v.optional(v.string()),
  source: v.optional(v.string()),
  lead_id: v.optional(v.pipe(v.string(), v.uuid())),
  updated_since: v.optional(momentSchema),
};

/** The query of the CSV file. */
export const textsFilterSchema = v.object(filterEntries);
export type TextsFilter = v.InferOutput<typeof textsFilterSchema>;

/** The query of the list, newest first. */
export const textsQuerySchema = v.object({
  ...filterEntries,
  limit: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,3}$/, `Write a number from 1 to ${MAX_TEXTS}.`),
      v.transform(Number),
      v.minValue(1),
      v.maxValue(MAX_TEXTS, `Ask for at most ${MAX_TEXTS} texts.`),
    ),
    '50',
  ),
  /** The `next_cursor` of the page before. */
  cursor: numberCursorSchema,
});
export type TextsQuery = v.InferOutput<typeof textsQuerySchema>;

/** What a carrier tells of a text, as its adapter reads it. Plain data: it comes over RPC. */
export type CarrierText = {
  carrier: CarrierName;
  /** Undefined where the carrier does not name it. */ accountId?: string;
  carrierTextId: string;
} & (
  | {
      kind: 'received';
      number: string;
      from: string | null;
      message: string;
      media: Media[];
      handled?: Keyword;
    }
  /** `textId`: our own id, where the carrier was given an address that has it. */
  | { kind: 'status'; status: TextStatus; error?: string; textId?: string }
);

/** What the edge is answered: a message for the person, if there is one. */
export type CarrierTextAnswer =
  | { outcome: 'kept'; reply?: { textId: string; message: string } }
  | { outcome: 'refused'; detail: string };
