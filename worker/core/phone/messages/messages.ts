/** Texts: the record, its event on the lead's timeline, and what else follows, in one transaction. */
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import { leadOfCaller } from '../progress/call-leads.ts';
import { reopenCaller, settleCaller } from '../progress/missed-callers.ts';
import { locationOf } from '../ringing/routing.ts';
import { newId } from '../../../shared/http/ids.ts';
import { Problem, problemOfFaults } from '../../../shared/http/problems.ts';
import { writableLead } from '../../leads/record/access.ts';
import { commitEvent, commitTimes, findEventsByIds, setEventData } from '../../leads/timeline/events.ts';
import { findLeadByNumber } from '../../leads/record/lead-store.ts';
import type { LeadRecord } from '../../leads/record/schema.ts';
import { lastCallFrom } from '../calls/call-store.ts';
import { findablePhones } from '../../leads/record/match-keys.ts';
import type { Keyword } from './keywords.ts';
import { countText, requireDestination } from './outgoing-messages.ts';
import { noteKeyword } from './replies.ts';
import type { Media, NewText, TextRecord } from './schema.ts';
import type { TextStatus } from '../../../shared/contact/outcomes.ts';
import { textEventData } from './message-bodies.ts';
import {
  findCarrierText,
  findReplyTo,
  insertText,
  isOptedOut,
  lastTextWith,
  lastWrittenTime,
  updateText,
} from './message-store.ts';
import { openPhoneBook } from '../ringing/company-phone-book.ts';

/** How far a text has come; it does not go back. One that counted as failed may have been delivered after all. */
const PROGRESS: readonly TextStatus[] = ['queued', 'sending', 'sent', 'failed', 'delivered'];

/** A text that came in. */
export interface ReceivedText {
  carrier: string;
  carrierTextId: string;
  number: string;
  /** Null when it is withheld. */
  from: string | null;
  message: string;
  media: Media[];
  sentTime: number;
  /** What the carrier has understood and answered already. */
  handled?: Keyword | undefined;
}

/**
 * Saves a text that came in; one that came before is answered as it was then.
 * @returns the text, and the automatic reply that is to go out with the answer to the carrier
 */
export function receiveText(
  context: WriteContext,
  received: ReceivedText,
): { record: TextRecord; reply: TextRecord | undefined } {
  const known = findCarrierText(context.database, received.carrier, received.carrierTextId);
  if (known !== undefined) return { record: known, reply: findReplyTo(context.database, known.textId) };
  const message = noteKeyword(context, received);
  const book = openPhoneBook(context);
  const entry = book.numbers.get(received.number);
  const source = entry?.source ?? null;
  const lead = leadOfCaller(context, {
    phone: received.from,
    source,
    locationId: locationOf(book, entry)?.locationId ?? null,
  });
  const record = saved(context, lead, {
    ...received,
    phone: received.from,
    direction: 'inbound',
    status: 'received',
    locationId: entry?.locationId ?? null,
    source,
    nextAttemptTime: null,
    origin: null,
    answers: null,
  });
  tell(context, 'text.received', { record, lead });
  return { record, reply: message === undefined ? undefined : saveReply(context, { record, lead, message }) };
}

/**
 * Writes to a lead: the text is saved now and sent by the alarm.
 * @param leadId as it stands in the path
 * @param text what to write, and where this deployment is reached
 * @throws Problem `opted_out`; `destination_not_allowed`; `rate_limited`; `invalid_parameter` for a number that is not the company's, or when none is known;
 *   `last_identifier` for a lead without a phone number; those of `writableLead`
 */
export function writeToLead(
  context: WriteContext,
  leadId: string,
  { message, number: asked, origin }: NewText & { origin: string },
): TextRecord {
  const lead = writableLead(context, leadId);
  const phone = addressOf(context, lead);
  if (phone === undefined)
    throw new Problem('identifier_required', 'The lead has no phone number to write to.');
  if (isOptedOut(context.database, phone)) {
    throw new Problem(
      'opted_out',
      'The person has asked for no more texts; only they can take that back, with START.',
    );
  }
  requireDestination(context, phone);
  const { number, carrier } = wayTo(context, phone, asked);
  countText(context, lead.leadId);
  const entry = openPhoneBook(context).numbers.get(number);
  const record = saved(context, lead, {
    carrier,
    carrierTextId: undefined,
    direction: 'outbound',
    number,
    phone,
    locationId: entry?.locationId ?? null,
    source: entry?.source ?? null,
    sentTime: context.now,
    status: 'queued',
    nextAttemptTime: context.now,
    message,
    media: [],
    origin,
    answers: null,
  });
  tell(context, 'text.sent', { record, lead });
  context.wakeBy(context.now);
  return record;
}

/** Whether a text that is told to be `next` has come further. */
export function isProgress(now: TextStatus, next: TextStatus): boolean {
  return PROGRESS.indexOf(next) > PROGRESS.indexOf(now);
}

