/** Saves calls: the record, its event on the lead's timeline, and their consequences, in one transaction. */
import type { WriteContext } from '../../engine/context/request-context.ts';
import { newId } from '../../../shared/http/ids.ts';
import { commitEvent, commitTimes, findEventsByIds, setEventData } from '../../leads/timeline/events.ts';
import { notifyOfContact } from '../../leads/record/lead-notifications.ts';
import { findLeadByNumber } from '../../leads/record/lead-store.ts';
import type { LeadRecord } from '../../leads/record/schema.ts';
import { releaseForAnswer } from '../../leads/reminders/taking.ts';
import { closeAnswered, remindToAnswer } from '../../leads/reminders/unanswered.ts';
import type { EventData, NewEvent } from '../../leads/timeline/schema.ts';
import { replaced } from '../../attribution/history.ts';
import type { Attribution } from '../../attribution/schema.ts';
import { callEventData } from '../calls/call-bodies.ts';
import { assignAtBranch, type LeadOfCaller } from './call-leads.ts';
import { remarksAfter } from './remarks.ts';
import { countCall, insertCall, nextDeadline, overdueCalls, CALLS, updateCall } from '../calls/call-store.ts';
import type { CallReport } from '../calls/call-report.ts';
import type { Outcome } from '../../../shared/contact/outcomes.ts';
import { heardMessage, isUnreached, resultOf } from '../calls/results.ts';
import { showVisit } from './timeline-visits.ts';
import { type CallEdit, type CallRecord, NO_REMARKS, type Remarks } from '../calls/schema.ts';
import { openPhoneBook } from '../ringing/company-phone-book.ts';
import type { BackgroundTask } from '../../engine/context/background.ts';
import { contextOfActor } from '../../engine/context/contexts.ts';
import { commit } from '../../engine/commit/commit.ts';

/** The longest conversation: carriers end a call after 4 hours. */
const LONGEST_TALK_MS = 4 * 60 * 60_000 + 10 * 60_000;
/** The longest call without a conversation: turns of ringing, then a voicemail. */
const LONGEST_RINGING_MS = 30 * 60_000;
const AT_A_TIME = 50;

/** Ends calls whose end was never reported, after the longest time that a call can take. */
export const endingCalls: BackgroundTask = {
  kind: 'overdue calls',
  nextTime: ({ database }) => nextDeadline(database),
  run: async (company) => {
    commit(
      company,
      contextOfActor(company, { kind: 'system', name: 'calls' }),
      (context) => {
        for (const record of overdueCalls(context.database, context.now, AT_A_TIME)) {
          // The real end is unknown. It was no later than the last event.
          continueCall(context, record, { ...record.report, presumedEnd: record.modificationTime });
        }
      },
      'reserve',
    );
  },
};

/** A call that is not saved yet. */
type NewCall = Pick<CallRecord, 'carrier' | 'carrierCallId' | 'direction' | 'number' | 'caller'> & {
  /** A new id if it is absent. */
  callId?: string;
  report: CallReport;
};

/** Saves a new call, with its event on the timeline of its lead. @param found what `leadOfCaller` returned */
export function startCall(
  context: WriteContext,
  given: NewCall,
  found: LeadOfCaller | undefined,
): CallRecord {
  const entry = openPhoneBook(context).numbers.get(given.number);
  const { startedTime } = given.report;
  const record = withResult(context, {
    ...given,
    callId: given.callId ?? newId(context.now),
    locationId: entry?.locationId ?? null,
    source: entry?.source ?? null,
    startedTime,
    outcome: null,
    priorCalls: 0,
    eventId: null,
    modificationTime: context.now,
    deadline: null,
    remarks: NO_REMARKS,
    attribution: null,
  });
  const isInbound = record.direction === 'inbound';
  const data = callEventData(record);
  const event: NewEvent = { type: 'call', inbound: isInbound, eventTime: startedTime, data };
  const shown = found && commitEvent(context, found.lead, event, { isNewLead: found.isNew });
  const priorCalls = given.caller === null ? 0 : countCall(context, given.caller, { startedTime, isInbound });
  const saved = { ...record, priorCalls, eventId: shown?.eventId ?? null };
  insertCall(context.database, saved);
  const lead = found && leadAtBranch(context, { before: null, record: saved, lead: found.lead });
  announce(context, 'call.started', { record: saved, lead });
  updateReminder(context, { before: null, record: saved, lead });
  if (saved.outcome !== null) announce(context, 'call.completed', { record: saved, lead });
  return saved;
}

/** Saves a newer report on a call. Writes nothing if nothing changed. */
export function continueCall(context: WriteContext, before: CallRecord, report: CallReport): CallRecord {
  const isSame = JSON.stringify(report) === JSON.stringify(before.report);
  // The same report may have another result after an update of this code.
  if (isSame && resultOf(report).outcome === before.outcome) return before;
  const after = withResult(context, {
    ...before,
    report,
    startedTime: report.startedTime,
    modificationTime: context.now,
  });
  updateCall(context.database, before, after);
  const shown = changedEventData(before, after);
  if (shown === undefined && after.outcome === before.outcome) return after;
  const lead = leadAtBranch(context, { before, record: after, lead: leadOf(context, after) });
  if (shown !== undefined) showOnTimeline(context, { record: after, lead, shown });
  updateReminder(context, { before: before.outcome, record: after, lead });
  const isOver = after.outcome !== null && before.outcome === null;
  if (isOver) announce(context, 'call.completed', { record: after, lead });
  else if (shown !== undefined) announce(context, 'call.changed', { record: after, lead });
  return after;
}

