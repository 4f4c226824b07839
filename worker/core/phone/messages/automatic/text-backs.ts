/**
 * Texts to callers who reached nobody, by the rules for calls. A text waits for some minutes after the call, is sent unless the two
 * were in contact meanwhile, and at most once in 24 hours to a caller. Whether it is sent is decided in the transaction that saves it,
 * so a kill neither loses nor doubles it.
 */
import { DAY_MS, settingsOf } from '../../../company/settings/settings.ts';
import { commit } from '../../../engine/commit/commit.ts';
import type { BackgroundTask } from '../../../engine/context/background.ts';
import { contextOfActor } from '../../../engine/context/contexts.ts';
import type { RequestContext, WriteContext } from '../../../engine/context/request-context.ts';
import type { NewChange } from '../../../engine/context/stream-schema.ts';
import { findLead } from '../../../leads/record/lead-store.ts';
import type { LeadRecord } from '../../../leads/record/schema.ts';
import { findRemindersToAnswer } from '../../../leads/reminders/open-reminders.ts';
import { SPAM_TAG } from '../../../../shared/contact/outcomes.ts';
import { isLandline } from '../../../../shared/contact/phone-numbers.ts';
import { accountOf, accountOfNumber, originOfNumber } from '../../accounts/carrier-accounts.ts';
import { CALLS, lastCallsWith } from '../../calls/call-store.ts';
import { isUnreached, resultOf } from '../../calls/results.ts';
import type { CallRecord } from '../../calls/schema.ts';
import { isOptedOut } from '../../opt-outs/opt-outs.ts';
import { openPhoneBook } from '../../ringing/company-phone-book.ts';
import { type Terms, termsAt } from '../../ringing/menus.ts';
import type { CallRules } from '../../rules/rules.ts';
import { filledTextBack } from '../../rules/text-backs.ts';
import { isFromMute, isToLandline } from '../consequences.ts';
import { lastMessagesOf, lastMessagesWith, wasTextedBack } from '../message-store.ts';
import { queueMessage } from '../messages.ts';
import { mayTextBack } from '../outgoing-messages.ts';
import {
  addTextBack,
  dueTextBacks,
  isTextBackWaiting,
  nextTextBackTime,
  postponeTextBack,
  removeTextBack,
} from './waiting-text-backs.ts';

const ACTOR = { kind: 'system', name: 'missed calls' } as const;
const MINUTE_MS = 60_000;
/** How late a text may be, for instance after an outage. Later the caller would not know what it is about. */
const MOST_LATE_MS = 60 * MINUTE_MS;
/** When a text is decided on again whose caller is on the phone. */
const BUSY_WAIT_MS = MINUTE_MS;
const AT_A_TIME = 20;

/** A missed call whose caller may get a text. */
interface MissedCall extends Terms {
  record: CallRecord;
  caller: string;
  lead: LeadRecord;
  /** When the text is due, in milliseconds since the epoch. */
  dueTime: number;
}

/** Queues the texts of calls that reached nobody, in the transaction that saves them. */
export function queueTextBacks(context: WriteContext, changes: readonly NewChange[]): void {
  for (const { type, data } of changes) {
    const { call_id: callId, number } = data ?? {};
    if (type !== 'call.completed' || typeof callId !== 'string' || typeof number !== 'string') continue;
    if (data?.['outcome'] === 'answered') continue;
    const { rules } = termsAt(openPhoneBook(context), number, undefined);
    // Most companies and calls end here, before anything is read. A menu leads to other rules.
    if (rules.text_back === 'off' && rules.menu === null) continue;
    const call = missedCallOf(context, callId);
    if (call !== undefined) addTextBack(context, callId, Math.max(call.dueTime, context.now));
  }
}

/** Sends the texts that are due. */
export const sendingTextBacks: BackgroundTask = {
  kind: 'texts after missed calls',
  nextTime: ({ database }) => nextTextBackTime(database),
  run: async (company) => {
    commit(company, contextOfActor(company, ACTOR), (context) => {
      for (const callId of dueTextBacks(context.database, context.now, AT_A_TIME)) decide(context, callId);
    });
  },
};

/** Sends the text of a call, drops it, or has it wait until the caller has hung up. */
function decide(context: WriteContext, callId: string): void {
  const { database, now } = context;
  const call = missedCallOf(context, callId);
  const calls = call === undefined ? [] : lastCallsWith(database, call.caller);
  if (call !== undefined && calls.some((other) => isLater(other, call) && isGoingOn(other))) {
    postponeTextBack(context, callId, now + BUSY_WAIT_MS);
    return;
  }
  removeTextBack(database, callId);
  if (call === undefined || hadContact(context, call, calls) || !isWelcome(context, call, calls)) return;
  send(context, call);
}

