/** The timeline: what an event is, and what another system may post. */
import * as v from 'valibot';
import { momentSchema } from '../../engine/times/moments.ts';
import { pageEntries } from '../../engine/context/parameters.ts';

/** Everything that a timeline may show. */
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
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Members of an event's `data` beside those that every event has. */
export type EventData = Record<string, unknown>;

/** An event as the core keeps it. Times are milliseconds since the epoch. */
export interface EventRecord {
  eventId: string;
  /** The lead that shows the event. */
  leadNumber: number;
  /** The lead that it was written to; another one after a merge. */
  originNumber: number;
  /** The id of that lead, when it is another one. */
  mergedFrom: string | undefined;
  type: EventType;
  eventTime: number;
  inbound: boolean;
  online: boolean;
  /** `user:<id>` or `system:<name>`. */
  createdBy: string;
  commentCount: number;
  /** When the note was removed; 0 while it stands. */
  removedTime: number;
  data: EventData;
}

/** What is to be written on a lead's timeline. */
export interface NewEvent {
  type: EventType;
  data: EventData;
  /** The call's moment, unless the event happened earlier elsewhere. */
  eventTime?: number;
  inbound?: boolean;
  online?: boolean;
  /** `user:<id>` or `system:<name>`; the caller, unless the event is somebody else's. */
  createdBy?: string;
}

/** Most characters of a message, as of a note. */
export const MAX_MESSAGE_LENGTH = 65_535;

/** The query of the event list; `cursor`, when given, wins over `start`. */
export const eventPageSchema = v.object({
  ...pageEntries,
  cursor: v.optional(
    v.pipe(
      v.string(),
      v.rawTransform(({ dataset, addIssue, NEVER }) => {
        const position = readCursor(dataset.value);
        if (position !== undefined) return position;
        addIssue({ message: 'Use the next_cursor of an earlier page.' });
        return NEVER;
      }),
    ),
  ),
});

/** The types of event that another system may post, because it had them with the lead. */
export const POSTED_TYPES = ['sms', 'call', 'email_message', 'reminder'] as const;

const textSchema = v.optional(v.pipe(v.string(), v.maxCodePoints(MAX_MESSAGE_LENGTH)));

/** What a posted event says. */
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

/** The body that posts an event. `event_time` is when it happened: RFC 3339 with an offset; absent, now. */
export const postedEventSchema = v.strictObject({
  type: v.picklist(POSTED_TYPES, `Use one of ${POSTED_TYPES.join(', ')}.`),
  inbound: v.optional(v.boolean(), false),
  online: v.optional(v.boolean(), false),
  event_time: v.optional(momentSchema),
  data: postedDataSchema,
});
export type PostedEvent = v.InferOutput<typeof postedEventSchema>;

/** A place on a timeline: the event after which the next page starts. */
export interface TimelinePosition {
  eventTime: number;
  eventId: string;
}

/** A position as a client carries it from page to page. */
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