/** Saves people's remarks on a call. */
export function remarkCall(context: WriteContext, before: CallRecord, change: CallEdit): CallRecord {
  return setRemarks(context, before, remarksAfter(before.remarks, change));
}

/** Saves remarks on a call, as they are. */
export function setRemarks(context: WriteContext, before: CallRecord, remarks: Remarks): CallRecord {
  if (JSON.stringify(remarks) === JSON.stringify(before.remarks)) return before;
  const after = { ...before, remarks, modificationTime: Math.max(context.now, before.modificationTime + 1) };
  updateCall(context.database, before, after);
  const [lead, shown] = [leadOf(context, after), changedEventData(before, after)];
  if (shown !== undefined) showOnTimeline(context, { record: after, lead, shown });
  announce(context, 'call.changed', { record: after, lead, isRemark: true });
  return after;
}

/** Saves the visit that a call belongs to, and adds it to the timeline, once for each visit. */
export function attributeCall(context: WriteContext, before: CallRecord, attribution: Attribution): void {
  const after = {
    ...before,
    attribution: replaced(before.attribution, attribution, context.now),
    modificationTime: Math.max(context.now, before.modificationTime + 1),
  };
  CALLS.setAttribution(context.database, after.callId, after);
  const lead = leadOf(context, after);
  showVisit(context, lead, {
    attribution,
    of: { call_id: after.callId },
    eventId: after.eventId,
    time: after.startedTime,
  });
  announce(context, 'call.changed', { record: after, lead });
}

/** Returns the record with the outcome of its report, the branch that the caller chose in a menu, and the deadline of a call in progress. */
function withResult(context: WriteContext, record: CallRecord): CallRecord {
  const { outcome, state } = resultOf(record.report);
  const wait = state === 'talking' ? LONGEST_TALK_MS : LONGEST_RINGING_MS;
  const deadline = outcome === null ? context.now + wait : null;
  if (deadline !== null) context.wakeBy(deadline);
  // That branch answers for the call, not that of the number.
  const locationId = record.report.menu?.choice?.locationId ?? record.locationId;
  return { ...record, locationId, outcome, deadline };
}

/** Assigns the new lead of a caller in a menu, once they have chosen a branch or hung up, unless somebody has taken it. */
function leadAtBranch(
  context: WriteContext,
  { before, record, lead }: { before: CallRecord | null; record: CallRecord; lead: LeadRecord | undefined },
): LeadRecord | undefined {
  const isDecided = ({ report: { menu }, outcome }: CallRecord): boolean =>
    menu?.choice !== undefined || outcome !== null;
  const isNow = isDecided(record) && (before === null || !isDecided(before));
  const branch = record.locationId ?? openPhoneBook(context).book.defaultLocationId;
  const isWaiting = record.report.menu?.hasNewLead === true && lead?.assigneeId === undefined;
  return isNow && isWaiting && branch !== null ? lead && assignAtBranch(context, lead, branch) : lead;
}

/** Opens or closes the reminder to call back, once the outcome is known. @param before the earlier outcome */
function updateReminder(
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

/** Returns the new data of the timeline event; undefined if it has not changed. */
function changedEventData(before: CallRecord, after: CallRecord): EventData | undefined {
  const data = callEventData(after);
  return JSON.stringify(data) === JSON.stringify(callEventData(before)) ? undefined : data;
}

function showOnTimeline(
  context: WriteContext,
  { record, lead, shown }: { record: CallRecord; lead: LeadRecord | undefined; shown: EventData },
): void {
  if (record.eventId === null || lead === undefined) return;
  setEventData(context.database, record.eventId, shown);
  const change = { type: 'event.changed', eventId: record.eventId } as const;
  commitTimes(context, lead, { lastEventTime: lead.lastEventTime, change });
}

/** Returns the lead whose timeline shows the call, with its current times. */
function leadOf(context: WriteContext, { eventId }: CallRecord): LeadRecord | undefined {
  if (eventId === null) return undefined;
  const found = findEventsByIds(context.database, [eventId]).get(eventId);
  return found && findLeadByNumber(context.database, found.event.leadNumber);
}

function announce(
  context: WriteContext,
  type: 'call.started' | 'call.completed' | 'call.changed',
  {
    record,
    lead,
    isRemark = false,
  }: { record: CallRecord; lead: LeadRecord | undefined; isRemark?: boolean },
): void {
  context.emit({
    type,
    isRemark,
    ...(lead === undefined ? {} : { leadId: lead.leadId }),
    ...(record.eventId === null ? {} : { eventId: record.eventId }),
    data: { call_id: record.callId, number: record.number, outcome: record.outcome },
  });
}
