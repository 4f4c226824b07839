/** Phone calls: the record, its event on the lead's timeline, and what else follows, in one transaction. */
import type { WriteContext } from '../../engine/context/request-context.ts';
import { newId } from '../../../shared/http/ids.ts';
import { commitEvent, commitTimes, findEventsByIds, setEventData } from '../../leads/timeline/events.ts';
import { findLeadByNumber } from '../../leads/record/lead-store.ts';
import type { LeadRecord } from '../../leads/record/schema.ts';
import type { EventData, NewEvent } from '../../leads/timeline/schema.ts';
import { callEventData } from '../calls/call-bodies.ts';
import { findOrMakeLead, type LeadOfCaller } from './call-leads.ts';
import {
  countLaterCalls,
  insertCall,
  nextDeadline,
  overdueCalls,
  priorCallsAt,
  updateCall,
} from '../calls/call-store.ts';
import type { CallFacts } from '../calls/call-report.ts';
import type { Outcome } from '../../../shared/contact/outcomes.ts';
import { isUnreached, resultOf } from '../calls/results.ts';
import { remindOfCaller, settleAnsweredCaller } from './missed-callers.ts';
import { locationOf } from '../ringing/routing.ts';
import { type CallRecord, NO_REMARKS } from '../calls/schema.ts';
import { openPhoneBook } from '../ringing/company-phone-book.ts';
import type { BackgroundTask } from '../../engine/context/background.ts';
import { callBy } from '../../engine/context/contexts.ts';
import { commit } from '../../engine/commit/commit.ts';

/** Longest that two people talk: carriers end a call after 4 hours. */
const LONGEST_TALK_MS = 4 * 60 * 60_000 + 10 * 60_000;
/** Longest that anything else takes: turns of ringing, then a message. */
const LONGEST_RINGING_MS = 30 * 60_000;
const AT_A_TIME = 50;

export const endingCalls: BackgroundTask = {
  kind: 'calls without an end',
  nextTime: ({ database }) => nextDeadline(database),
  run: async (company) => {
    commit(
      company,
      callBy(company, { kind: 'system', name: 'calls' }),
      (context) => {
        for (const record of overdueCalls(context.database, context.now, AT_A_TIME)) {
          // When it really ended is not known; it was at the latest when something was last reported of it.
          continueCall(context, record, { ...record.facts, presumedEnd: record.modificationTime });
        }
      },
      'reserve',
    );
    await company.giveWay();
  },
};

/** A call that is not saved yet. */
export type NewCall = Pick<CallRecord, 'carrier' | 'carrierCallId' | 'direction' | 'number' | 'caller'> & {
  facts: CallFacts;
};

/**
 * Finds the lead of a new call's caller, or makes one.
 * @returns undefined for callers who make no lead, as `findOrMakeLead` says
 */
export function leadOfNewCall(
  context: WriteContext,
  { number, caller, name }: { number: string; caller: string | null; name: string | undefined },
): LeadOfCaller | undefined {
  const book = openPhoneBook(context);
  const entry = book.numbers.get(number);
  const locationId = locationOf(book, entry)?.locationId ?? null;
  return findOrMakeLead(context, { phone: caller, name, source: entry?.source ?? null, locationId });
}

/** Saves a new call, with its event on the timeline of its lead. @param found what `leadOfNewCall` returned */
export function startCall(
  context: WriteContext,
  given: NewCall,
  found: LeadOfCaller | undefined,
): CallRecord {
  const entry = openPhoneBook(context).numbers.get(given.number);
  const record: CallRecord = {
    ...given,
    callId: newId(context.now),
    locationId: entry?.locationId ?? null,
    source: entry?.source ?? null,
    startedTime: given.facts.startedTime,
    outcome: null,
    priorCalls: placeAmongCalls(context, given),
    eventId: null,
    modificationTime: context.now,
    deadline: null,
    remarks: NO_REMARKS,
  };
  const event = found && commitEvent(context, found.lead, eventOf(record), { isNewLead: found.isNew });
  const lead = found?.lead;
  const saved = withResult(context, { ...record, eventId: event?.eventId ?? null });
  insertCall(context.database, saved);
  tell(context, 'call.started', { record: saved, lead });
  follow(context, { before: null, record: saved, lead });
  if (saved.outcome !== null) tell(context, 'call.completed', { record: saved, lead });
  return saved;
}

