/** Lists open reminders, and finds those of a person who waits for an answer. */
import { formsOf } from '../../../shared/contact/former-numbers.ts';
import { userOf } from '../../engine/context/actors.ts';
import type { RequestContext } from '../../engine/context/request-context.ts';
import type { Database, Row } from '../../engine/storage/database.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import { pause } from '../../engine/work/pauses.ts';
import { type Condition, scopeOf } from '../record/access.ts';
import { findLeads } from '../record/lead-store.ts';
import { isServedReminder } from '../record/serving.ts';
import { findEventsByIds } from '../timeline/events.ts';
import type { EventRecord } from '../timeline/schema.ts';
import { assigneeOf, type LeadReminder } from './reminders.ts';
import type { ReminderPosition, RemindersQuery } from './schema.ts';

/** The condition of the index `open_reminders`. */
const IS_OPEN = `type = 'reminder' AND removed_time = 0 AND data ->> 'state' = 'open'`;
/** The condition of the indexes `reminders_to_answer` and `reminders_to_answer_by_phone`. */
const IS_TO_ANSWER = `${IS_OPEN} AND coalesce(data ->> 'call_id', data ->> 'text_id', data ->> 'form_id') IS NOT NULL`;
/** The most reminders in one step of a walk. With their leads, they take some milliseconds. */
const STEP = 2_000;

/** Who is answered: a phone number, a lead (its row), or both. */
export interface Answered {
  phone?: string | null;
  leadNumber?: number | undefined;
}

interface PositionRow extends Row {
  due_time: string;
  event_id: string;
}

/**
 * Lists the open reminders of leads in the caller's scope, and those to answer somebody whom the caller serves, the earliest due time
 * first.
 * @returns at most `size` reminders, and the position after them if there are more
 */
export async function listOpenReminders(
  context: RequestContext,
  { assigned_to: assignedTo, due_before: dueBefore, size, cursor }: RemindersQuery,
): Promise<{ reminders: LeadReminder[]; next: ReminderPosition | undefined }> {
  const scope = isVisible(context);
  const assignee: Condition[] = assignedTo === undefined ? [] : [isOf(context, assignedTo)];
  const until: Condition[] =
    dueBefore === undefined ? [] : [{ sql: `data ->> 'due_time' < ?`, values: [writeMoment(dueBefore)] }];
  const found: PositionRow[] = [];
  // Mostly the first few are enough. Whoever may see few of many has them sought in larger steps.
  for (let [from, limit] = [cursor, size + 1]; ; limit = Math.min(limit * 4, STEP)) {
    const step = positions(context.database, [...until, ...after(from)], limit);
    found.push(...ofLeads(context.database, step, [scope, ...assignee]));
    const last = step.at(-1);
    if (found.length > size || last === undefined || step.length < limit) break;
    from = positionOf(last);
    await pause();
  }
  const shown = found.slice(0, size);
  const last = found.length > size ? shown.at(-1) : undefined;
  return { reminders: read(context.database, shown), next: last && positionOf(last) };
}

/** Returns the condition that the caller may see a reminder. */
function isVisible(context: RequestContext): Condition {
  const scope = scopeOf(context);
  const user = userOf(context.actor);
  if (scope.sql === 'TRUE' || user === undefined) return scope;
  const served = isServedReminder(context, user.userId);
  return { sql: `(${scope.sql} OR ${served.sql})`, values: [...scope.values, ...served.values] };
}

/** Returns the condition that a reminder is somebody's: on a lead of theirs, or set by them, on whoever's lead. */
function isOf(context: RequestContext, assignedTo: string): Condition {
  const userId = assigneeOf(context, assignedTo);
  if (userId === null) return { sql: 'assignee_id IS NULL', values: [] };
  return {
    sql: `(assignee_id = ? OR (events.created_by = ? AND events.data ->> 'contact_event_id' IS NULL))`,
    values: [userId, `user:${userId}`],
  };
}

/** Returns those of these reminders that are open and that the caller may see. */
export function findVisible(context: RequestContext, eventIds: readonly string[]): EventRecord[] {
  const events = findEventsByIds(context.database, eventIds);
  const open = [...events.values()].flatMap(({ event }) =>
    event.type === 'reminder' && event.removedTime === 0 && event.data['state'] === 'open' ? event : [],
  );
  const visible = visibleIds(
    context.database,
    open.map(({ eventId }) => eventId),
    [isVisible(context)],
  );
  return open.filter(({ eventId }) => visible.has(eventId));
}

/** Returns the id of the event that a reminder is to answer; undefined for reminders that people set. */
export function contactIdOf({ data: { contact_event_id: id } }: EventRecord): string | undefined {
  return typeof id === 'string' ? id : undefined;
}

