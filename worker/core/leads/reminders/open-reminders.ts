/** Lists open reminders, and finds that of a missed caller. */
import { formsOf } from '../../../shared/contact/former-numbers.ts';
import type { RequestContext } from '../../engine/context/request-context.ts';
import type { Database, Row } from '../../engine/storage/database.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import { pause } from '../../engine/work/pauses.ts';
import { type Condition, scopeOf } from '../record/access.ts';
import { findLeads } from '../record/lead-store.ts';
import { findEventsByIds } from '../timeline/events.ts';
import { assigneeOf, type LeadReminder } from './reminders.ts';
import type { ReminderPosition, RemindersQuery } from './schema.ts';

/** The condition of the indexes `open_reminders` and `open_missed_callers`. */
const IS_OPEN = `type = 'reminder' AND removed_time = 0 AND data ->> 'state' = 'open'`;
/** The reminders in one step of a walk. With their leads, they take some milliseconds. */
const STEP = 2_000;

interface PositionRow extends Row {
  due_time: string;
  event_id: string;
}

/**
 * Lists the open reminders of leads in the caller's scope, the earliest due time first.
 * @returns at most `size` reminders, and the position after them if there are more
 */
export async function listOpenReminders(
  context: RequestContext,
  { assigned_to: assignedTo, due_before: dueBefore, size, cursor }: RemindersQuery,
): Promise<{ reminders: LeadReminder[]; next: ReminderPosition | undefined }> {
  const scope = scopeOf(context);
  const assignee: Condition[] =
    assignedTo === undefined ? [] : [{ sql: 'assignee_id IS ?', values: [assigneeOf(context, assignedTo)] }];
  const until: Condition[] =
    dueBefore === undefined ? [] : [{ sql: `data ->> 'due_time' < ?`, values: [writeMoment(dueBefore)] }];
  const found: PositionRow[] = [];
  for (let from = cursor; ;) {
    const step = positions(context.database, [...until, ...after(from)]);
    found.push(...ofLeads(context.database, step, [scope, ...assignee]));
    const last = step.at(-1);
    if (found.length > size || last === undefined || step.length < STEP) break;
    from = positionOf(last);
    await pause();
  }
  const shown = found.slice(0, size);
  const last = found.length > size ? shown.at(-1) : undefined;
  return { reminders: read(context.database, shown), next: last && positionOf(last) };
}

const SELECT_OF_CALLER = `SELECT event_id FROM events INDEXED BY open_missed_callers
  CROSS JOIN leads ON leads.lead_number = events.lead_number
  WHERE data ->> 'phone' = ? AND ${IS_OPEN} AND data ->> 'call_id' IS NOT NULL
  ORDER BY event_id DESC LIMIT 1`;

/** Finds the newest open reminder to call a missed caller back. @param caller a phone number (E.164) */
export function findReminderOfCaller(
  database: Database,
  caller: string,
): LeadReminder['reminder'] | undefined {
  const [eventId] = formsOf(caller)
    .flatMap((form) => database.maybe<{ event_id: string }>(SELECT_OF_CALLER, form)?.event_id ?? [])
    .toSorted()
    .toReversed();
  return eventId === undefined ? undefined : findEventsByIds(database, [eventId]).get(eventId)?.event;
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
function positions(
  database: Database,
  conditions: readonly Condition[],
  limit: number = STEP,
): PositionRow[] {
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
  const ids = database.all<{ event_id: string }>(
    `SELECT events.event_id FROM json_each(?) AS step
     CROSS JOIN events ON events.event_id = step.value
     CROSS JOIN leads ON leads.lead_number = events.lead_number
     WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`,
    JSON.stringify(step.map(({ event_id: id }) => id)),
    ...conditions.flatMap(({ values }) => values),
  );
  const kept = new Set(ids.map(({ event_id: id }) => id));
  return step.filter(({ event_id: id }) => kept.has(id));
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
