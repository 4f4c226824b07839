/** Saves messages: the record, its event on the lead's timeline, and their consequences, in one transaction. */
import type { WriteContext } from '../../engine/context/request-context.ts';
import { leadOfCaller } from '../progress/call-leads.ts';
import { newId } from '../../../shared/http/ids.ts';
import { writableLead } from '../../leads/record/access.ts';
import { requireFree, takeForAnswer } from '../../leads/reminders/taking.ts';
import { remindToAnswer } from '../../leads/reminders/unanswered.ts';
import { commitEvent, commitTimes, setEventData } from '../../leads/timeline/events.ts';
import { findLeadByNumber } from '../../leads/record/lead-store.ts';
import { notifyOfContact } from '../../leads/record/lead-notifications.ts';
import type { LeadRecord } from '../../leads/record/schema.ts';
import { type Keyword, keywordIn } from './keywords.ts';
import { countMessage, requireRecipient, senderFor } from './outgoing-messages.ts';
import { applyKeyword, leadOfMessage, settledReminder } from './consequences.ts';
import type { Media, NewMessage, MessageRecord } from './schema.ts';
import type { MessageStatus } from '../../../shared/contact/outcomes.ts';
import { messageEventData } from './message-bodies.ts';
import { MESSAGES, findReplyTo, insertMessage, updateMessage } from './message-store.ts';
import { openPhoneBook } from '../ringing/company-phone-book.ts';
import type { Attribution } from '../../attribution/schema.ts';
import { replaced } from '../../attribution/history.ts';
import { showVisit } from '../progress/timeline-visits.ts';
import { findLead } from '../../leads/record/lead-store.ts';

/** The order of statuses, which do not go back. A failed message may turn out to be delivered. */
const PROGRESS: readonly MessageStatus[] = ['queued', 'sending', 'sent', 'failed', 'delivered'];

/** A message that goes out. */
export type NewOutgoing = Pick<
  MessageRecord,
  'carrier' | 'number' | 'phone' | 'message' | 'origin' | 'missedCallId'
>;

/** A message that came in. */
export interface ReceivedMessage {
  carrier: string;
  carrierMessageId: string;
  number: string;
  /** Null when it is withheld. */
  from: string | null;
  message: string;
  media: Media[];
  sentTime: number;
  /** The keyword that the carrier has already answered. */
  handled?: Keyword | undefined;
}

/**
 * Saves an incoming message. A repeat gets the same answer as before.
 * @returns the message, and the automatic reply for the answer to the carrier
 */
export function receiveMessage(
  context: WriteContext,
  received: ReceivedMessage,
): { record: MessageRecord; reply: MessageRecord | undefined } {
  const known = MESSAGES.ofCarrier(context.database, received.carrier, received.carrierMessageId);
  if (known !== undefined) return { record: known, reply: findReplyTo(context.database, known.messageId) };
  const message = applyKeyword(context, received);
  const book = openPhoneBook(context);
  const { number, from: phone } = received;
  const entry = book.numbers.get(number);
  const source = entry?.source ?? null;
  const lead = leadOfCaller(context, book, { phone, number })?.lead;
  const record = saveMessage(context, lead, {
    ...received,
    phone: received.from,
    direction: 'inbound',
    status: 'received',
    locationId: entry?.locationId ?? null,
    source,
    nextAttemptTime: null,
    origin: null,
    answers: null,
    missedCallId: null,
  });
  announce(context, 'text.received', { record, lead });
  if ((received.handled ?? keywordIn(received.message)) === undefined) tell(context, record, lead);
  return { record, reply: message === undefined ? undefined : saveReply(context, { record, lead, message }) };
}

/** Tells somebody of a message, and reminds them until it is answered. Of those without a lead only who withholds the number is told of: others are blocked, or the company's own. */
function tell(
  context: WriteContext,
  { messageId, phone, locationId, eventId, sentTime: time, source, message: words }: MessageRecord,
  lead: LeadRecord | undefined,
): void {
  if (lead === undefined && phone !== null) return;
  const contact = { of: { text_id: messageId }, eventId, phone, message: 'Answer the text.', time };
  if (lead !== undefined) remindToAnswer(context, lead, contact);
  notifyOfContact(
    context,
    { lead, locationId, source, words },
    { type: 'text.received', data: { text_id: messageId, ...(phone === null ? {} : { phone }) } },
  );
}

/**
 * Writes to a lead: the message is saved now and sent by the alarm.
 * @param leadId as it stands in the path
 * @param input the message, the number to write from, and the origin of this deployment
 * @throws Problem `rate_limited`; those of `requireFree`, `requireRecipient`, `senderFor` and `writableLead`
 */
export function writeToLead(
  context: WriteContext,
  leadId: string,
  { message, phone: to, number: chosen, reminder_id: reminder, origin }: NewMessage & { origin: string },
): MessageRecord {
  const lead = writableLead(context, leadId);
  if (reminder !== undefined) requireFree(context, { lead: leadId, event: reminder }, ' Nothing was sent.');
  const phone = requireRecipient(context, lead, to);
  const { number, carrier } = senderFor(context, { lead, phone, chosen });
  countMessage(context, lead.leadId);
  takeForAnswer(context, { phone, leadNumber: lead.leadNumber });
  return queueMessage(context, lead, { carrier, number, phone, message, origin, missedCallId: null });
}

