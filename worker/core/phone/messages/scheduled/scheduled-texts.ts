/**
 * Texts to leads that are sent later. Each is an event on the lead's timeline, so it is merged, copied and erased with the lead.
 */
import type { RequestContext, WriteContext } from '../../../engine/context/request-context.ts';
import type { Database } from '../../../engine/storage/database.ts';
import { zoneClock } from '../../../engine/times/local-clock.ts';
import { readMoment, writeMoment } from '../../../engine/times/moments.ts';
import { timeZoneOf } from '../../../company/dni/time-zone.ts';
import { writableLead } from '../../../leads/record/access.ts';
import { findLeadByNumber } from '../../../leads/record/lead-store.ts';
import type { LeadRecord } from '../../../leads/record/schema.ts';
import { commitEvent, commitTimes, findEvent, setEventData } from '../../../leads/timeline/events.ts';
import type { ScheduledText } from '../../../leads/timeline/reference.ts';
import type { EventData, EventRecord } from '../../../leads/timeline/schema.ts';
import { asId } from '../../../../shared/http/ids.ts';
import { notFound, Problem, problemOfFaults } from '../../../../shared/http/problems.ts';
import { openPhoneBook } from '../../ringing/company-phone-book.ts';
import { phoneOfLead, requireRecipient, senderFor } from '../outgoing-messages.ts';
import type { NewScheduledText, SendTime } from './schema.ts';

/** The condition of the indexes of `067-scheduled-texts`. */
const IS_OPEN = `type = 'scheduled_text' AND removed_time = 0 AND data ->> 'state' = 'open'`;
const MOST_OF_LEAD = 20;
const MINUTE_MS = 60_000;
/** How far the clock of a client may be behind ours. */
const CLOCK_TOLERANCE_MS = 5 * MINUTE_MS;
const LONGEST_MS = 366 * 24 * 60 * MINUTE_MS;

/** A scheduled text, and the lead whose timeline it is on. */
export interface LeadScheduledText {
  lead: LeadRecord;
  event: EventRecord;
}

/** The ids in the path that identify a scheduled text. */
export interface ScheduledTextPath {
  lead: string;
  event: string;
}

/**
 * Schedules a text to a lead.
 * @param leadId the id from the path
 * @throws Problem `invalid_parameter` for a time that has passed or is more than a year ahead; `too_many_values` if 20 wait; those of
 *   `requireRecipient`, `senderFor` and `writableLead`
 */
export function scheduleText(
  context: WriteContext,
  leadId: string,
  input: NewScheduledText,
): LeadScheduledText {
  const { message, phone: to, number: chosen, send_time: wanted, unless_contact: unlessContact } = input;
  const lead = writableLead(context, leadId);
  const phone = requireRecipient(context, lead, to);
  const { number } = senderFor(context, { lead, phone, chosen });
  const zone = zoneOfNumber(context, number);
  const time = requireTime(context, wanted, zone);
  requireRoom(context, lead);
  const data: ScheduledText = {
    message,
    phone,
    number,
    state: 'open',
    ...timesOf(context, time),
    time_zone: zone,
    unless_contact: unlessContact,
  };
  context.wakeBy(time);
  return { lead, event: commitEvent(context, lead, { type: 'scheduled_text', data: { ...data } }) };
}

/**
 * Cancels a text. Writes nothing if it does not wait any more.
 * @throws Problem `text_sent`; `not_found` if the lead has no such text; those of `writableLead`
 */
export function cancelText(context: WriteContext, path: ScheduledTextPath): LeadScheduledText {
  const found = requireUnsent(context, path);
  if (textOf(found.event).state !== 'open') return found;
  return { ...found, event: changeText(context, found.event, { state: 'cancelled' }) };
}

/**
 * Gives a text another time, also one that was cancelled or could not be sent.
 * @throws Problem those of `scheduleText` about its time and of `cancelText`
 */
export function rescheduleText(
  context: WriteContext,
  path: ScheduledTextPath,
  wanted: SendTime,
): LeadScheduledText {
  const { lead, event } = requireUnsent(context, path);
  const { time_zone: zone, state } = textOf(event);
  const time = requireTime(context, wanted, zone);
  if (state !== 'open') requireRoom(context, lead);
  context.wakeBy(time);
  return { lead, event: changeText(context, event, { state: 'open', ...timesOf(context, time) }) };
}

function timesOf(
  { now }: WriteContext,
  time: number,
): Pick<ScheduledText, 'planned_time' | 'send_time' | 'due_time'> {
  return { planned_time: writeMoment(now), send_time: writeMoment(time), due_time: writeMoment(time) };
}

