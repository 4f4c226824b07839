/** Reads the forms of visitors as rules see them. Forms that are only counted have no lead, and are no conversions. */
import type { Database } from '../../engine/storage/database.ts';
import { findLead } from '../../leads/record/lead-store.ts';
import { findForm, type FormOfLead } from '../../phone/forms/form-store.ts';
import type { ConversionEvent, EventPosition } from '../schema.ts';

/** Returns a form as a conversion event; undefined for one without a lead, and for one that was deleted. */
export function findFormConversionEvent(database: Database, formId: string): ConversionEvent | undefined {
  const found = findForm(database, formId);
  return found && conversionEventOfForm(database, found);
}

/** Lists forms from a time on as conversion events, newest first, with the position of the last row that was read. */
export function listFormConversionEvents(
  database: Database,
  { since, after, limit }: { since: number; after: EventPosition | undefined; limit: number },
): { events: ConversionEvent[]; last: EventPosition | undefined; read: number } {
  const { time = Number.MAX_SAFE_INTEGER, number = Number.MAX_SAFE_INTEGER } = after ?? {};
  const ids = database.all<{ form_id: string; sent_time: number; form_number: number }>(
    `SELECT form_id, sent_time, form_number FROM forms
     WHERE sent_time >= ? AND (sent_time, form_number) < (?, ?) ORDER BY sent_time DESC, form_number DESC LIMIT ?`,
    since,
    time,
    number,
    limit,
  );
  const last = ids.at(-1);
  return {
    events: ids.flatMap(({ form_id: id }) => findFormConversionEvent(database, id) ?? []),
    last: last && { time: last.sent_time, number: last.form_number },
    read: ids.length,
  };
}

function conversionEventOfForm(
  database: Database,
  { record, leadId }: FormOfLead,
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
