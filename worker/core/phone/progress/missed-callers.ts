/** Reminds people of a caller who reached nobody, until somebody talks with them. */
import type { WriteContext } from '../../engine/context/request-context.ts';
import { closeAnswered, remindToAnswer } from '../../leads/reminders/unanswered.ts';
import { notifyOfContact } from '../../leads/record/lead-notifications.ts';
import type { LeadRecord } from '../../leads/record/schema.ts';
import { resultOf } from '../calls/results.ts';
import type { CallRecord } from '../calls/schema.ts';

/** Opens a reminder for a missed caller, or moves the open one to the newest call. */
export function remindToCallBack(context: WriteContext, lead: LeadRecord, record: CallRecord): void {
  const { callId, caller, eventId, outcome, report } = record;
  if (caller === null) return;
  const message =
    outcome === 'voicemail' ? 'Call back: there is a voicemail.' : 'Call back: a call was missed.';
  const before = remindToAnswer(context, lead, {
    of: { call_id: callId },
    eventId,
    phone: caller,
    message,
    time: knownSince(context, resultOf(report).endedTime, record),
  });
  const isSame = before?.['call_id'] === callId;
  // Another call, or a voicemail: a call that was missed first and then reported again is no news.
  if (!isSame || (outcome === 'voicemail' && before['message'] !== message)) {
    notifyOfMissedCall(context, lead, record);
  }
}

/** Closes the reminders of a caller who was answered, and of their lead. */
export function closeReminderOfAnswered(
  context: WriteContext,
  record: CallRecord,
  lead: LeadRecord | undefined,
): void {
  const time = knownSince(context, resultOf(record.report).answeredTime, record);
  closeAnswered(context, { phone: record.caller, leadNumber: lead?.leadNumber }, time);
}

/** Returns when the outcome of a call became known: at once from a carrier, perhaps days ago from another system. */
function knownSince({ now }: WriteContext, time: number | null, { report }: CallRecord): number {
  return report.systemReport === undefined ? now : Math.min(now, time ?? now);
}

/** Notifies those who hear of a missed call. @param lead undefined for a caller who withholds the number */
export function notifyOfMissedCall(
  context: WriteContext,
  lead: LeadRecord | undefined,
  record: CallRecord,
): void {
  notifyOfContact(
    context,
    {
      lead,
      locationId: record.locationId,
      source: record.attribution?.visit?.source ?? record.source,
      campaign: record.attribution?.visit?.campaign,
    },
    {
      type: 'call.missed',
      data: { call_id: record.callId, phone: record.caller, outcome: record.outcome },
    },
  );
}
