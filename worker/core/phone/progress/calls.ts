/** Saves calls: the record, its event on the lead's timeline, and their consequences, in one transaction. */
import type { WriteContext } from '../../engine/context/request-context.ts';
import { newId } from '../../../shared/http/ids.ts';
import { commitEvent, commitTimes, findEventsByIds, setEventData } from '../../leads/timeline/events.ts';
import { findLeadByNumber } from '../../leads/record/lead-store.ts';
import type { LeadRecord } from '../../leads/record/schema.ts';
import type { EventData, EventRecord, NewEvent } from '../../leads/timeline/schema.ts';
import { replaced } from '../../attribution/history.ts';
import type { Attribution } from '../../attribution/schema.ts';
import { callEventData } from '../calls/call-bodies.ts';
import { assignAtBranch, leadOfCaller, type LeadOfCaller } from './call-leads.ts';
import { updateReminder } from './call-reminders.ts';
import { remarksAfter } from './remarks.ts';
import { countCall, insertCall, nextDeadline, overdueCalls, CALLS, updateCall } from '../calls/call-store.ts';
import type { CallReport } from '../calls/call-report.ts';
import { isTakenForSpam, resultOf } from '../calls/results.ts';
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
  const shown = found && showAnew(context, record, found);
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
  const after = withLeadOfPerson(
    context,
    before,
    withResult(context, {
      ...before,
      report,
      startedTime: report.startedTime,
      modificationTime: context.now,
    }),
  );
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

/** Adds a call to the timeline of a lead. */
function showAnew(context: WriteContext, record: CallRecord, { lead, isNew }: LeadOfCaller): EventRecord {
  const { direction, startedTime: eventTime } = record;
  const event: NewEvent = {
    type: 'call',
    inbound: direction === 'inbound',
    eventTime,
    data: callEventData(record),
  };
  return commitEvent(context, lead, event, { isNewLead: isNew });
}

/** Gives a caller who was taken for spam their lead, once they show to be a person. */
function withLeadOfPerson(context: WriteContext, before: CallRecord, record: CallRecord): CallRecord {
  if (record.eventId !== null || !isTakenForSpam(before.report) || isTakenForSpam(record.report))
    return record;
  const { caller: phone, number, report, attribution } = record;
  const { menu, callerName: name } = report;
  const isInMenu = menu !== undefined;
  const found = leadOfCaller(context, openPhoneBook(context), { phone, name, number, isInMenu });
  if (found === undefined) return record;
  const { eventId } = showAnew(context, record, found);
  const of = { call_id: record.callId };
  if (attribution !== null)
    showVisit(context, found.lead, { attribution, of, eventId, time: record.startedTime });
  const waiting = isInMenu && found.isNew ? { menu: { ...menu, hasNewLead: true as const } } : {};
  return { ...record, eventId, report: { ...report, ...waiting } };
}

/** Saves people's remarks on a call. A good lead that was taken for spam was a person, who is called back. */
export function remarkCall(context: WriteContext, before: CallRecord, change: CallEdit): CallRecord {
  const { suspicion } = before.report;
  const isPerson = change.lead_status === 'good' && suspicion !== undefined && isTakenForSpam(before.report);
  const known = isPerson
    ? continueCall(context, before, { ...before.report, suspicion: { ...suspicion, isPerson: true } })
    : before;
  return setRemarks(context, known, remarksAfter(known.remarks, change));
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
