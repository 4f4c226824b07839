/** Derives facts from the rows of calls, messages and leads: the only way in which a fact comes to be. */
import { byNumber } from '../../attribution/attribution.ts';
import type { Attribution } from '../../attribution/schema.ts';
import type { Outcome } from '../../../shared/contact/outcomes.ts';
import type { Database, Row } from '../../engine/storage/database.ts';
import { type LeadRow, toLead } from '../../leads/record/lead-store.ts';
import type { LeadRecord } from '../../leads/record/schema.ts';
import type { CallReport } from '../../phone/calls/call-report.ts';
import { isUnreached, resultOf } from '../../phone/calls/results.ts';
import { Contacts } from './contacts.ts';
import { type Fact, FIRST_TIME, NOT_A_LEAD, RESCUED, type StoredKind } from './fact-chunk.ts';
import { pathOf, pathOfTag } from './touches.ts';

/** Within this time after a missed call, an answered call with the caller rescues it. The triggers have it too. */
const RESCUE_MS = 7 * 24 * 60 * 60_000;
/** Most calls and messages of a person that are derived again when the visits before them change. */
const MOST_CONTACTS = 1_000;

interface CallRow extends Row {
  item: number;
  number: string;
  caller: string | null;
  location_id: string | null;
  source: string | null;
  started_time: number;
  outcome: Outcome | null;
  prior_calls: number;
  facts: string;
  lead_status: string | null;
  visit: string | null;
  lead_number: number | null;
  event_number: number | null;
  event_time: number | null;
}

interface TextRow extends Row {
  item: number;
  number: string;
  location_id: string | null;
  source: string | null;
  sent_time: number;
  visit: string | null;
  lead_number: number | null;
  event_number: number | null;
  event_time: number | null;
}

const CALLS = `SELECT c.call_number AS item, c.number, c.caller, c.location_id, c.source, c.started_time, c.outcome,
    c.prior_calls, c.facts, c.remarks ->> '$.leadStatus' AS lead_status, c.visit,
    e.lead_number, e.event_number, e.event_time
  FROM json_each(?) AS wanted CROSS JOIN calls AS c ON c.call_number = wanted.value AND c.direction = 'inbound'
  LEFT JOIN events AS e ON e.event_id = c.event_id`;
const TEXTS = `SELECT t.text_number AS item, t.number, t.location_id, t.source, t.sent_time, t.visit,
    e.lead_number, e.event_number, e.event_time
  FROM json_each(?) AS wanted CROSS JOIN texts AS t ON t.text_number = wanted.value AND t.direction = 'inbound'
  LEFT JOIN events AS e ON e.event_id = t.event_id`;
const LEADS = `SELECT leads.* FROM json_each(?) AS wanted CROSS JOIN leads ON lead_number = wanted.value`;

/** What the derivation of leads depends on beside their rows. */
export interface DerivationRules {
  /** The lead field with what a lead is worth. */
  valueField: string | null;
}

/** Derives the facts of rows, by their number. A number without a fact is missing. */
export function deriveFacts(
  database: Database,
  kind: StoredKind,
  items: readonly number[],
  rules: DerivationRules,
): Map<number, Fact> {
  const contacts = new Contacts(database);
  const wanted = JSON.stringify(items);
  if (kind === 'call') {
    const rows = database.all<CallRow>(CALLS, wanted);
    return new Map(rows.map((row) => [row.item, factOfCall(database, contacts, row)]));
  }
  if (kind === 'text') {
    const rows = database.all<TextRow>(TEXTS, wanted);
    return new Map(rows.map((row) => [row.item, factOfText(contacts, row)]));
  }
  const leads = database.all<LeadRow>(LEADS, wanted).map(toLead);
  return new Map(leads.map((lead) => [lead.leadNumber, factOfLead(contacts, lead, rules)]));
}

/** Returns the rows whose facts depend on the visits of a lead. */
export function itemsOfPerson(database: Database, leadNumber: number): { kind: StoredKind; item: number }[] {
  const rows = database.all<{ call_number: number | null; text_number: number | null }>(
    `SELECT (SELECT call_number FROM calls WHERE event_id = e.event_id) AS call_number,
       (SELECT text_number FROM texts WHERE event_id = e.event_id) AS text_number
     FROM events AS e WHERE lead_number = ? AND type IN ('call', 'sms') AND removed_time = 0 AND inbound = 1
     ORDER BY event_time DESC LIMIT ${MOST_CONTACTS}`,
    leadNumber,
  );
  const contacts = rows.flatMap(({ call_number: call, text_number: text }) => [
    ...(call === null ? [] : [{ kind: 'call' as const, item: call }]),
    ...(text === null ? [] : [{ kind: 'text' as const, item: text }]),
  ]);
  return [{ kind: 'lead', item: leadNumber }, ...contacts];
}

