/** Reads leads as rules see them that report won leads. A lead counts for the visit that brought it. */
import type { Currency } from '../../company/settings/records.ts';
import { settingsOf } from '../../company/settings/settings.ts';
import type { RequestContext } from '../../engine/context/request-context.ts';
import type { Row } from '../../engine/storage/database.ts';
import { findLead } from '../../leads/record/lead-store.ts';
import type { LeadRecord } from '../../leads/record/schema.ts';
import { attributionOf, isFirstCall } from '../../phone/calls/call-bodies.ts';
import type { CallRecord } from '../../phone/calls/schema.ts';
import { CALLS } from '../../phone/calls/call-store.ts';
import { FORMS } from '../../phone/forms/form-store.ts';
import type { FormRecord } from '../../phone/forms/schema.ts';
import type { MessageRecord } from '../../phone/messages/schema.ts';
import { MESSAGES } from '../../phone/messages/message-store.ts';
import type { Amount } from '../platforms/conversion.ts';
import type { ConversionEvent, EventPosition } from '../schema.ts';

/** When the lead ?1 was first in one of the states ?2, by its timeline. */
const FIRST_WON = `SELECT min(event_time) AS time FROM events WHERE lead_number = ?1 AND removed_time = 0 AND (
    (type = 'state_change' AND data ->> 'to' IN (SELECT value FROM json_each(?2)))
    OR (type = 'lead_modified' AND EXISTS (
      SELECT 1 FROM json_each(data, '$.changes') AS change
      WHERE change.value ->> 'field' = 'state' AND change.value ->> 'after' IN (SELECT value FROM json_each(?2)))))`;
/** The incoming calls and messages of a lead and its forms, with their ids. */
const CONTACTS = `SELECT e.event_time, c.call_id, t.text_id, f.form_id FROM events AS e
  LEFT JOIN calls AS c ON e.type = 'call' AND c.event_id = e.event_id
  LEFT JOIN texts AS t ON e.type = 'sms' AND t.event_id = e.event_id
  LEFT JOIN forms AS f ON e.type = 'form' AND f.event_id = e.event_id
  WHERE e.lead_number = ?1 AND e.type IN ('call', 'sms', 'form') AND e.removed_time = 0 AND e.inbound = 1 AND e.event_time <= ?2
    AND coalesce(f.spam, '[]') = '[]'`;
const FIRST_CONTACT = `${CONTACTS} ORDER BY e.event_time, e.event_number LIMIT 1`;
const LAST_CONTACT = `${CONTACTS} AND coalesce(c.visit, t.visit, f.visit) IS NOT NULL
  ORDER BY e.event_time DESC, e.event_number DESC LIMIT 1`;

/** How far the clock of another phone system may be ahead of ours. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/** What a conversion event has of the call, message or form that brought a lead. */
type Origin = Pick<
  ConversionEvent,
  'source' | 'locationId' | 'isFirst' | 'leadStatus' | 'visit' | 'confidence' | 'phone'
>;

interface ContactRow extends Row {
  call_id: string | null;
  text_id: string | null;
  form_id: string | null;
}

const UNKNOWN: Origin = {
  source: null,
  locationId: null,
  isFirst: null,
  leadStatus: null,
  visit: null,
  confidence: 0,
  phone: null,
};

/** Returns a lead as a conversion event, won or not; undefined if it was removed or merged. */
export function findWonLead(context: RequestContext, leadId: string): ConversionEvent | undefined {
  const lead = findLead(context.database, leadId);
  return lead && conversionEventOfLead(context, lead);
}

/** Lists the leads that were won since a time, last changed first, with the position of the last row that was read. */
export function listWonLeads(
  context: RequestContext,
  { since, after, limit }: { since: number; after: EventPosition | undefined; limit: number },
): { events: ConversionEvent[]; last: EventPosition | undefined; read: number } {
  const { time = Number.MAX_SAFE_INTEGER, number = Number.MAX_SAFE_INTEGER } = after ?? {};
  const rows = context.database.all<{ lead_id: string; lead_number: number; modification_time: number }>(
    `SELECT lead_id, lead_number, modification_time FROM leads
     WHERE modification_time >= ? AND (modification_time, lead_number) < (?, ?)
     ORDER BY modification_time DESC, lead_number DESC LIMIT ?`,
    since,
    time,
    number,
    limit,
  );
  const last = rows.at(-1);
  const found = rows.flatMap(({ lead_id: id }) => findWonLead(context, id) ?? []);
  return {
    events: found.filter(
      (conversionEvent) => conversionEvent.isWon === true && conversionEvent.time >= since,
    ),
    last: last && { time: last.modification_time, number: last.lead_number },
    read: rows.length,
  };
}

