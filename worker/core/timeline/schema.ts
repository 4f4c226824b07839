/** The timeline: what an event is, and what another system may post. */

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
}
