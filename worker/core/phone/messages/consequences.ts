/**
 * What messages lead to. STOP, START and HELP are saved, and replied to unless the carrier does; a message that somebody writes closes
 * the reminder to answer a person.
 */
import { settingsOf } from '../../company/settings/settings.ts';
import { isOursToAnswer, type Keyword, keywordIn, replyTo } from './keywords.ts';
import { mayReply } from './outgoing-messages.ts';
import { allowTexts, isOptedOut, refusesTexts, refuseTexts } from '../opt-outs/opt-outs.ts';
import type { MessageStatus } from '../../../shared/contact/outcomes.ts';
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import { findLeadByNumber } from '../../leads/record/lead-store.ts';
import type { LeadRecord } from '../../leads/record/schema.ts';
import { findRemindersToAnswer } from '../../leads/reminders/open-reminders.ts';
import type { Answered } from '../../leads/reminders/open-reminders.ts';
import { closeAnswered, reopenUnanswered } from '../../leads/reminders/unanswered.ts';
import { findEventsByIds } from '../../leads/timeline/events.ts';
import { CALLS } from '../calls/call-store.ts';
import type { MessageRecord } from './schema.ts';
import { isAutomatic } from './message-bodies.ts';
import { countReplies, MESSAGES } from './message-store.ts';

/** The most automatic replies to one person in an hour, even if they send HELP a thousand times. */
const MOST_REPLIES = 3;
const HOUR_MS = 60 * 60_000;

/** Carriers' error codes for a person who has opted out with them: Twilio 21610, Telnyx 40300. */
const OPTED_OUT_CODES: ReadonlySet<string> = new Set(['21610', '40300']);

/** Carriers' error codes for a phone that gets no texts: Twilio 30006, 21614, 21635, Telnyx 40001. */
const NO_TEXTS_TO: ReadonlySet<string> = new Set(['30006', '21614', '21635', '40001']);
/** Twilio's error codes for a number of ours that sends none. */
const NO_TEXTS_FROM: ReadonlySet<string> = new Set(['21606', '21661']);

/** The parts of an incoming message that matter for its keyword. */
interface KeywordMessage {
  carrier: string;
  number: string;
  from: string | null;
  message: string;
  /** The keyword that the carrier has already answered. */
  handled?: Keyword | undefined;
}

/** Applies the keyword of a message. @returns the reply; undefined for none */
export function applyKeyword(
  context: WriteContext,
  { carrier, number, from, message, handled }: KeywordMessage,
): string | undefined {
  const keyword = handled ?? keywordIn(message);
  if (from === null || keyword === undefined || !changesAnything(context, from, keyword)) return undefined;
  if (handled !== undefined || !isOursToAnswer(carrier, number, message)) return undefined;
  const isEnough = countReplies(context.database, from, context.now - HOUR_MS) >= MOST_REPLIES;
  return isEnough || !mayReply(context, from)
    ? undefined
    : replyTo(keyword, settingsOf(context).options().name);
}

/** Saves an opt-out that the carrier's error code reveals. */
export function saveRefusal(context: WriteContext, phone: string | null, code: string | undefined): void {
  if (phone !== null && code !== undefined && OPTED_OUT_CODES.has(code))
    refuseTexts(context, phone, 'carrier');
}

/** Returns the error to save: with the carrier's code in front if it says that a phone or a number takes no texts. */
export function errorWithCode(error: string, code: string | undefined): string {
  const isLasting = code !== undefined && (NO_TEXTS_TO.has(code) || NO_TEXTS_FROM.has(code));
  return isLasting ? `${code}: ${error}` : error;
}

/** Tells whether a message failed since the person's phone gets no texts: a landline. */
export function isToLandline({ error }: MessageRecord): boolean {
  return NO_TEXTS_TO.has(codeOf(error));
}

/** Tells whether a message failed since the company's number sends none. */
export function isFromMute({ error }: MessageRecord): boolean {
  return NO_TEXTS_FROM.has(codeOf(error));
}

/** Returns the carrier's code at the start of an error. */
export function codeOf(error: string | null): string {
  return error?.split(':')[0] ?? '';
}

/**
 * Saves the opt-out or opt-in.
 * @returns whether to reply: not to START or "yes" that changes nothing since there is no opt-out or one set by hand, nor to a
 *   second STOP
 */
function changesAnything(context: WriteContext, phone: string, keyword: Keyword): boolean {
  const { database } = context;
  if (keyword === 'help') return true;
  const wasOut = isOptedOut(database, phone);
  if (keyword === 'start') {
    if (refusesTexts(database, phone)) allowTexts(database, phone);
    return wasOut && !isOptedOut(database, phone);
  }
  refuseTexts(context, phone, 'message');
  return !wasOut;
}

/**
 * Closes the reminder to answer somebody once the carrier has taken a message of ours, and opens it again when the
 * message turns out not to have arrived.
 * @returns the reminder that the message has closed
 */
export function settledReminder(
  context: WriteContext,
  record: MessageRecord,
  next: MessageStatus,
): string | null {
  const { direction, phone, settledEventId: closed } = record;
  const isOurs = direction === 'outbound' && !isAutomatic(record) && phone !== null;
  if (!isOurs || next === record.status) return closed;
  const answered = answeredBy(context, record);
  if (next === 'sent' || next === 'delivered')
    return closed ?? closeAnswered(context, answered, record.sentTime) ?? null;
  if (next !== 'failed' || closed === null) return closed;
  if (isLastHeard(context, record, phone)) reopenUnanswered(context, answered, closed);
  return null;
}

/** Tells whether a text after a missed call has no reason any more: they were in contact since it was written, or somebody closed the reminder. */
export function isOvertaken(context: RequestContext, record: MessageRecord): boolean {
  const { missedCallId, phone } = record;
  if (missedCallId === null || phone === null) return false;
  const open = findRemindersToAnswer(context.database, answeredBy(context, record));
  return open.length === 0 || !isLastHeard(context, record, phone);
}

function answeredBy(context: RequestContext, record: MessageRecord): Answered {
  return { phone: record.phone, leadNumber: leadOfMessage(context, record)?.leadNumber };
}

/** Tells whether the message is the last one with the person, and they have not called since. */
function isLastHeard(
  { database }: RequestContext,
  { messageId, sentTime }: MessageRecord,
  phone: string,
): boolean {
  const hasCalled = (CALLS.lastWith(database, phone)?.startedTime ?? 0) > sentTime;
  return !hasCalled && MESSAGES.lastWith(database, phone)?.messageId === messageId;
}

/** Returns the lead on whose timeline a message is. */
export function leadOfMessage(context: RequestContext, { eventId }: MessageRecord): LeadRecord | undefined {
  const found = eventId === null ? undefined : findEventsByIds(context.database, [eventId]).get(eventId);
  return found && findLeadByNumber(context.database, found.event.leadNumber);
}
