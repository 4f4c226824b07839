/**
 * The timeline of a lead, and the functions that save leads together with their events. Each change of a lead is saved with an
 * event in one transaction, which the caller opens.
 */
import { createdBy } from '../../engine/context/actors.ts';
import { type AgedRows, selectOldest } from '../../engine/context/aged-rows.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import type { Database, Row, SqlValue } from '../../engine/storage/database.ts';
import { SPAM_TAG } from '../../../shared/contact/outcomes.ts';
import { newId } from '../../../shared/http/ids.ts';
import type { EventData, EventRecord, EventType, NewEvent, TimelinePosition } from './schema.ts';
import type { NewChange } from '../../engine/context/stream-schema.ts';
import { insertLead, updateLead, updateLeadTimes } from '../record/lead-store.ts';
import { LEADS_BETWEEN_INDEXING } from '../record/search-index.ts';
import type { LeadRecord } from '../record/schema.ts';

/** SQL that reads events. If a merge moved an event, the row names the lead that it came from. */
const SELECT_EVENTS = `SELECT *,
  (SELECT secondary_id FROM merges WHERE secondary_number = origin_number AND origin_number <> lead_number) AS secondary_id
  FROM events`;

/** Removed events, by time of removal. */
export const REMOVED_EVENTS: AgedRows = {
  table: 'events',
  key: 'event_id',
  time: 'removed_time',
  where: 'removed_time > 0',
};

interface EventRow extends Row {
  event_id: string;
  lead_number: number;
  origin_number: number;
  secondary_id: string | null;
  type: string;
  event_time: number;
  inbound: number;
  online: number;
  created_by: string;
  comment_count: number;
  removed_time: number;
  data: string;
}

/** The start of a page of the timeline. */
export type PageStart = { start: number } | { after: TimelinePosition };

