/** Keeps one open reminder on the lead of a caller who reached nobody, until somebody talks with them. */
import type { WriteContext } from '../../engine/context/request-context.ts';
import { commitEvent, commitTimes, findEventsByIds, setEventData } from '../../leads/timeline/events.ts';
import { findLeadByNumber } from '../../leads/record/lead-store.ts';
import type { LeadRecord } from '../../leads/record/schema.ts';
import { enqueueNotification } from '../../people/notifications/notifications.ts';
import type { EventData, EventRecord } from '../../leads/timeline/schema.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import { listUsers, findUserOnce } from '../../people/users/users.ts';
import { resultOf } from '../calls/results.ts';
import type { CallRecord } from '../calls/schema.ts';

/** A missed caller is to be called back within half an hour. */
const DUE_MS = 30 * 60_000;
/** The most managers of a group who are notified of a missed call whose lead has no owner. */
const MOST_MANAGERS = 20;

/** Opens a reminder for a missed caller, or moves the open one to the newest call. */
export function remindToCallBack(context: WriteContext, lead: LeadRecord, record: CallRecord): void {
  const { caller } = record;
  if (caller === null) return;
  const open = findOpenReminder(context, caller);
  const time = knownSince(context, resultOf(record.report).endedTime, record);
  const data: EventData = {
    message: `Call ${caller} back: ${record.outcome ?? 'missed'}.`,
    phone: caller,
    call_id: record.callId,
    state: 'open',
    due_time: writeMoment(time + DUE_MS),
  };
  if (open !== undefined) {
    const known = open.event.data;
    const isNews = known['call_id'] !== record.callId || known['message'] !== data['message'];
    if (isNews) changeReminder(context, open, { ...data, due_time: open.event.data['due_time'] });
    return;
  }
  const { eventId } = commitEvent(context, currentLead(context, lead), {
    type: 'reminder',
    eventTime: time,
    data,
  });
  context.database.run('INSERT INTO missed_callers (caller, event_id) VALUES (?, ?)', caller, eventId);
  for (const userId of recipientsOf(context, lead)) {
    enqueueNotification(context, {
      type: 'call.missed',
      userId,
      data: { lead_id: lead.leadId, call_id: record.callId, phone: caller, outcome: record.outcome },
    });
  }
}

/** Closes the reminder of a caller who was answered. */
export function closeReminderOfAnswered(context: WriteContext, record: CallRecord): void {
  closeReminder(context, record.caller, knownSince(context, resultOf(record.report).answeredTime, record));
}

/** Closes the reminder of a caller who was answered or written to. @returns its id */
export function closeReminder(
  context: WriteContext,
  caller: string | null,
  time: number = context.now,
): string | undefined {
  const open = caller === null ? undefined : findOpenReminder(context, caller);
  // A late report on something before the missed call is no answer to it.
  if (open === undefined || time < open.event.eventTime) return undefined;
  changeReminder(context, open, { ...open.event.data, state: 'done', done_time: writeMoment(time) });
  context.database.run('DELETE FROM missed_callers WHERE caller = ?', caller);
  return open.event.eventId;
}

/** Opens a reminder again, since the message to the caller was not delivered. */
export function reopenReminder(context: WriteContext, caller: string, eventId: string): void {
  const found = findEventsByIds(context.database, [eventId]).get(eventId);
  if (found === undefined || findOpenReminder(context, caller) !== undefined) return;
  const { done_time: _, ...data } = found.event.data;
  changeReminder(context, found, { ...data, state: 'open' });
  context.database.run('INSERT INTO missed_callers (caller, event_id) VALUES (?, ?)', caller, eventId);
}

/** Returns when the outcome of a call became known: at once from a carrier, perhaps days ago from another system. */
function knownSince({ now }: WriteContext, time: number | null, { report }: CallRecord): number {
  return report.systemReport === undefined ? now : Math.min(now, time ?? now);
}

/** Reads the lead again, since this transaction has changed its times. */
function currentLead(context: WriteContext, lead: LeadRecord): LeadRecord {
  return findLeadByNumber(context.database, lead.leadNumber) ?? lead;
}

function findOpenReminder(
  context: WriteContext,
  caller: string,
): { event: EventRecord; leadId: string } | undefined {
  const row = context.database.maybe<{ event_id: string }>(
    'SELECT event_id FROM missed_callers WHERE caller = ?',
    caller,
  );
  if (row === undefined) return undefined;
  const found = findEventsByIds(context.database, [row.event_id]).get(row.event_id);
  if (found === undefined) context.database.run('DELETE FROM missed_callers WHERE caller = ?', caller);
  return found;
}

function changeReminder(context: WriteContext, { event }: { event: EventRecord }, data: EventData): void {
  setEventData(context.database, event.eventId, data);
  const lead = findLeadByNumber(context.database, event.leadNumber);
  if (lead === undefined) return;
  const change = { type: 'event.changed', eventId: event.eventId } as const;
  commitTimes(context, lead, { lastEventTime: lead.lastEventTime, change });
}

/** Returns the lead's assignee, else the managers of its group. */
function recipientsOf(context: WriteContext, lead: LeadRecord): string[] {
  const assignee = lead.assigneeId === undefined ? undefined : findUserOnce(context, lead.assigneeId);
  if (assignee !== undefined && !assignee.isSuspended) return [assignee.userId];
  return listUsers(context.database)
    .filter((user) => user.roleId === 'manager' && user.groupId === lead.leadGroup && !user.isSuspended)
    .slice(0, MOST_MANAGERS)
    .map(({ userId }) => userId);
}
