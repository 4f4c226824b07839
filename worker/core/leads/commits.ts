/** The one way in which a living lead changes: the record, what is derived from it and the event, all or nothing. */
import type { WriteCall } from '../call.ts';
import type { NewChange } from '../changes/schema.ts';
import { recordEvent } from '../timeline/events.ts';
import type { EventRecord, NewEvent } from '../timeline/schema.ts';
import { insertLead, updateLead, updateLeadTimes } from './lead-store.ts';
import { LEADS_BETWEEN_LOOKS } from './lead-texts.ts';
import type { LeadRecord } from './schema.ts';

/** Saves a new lead with its first event. To be called inside a transaction, like all functions here. */
export function commitNewLead(call: WriteCall, lead: LeadRecord, event: NewEvent): LeadRecord {
  const saved = insertLead(call.database, lead);
  const { eventId } = recordEvent(call, saved.leadNumber, event);
  call.emit({ type: 'lead.created', leadId: saved.leadId, eventId });
  // New leads wait for the index of texts; the alarm looks whether they have become many.
  if (saved.leadNumber % LEADS_BETWEEN_LOOKS === 0) call.wakeBy(call.now);
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
  const recorded = recordEvent(call, lead.leadNumber, event);
  call.emit({ type: 'lead.changed', leadId: lead.leadId, eventId: recorded.eventId });
  return { lead, event: recorded };
}

/**
 * Saves an event of a lead that stays as it is.
 * @param options.isNewLead whether the lead was made in the same transaction: nobody has seen it without the event, so that it need
 *   not be marked as modified
 */
export function commitEvent(
  call: WriteCall,
  lead: LeadRecord,
  event: NewEvent,
  { isNewLead = false }: { isNewLead?: boolean } = {},
): EventRecord {
  const recorded = recordEvent(call, lead.leadNumber, event);
  const change = { type: 'event.created', eventId: recorded.eventId } as const;
  if (isNewLead && recorded.eventTime <= lead.lastEventTime) call.emit({ ...change, leadId: lead.leadId });
  else commitTimes(call, lead, { lastEventTime: Math.max(lead.lastEventTime, recorded.eventTime), change });
  return recorded;
}

/** Marks a lead as modified because its timeline was, and tells how. */
export function commitTimes(
  call: WriteCall,
  lead: LeadRecord,
  { lastEventTime, change }: { lastEventTime: number; change: Pick<NewChange, 'type' | 'eventId'> },
): void {
  call.emit({ ...change, leadId: lead.leadId });
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