/** Returns the texts to a lead that wait, the next one first, and the zone of the next one to be written. */
export function waitingTexts(
  context: RequestContext,
  lead: LeadRecord,
): { zone: string; events: EventRecord[] } {
  const { database } = context;
  const events = openIds(database, lead).flatMap((id) => findEvent(database, lead.leadNumber, id) ?? []);
  return { zone: zoneOfLead(context, lead), events };
}

/** Returns what the event of a scheduled text keeps. */
export function textOf({ data }: Pick<EventRecord, 'data'>): ScheduledText {
  // Only this file writes such events.
  return data as unknown as ScheduledText;
}

/** Saves what became of a text. Its lead may have been removed. */
export function changeText(
  context: WriteContext,
  event: EventRecord,
  change: Partial<ScheduledText>,
): EventRecord {
  const { reason: _, ...before } = textOf(event);
  const data: EventData = { ...before, ...change };
  setEventData(context.database, event.eventId, data);
  const lead = findLeadByNumber(context.database, event.leadNumber);
  if (lead !== undefined) {
    const changed = { type: 'event.changed', eventId: event.eventId } as const;
    commitTimes(context, lead, { lastEventTime: lead.lastEventTime, change: changed });
  }
  return { ...event, data };
}

/** Returns when the next text is due, in milliseconds since the epoch; undefined if none waits. */
export function nextDueTime(database: Database): number | undefined {
  const row = database.maybe<{ time: string }>(
    `SELECT data ->> 'due_time' AS time FROM events INDEXED BY scheduled_texts
     WHERE ${IS_OPEN} ORDER BY data ->> 'due_time' LIMIT 1`,
  );
  return row && Date.parse(row.time);
}

/** Returns the texts that are due, those that have been due longest first, also of removed leads. */
export function dueTexts({ database, now }: RequestContext, limit: number): EventRecord[] {
  const rows = database.all<{ event_id: string; lead_number: number }>(
    `SELECT event_id, lead_number FROM events INDEXED BY scheduled_texts
     WHERE ${IS_OPEN} AND data ->> 'due_time' <= ? ORDER BY data ->> 'due_time' LIMIT ?`,
    writeMoment(now),
    limit,
  );
  return rows.flatMap(({ event_id: id, lead_number: lead }) => findEvent(database, lead, id) ?? []);
}

function openIds(database: Database, { leadNumber }: LeadRecord): string[] {
  return database
    .all<{ event_id: string }>(
      `SELECT event_id FROM events INDEXED BY scheduled_texts_of_leads
       WHERE lead_number = ? AND ${IS_OPEN} ORDER BY data ->> 'send_time', event_id`,
      leadNumber,
    )
    .map(({ event_id: id }) => id);
}

/** Returns the zone of whoever is called by a number: that of its location, else of the company. */
function zoneOfNumber(context: RequestContext, number: string): string {
  const { timezone } = openPhoneBook(context).locationOf(number) ?? {};
  return timezone || timeZoneOf(context);
}

function zoneOfLead(context: RequestContext, lead: LeadRecord): string {
  const phone = phoneOfLead(context, lead, undefined);
  try {
    return zoneOfNumber(context, senderFor(context, { lead, phone: phone ?? '', chosen: undefined }).number);
  } catch (error) {
    // A company without a number writes to nobody.
    if (error instanceof Problem) return zoneOfNumber(context, '');
    throw error;
  }
}

function requireTime({ now }: RequestContext, wanted: SendTime, zone: string): number {
  const time = typeof wanted === 'number' ? wanted : (readMoment(wanted, zoneClock(zone)) ?? Number.NaN);
  const refuse = (detail: string): Problem =>
    problemOfFaults([{ pointer: '/send_time', code: 'invalid_parameter', detail }]);
  // A zone that the platform does not know any more.
  if (Number.isNaN(time)) throw refuse(`The zone ${zone} is not known; give the time with its offset.`);
  if (time < now - CLOCK_TOLERANCE_MS) throw refuse('The time has passed; give a later one.');
  if (time > now + LONGEST_MS) throw refuse('The time is more than a year ahead; give an earlier one.');
  return time;
}

function requireRoom({ database }: RequestContext, lead: LeadRecord): void {
  if (openIds(database, lead).length < MOST_OF_LEAD) return;
  throw new Problem('too_many_values', `At most ${MOST_OF_LEAD} texts to a lead wait; cancel one first.`);
}

function requireUnsent(
  context: WriteContext,
  { lead: leadId, event: id }: ScheduledTextPath,
): LeadScheduledText {
  const lead = writableLead(context, leadId);
  const eventId = asId(id);
  const event = eventId === undefined ? undefined : findEvent(context.database, lead.leadNumber, eventId);
  if (event?.type !== 'scheduled_text' || event.removedTime > 0) throw notFound();
  if (textOf(event).state === 'sent') throw new Problem('text_sent', 'The text was sent already.');
  return { lead, event };
}
