/** Texts: the record, its event on the lead's timeline, and what else follows, in one transaction. */
import type { Call, WriteCall } from '../call.ts';
import { leadOfCaller } from '../calls/call-leads.ts';
import { reopenCaller, settleCaller } from '../calls/missed-callers.ts';
import { locationOf } from '../calls/routing.ts';
import { newId } from '../../ids.ts';
import { Problem, problemOfFaults } from '../../problems.ts';
import { writableLead } from '../leads/access.ts';
import { commitEvent, commitTimes } from '../leads/commits.ts';
import { findLeadByNumber } from '../leads/lead-store.ts';
import type { LeadRecord } from '../leads/schema.ts';
import { findEventsByIds, setEventData } from '../timeline/events.ts';
import { lastCallFrom } from '../calls/call-store.ts';
import { findablePhones } from '../leads/match-keys.ts';
import type { Keyword } from './keywords.ts';
import { countText, requireDestination } from './outgoing-texts.ts';
import { noteKeyword } from './replies.ts';
import type { Media, NewText, TextRecord, TextStatus } from './schema.ts';
import { textEventData } from './text-bodies.ts';
import {
  findCarrierText,
  findReplyTo,
  insertText,
  isOptedOut,
  lastTextWith,
  lastWrittenTime,
  updateText,
} from './text-store.ts';
import { phoneBookOf } from '../calls/company-phone-book.ts';

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
  call: WriteCall,
  received: ReceivedText,
): { record: TextRecord; reply: TextRecord | undefined } {
  const known = findCarrierText(call.database, received.carrier, received.carrierTextId);
  if (known !== undefined) return { record: known, reply: findReplyTo(call.database, known.textId) };
  const message = noteKeyword(call, received);
  const book = phoneBookOf(call).read();
  const entry = book.numbers.get(received.number);
  const source = entry?.source ?? null;
  const lead = leadOfCaller(call, {
    phone: received.from,
    source,
    locationId: locationOf(book, entry)?.locationId ?? null,
  });
  const record = saved(call, lead, {
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
  tell(call, 'text.received', { record, lead });
  return { record, reply: message === undefined ? undefined : saveReply(call, { record, lead, message }) };
}

/**
 * Writes to a lead: the text is saved now and sent by the alarm.
 * @param leadId as it stands in the path
 * @param text what to write, and where this deployment is reached
 * @throws Problem `opted_out`; `destination_not_allowed`; `rate_limited`; `invalid_parameter` for a number that is not the company's, or when none is known;
 *   `last_identifier` for a lead without a phone number; those of `writableLead`
 */
export function writeToLead(
  call: WriteCall,
  leadId: string,
  { message, number: asked, origin }: NewText & { origin: string },
): TextRecord {
  const lead = writableLead(call, leadId);
  const phone = addressOf(call, lead);
  if (phone === undefined)
    throw new Problem('identifier_required', 'The lead has no phone number to write to.');
  if (isOptedOut(call.database, phone)) {
    throw new Problem(
      'opted_out',
      'The person has asked for no more texts; only they can take that back, with START.',
    );
  }
  requireDestination(call, phone);
  const { number, carrier } = wayTo(call, phone, asked);
  countText(call, lead.leadId);
  const entry = phoneBookOf(call).read().numbers.get(number);
  const record = saved(call, lead, {
    carrier,
    carrierTextId: undefined,
    direction: 'outbound',
    number,
    phone,
    locationId: entry?.locationId ?? null,
    source: entry?.source ?? null,
    sentTime: call.now,
    status: 'queued',
    nextAttemptTime: call.now,
    message,
    media: [],
    origin,
    answers: null,
  });
  tell(call, 'text.sent', { record, lead });
  call.wakeBy(call.now);
  return record;
}

/** Whether a text that is told to be `next` has come further. */
export function isProgress(now: TextStatus, next: TextStatus): boolean {
  return PROGRESS.indexOf(next) > PROGRESS.indexOf(now);
}

/** Saves how a text goes on: on its way, delivered, failed. */
export function continueText(call: WriteCall, before: TextRecord, change: Partial<TextRecord>): TextRecord {
  const settledEventId = settled(call, before, change.status ?? before.status);
  const after = { ...before, ...change, settledEventId, modificationTime: call.now };
  updateText(call.database, after);
  const lead = leadOf(call, after);
  if (after.eventId !== null && lead !== undefined && after.status !== before.status) {
    setEventData(call.database, after.eventId, textEventData(after));
    const told = { type: 'event.changed', eventId: after.eventId } as const;
    commitTimes(call, lead, { lastEventTime: lead.lastEventTime, change: told });
    tell(call, 'text.changed', { record: after, lead });
  }
  return after;
}

/** A reply goes out with the answer to the carrier, which tells how it went as of any text. */
function saveReply(
  call: WriteCall,
  { record, lead, message }: { record: TextRecord; lead: LeadRecord | undefined; message: string },
): TextRecord {
  const reply = saved(call, lead, {
    ...record,
    carrierTextId: undefined,
    direction: 'outbound',
    sentTime: call.now,
    status: 'sent',
    message,
    media: [],
    answers: record.textId,
  });
  tell(call, 'text.sent', { record: reply, lead });
  return reply;
}

/** The number of a lead that wrote last, else that called last, else the first. Merges leave numbers that only find the lead. */
function addressOf({ database }: Call, lead: LeadRecord): string | undefined {
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
function settled(call: WriteCall, text: TextRecord, next: TextStatus): string | null {
  const { direction, phone, answers, sentTime, settledEventId: closed } = text;
  const isOurs = direction === 'outbound' && answers === null && phone !== null;
  if (!isOurs || next === text.status) return closed;
  if (next === 'sent' || next === 'delivered') return closed ?? settleCaller(call, phone, sentTime) ?? null;
  if (next !== 'failed' || closed === null) return closed;
  if (isLastHeard(call, text, phone)) reopenCaller(call, phone, closed);
  return null;
}

/** Whether nothing was written by or to the person since, nor has either called. */
function isLastHeard({ database }: Call, { textId, sentTime }: TextRecord, phone: string): boolean {
  const hasCalled = (lastCallFrom(database, phone)?.startedTime ?? 0) > sentTime;
  return !hasCalled && lastTextWith(database, phone)?.textId === textId;
}

/** From which number, and through whom: as the person wrote or called last. */
function wayTo(call: Call, phone: string, asked: string | undefined): { number: string; carrier: string } {
  const book = phoneBookOf(call).read();
  const last = lastTextWith(call.database, phone) ?? lastCallFrom(call.database, phone);
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

function saved(call: WriteCall, lead: LeadRecord | undefined, given: NewRecord): TextRecord {
  const textId = newId(call.now);
  const record: TextRecord = {
    ...given,
    textId,
    carrierTextId: given.carrierTextId ?? textId,
    eventId: null,
    modificationTime: call.now,
    error: null,
    settledEventId: null,
  };
  const event =
    lead &&
    commitEvent(call, findLeadByNumber(call.database, lead.leadNumber) ?? lead, {
      type: 'sms',
      inbound: record.direction === 'inbound',
      eventTime: record.sentTime,
      data: textEventData(record),
    });
  const whole = { ...record, eventId: event?.eventId ?? null };
  insertText(call.database, whole);
  return whole;
}

function leadOf(call: Call, { eventId }: TextRecord): LeadRecord | undefined {
  const found = eventId === null ? undefined : findEventsByIds(call.database, [eventId]).get(eventId);
  return found && findLeadByNumber(call.database, found.event.leadNumber);
}

function tell(
  call: WriteCall,
  type: 'text.received' | 'text.sent' | 'text.changed',
  { record, lead }: { record: TextRecord; lead: LeadRecord | undefined },
): void {
  call.emit({
    type,
    ...(lead === undefined ? {} : { leadId: lead.leadId }),
    ...(record.eventId === null ? {} : { eventId: record.eventId }),
    data: { text_id: record.textId, number: record.number, status: record.status },
  });
}
