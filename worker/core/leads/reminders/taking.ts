/**
 * Who is at a reminder: they answer the person at the moment, and others see that. It ends by itself some minutes after they last
 * said so.
 */
import { type ActingUser, userOf } from '../../engine/context/actors.ts';
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import type { Row } from '../../engine/storage/database.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import { Problem } from '../../../shared/http/problems.ts';
import { findUserOnce } from '../../people/users/users.ts';
import { findLeadByNumber } from '../record/lead-store.ts';
import type { EventRecord } from '../timeline/schema.ts';
import { type Answered, findRemindersToAnswer } from './open-reminders.ts';
import { TAKEN_KEPT_MS } from './reminder-marks.ts';
import { type LeadReminder, type ReminderPath, requireReminder } from './reminders.ts';
import type { TakenBody } from './reference.ts';

/** How long somebody is at it without saying so again. Consoles say it each minute. */
const TAKEN_MS = 3 * 60_000;
/** How long somebody is at it who has called: longer than it rings. A call in which they talk closes the reminder. */
const CALLING_MS = 10 * 60_000;

interface TakenRow extends Row {
  event_id: string;
  user_id: string;
  since_time: number;
  until_time: number;
}

/**
 * Takes a reminder for the caller, or keeps it for longer.
 * @throws Problem `reminder_taken` while somebody else is at it, `reminder_done`, `permission_denied` for a key without a user; those
 *   of `requireReminder`
 */
export function takeReminder(context: WriteContext, path: ReminderPath): TakenBody {
  const user = requireUser(context);
  const found = requireFree(context, path);
  return take(context, found.reminder, user, TAKEN_MS);
}

/** Releases a reminder that the caller has taken. @throws Problem those of `requireReminder` */
export function releaseReminder(context: WriteContext, path: ReminderPath): LeadReminder {
  const found = requireReminder(context, path);
  release(context, found.reminder, userOf(context.actor)?.userId);
  return found;
}

/**
 * Refuses to answer a person whom somebody else answers.
 * @param consequence added to the reason: what was not done
 * @throws Problem `reminder_done`, `reminder_taken`; those of `requireReminder`
 */
export function requireFree(context: WriteContext, path: ReminderPath, consequence = ''): LeadReminder {
  const found = requireReminder(context, path);
  if (found.reminder.data['state'] === 'done') {
    throw new Problem('reminder_done', `Somebody has answered or finished this meanwhile.${consequence}`);
  }
  const other = takenReminders(context, [found.reminder.eventId]).get(found.reminder.eventId);
  if (other === undefined || other.by.id === userOf(context.actor)?.userId) return found;
  throw new Problem('reminder_taken', `${other.by.name} is answering at the moment.${consequence}`);
}

/** Takes what waits for an answer to a person for the caller, who calls or writes now, unless somebody else has it. */
export function takeForAnswer(context: WriteContext, answered: Answered): void {
  const user = userOf(context.actor);
  if (user === undefined) return;
  const open = findRemindersToAnswer(context.database, answered);
  const taken = takenReminders(
    context,
    open.map(({ eventId }) => eventId),
  );
  for (const reminder of open) {
    const { by } = taken.get(reminder.eventId) ?? {};
    if (by === undefined || by.id === user.userId) take(context, reminder, user, CALLING_MS);
  }
}

/** Releases what waits for an answer to a person: the call of a user reached nobody. */
export function releaseForAnswer(context: WriteContext, answered: Answered, userId: string): void {
  for (const reminder of findRemindersToAnswer(context.database, answered))
    release(context, reminder, userId);
}

/** Returns who is at which of these reminders now, by the ids of their events. */
export function takenReminders(
  context: RequestContext,
  eventIds: readonly string[],
): ReadonlyMap<string, TakenBody> {
  const rows = context.database.all<TakenRow>(
    `SELECT taken_reminders.* FROM json_each(?) AS wanted CROSS JOIN taken_reminders ON event_id = wanted.value
     WHERE until_time > ?`,
    JSON.stringify(eventIds),
    context.now,
  );
  const known = rows.flatMap((row): [string, TakenBody][] => {
    const user = findUserOnce(context, row.user_id);
    if (user === undefined || user.isSuspended) return [];
    const by = { id: row.user_id, name: user.name };
    return [[row.event_id, { by, since: writeMoment(row.since_time), until: writeMoment(row.until_time) }]];
  });
  return new Map(known);
}

function take(
  context: WriteContext,
  { eventId, leadNumber }: EventRecord,
  { userId, name }: ActingUser,
  forMs: number,
): TakenBody {
  const { database, now } = context;
  const isKept = takenReminders(context, [eventId]).has(eventId);
  const row = database.one<{ since: number; until: number }>(
    `INSERT INTO taken_reminders (event_id, user_id, since_time, until_time) VALUES (?1, ?2, ?3, ?4)
     ON CONFLICT (event_id) DO UPDATE SET user_id = ?2, until_time = max(?4, iif(?5, until_time, 0)),
       since_time = iif(?5, since_time, ?3)
     RETURNING since_time AS since, until_time AS until`,
    eventId,
    userId,
    now,
    now + forMs,
    isKept,
  );
  context.wakeBy(now + forMs + TAKEN_KEPT_MS);
  if (!isKept) hint(context, leadNumber);
  return { by: { id: userId, name }, since: writeMoment(row.since), until: writeMoment(row.until) };
}

function release(
  context: WriteContext,
  { eventId, leadNumber }: EventRecord,
  userId: string | undefined,
): void {
  const { database } = context;
  database.run('DELETE FROM taken_reminders WHERE event_id = ? AND user_id = ?', eventId, userId ?? '');
  if (database.one<{ count: number }>('SELECT changes() AS count').count > 0) hint(context, leadNumber);
}

function hint(context: WriteContext, leadNumber: number): void {
  const lead = findLeadByNumber(context.database, leadNumber);
  if (lead !== undefined) context.hint(lead.leadId);
}

function requireUser({ actor }: WriteContext): ActingUser {
  const user = userOf(actor);
  if (user !== undefined) return user;
  throw new Problem('permission_denied', 'A person takes a reminder; use a token or a key of a user.');
}
