/** Keeps one open reminder on the lead of a person who called, wrote or sent a form, until somebody answers. */
import { settingsOf } from '../../company/settings/settings.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import { findLeadByNumber } from '../record/lead-store.ts';
import type { LeadRecord } from '../record/schema.ts';
import { commitEvent, findEventsByIds } from '../timeline/events.ts';
import type { EventData, EventRecord } from '../timeline/schema.ts';
import { type Answered, contactIdOf, findRemindersToAnswer } from './open-reminders.ts';
import { changeReminder, dataOfDone, dataOfOpen, wakeAtDueTime } from './reminders.ts';

const MINUTE_MS = 60_000;

/** A call, text or form that nobody has answered. */
export interface UnansweredContact {
  /** Its id, by which the three kinds are told apart. */
  of: { call_id: string } | { text_id: string } | { form_id: string };
  /** Its event on the lead's timeline. */
  eventId: string | null;
  /** E.164; null for a form without a phone number. */
  phone: string | null;
  /** What is to be done. */
  message: string;
  /** When the person began to wait, in milliseconds since the epoch. */
  time: number;
}

/**
 * Opens a reminder for an unanswered contact, due after the company's `answer_within_minutes`. One that is open on the lead moves to
 * the newest contact, and stays due when it was. One of another lead with the same phone number stays as it is.
 * @returns what the open reminder said before; undefined if none was open
 */
export function remindToAnswer(
  context: WriteContext,
  lead: LeadRecord,
  { of, eventId, phone, message, time }: UnansweredContact,
): EventData | undefined {
  const [open] = findRemindersToAnswer(context.database, { leadNumber: lead.leadNumber });
  const minutes = settingsOf(context).options().answer_within_minutes;
  const data: EventData = {
    message,
    ...(phone === null ? {} : { phone }),
    ...of,
    ...(eventId === null ? {} : { contact_event_id: eventId }),
    ...firstContact(open, eventId),
    state: 'open',
    due_time: open?.data['due_time'] ?? writeMoment(time + minutes * MINUTE_MS),
  };
  if (open !== undefined) {
    if (JSON.stringify(data) !== JSON.stringify(open.data)) changeReminder(context, open, data);
    return open.data;
  }
  commitEvent(context, currentLead(context, lead), { type: 'reminder', eventTime: time, data });
  wakeAtDueTime(context, data);
  return undefined;
}

/** Returns since which contact the person waits. A reminder from before this was kept begins with its next one. */
function firstContact(open: EventRecord | undefined, eventId: string | null): EventData {
  const id = open?.data['first_contact_event_id'] ?? eventId;
  return id === null ? {} : { first_contact_event_id: id };
}

/**
 * Closes the reminders of a person who was answered.
 * @param time when, in milliseconds since the epoch: what came later is not answered by it
 * @returns the id of the newest reminder that was closed
 */
export function closeAnswered(
  context: WriteContext,
  answered: Answered,
  time: number = context.now,
): string | undefined {
  const { database } = context;
  const found = findRemindersToAnswer(database, answered);
  const contacts = findEventsByIds(
    database,
    found.flatMap((reminder) => contactIdOf(reminder) ?? []),
  );
  const open = found.filter((reminder) => {
    const contactTime = contacts.get(contactIdOf(reminder) ?? '')?.event.eventTime ?? 0;
    return time >= Math.max(reminder.eventTime, contactTime);
  });
  for (const reminder of open) changeReminder(context, reminder, dataOfDone(context, reminder, time));
  return open[0]?.eventId;
}

/** Opens a reminder again, since the answer did not arrive. */
export function reopenUnanswered(context: WriteContext, answered: Answered, eventId: string): void {
  const found = findEventsByIds(context.database, [eventId]).get(eventId);
  if (found === undefined || findRemindersToAnswer(context.database, answered).length > 0) return;
  changeReminder(context, found.event, dataOfOpen(context, found.event));
}

/** Closes the reminders of a lead that another system has answered: by a text, an e-mail or a call in which they talked. */
export function closeByPosted(context: WriteContext, lead: LeadRecord, event: EventRecord): void {
  const { type, inbound, data, eventTime } = event;
  const hasTalked = type === 'call' && Number(data['duration'] ?? 0) > 0;
  const isWritten = !inbound && (type === 'sms' || type === 'email_message');
  if (hasTalked || isWritten) closeAnswered(context, { leadNumber: lead.leadNumber }, eventTime);
}

/** Reads the lead again, since this transaction has changed its times. */
function currentLead(context: WriteContext, lead: LeadRecord): LeadRecord {
  return findLeadByNumber(context.database, lead.leadNumber) ?? lead;
}
