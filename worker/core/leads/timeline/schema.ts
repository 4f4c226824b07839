/** The record of an event, and the schemas of requests about the timeline. */
import * as v from 'valibot';
import { momentSchema } from '../../engine/times/moments.ts';
import { pageEntries } from '../../engine/context/parameters.ts';

/** The types of events. */
export const EVENT_TYPES = [
  'note',
  'sms',
  'call',
  'email_message',
  'reminder',
  'lead_created',
  'lead_modified',
  'lead_assigned',
  'lead_unassigned',
  'state_change',
  'lead_merged',
  'lead_unmerged',
  'visit',
  'form',
  'scheduled_text',
  'opt_out',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** The members of an event's `data`, which depend on its type. */
export type EventData = Record<string, unknown>;

/** The stored record of an event. Times are milliseconds since the epoch. */
export interface EventRecord {
  eventId: string;
  /** The lead that shows the event. */
  leadNumber: number;
  /** The lead that the event was written for. After a merge, it differs from `leadNumber`. */
  originNumber: number;
  /** The id of that lead, if it differs. */
  mergedFrom: string | undefined;
  type: EventType;
  eventTime: number;
  inbound: boolean;
  online: boolean;
  /** `user:<id>` or `system:<name>`. */
  createdBy: string;
  commentCount: number;
  /** When the note was removed; 0 if it is not removed. */
  removedTime: number;
  data: EventData;
}

/** An event to be written on a lead's timeline. */
export interface NewEvent {
  type: EventType;
  data: EventData;
  /** By default the time of the request. Events from other systems may be older. */
  eventTime?: number;
  inbound?: boolean;
  online?: boolean;
  /** `user:<id>` or `system:<name>`; by default the caller. */
  createdBy?: string;
}

/** Most characters of a message or a note. */
export const MAX_MESSAGE_LENGTH = 65_535;

/** The query of the event list. If `cursor` is given, `start` is ignored. */
export const eventPageSchema = v.object({
  ...pageEntries,
  cursor: v.optional(
    v.pipe(
      v.string(),
      v.rawTransform(({ dataset, addIssue, NEVER }) => {
        const position = readCursor(dataset.value);
        if (position !== undefined) return position;
        addIssue({ message: 'Use the next_cursor of the previous page.' });
        return NEVER;
      }),
    ),
  ),
});

/** The types of events that other systems may post. */
export const POSTED_TYPES = ['sms', 'call', 'email_message', 'reminder'] as const;

const textSchema = v.optional(v.pipe(v.string(), v.maxCodePoints(MAX_MESSAGE_LENGTH)));

/** The data of a posted event. */
export const postedDataSchema = v.optional(
  v.strictObject({
    message: textSchema,
    phone: v.optional(v.string()),
    subject: v.optional(v.pipe(v.string(), v.maxCodePoints(1_000))),
    /** Seconds that a call lasted. */
    duration: v.optional(v.pipe(v.number(), v.minValue(0))),
    tags: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxCodePoints(100))), v.maxLength(50))),
    extra_data: v.optional(
      v.strictObject({ header_checksum: v.optional(v.pipe(v.string(), v.maxCodePoints(200))) }),
    ),
  }),
  {},
);

/**
 * The body that posts an event. `event_time` is the time of the event, RFC 3339 with an offset, and by default the current time.
 */
export const postedEventSchema = v.strictObject({
  type: v.picklist(POSTED_TYPES, `Use one of ${POSTED_TYPES.join(', ')}.`),
  inbound: v.optional(v.boolean(), false),
  online: v.optional(v.boolean(), false),
  event_time: v.optional(momentSchema),
  data: postedDataSchema,
});
export type PostedEvent = v.InferOutput<typeof postedEventSchema>;

/** A position on a timeline: the event after which the next page starts. */
export interface TimelinePosition {
  eventTime: number;
  eventId: string;
}

/** Writes a position as the `next_cursor` of a page. */
export function writeCursor({ eventTime, eventId }: TimelinePosition): string {
  return Buffer.from(`${eventTime} ${eventId}`).toString('base64url');
}

function readCursor(cursor: string): TimelinePosition | undefined {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const [, eventTime, eventId] = /^(-?\d{1,15}) ([\da-f-]{36})$/.exec(text) ?? [];
  return eventTime === undefined || eventId === undefined
    ? undefined
    : { eventTime: Number(eventTime), eventId };
}
