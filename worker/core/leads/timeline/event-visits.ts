/** The visits that calls and messages of a timeline belong to, and the lead's own that follow from them. */
import type { WriteContext } from '../../engine/context/request-context.ts';
import type { Database, Row } from '../../engine/storage/database.ts';
import { findLeadByNumber, updateLeadVisits } from '../record/lead-store.ts';
import { type LeadVisits, NO_VISITS, visitsOfLead } from '../../../dni/pure/lead-visits.ts';
import { commitTimes } from './events.ts';

interface VisitRow extends Row {
  visit: string;
}

/** Saves the visit of an event's call or message, also for a removed lead, and updates the lead that shows the event. */
export function setEventVisit(context: WriteContext, eventId: string, visit: LeadVisits): void {
  const { database } = context;
  const row = database.maybe<{ lead_number: number }>(
    'UPDATE events SET visit = ? WHERE event_id = ? RETURNING lead_number',
    Object.keys(visit).length === 0 ? null : JSON.stringify(visit),
    eventId,
  );
  const leadNumber = row?.lead_number;
  const lead = leadNumber === undefined ? undefined : findLeadByNumber(database, leadNumber);
  if (lead === undefined || !refreshVisits(database, lead.leadNumber)) return;
  commitTimes(context, lead, {
    lastEventTime: lead.lastEventTime,
    change: { type: 'lead.changed', eventId },
  });
}

/**
 * Updates the visits of a lead after its timeline changed. Its modification time stays.
 * @returns whether they changed
 */
export function refreshVisits(database: Database, leadNumber: number): boolean {
  const lead = findLeadByNumber(database, leadNumber);
  if (lead === undefined) return false;
  const first = visitAtEnd(database, leadNumber, 'ASC');
  const visits =
    first === undefined ? NO_VISITS : visitsOfLead(first, visitAtEnd(database, leadNumber, 'DESC') ?? first);
  if (JSON.stringify(visits) === JSON.stringify(lead.visits)) return false;
  updateLeadVisits(database, leadNumber, visits);
  return true;
}

/** Tells whether a call or message of the company belongs to a visit. */
export function hasVisits(database: Database): boolean {
  const sql = 'SELECT 1 AS found FROM events INDEXED BY events_with_visit WHERE visit IS NOT NULL LIMIT 1';
  return database.maybe(sql) !== undefined;
}

/** Returns the visit of the first or the last event of a timeline that has one. */
function visitAtEnd(database: Database, leadNumber: number, order: 'ASC' | 'DESC'): LeadVisits | undefined {
  const row = database.maybe<VisitRow>(
    `SELECT visit FROM events INDEXED BY events_with_visit WHERE lead_number = ? AND visit IS NOT NULL
     ORDER BY event_time ${order}, event_id ${order} LIMIT 1`,
    leadNumber,
  );
  return row === undefined ? undefined : (JSON.parse(row.visit) as LeadVisits);
}
