/** The one way in which a living lead changes: the record, what is derived from it and the event, all or nothing. */
import type { WriteCall } from '../call.ts';
import { recordEvent } from '../timeline/events.ts';
import type { EventRecord, NewEvent } from '../timeline/schema.ts';
import { insertLead, updateLead, updateLeadTimes } from './lead-store.ts';
import type { LeadRecord } from './schema.ts';

/** Saves a new lead with its first event. To be called inside a transaction, like all functions here. */
export function commitNewLead(call: WriteCall, lead: LeadRecord, event: NewEvent): LeadRecord {
  const saved = insertLead(call.database, lead);
  recordEvent(call, saved.leadNumber, event);
  return saved;
}

/**
 * Saves `after` over `before` with the event that tells of it.
 * @returns the record as it was saved, its times moved
 */
export function commitChange(
  call: WriteCall,
  before: LeadRecord,
  after: LeadRecord,
  event: NewEvent,
): { lead: LeadRecord; event: EventRecord } {
  const lead = {
    ...after,
    modificationTime: nextModificationTime(before, call.now),
    lastEventTime: Math.max(after.lastEventTime, event.eventTime ?? call.now),
  };
  updateLead(call.database, before, lead);
  return { lead, event: recordEvent(call, lead.leadNumber, event) };
}

/** Saves an event of a lead that stays as it is. */
export function commitEvent(call: WriteCall, lead: LeadRecord, event: NewEvent): EventRecord {
  commitTimes(call, lead, Math.max(lead.lastEventTime, event.eventTime ?? call.now));
  return recordEvent(call, lead.leadNumber, event);
}

/** Marks a lead as modified because its timeline was. */
export function commitTimes(call: WriteCall, lead: LeadRecord, lastEventTime: number): void {
  updateLeadTimes(call.database, {
    leadNumber: lead.leadNumber,
    modificationTime: nextModificationTime(lead, call.now),
    lastEventTime,
  });
}

/** Strictly greater at every change, even at two in one millisecond: "not modified since" can then be told exactly. */
export function nextModificationTime(lead: LeadRecord, now: number): number {
  return Math.max(now, lead.modificationTime + 1);
}
