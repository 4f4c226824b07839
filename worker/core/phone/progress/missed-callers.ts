/** Keeps one open reminder on the lead of a caller who reached nobody, until somebody talks with them. */
import type { WriteContext } from '../../engine/context/request-context.ts';
import { findReminderOfCaller } from '../../leads/reminders/open-reminders.ts';
import { changeReminder, dataOfDone, dataOfOpen, wakeAtDueTime } from '../../leads/reminders/reminders.ts';
import { commitEvent, findEventsByIds } from '../../leads/timeline/events.ts';
import { findLeadByNumber } from '../../leads/record/lead-store.ts';
import { notifyOfContact } from '../../leads/record/lead-notifications.ts';
import type { LeadRecord } from '../../leads/record/schema.ts';
import type { EventData } from '../../leads/timeline/schema.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import { resultOf } from '../calls/results.ts';
import type { CallRecord } from '../calls/schema.ts';

/** A missed caller is to be called back within half an hour. */
const DUE_MS = 30 * 60_000;

/** Opens a reminder for a missed caller, or moves the open one to the newest call. */
export function remindToCallBack(context: WriteContext, lead: LeadRecord, record: CallRecord): void {
  const { caller } = record;
  if (caller === null) return;
  const open = findReminderOfCaller(context.database, caller);
  const time = knownSince(context, resultOf(record.report).endedTime, record);
  const data: EventData = {
    message: `Call ${caller} back: ${record.outcome ?? 'missed'}.`,
    phone: caller,
    call_id: record.callId,
    state: 'open',
    due_time: writeMoment(time + DUE_MS),
  };
  if (open !== undefined) {
    const known = open.data;
    const isNews = known['call_id'] !== record.callId || known['message'] !== data['message'];
    if (!isNews) return;
    changeReminder(context, open, { ...data, due_time: known['due_time'] });
    // Another call, or a voicemail: a call that was missed first and then reported again is no news.
    if (known['call_id'] !== record.callId || record.outcome === 'voicemail') {
      notifyOfMissedCall(context, lead, record);
    }
    return;
  }
  commitEvent(context, currentLead(context, lead), { type: 'reminder', eventTime: time, data });
  wakeAtDueTime(context, data);
  notifyOfMissedCall(context, lead, record);
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
  const open = caller === null ? undefined : findReminderOfCaller(context.database, caller);
  // A late report on something before the missed call is no answer to it.
  if (open === undefined || time < open.eventTime) return undefined;
  changeReminder(context, open, dataOfDone(context, open, time));
  return open.eventId;
}

/** Opens a reminder again, since the message to the caller was not delivered. */
export function reopenReminder(context: WriteContext, caller: string, eventId: string): void {
  const found = findEventsByIds(context.database, [eventId]).get(eventId);
  if (found === undefined || findReminderOfCaller(context.database, caller) !== undefined) return;
  changeReminder(context, found.event, dataOfOpen(context, found.event));
}

/** Returns when the outcome of a call became known: at once from a carrier, perhaps days ago from another system. */
function knownSince({ now }: WriteContext, time: number | null, { report }: CallRecord): number {
  return report.systemReport === undefined ? now : Math.min(now, time ?? now);
}

/** Reads the lead again, since this transaction has changed its times. */
function currentLead(context: WriteContext, lead: LeadRecord): LeadRecord {
  return findLeadByNumber(context.database, lead.leadNumber) ?? lead;
}

/** Notifies those who hear of a missed call. @param lead undefined for a caller who withholds the number */
export function notifyOfMissedCall(
  context: WriteContext,
  lead: LeadRecord | undefined,
  record: CallRecord,
): void {
  notifyOfContact(
    context,
    { lead, locationId: record.locationId },
    {
      type: 'call.missed',
      data: { call_id: record.callId, phone: record.caller, outcome: record.outcome },
    },
  );
}
