/** Whoever called and reached nobody: one open reminder on their lead, until somebody talks with them. */
import type { WriteCall } from '../call.ts';
import { commitEvent, commitTimes } from '../leads/commits.ts';
import { findLeadByNumber } from '../leads/lead-store.ts';
import type { LeadRecord } from '../leads/schema.ts';
import { enqueueNotification } from '../notifications/notifications.ts';
import { findEventsByIds, setEventData } from '../timeline/events.ts';
import type { EventData, EventRecord } from '../timeline/schema.ts';
import { writeMoment } from '../times/moments.ts';
import { listUsers, findUserOnce } from '../users/users.ts';
import { resultOf } from './results.ts';
import type { CallRecord } from './schema.ts';

/** A missed caller is to be called back within half an hour. */
const DUE_MS = 30 * 60_000;
/** Most managers of a group who are told of a missed call whose lead has no owner. */
const MOST_MANAGERS = 20;

/** Notes that a caller reached nobody: the reminder that is open tells of the newest call. */
export function remindOfCaller(call: WriteCall, lead: LeadRecord, record: CallRecord): void {
  const { caller } = record;
  if (caller === null) return;
  const open = openReminder(call, caller);
  const time = knownSince(call, resultOf(record.facts).endedTime, record);
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
    if (isNews) changeReminder(call, open, { ...data, due_time: open.event.data['due_time'] });
    return;
  }
  const { eventId } = commitEvent(call, currentLead(call, lead), {
    type: 'reminder',
    eventTime: time,
    data,
  });
  call.database.run('INSERT INTO missed_callers (caller, event_id) VALUES (?, ?)', caller, eventId);
  for (const userId of whoIsTold(call, lead)) {
    enqueueNotification(call, {
      type: 'call.missed',
      userId,
      data: { lead_id: lead.leadId, call_id: record.callId, phone: caller, outcome: record.outcome },
    });
  }
}

/** Notes that somebody has talked with the caller. */
export function settleAnsweredCaller(call: WriteCall, record: CallRecord): void {
  settleCaller(call, record.caller, knownSince(call, resultOf(record.facts).answeredTime, record));
}

/** Notes that somebody talked with the caller, or wrote to them. @returns the id of the reminder that this closes */
export function settleCaller(
  call: WriteCall,
  caller: string | null,
  time: number = call.now,
): string | undefined {
  const open = caller === null ? undefined : openReminder(call, caller);
  // What was before the missed call, and is told only now, is no answer to it.
  if (open === undefined || time < open.event.eventTime) return undefined;
  changeReminder(call, open, { ...open.event.data, state: 'done', done_time: writeMoment(time) });
  call.database.run('DELETE FROM missed_callers WHERE caller = ?', caller);
  return open.event.eventId;
}

/** Opens a reminder again: what was written to the caller has not arrived. */
export function reopenCaller(call: WriteCall, caller: string, eventId: string): void {
  const found = findEventsByIds(call.database, [eventId]).get(eventId);
  if (found === undefined || openReminder(call, caller) !== undefined) return;
  const { done_time: _, ...data } = found.event.data;
  changeReminder(call, found, { ...data, state: 'open' });
  call.database.run('INSERT INTO missed_callers (caller, event_id) VALUES (?, ?)', caller, eventId);
}

/** Since when it is known how a call went: another system may tell of it days later, a carrier does at once. */
function knownSince({ now }: WriteCall, time: number | null, { facts }: CallRecord): number {
  return facts.statement === undefined ? now : Math.min(now, time ?? now);
}

/** The lead as it is now: what was done in this call has moved its times. */
function currentLead(call: WriteCall, lead: LeadRecord): LeadRecord {
  return findLeadByNumber(call.database, lead.leadNumber) ?? lead;
}

function openReminder(call: WriteCall, caller: string): { event: EventRecord; leadId: string } | undefined {
  const row = call.database.maybe<{ event_id: string }>(
    'SELECT event_id FROM missed_callers WHERE caller = ?',
    caller,
  );
  if (row === undefined) return undefined;
  const found = findEventsByIds(call.database, [row.event_id]).get(row.event_id);
  if (found === undefined) call.database.run('DELETE FROM missed_callers WHERE caller = ?', caller);
  return found;
}

function changeReminder(call: WriteCall, { event }: { event: EventRecord }, data: EventData): void {
  setEventData(call.database, event.eventId, data);
  const lead = findLeadByNumber(call.database, event.leadNumber);
  if (lead === undefined) return;
  const change = { type: 'event.changed', eventId: event.eventId } as const;
  commitTimes(call, lead, { lastEventTime: lead.lastEventTime, change });
}

/** The lead's assignee, else the managers of its group. */
function whoIsTold(call: WriteCall, lead: LeadRecord): string[] {
  const assignee = lead.assigneeId === undefined ? undefined : findUserOnce(call, lead.assigneeId);
  if (assignee !== undefined && !assignee.isSuspended) return [assignee.userId];
  return listUsers(call.database)
    .filter((user) => user.roleId === 'manager' && user.groupId === lead.leadGroup && !user.isSuspended)
    .slice(0, MOST_MANAGERS)
    .map(({ userId }) => userId);
}
