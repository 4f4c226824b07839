/** The reminders to call back whom nobody answered, and who hears of a missed call. */
import type { Outcome } from '../../../shared/contact/outcomes.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import { notifyOfContact } from '../../leads/record/lead-notifications.ts';
import type { LeadRecord } from '../../leads/record/schema.ts';
import { releaseForAnswer } from '../../leads/reminders/taking.ts';
import { closeAnswered, remindToAnswer } from '../../leads/reminders/unanswered.ts';
import { heardMessage, isUnreached, resultOf } from '../calls/results.ts';
import type { CallRecord } from '../calls/schema.ts';

/** Opens or closes the reminder to call back, once the outcome is known. @param before the earlier outcome */
export function updateReminder(
  context: WriteContext,
  { before, record, lead }: { before: Outcome | null; record: CallRecord; lead: LeadRecord | undefined },
): void {
  if (record.outcome === before) return;
  // In either direction.
  if (record.outcome === 'answered') closeReminderOfAnswered(context, record, lead);
  else releaseOfPlacer(context, record, lead);
  const isMissed =
    isUnreached(record.outcome) && record.direction === 'inbound' && !heardMessage(record.report);
  if (isMissed && lead !== undefined) remindToCallBack(context, lead, record);
  // Nobody can call them back, but a voicemail is heard.
  else if (isMissed && record.caller === null) notifyOfMissedCall(context, undefined, record);
}

/** Opens a reminder for a missed caller, or moves the open one to the newest call. */
function remindToCallBack(context: WriteContext, lead: LeadRecord, record: CallRecord): void {
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
function closeReminderOfAnswered(
  context: WriteContext,
  record: CallRecord,
  lead: LeadRecord | undefined,
): void {
  const time = knownSince(context, resultOf(record.report).answeredTime, record);
  closeAnswered(context, { phone: record.caller, leadNumber: lead?.leadNumber }, time);
}

/** Leaves those whom a user called in vain to everybody again. */
function releaseOfPlacer(
  context: WriteContext,
  { outcome, caller, report }: CallRecord,
  lead: LeadRecord | undefined,
): void {
  if (outcome === null || report.placed === undefined) return;
  releaseForAnswer(context, { phone: caller, leadNumber: lead?.leadNumber }, report.placed.userId);
}

/** Returns when the outcome of a call became known: at once from a carrier, perhaps days ago from another system. */
function knownSince({ now }: WriteContext, time: number | null, { report }: CallRecord): number {
  return report.systemReport === undefined ? now : Math.min(now, time ?? now);
}

/** Notifies those who hear of a missed call. @param lead undefined for a caller who withholds the number */
function notifyOfMissedCall(context: WriteContext, lead: LeadRecord | undefined, record: CallRecord): void {
  notifyOfContact(
    context,
    {
      lead,
      locationId: record.locationId,
      rung: record.report.terms.users,
      source: record.attribution?.visit?.source ?? record.source,
      campaign: record.attribution?.visit?.campaign,
    },
    {
      type: 'call.missed',
      data: { call_id: record.callId, phone: record.caller, outcome: record.outcome },
    },
  );
}
