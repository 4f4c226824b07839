/** Whoever called and reached nobody: one open reminder on their lead, until somebody talks with them. */
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
/** Most managers of a group who are told of a missed call whose lead has no owner. */
const MOST_MANAGERS = 20;

/** Notes that a caller reached nobody: the reminder that is open tells of the newest call. */
export function remindOfCaller(context: WriteContext, lead: LeadRecord, record: CallRecord): void {
  const { caller } = record;
  if (caller === null) return;
  const open = openReminder(context, caller);
  const time = knownSince(context, resultOf(record.facts).endedTime, record);
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
  for (const userId of whoIsTold(context, lead)) {
    enqueueNotification(context, {
      type: 'call.missed',
      userId,
      data: { lead_id: lead.leadId, call_id: record.callId, phone: caller, outcome: record.outcome },
    });
  }
}

/** Notes that somebody has talked with the caller. */
export function settleAnsweredCaller(context: WriteContext, record: CallRecord): void {
  settleCaller(context, record.caller, knownSince(context, resultOf(record.facts).answeredTime, record));
}

/** Notes that somebody talked with the caller, or wrote to them. @returns the id of the reminder that this closes */
export function settleCaller(
  context: WriteContext,
  caller: string | null,
  time: number = context.now,
): string | undefined {
  const open = caller === null ? undefined : openReminder(context, caller);
  // What was before the missed call, and is told only now, is no answer to it.
  if (open === undefined || time < open.event.eventTime) return undefined;
  changeReminder(context, open, { ...open.event.data, state: 'done', done_time: writeMoment(time) });
  context.database.run('DELETE FROM missed_callers WHERE caller = ?', caller);
  return open.event.eventId;
}

/** Opens a reminder again: what was written to the caller has not arrived. */
export function reopenCaller(context: WriteContext, caller: string, eventId: string): void {
  const found = findEventsByIds(context.database, [eventId]).get(eventId);
  if (found === undefined || openReminder(context, caller) !== undefined) return;
  const { done_time: _, ...data } = found.event.data;
  changeReminder(context, found, { ...data, state: 'open' });
  context.database.run('INSERT INTO missed_callers (caller, event_id) VALUES (?, ?)', caller, eventId);
}

/** Since when it is known how a call went: another system may tell of it days later, a carrier does at once. */
function knownSince({ now }: WriteContext, time: number | null, { facts }: CallRecord): number {
  return facts.statement === undefined ? now : Math.min(now, time ?? now);
}

/** The lead as it is now: what was done in this call has moved its times. */
function currentLead(context: WriteContext, lead: LeadRecord): LeadRecord {
  return findLeadByNumber(context.database, lead.leadNumber) ?? lead;
}

function openReminder(
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

/** The lead's assignee, else the managers of its group. */
function whoIsTold(context: WriteContext, lead: LeadRecord): string[] {
  const assignee = lead.assigneeId === undefined ? undefined : findUserOnce(context, lead.assigneeId);
  if (assignee !== undefined && !assignee.isSuspended) return [assignee.userId];
  return listUsers(context.database)
    .filter((user) => user.roleId === 'manager' && user.groupId === lead.leadGroup && !user.isSuspended)
    .slice(0, MOST_MANAGERS)
    .map(({ userId }) => userId);
}
