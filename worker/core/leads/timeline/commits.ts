/** The one way in which a living lead changes: the record, what is derived from it and the event, all or nothing. */
import type { WriteContext } from '../../engine/context/request-context.ts';
import type { NewChange } from '../../engine/context/stream-schema.ts';
import { recordEvent } from './events.ts';
import type { EventRecord, NewEvent } from './schema.ts';
import { insertLead, updateLead, updateLeadTimes } from '../record/lead-store.ts';
import { LEADS_BETWEEN_LOOKS } from '../record/search-index.ts';
import type { LeadRecord } from '../record/schema.ts';

/** Saves a new lead with its first event. To be called inside a transaction, like all functions here. */
export function commitNewLead(context: WriteContext, lead: LeadRecord, event: NewEvent): LeadRecord {
  const saved = insertLead(context.database, lead);
  const { eventId } = recordEvent(context, saved.leadNumber, event);
  context.emit({ type: 'lead.created', leadId: saved.leadId, eventId });
  // New leads wait for the index of texts; the alarm looks whether they have become many.
  if (saved.leadNumber % LEADS_BETWEEN_LOOKS === 0) context.wakeBy(context.now);
  return saved;
}

/**
 * Saves `after` over `before` with the event that tells of it.
 * @returns the record as it was saved, its times moved
 */
export function commitChange(
  context: WriteContext,
  before: LeadRecord,
  after: LeadRecord,
  event: NewEvent,
): { lead: LeadRecord; event: EventRecord } {
  const lead = {
    ...after,
    modificationTime: nextModificationTime(before, context.now),
    lastEventTime: Math.max(after.lastEventTime, event.eventTime ?? context.now),
  };
  updateLead(context.database, before, lead);
  const recorded = recordEvent(context, lead.leadNumber, event);
  context.emit({ type: 'lead.changed', leadId: lead.leadId, eventId: recorded.eventId });
  return { lead, event: recorded };
}

/**
 * Saves an event of a lead that stays as it is.
 * @param options.isNewLead whether the lead was made in the same transaction: nobody has seen it without the event, so that it need
 *   not be marked as modified
 */
export function commitEvent(
  context: WriteContext,
  lead: LeadRecord,
  event: NewEvent,
  { isNewLead = false }: { isNewLead?: boolean } = {},
): EventRecord {
  const recorded = recordEvent(context, lead.leadNumber, event);
  const change = { type: 'event.created', eventId: recorded.eventId } as const;
  if (isNewLead && recorded.eventTime <= lead.lastEventTime) context.emit({ ...change, leadId: lead.leadId });
  else
    commitTimes(context, lead, { lastEventTime: Math.max(lead.lastEventTime, recorded.eventTime), change });
  return recorded;
}

/** Marks a lead as modified because its timeline was, and tells how. */
export function commitTimes(
  context: WriteContext,
  lead: LeadRecord,
  { lastEventTime, change }: { lastEventTime: number; change: Pick<NewChange, 'type' | 'eventId'> },
): void {
  context.emit({ ...change, leadId: lead.leadId });
  updateLeadTimes(context.database, {
    leadNumber: lead.leadNumber,
    modificationTime: nextModificationTime(lead, context.now),
    lastEventTime,
  });
}

/** Strictly greater at every change, even at two in one millisecond: "not modified since" can then be told exactly. */
export function nextModificationTime(lead: LeadRecord, now: number): number {
  return Math.max(now, lead.modificationTime + 1);
}