/** Saves how a text goes on: on its way, delivered, failed. */
export function continueText(
  context: WriteContext,
  before: TextRecord,
  change: Partial<TextRecord>,
): TextRecord {
  const settledEventId = settled(context, before, change.status ?? before.status);
  const after = { ...before, ...change, settledEventId, modificationTime: context.now };
  updateText(context.database, after);
  const lead = leadOf(context, after);
  if (after.eventId !== null && lead !== undefined && after.status !== before.status) {
    setEventData(context.database, after.eventId, textEventData(after));
    const told = { type: 'event.changed', eventId: after.eventId } as const;
    commitTimes(context, lead, { lastEventTime: lead.lastEventTime, change: told });
    tell(context, 'text.changed', { record: after, lead });
  }
  return after;
}

/** A reply goes out with the answer to the carrier, which tells how it went as of any text. */
function saveReply(
  context: WriteContext,
  { record, lead, message }: { record: TextRecord; lead: LeadRecord | undefined; message: string },
): TextRecord {
  const reply = saved(context, lead, {
    ...record,
    carrierTextId: undefined,
    direction: 'outbound',
    sentTime: context.now,
    status: 'sent',
    message,
    media: [],
    answers: record.textId,
  });
  tell(context, 'text.sent', { record: reply, lead });
  return reply;
}

/** The number of a lead that wrote last, else that called last, else the first. Merges leave numbers that only find the lead. */
function addressOf({ database }: RequestContext, lead: LeadRecord): string | undefined {
  const phones = findablePhones(lead);
  const last = (timeOf: (phone: string) => number | undefined): string | undefined =>
    phones
      .flatMap((phone) => {
        const time = timeOf(phone);
        return time === undefined ? [] : [{ phone, time }];
      })
      .sort((left, right) => right.time - left.time)[0]?.phone;
  return (
    last((phone) => lastWrittenTime(database, phone)) ??
    last((phone) => lastCallFrom(database, phone)?.startedTime) ??
    lead.phones[0]?.phone
  );
}

/**
 * Closes the reminder of a missed call once the carrier has taken a text of ours, and opens it again when the text turns out not to
 * have arrived. @returns the reminder that the text has closed
 */
function settled(context: WriteContext, text: TextRecord, next: TextStatus): string | null {
  const { direction, phone, answers, sentTime, settledEventId: closed } = text;
  const isOurs = direction === 'outbound' && answers === null && phone !== null;
  if (!isOurs || next === text.status) return closed;
  if (next === 'sent' || next === 'delivered')
    return closed ?? settleCaller(context, phone, sentTime) ?? null;
  if (next !== 'failed' || closed === null) return closed;
  if (isLastHeard(context, text, phone)) reopenCaller(context, phone, closed);
  return null;
}

/** Whether nothing was written by or to the person since, nor has either called. */
function isLastHeard({ database }: RequestContext, { textId, sentTime }: TextRecord, phone: string): boolean {
  const hasCalled = (lastCallFrom(database, phone)?.startedTime ?? 0) > sentTime;
  return !hasCalled && lastTextWith(database, phone)?.textId === textId;
}

/** From which number, and through whom: as the person wrote or called last. */
function wayTo(
  context: RequestContext,
  phone: string,
  asked: string | undefined,
): { number: string; carrier: string } {
  const book = openPhoneBook(context);
  const last = lastTextWith(context.database, phone) ?? lastCallFrom(context.database, phone);
  const number = asked ?? last?.number;
  const refuse = (detail: string): Problem =>
    problemOfFaults([{ pointer: '/number', code: 'invalid_parameter', detail }]);
  if (number === undefined)
    throw refuse('The person has neither called nor written; say which number to write from.');
  if (!book.numbers.has(number)) throw refuse('The number is not one of the company.');
  const carriers = book.book.carriers.map(({ carrier }): string => carrier);
  const carrier = carriers.find((each) => each === last?.carrier) ?? carriers[0];
  if (carrier === undefined) throw refuse('The call settings name no carrier to send it.');
  return { number, carrier };
}

type NewRecord = Omit<
  TextRecord,
  'textId' | 'carrierTextId' | 'eventId' | 'modificationTime' | 'error' | 'settledEventId'
> & { carrierTextId: string | undefined };

function saved(context: WriteContext, lead: LeadRecord | undefined, given: NewRecord): TextRecord {
  const textId = newId(context.now);
  const record: TextRecord = {
    ...given,
    textId,
    carrierTextId: given.carrierTextId ?? textId,
    eventId: null,
    modificationTime: context.now,
    error: null,
    settledEventId: null,
  };
  const event =
    lead &&
    commitEvent(context, findLeadByNumber(context.database, lead.leadNumber) ?? lead, {
      type: 'sms',
      inbound: record.direction === 'inbound',
      eventTime: record.sentTime,
      data: textEventData(record),
    });
  const whole = { ...record, eventId: event?.eventId ?? null };
  insertText(context.database, whole);
  return whole;
}

function leadOf(context: RequestContext, { eventId }: TextRecord): LeadRecord | undefined {
  const found = eventId === null ? undefined : findEventsByIds(context.database, [eventId]).get(eventId);
  return found && findLeadByNumber(context.database, found.event.leadNumber);
}

function tell(
  context: WriteContext,
  type: 'text.received' | 'text.sent' | 'text.changed',
  { record, lead }: { record: TextRecord; lead: LeadRecord | undefined },
): void {
  context.emit({
    type,
    ...(lead === undefined ? {} : { leadId: lead.leadId }),
    ...(record.eventId === null ? {} : { eventId: record.eventId }),
    data: { text_id: record.textId, number: record.number, status: record.status },
  });
}