function factOfCall(database: Database, contacts: Contacts, row: CallRow): Fact {
  const { ringSeconds, talkSeconds, answeredBy } = resultOf(JSON.parse(row.facts) as CallReport);
  const attribution = attributionOf(row);
  const flags =
    (row.prior_calls === 0 ? FIRST_TIME : 0) |
    (row.lead_status === 'not_a_lead' ? NOT_A_LEAD : 0) |
    (isRescued(database, row) ? RESCUED : 0);
  return {
    time: row.started_time,
    path: pathTo(contacts, row, attribution),
    person: row.lead_number ?? callerWithoutLead(database, row),
    number: row.number,
    locationId: row.location_id,
    who: answeredBy === null ? null : (answeredBy.userId ?? answeredBy.number),
    outcome: row.outcome,
    flags,
    ringSeconds,
    talkSeconds,
    confidence: attribution.confidence,
    value: null,
  };
}

function factOfText(contacts: Contacts, row: TextRow): Fact {
  const attribution = attributionOf(row);
  return {
    time: row.sent_time,
    path: pathTo(contacts, row, attribution),
    person: row.lead_number ?? 0,
    number: row.number,
    locationId: row.location_id,
    who: null,
    outcome: null,
    flags: 0,
    ringSeconds: null,
    talkSeconds: null,
    confidence: attribution.confidence,
    value: null,
  };
}

/** Derives the fact of a lead. Its path is that of the contact that made it, else its first source tag. */
function factOfLead(contacts: Contacts, lead: LeadRecord, { valueField }: DerivationRules): Fact {
  const first = contacts.first(lead.leadNumber);
  const maker = first !== undefined && first.time <= lead.creationTime ? first : undefined;
  return {
    time: lead.creationTime,
    path: maker === undefined ? pathOfTag(lead.sourceTags[0] ?? null) : pathOf([maker]),
    person: lead.leadNumber,
    number: maker?.number ?? null,
    locationId: maker?.locationId ?? null,
    who: lead.state,
    outcome: null,
    flags: 0,
    ringSeconds: null,
    talkSeconds: null,
    confidence: 0,
    value: valueField === null ? null : valueOf(lead.fields[valueField]?.[0]),
  };
}

/** Returns the amount of a currency field, or a number without a currency. */
function valueOf(value: unknown): Fact['value'] {
  if (typeof value === 'number') return { unit: '', value };
  if (typeof value !== 'object' || value === null || !('unit' in value) || !('value' in value)) return null;
  const { unit, value: amount } = value;
  return typeof unit === 'string' && typeof amount === 'number' ? { unit, value: amount } : null;
}

type Attributed = Pick<
  CallRow,
  'source' | 'visit' | 'location_id' | 'lead_number' | 'event_number' | 'event_time'
>;

function attributionOf({ visit, source, location_id: locationId }: Attributed): Attribution {
  return visit === null ? byNumber({ source, locationId }) : (JSON.parse(visit) as Attribution);
}

function pathTo(contacts: Contacts, row: Attributed, { visit }: Attribution): Fact['path'] {
  const { lead_number: leadNumber, event_number: eventNumber, event_time: time, source } = row;
  const isOnTimeline = leadNumber !== null && eventNumber !== null && time !== null;
  const path = isOnTimeline ? contacts.pathTo(leadNumber, { eventNumber, time }) : undefined;
  return path ?? pathOf([{ visit, source }]);
}

/** Tells whether somebody talked with a missed caller within seven days. */
function isRescued(database: Database, { caller, outcome, started_time: time }: CallRow): boolean {
  if (caller === null || !isUnreached(outcome)) return false;
  const sql = `SELECT 1 AS found FROM calls WHERE caller = ? AND started_time > ? AND started_time <= ?
    AND outcome = 'answered' LIMIT 1`;
  return database.maybe(sql, caller, time, time + RESCUE_MS) !== undefined;
}

/** Names a caller without a lead by their first call; 0 for a withheld number. */
function callerWithoutLead(database: Database, { caller, item }: CallRow): number {
  if (caller === null) return 0;
  const first = database.maybe<{ call_number: number }>(
    'SELECT call_number FROM calls WHERE caller = ? ORDER BY started_time, call_number LIMIT 1',
    caller,
  );
  return -(first?.call_number ?? item);
}