const TO_ANSWER_BY_PHONE = `SELECT event_id FROM events INDEXED BY reminders_to_answer_by_phone
  CROSS JOIN leads ON leads.lead_number = events.lead_number
  WHERE data ->> 'phone' IN (SELECT value FROM json_each(?)) AND ${IS_TO_ANSWER}`;
const TO_ANSWER_BY_LEAD = `SELECT event_id FROM events INDEXED BY reminders_to_answer
  WHERE lead_number = ? AND ${IS_TO_ANSWER}`;

/**
 * Finds the open reminders to answer a person, the newest first: by a phone number (E.164), by the row of the lead, or by both.
 */
export function findRemindersToAnswer(
  database: Database,
  { phone, leadNumber }: Answered,
): LeadReminder['reminder'][] {
  const ids = new Set([
    ...(phone ? eventIds(database, TO_ANSWER_BY_PHONE, JSON.stringify(formsOf(phone))) : []),
    ...(leadNumber === undefined ? [] : eventIds(database, TO_ANSWER_BY_LEAD, leadNumber)),
  ]);
  const events = findEventsByIds(database, [...ids]);
  return [...events.values()]
    .map(({ event }) => event)
    .toSorted((left, right) => (left.eventId < right.eventId ? 1 : -1));
}

function eventIds(database: Database, sql: string, value: string | number): string[] {
  return database.all<{ event_id: string }>(sql, value).map(({ event_id: id }) => id);
}

/**
 * Walks the open reminders of all leads by due time. Reminders of removed leads have a position alone.
 * @param bound.until the due time, in ISO 8601, up to which it goes
 */
export function remindersAfter(
  database: Database,
  position: ReminderPosition,
  { limit, until }: { limit: number; until?: string },
): { position: ReminderPosition; found: LeadReminder | undefined }[] {
  const conditions = [
    ...after(position),
    ...(until === undefined ? [] : [{ sql: `data ->> 'due_time' <= ?`, values: [until] }]),
  ];
  const rows = positions(database, conditions, limit);
  const found = new Map(read(database, rows).map((each) => [each.reminder.eventId, each]));
  return rows.map((row) => ({ position: positionOf(row), found: found.get(row.event_id) }));
}

/** Reads the positions of the next step from the index alone. */
function positions(database: Database, conditions: readonly Condition[], limit: number): PositionRow[] {
  return database.all<PositionRow>(
    `SELECT data ->> 'due_time' AS due_time, event_id FROM events INDEXED BY open_reminders
     WHERE ${[IS_OPEN, ...conditions.map(({ sql }) => sql)].join(' AND ')}
     ORDER BY data ->> 'due_time', event_id LIMIT ${limit}`,
    ...conditions.flatMap(({ values }) => values),
  );
}

/** Keeps the positions whose leads meet the conditions. Removed leads have no row. */
function ofLeads(
  database: Database,
  step: readonly PositionRow[],
  conditions: readonly Condition[],
): PositionRow[] {
  const kept = visibleIds(
    database,
    step.map(({ event_id: id }) => id),
    conditions,
  );
  return step.filter(({ event_id: id }) => kept.has(id));
}

/** Returns those of these events whose leads meet the conditions. */
function visibleIds(
  database: Database,
  eventIds: readonly string[],
  conditions: readonly Condition[],
): ReadonlySet<string> {
  const rows = database.all<{ event_id: string }>(
    `SELECT events.event_id FROM json_each(?) AS step
     CROSS JOIN events ON events.event_id = step.value
     CROSS JOIN leads ON leads.lead_number = events.lead_number
     WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`,
    JSON.stringify(eventIds),
    ...conditions.flatMap(({ values }) => values),
  );
  return new Set(rows.map(({ event_id: id }) => id));
}

function after(position: ReminderPosition | undefined): Condition[] {
  return position === undefined
    ? []
    : [{ sql: `(data ->> 'due_time', event_id) > (?, ?)`, values: [position.dueTime, position.eventId] }];
}

function positionOf({ due_time: dueTime, event_id: eventId }: PositionRow): ReminderPosition {
  return { dueTime, eventId };
}

function read(database: Database, rows: readonly PositionRow[]): LeadReminder[] {
  const events = findEventsByIds(
    database,
    rows.map(({ event_id: id }) => id),
  );
  const leads = findLeads(
    database,
    [...events.values()].map(({ leadId }) => leadId),
  );
  return rows.flatMap(({ event_id: id }) => {
    const { event: reminder, leadId = '' } = events.get(id) ?? {};
    const lead = leads.get(leadId);
    return reminder === undefined || lead === undefined ? [] : [{ reminder, lead }];
  });
}