/**
 * Saves a message to a lead, which the alarm sends. Whoever calls it has checked that it may go out, and counted it.
 * @param createdBy its author on the timeline; by default the caller
 */
export function queueMessage(
  context: WriteContext,
  lead: LeadRecord,
  outgoing: NewOutgoing,
  createdBy?: string,
): MessageRecord {
  const entry = openPhoneBook(context).numbers.get(outgoing.number);
  const message: NewRecord = {
    ...outgoing,
    carrierMessageId: undefined,
    direction: 'outbound',
    locationId: entry?.locationId ?? null,
    source: entry?.source ?? null,
    sentTime: context.now,
    status: 'queued',
    nextAttemptTime: context.now,
    media: [],
    answers: null,
  };
  const record = saveMessage(context, lead, message, createdBy);
  announce(context, 'text.sent', { record, lead });
  context.wakeBy(context.now);
  return record;
}

/** Tells whether the status `next` is a later one. */
export function isProgress(now: MessageStatus, next: MessageStatus): boolean {
  return PROGRESS.indexOf(next) > PROGRESS.indexOf(now);
}

/** Saves the status of a message: on its way, delivered, failed. */
export function continueMessage(
  context: WriteContext,
  before: MessageRecord,
  change: Partial<MessageRecord>,
): MessageRecord {
  const settledEventId = settledReminder(context, before, change.status ?? before.status);
  const after = { ...before, ...change, settledEventId, modificationTime: context.now };
  updateMessage(context.database, after);
  const lead = leadOfMessage(context, after);
  if (after.eventId !== null && lead !== undefined && after.status !== before.status) {
    setEventData(context.database, after.eventId, messageEventData(after));
    const eventChange = { type: 'event.changed', eventId: after.eventId } as const;
    commitTimes(context, lead, { lastEventTime: lead.lastEventTime, change: eventChange });
    announce(context, 'text.changed', { record: after, lead });
  }
  return after;
}

/** Saves a reply, which goes out with the answer to the carrier. Its status comes as for any message. */
function saveReply(
  context: WriteContext,
  { record, lead, message }: { record: MessageRecord; lead: LeadRecord | undefined; message: string },
): MessageRecord {
  const reply = saveMessage(context, lead, {
    ...record,
    carrierMessageId: undefined,
    direction: 'outbound',
    sentTime: context.now,
    status: 'sent',
    message,
    media: [],
    answers: record.messageId,
  });
  announce(context, 'text.sent', { record: reply, lead });
  return reply;
}

type NewRecord = Omit<
  MessageRecord,
  | 'messageId'
  | 'carrierMessageId'
  | 'eventId'
  | 'modificationTime'
  | 'error'
  | 'settledEventId'
  | 'attribution'
> & { carrierMessageId: string | undefined };

function saveMessage(
  context: WriteContext,
  lead: LeadRecord | undefined,
  given: NewRecord,
  createdBy?: string,
): MessageRecord {
  const messageId = newId(context.now);
  const record: MessageRecord = {
    ...given,
    messageId,
    carrierMessageId: given.carrierMessageId ?? messageId,
    eventId: null,
    modificationTime: context.now,
    error: null,
    settledEventId: null,
    attribution: null,
  };
  const event =
    lead &&
    commitEvent(context, findLeadByNumber(context.database, lead.leadNumber) ?? lead, {
      type: 'sms',
      inbound: record.direction === 'inbound',
      eventTime: record.sentTime,
      data: messageEventData(record),
      ...(createdBy === undefined ? {} : { createdBy }),
    });
  const whole = { ...record, eventId: event?.eventId ?? null };
  insertMessage(context.database, whole);
  return whole;
}

/** Saves the visit that a message belongs to, and adds it to the timeline, once for each visit. */
export function attributeMessage(
  context: WriteContext,
  before: MessageRecord,
  attribution: Attribution,
): void {
  const { database, now } = context;
  const { messageId, eventId, sentTime: time } = before;
  MESSAGES.setAttribution(database, messageId, {
    ...before,
    attribution: replaced(before.attribution, attribution, now),
    modificationTime: Math.max(now, before.modificationTime + 1),
  });
  const leadId = MESSAGES.find(database, messageId)?.leadId ?? null;
  const lead = leadId === null ? undefined : findLead(database, leadId);
  showVisit(context, lead, { attribution, of: { text_id: messageId }, eventId, time });
  announce(context, 'text.changed', { record: before, lead });
}

function announce(
  context: WriteContext,
  type: 'text.received' | 'text.sent' | 'text.changed',
  { record, lead }: { record: MessageRecord; lead: LeadRecord | undefined },
): void {
  context.emit({
    type,
    ...(lead === undefined ? {} : { leadId: lead.leadId }),
    ...(record.eventId === null ? {} : { eventId: record.eventId }),
    data: { text_id: record.messageId, number: record.number, status: record.status },
  });
}