/** Saves what is known better of a call; nothing new writes nothing. */
export function continueCall(context: WriteContext, before: CallRecord, facts: CallFacts): CallRecord {
  const isSame = JSON.stringify(facts) === JSON.stringify(before.facts);
  // What follows from the same facts may have been mended since.
  if (isSame && resultOf(facts).outcome === before.outcome) return before;
  const after = withResult(context, {
    ...before,
    facts,
    startedTime: facts.startedTime,
    modificationTime: context.now,
  });
  updateCall(context.database, before, after);
  const shown = shownAnew(before, after);
  if (shown === undefined && after.outcome === before.outcome) return after;
  const lead = leadOf(context, after);
  if (shown !== undefined) showOnTimeline(context, { record: after, lead, shown });
  follow(context, { before: before.outcome, record: after, lead });
  const isOver = after.outcome !== null && before.outcome === null;
  if (isOver) tell(context, 'call.completed', { record: after, lead });
  else if (shown !== undefined) tell(context, 'call.changed', { record: after, lead });
  return after;
}

/** Saves what people say of a call. */
export function remarkCall(
  context: WriteContext,
  before: CallRecord,
  remarks: CallRecord['remarks'],
): CallRecord {
  if (JSON.stringify(remarks) === JSON.stringify(before.remarks)) return before;
  const after = { ...before, remarks, modificationTime: Math.max(context.now, before.modificationTime + 1) };
  updateCall(context.database, before, after);
  const [lead, shown] = [leadOf(context, after), shownAnew(before, after)];
  if (shown !== undefined) showOnTimeline(context, { record: after, lead, shown });
  tell(context, 'call.changed', { record: after, lead });
  return after;
}

/** How often the caller had called before; those who called later, and were told of sooner, have called once more. */
function placeAmongCalls({ database, now }: WriteContext, { caller, facts }: NewCall): number {
  if (caller === null) return 0;
  const before = priorCallsAt(database, caller, facts.startedTime);
  countLaterCalls(database, { caller, after: facts.startedTime, now });
  return before;
}

/** The outcome, as the facts have it now, and until when the call may go on. */
function withResult(context: WriteContext, record: CallRecord): CallRecord {
  const { outcome, state } = resultOf(record.facts);
  const wait = state === 'talking' ? LONGEST_TALK_MS : LONGEST_RINGING_MS;
  const deadline = outcome === null ? context.now + wait : null;
  if (deadline !== null) context.wakeBy(deadline);
  return { ...record, outcome, deadline };
}

/** Who was called back, and who has to be, once it is known how the call went. @param before the outcome before */
function follow(
  context: WriteContext,
  { before, record, lead }: { before: Outcome | null; record: CallRecord; lead: LeadRecord | undefined },
): void {
  if (record.outcome === before) return;
  // Whoever called whom.
  if (record.outcome === 'answered') settleAnsweredCaller(context, record);
  const isMissed = isUnreached(record.outcome) && record.direction === 'inbound';
  if (isMissed && lead !== undefined) remindOfCaller(context, lead, record);
}

function eventOf(record: CallRecord): NewEvent {
  return {
    type: 'call',
    inbound: record.direction === 'inbound',
    eventTime: record.startedTime,
    data: callEventData(record),
  };
}

/** What the timeline is to show now; undefined for what it shows already. */
function shownAnew(before: CallRecord, after: CallRecord): EventData | undefined {
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

/** The lead whose timeline shows the call, as it is now. */
function leadOf(context: WriteContext, { eventId }: CallRecord): LeadRecord | undefined {
  if (eventId === null) return undefined;
  const found = findEventsByIds(context.database, [eventId]).get(eventId);
  return found && findLeadByNumber(context.database, found.event.leadNumber);
}

function tell(
  context: WriteContext,
  type: 'call.started' | 'call.completed' | 'call.changed',
  { record, lead }: { record: CallRecord; lead: LeadRecord | undefined },
): void {
  context.emit({
    type,
    ...(lead === undefined ? {} : { leadId: lead.leadId }),
    ...(record.eventId === null ? {} : { eventId: record.eventId }),
    data: { call_id: record.callId, number: record.number, outcome: record.outcome },
  });
}
