/** Reminders: events of a timeline that are to be done by a time. An open one is `open`, a finished one `done`. */
import { userOf } from '../../engine/context/actors.ts';
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import { asId } from '../../../shared/http/ids.ts';
import { notFound, problemOfFaults } from '../../../shared/http/problems.ts';
import { writableLead } from '../record/access.ts';
import { findLeadByNumber } from '../record/lead-store.ts';
import type { LeadRecord } from '../record/schema.ts';
import { commitEvent, commitTimes, findEvent, setEventData } from '../timeline/events.ts';
import type { EventData, EventRecord } from '../timeline/schema.ts';
import { forgetMarks } from './reminder-marks.ts';
import type { NewReminder } from './schema.ts';

/** How far the clock of a client may be behind ours. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/** A reminder, and the lead whose timeline it is on. */
export interface LeadReminder {
  lead: LeadRecord;
  reminder: EventRecord;
}

/** The ids in the path that identify a reminder. */
export interface ReminderPath {
  lead: string;
  event: string;
}

/**
 * Sets a reminder on a lead.
 * @param leadId the id from the path
 * @throws Problem `invalid_parameter` for a time in the past; those of `writableLead`
 */
export function setReminder(
  context: WriteContext,
  leadId: string,
  { message, due_time: dueTime }: NewReminder,
): LeadReminder {
  refuseEarlier(dueTime, context.now);
  const lead = writableLead(context, leadId);
  const data = { message, state: 'open', due_time: writeMoment(dueTime) };
  wakeAtDueTime(context, data);
  return { lead, reminder: commitEvent(context, lead, { type: 'reminder', data }) };
}

/**
 * Marks a reminder as done. Writes nothing if it is done already.
 * @throws Problem `not_found` when the lead has no such reminder; those of `writableLead`
 */
export function completeReminder(context: WriteContext, path: ReminderPath): LeadReminder {
  const found = requireReminder(context, path);
  if (found.reminder.data['state'] === 'done') return found;
  return changed(context, found, dataOfDone(context, found.reminder));
}

/**
 * Marks a reminder as done, and as one that needed no answer. Writes nothing if it is done already.
 * @throws Problem as `completeReminder`
 */
export function dismissReminder(context: WriteContext, path: ReminderPath): LeadReminder {
  const found = requireReminder(context, path);
  if (found.reminder.data['state'] === 'done') return found;
  return changed(context, found, { ...dataOfDone(context, found.reminder), answer_needed: false });
}

/**
 * Opens a reminder that was done. Writes nothing if it is open.
 * @throws Problem as `completeReminder`
 */
export function reopenReminder(context: WriteContext, path: ReminderPath): LeadReminder {
  const found = requireReminder(context, path);
  if (found.reminder.data['state'] === 'open') return found;
  return changed(context, found, dataOfOpen(context, found.reminder));
}

/**
 * Moves the due time of a reminder, and opens it if it was done.
 * @throws Problem `invalid_parameter` for a time before the reminder was set; as `completeReminder`
 */
export function postponeReminder(context: WriteContext, path: ReminderPath, dueTime: number): LeadReminder {
  const found = requireReminder(context, path);
  refuseEarlier(dueTime, found.reminder.eventTime);
  return changed(context, found, { ...dataOfOpen(context, found.reminder), due_time: writeMoment(dueTime) });
}

/** Returns the data of a reminder that is done. @param time when, in milliseconds since the epoch */
export function dataOfDone({ now }: WriteContext, { data }: EventRecord, time: number = now): EventData {
  return { ...data, state: 'done', done_time: writeMoment(time) };
}

/** Returns the data of a reminder that is open. One from another system gets a due time. */
export function dataOfOpen({ now }: WriteContext, reminder: EventRecord): EventData {
  const { done_time: _, answer_needed: _needed, ...data } = reminder.data;
  return { ...data, state: 'open', due_time: data['due_time'] ?? writeMoment(now) };
}

/** Replaces the data of a reminder on the timeline of its lead. */
export function changeReminder(context: WriteContext, reminder: EventRecord, data: EventData): void {
  setEventData(context.database, reminder.eventId, data);
  if (data['state'] !== 'open') forgetMarks(context.database, reminder.eventId);
  wakeAtDueTime(context, data);
  const lead = findLeadByNumber(context.database, reminder.leadNumber);
  if (lead === undefined) return;
  const change = { type: 'event.changed', eventId: reminder.eventId } as const;
  commitTimes(context, lead, { lastEventTime: lead.lastEventTime, change });
}

/** Sets the alarm to the due time of an open reminder, of which people are then notified. */
export function wakeAtDueTime(context: WriteContext, data: EventData): void {
  const time = Date.parse(String(data['due_time']));
  if (data['state'] === 'open' && Number.isFinite(time)) context.wakeBy(Math.max(time, context.now));
}

/** Returns the user whose leads `assigned_to` names: `me`, `none` (null), or a user's id. */
export function assigneeOf(context: RequestContext, text: string): string | null {
  if (text === 'none') return null;
  return text === 'me' ? (userOf(context.actor)?.userId ?? '') : text.toLowerCase();
}

function changed(context: WriteContext, { lead, reminder }: LeadReminder, data: EventData): LeadReminder {
  changeReminder(context, reminder, data);
  return { lead, reminder: { ...reminder, data } };
}

/** Returns a reminder for a change. @throws Problem `not_found` when the lead has no such reminder; those of `writableLead` */
export function requireReminder(context: WriteContext, { lead: leadId, event }: ReminderPath): LeadReminder {
  const lead = writableLead(context, leadId);
  const eventId = asId(event);
  const reminder = eventId === undefined ? undefined : findEvent(context.database, lead.leadNumber, eventId);
  if (reminder?.type !== 'reminder' || reminder.removedTime > 0) throw notFound();
  return { lead, reminder };
}

/** Refuses a due time before the reminder was set. A later one that has passed is allowed, so that postponing can be undone. */
function refuseEarlier(dueTime: number, since: number): void {
  if (dueTime >= since - CLOCK_TOLERANCE_MS) return;
  const detail = 'The time has passed; give a later one.';
  throw problemOfFaults([{ pointer: '/due_time', code: 'invalid_parameter', detail }]);
}
