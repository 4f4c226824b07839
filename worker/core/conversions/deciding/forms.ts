/** Reads the forms of visitors as rules see them. Forms that are only counted have no lead, and are no conversions. */
import type { Database } from '../../engine/storage/database.ts';
import { findLead } from '../../leads/record/lead-store.ts';
import type { OfLead } from '../../phone/calls/contact-table.ts';
import type { FormRecord } from '../../phone/forms/schema.ts';
import type { ConversionEvent } from '../schema.ts';

/** Returns a form as a conversion event; undefined for one without a lead. */
export function conversionEventOfForm(
  database: Database,
  { record, leadId }: OfLead<FormRecord>,
): ConversionEvent | undefined {
  const lead = leadId === null ? undefined : findLead(database, leadId);
  if (lead === undefined) return undefined;
  const { attribution, source, sentTime, spam } = record;
  return {
    what: 'form',
    recordId: record.formId,
    time: sentTime,
    source: attribution?.visit?.source ?? source,
    locationId: null,
    isWon: null,
    isUnwanted: spam.length > 0,
    outcome: null,
    talkSeconds: null,
    isFirst: !hasFormerContact(database, lead.leadNumber, sentTime),
    leadStatus: null,
    amount: null,
    visit: attribution?.visit ?? null,
    confidence: attribution?.confidence ?? 0,
    phone: lead.phones[0]?.phone ?? null,
    emails: lead.emails.map(({ email }) => email),
    leadId,
  };
}

/** Tells whether the person called, wrote or sent a form before a time. */
function hasFormerContact(database: Database, leadNumber: number, time: number): boolean {
  const { found } = database.one<{ found: number }>(
    `SELECT EXISTS (SELECT 1 FROM events WHERE lead_number = ? AND removed_time = 0 AND event_time < ?
       AND type IN ('call', 'sms', 'form') AND inbound = 1) AS found`,
    leadNumber,
    time,
  );
  return found === 1;
}