/** Inserts an event on the timeline of the lead in row `leadNumber`. The caller updates the lead's times. */
export function recordEvent(context: WriteContext, leadNumber: number, event: NewEvent): EventRecord {
  const record: EventRecord = {
    eventId: newId(context.now),
    leadNumber,
    originNumber: leadNumber,
    mergedFrom: undefined,
    type: event.type,
    eventTime: event.eventTime ?? context.now,
    inbound: event.inbound ?? false,
    online: event.online ?? false,
    createdBy: event.createdBy ?? createdBy(context.actor),
    commentCount: 0,
    removedTime: 0,
    data: event.data,
  };
  // OR FAIL: see lead-store.ts.
  context.database.run(
    `INSERT OR FAIL INTO events (event_id, lead_number, origin_number, type, event_time, inbound, online, created_by, data)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    record.eventId,
    record.leadNumber,
    record.originNumber,
    record.type,
    record.eventTime,
    record.inbound,
    record.online,
    record.createdBy,
    JSON.stringify(record.data),
  );
  return record;
}

/** Counts the events of a timeline without removed ones. */
export function countEvents(database: Database, leadNumber: number): number {
  return database.one<{ count: number }>(
    'SELECT count(*) AS count FROM events WHERE lead_number = ? AND removed_time = 0',
    leadNumber,
  ).count;
}

/** Reads a page of the timeline: newest first, and by descending id within a millisecond. */
export function listEvents(
  database: Database,
  leadNumber: number,
  page: PageStart & { size: number },
): EventRecord[] {
  const [condition, values, offset]: [string, SqlValue[], number] =
    'after' in page
      ? ['AND (event_time, event_id) < (?, ?)', [page.after.eventTime, page.after.eventId], 0]
      : ['', [], page.start];
  return database
    .all<EventRow>(
      `${SELECT_EVENTS} WHERE lead_number = ? AND removed_time = 0 ${condition}
       ORDER BY event_time DESC, event_id DESC LIMIT ? OFFSET ?`,
      leadNumber,
      ...values,
      page.size,
      offset,
    )
    .map(toEvent);
}

/** Finds an event, removed or not, on the timeline of a lead; returns undefined when it is not on that timeline. */
export function findEvent(database: Database, leadNumber: number, eventId: string): EventRecord | undefined {
  const row = database.maybe<EventRow>(
    `${SELECT_EVENTS} WHERE event_id = ? AND lead_number = ?`,
    eventId,
    leadNumber,
  );
  return row && toEvent(row);
}

/** Finds events by ids, without removed ones, each with the lead that shows it. */
export function findEventsByIds(
  database: Database,
  eventIds: readonly string[],
): Map<string, { event: EventRecord; leadId: string }> {
  const rows = database.all<EventRow & { lead_id: string }>(
    `SELECT events.*, leads.lead_id,
       (SELECT secondary_id FROM merges WHERE secondary_number = origin_number AND origin_number <> events.lead_number)
         AS secondary_id
     FROM json_each(?) AS wanted
     JOIN events ON events.event_id = wanted.value
     JOIN leads ON leads.lead_number = events.lead_number
     WHERE removed_time = 0`,
    JSON.stringify(eventIds),
  );
  return new Map(rows.map((row) => [row.event_id, { event: toEvent(row), leadId: row.lead_id }]));
}

/** Returns the time of the newest event of a timeline. Every lead has at least the event of its creation. */
export function newestEventTime(database: Database, leadNumber: number): number | undefined {
  const { newest } = database.one<{ newest: number | null }>(
    'SELECT max(event_time) AS newest FROM events WHERE lead_number = ? AND removed_time = 0',
    leadNumber,
  );
  return newest ?? undefined;
}

/** Replaces the data of an event. */
export function setEventData(database: Database, eventId: string, data: EventData): void {
  database.run('UPDATE events SET data = ? WHERE event_id = ?', JSON.stringify(data), eventId);
}

/** Removes an event from the timeline, or restores it (0). */
export function setRemovedTime(database: Database, eventId: string, removedTime: number): void {
  database.run('UPDATE events SET removed_time = ? WHERE event_id = ?', removedTime, eventId);
}

/**
 * Moves events, including removed notes, to another lead: all of them, or those that came from `origins`. Ids, times and comments
 * do not change.
 */
export function moveEvents(
  database: Database,
  { from, to, origins }: { from: number; to: number; origins?: readonly number[] },
): void {
  if (origins === undefined) {
    database.run('UPDATE events SET lead_number = ? WHERE lead_number = ?', to, from);
    return;
  }
  database.run(
    'UPDATE events SET lead_number = ? WHERE lead_number = ? AND origin_number IN (SELECT value FROM json_each(?))',
    to,
    from,
    JSON.stringify(origins),
  );
}

/** Tells whether a person ever did something about one of the leads, or it wrote or sent a form: else it has only called. */
export function isKnownToPeople(database: Database, leadNumbers: readonly number[]): boolean {
  const sql = `SELECT 1 FROM json_each(?) CROSS JOIN events ON lead_number = value
    WHERE created_by NOT LIKE 'system:%' OR (inbound = 1 AND events.type IN ('sms', 'form')) LIMIT 1`;
  return database.maybe(sql, JSON.stringify(leadNumbers)) !== undefined;
}

/** Deletes an event for good. */
export function removeEvent(database: Database, eventId: string): void {
  database.run('DELETE FROM events WHERE event_id = ?', eventId);
}

/** Deletes events that were removed before `until`, with their comments: oldest removal first, at most `limit`. */
export function deleteRemovedEvents(database: Database, until: number, limit: number): void {
  const eventIds = database
    .all<{ event_id: string }>(selectOldest(REMOVED_EVENTS), until, limit)
    .map((row) => row.event_id);
  const list = JSON.stringify(eventIds);
  database.run('DELETE FROM comments WHERE event_id IN (SELECT value FROM json_each(?))', list);
  database.run('DELETE FROM events WHERE event_id IN (SELECT value FROM json_each(?))', list);
}

/** Increments the number of comments of an event. */
export function countComment(database: Database, eventId: string): void {
  database.run('UPDATE events SET comment_count = comment_count + 1 WHERE event_id = ?', eventId);
}

function toEvent(row: EventRow): EventRecord {
  return {
    eventId: row.event_id,
    leadNumber: row.lead_number,
    originNumber: row.origin_number,
    mergedFrom: row.secondary_id ?? undefined,
    type: row.type as EventType,
    eventTime: row.event_time,
    inbound: row.inbound === 1,
    online: row.online === 1,
    createdBy: row.created_by,
    commentCount: row.comment_count,
    removedTime: row.removed_time,
    data: JSON.parse(row.data) as EventData,
  };
}

/** Saves a new lead with its first event. */
export function commitNewLead(context: WriteContext, lead: LeadRecord, event: NewEvent): LeadRecord {
  const saved = insertLead(context.database, lead);
  const { eventId } = recordEvent(context, saved.leadNumber, event);
  const isSpam = saved.tags.includes(SPAM_TAG);
  context.emit({
    type: 'lead.created',
    leadId: saved.leadId,
    eventId,
    ...(isSpam ? { data: { spam: true } } : {}),
  });
  // New leads are indexed later; the alarm does it when there are many.
  if (saved.leadNumber % LEADS_BETWEEN_INDEXING === 0) context.wakeBy(context.now);
  return saved;
}

/**
 * Saves an edited lead with the event that describes the edit.
 * @returns the saved record, with its new times
 */
export function commitChange(
  context: WriteContext,
  before: LeadRecord,
  after: LeadRecord,
  event: NewEvent,
): { lead: LeadRecord; event: EventRecord } {
  const lead = {
    ...after,
    modificationTime: nextModificationTime(before, context.now),
    lastEventTime: Math.max(after.lastEventTime, event.eventTime ?? context.now),
  };
  updateLead(context.database, before, lead);
  const recorded = recordEvent(context, lead.leadNumber, event);
  context.emit({ type: 'lead.changed', leadId: lead.leadId, eventId: recorded.eventId });
  return { lead, event: recorded };
}

/**
 * Saves an event for a lead that itself does not change.
 * @param options.isNewLead whether the lead was created in the same transaction; then nobody has seen it without the event, and
 *   it need not be marked as modified
 */
export function commitEvent(
  context: WriteContext,
  lead: LeadRecord,
  event: NewEvent,
  { isNewLead = false }: { isNewLead?: boolean } = {},
): EventRecord {
  const recorded = recordEvent(context, lead.leadNumber, event);
  const change = { type: 'event.created', eventId: recorded.eventId } as const;
  if (isNewLead && recorded.eventTime <= lead.lastEventTime) context.emit({ ...change, leadId: lead.leadId });
  else
    commitTimes(context, lead, { lastEventTime: Math.max(lead.lastEventTime, recorded.eventTime), change });
  return recorded;
}

/** Updates the times of a lead whose timeline changed, and adds the change to the stream. */
export function commitTimes(
  context: WriteContext,
  lead: LeadRecord,
  { lastEventTime, change }: { lastEventTime: number; change: Pick<NewChange, 'type' | 'eventId'> },
): void {
  context.emit({ ...change, leadId: lead.leadId });
  updateLeadTimes(context.database, {
    leadNumber: lead.leadNumber,
    modificationTime: nextModificationTime(lead, context.now),
    lastEventTime,
  });
}

/** Returns a time strictly later than the last, even within one millisecond, so that "not modified since" is exact. */
export function nextModificationTime(lead: LeadRecord, now: number): number {
  return Math.max(now, lead.modificationTime + 1);
}