function conversionEventOfLead(context: RequestContext, lead: LeadRecord): ConversionEvent {
  const { states } = settingsOf(context).options().won;
  const isWon = states.includes(lead.state);
  // Of other leads nothing is reported, so nothing is read.
  const time = isWon ? firstWon(context, lead, states) : lead.creationTime;
  const origin = isWon ? originOf(context, lead, time) : UNKNOWN;
  return {
    ...origin,
    what: 'lead_won',
    recordId: lead.leadId,
    time,
    isUnwanted: false,
    isWon,
    outcome: null,
    talkSeconds: null,
    amount: amountOfLead(context, lead),
    phone: lead.phones[0]?.phone ?? origin.phone,
    emails: lead.emails.map(({ email }) => email),
    leadId: lead.leadId,
  };
}

/** Returns when a lead was first won; its creation if it was created so. */
function firstWon(
  { database }: RequestContext,
  { leadNumber, creationTime }: LeadRecord,
  states: readonly string[],
): number {
  const { time } = database.one<{ time: number | null }>(FIRST_WON, leadNumber, JSON.stringify(states));
  return time ?? creationTime;
}

/** Returns the contact that made the lead, or else the last one with a visit before it was won. */
function originOf(
  { database }: RequestContext,
  { leadNumber, creationTime }: LeadRecord,
  won: number,
): Origin {
  const row =
    database.maybe<ContactRow>(FIRST_CONTACT, leadNumber, creationTime) ??
    database.maybe<ContactRow>(LAST_CONTACT, leadNumber, won + CLOCK_TOLERANCE_MS);
  if (row === undefined) return UNKNOWN;
  if (row.form_id !== null) return originOfForm(FORMS.find(database, row.form_id)?.record);
  if (row.call_id !== null) return originOfCall(CALLS.find(database, row.call_id)?.record);
  return originOfText(row.text_id === null ? undefined : MESSAGES.find(database, row.text_id)?.record);
}

function originOfCall(call: CallRecord | undefined): Origin {
  if (call === undefined) return UNKNOWN;
  const { visit, confidence } = attributionOf(call);
  return {
    source: visit?.source ?? call.source,
    locationId: call.locationId,
    isFirst: isFirstCall(call),
    leadStatus: call.remarks.leadStatus,
    visit,
    confidence,
    phone: call.caller,
  };
}

function originOfText(text: MessageRecord | undefined): Origin {
  if (text === undefined) return UNKNOWN;
  const { visit, confidence } = attributionOf(text);
  return {
    ...UNKNOWN,
    source: visit?.source ?? text.source,
    locationId: text.locationId,
    visit,
    confidence,
    phone: text.phone,
  };
}

function originOfForm(form: FormRecord | undefined): Origin {
  if (form === undefined) return UNKNOWN;
  const { attribution, source } = form;
  const visit = attribution?.visit ?? null;
  return { ...UNKNOWN, source: visit?.source ?? source, visit, confidence: attribution?.confidence ?? 0 };
}

/** Returns what a lead is worth by the option `won.value_field`; null if people have not said so, or less than nothing. */
function amountOfLead(context: RequestContext, lead: LeadRecord): Amount | null {
  const settings = settingsOf(context);
  const { value_field: field } = settings.options().won;
  const value: unknown = field === null ? undefined : lead.fields[field]?.[0];
  const amount = typeof value === 'number' ? { unit: '', value } : amountIn(value);
  if (amount === null || amount.value < 0) return null;
  return amount.unit === '' ? { ...amount, unit: ownUnit(settings.currencies()) } : amount;
}

function amountIn(value: unknown): Amount | null {
  if (typeof value !== 'object' || value === null || !('unit' in value) || !('value' in value)) return null;
  const { unit, value: amount } = value;
  return typeof unit === 'string' && typeof amount === 'number' ? { unit, value: amount } : null;
}

/** Returns the company's own currency. */
function ownUnit(currencies: readonly Currency[]): string {
  const own = currencies.find(({ company_default: isDefault }) => isDefault) ?? currencies[0];
  return own?.unit ?? 'USD';
}