/** Returns a call that reached nobody, if its rules want a text and it is not too late for one. */
function missedCallOf(context: RequestContext, callId: string): MissedCall | undefined {
  const { record, leadId = null } = CALLS.find(context.database, callId) ?? {};
  const lead = leadId === null ? undefined : findLead(context.database, leadId);
  if (record === undefined || lead === undefined) return undefined;
  const { caller, report } = record;
  const { location, rules } = termsOf(context, record);
  if (caller === null || record.direction !== 'inbound' || !isWanted(record, rules)) return undefined;
  // Another system's clock may be ahead.
  const endedTime = Math.min(resultOf(report).endedTime ?? context.now, context.now);
  const dueTime = endedTime + rules.text_back_minutes * MINUTE_MS;
  if (context.now - dueTime > MOST_LATE_MS) return undefined;
  return { record, caller, lead, location, rules, dueTime };
}

/** Returns the location and the rules of a call, as the caller's keys have led to them. */
function termsOf(context: RequestContext, { number, report: { menu } }: CallRecord): Terms {
  return termsAt(openPhoneBook(context), number, menu?.choice?.via);
}

function isWanted({ outcome }: CallRecord, { text_back: who }: CallRules): boolean {
  if (who === 'off' || !isUnreached(outcome)) return false;
  return who === 'missed' || outcome !== 'voicemail';
}

function isLater(other: CallRecord, { record }: MissedCall): boolean {
  return other.callId !== record.callId && other.startedTime >= record.startedTime;
}

function isGoingOn({ direction, outcome }: CallRecord): boolean {
  return direction === 'inbound' && outcome === null;
}

/**
 * Tells whether somebody has dealt with the call: by a call or text in either direction, or by hand. Also if a later call brings the
 * text, or has a voicemail where those get none.
 */
function hadContact(context: RequestContext, call: MissedCall, calls: readonly CallRecord[]): boolean {
  const { database } = context;
  const { caller, lead, record, rules } = call;
  if (findRemindersToAnswer(database, { leadNumber: lead.leadNumber }).length === 0) return true;
  const hasCalled = calls.some(
    (other) =>
      isLater(other, call) &&
      (isTextBackWaiting(database, other.callId) ||
        (other.direction === 'outbound' ? other.outcome !== 'failed' : other.outcome === 'answered') ||
        (rules.text_back === 'no_voicemail' && other.outcome === 'voicemail')),
  );
  return (
    hasCalled ||
    lastMessagesWith(database, caller).some(
      ({ sentTime, status }) => sentTime >= record.startedTime && status !== 'failed',
    )
  );
}

/** Tells whether a caller may get a text: not people who are blocked, opted out or ours, landlines, and what looks like spam. */
function isWelcome(context: RequestContext, call: MissedCall, calls: readonly CallRecord[]): boolean {
  const { database } = context;
  const { caller } = call;
  const book = openPhoneBook(context);
  if (!caller.startsWith('+') || book.isBlocked(caller) || book.isOwn(caller)) return false;
  if (isOptedOut(database, caller) || isSpam(call, calls) || isLandline(caller)) return false;
  return !lastMessagesWith(database, caller).some(isToLandline);
}

/** Tells whether a call looks like spam: its number is forged, so that its owner has not called, or people have said so. */
function isSpam({ record, lead }: MissedCall, calls: readonly CallRecord[]): boolean {
  if (record.report.verification === 'failed' || lead.tags.includes(SPAM_TAG)) return true;
  return calls.find(({ remarks }) => remarks.leadStatus !== null)?.remarks.leadStatus === 'not_a_lead';
}

/** Queues the text, if a number and a text are there to send, and neither the caller nor the company has had enough. */
function send(context: WriteContext, { caller, record, lead, location, rules }: MissedCall): void {
  const { database, now } = context;
  const { number, callId } = record;
  const isOpen = location === undefined || openPhoneBook(context).isOpen(location, now);
  const text = isOpen ? rules.text_back_open : rules.text_back_closed;
  const carrier = carrierOf(context, record);
  if (text === null || carrier === undefined || wasTextedBack(database, caller, now - DAY_MS)) return;
  if (!mayTextBack(context, caller)) return;
  const { name: company } = settingsOf(context).options();
  queueMessage(context, lead, {
    carrier,
    number,
    phone: caller,
    message: filledTextBack(text, { company, location: location?.name }),
    origin: originOfNumber(database, number),
    missedCallId: callId,
  });
}

/** Returns the carrier that has the called number; undefined if none is known, or if it refused the number as a sender in the last day. */
function carrierOf(context: RequestContext, { carrier, number }: CallRecord): string | undefined {
  if (!openPhoneBook(context).numbers.has(number)) return undefined;
  const last = lastMessagesOf(context.database, number).find(({ direction }) => direction === 'outbound');
  if (last !== undefined && isFromMute(last) && last.sentTime > context.now - DAY_MS) return undefined;
  return (accountOf(context, { carrier, number }) ?? accountOfNumber(context, number))?.carrier;
}
