/** Derives facts from the rows of calls, messages, forms and leads: the only way in which a fact comes to be. */
import { byNumber } from '../../attribution/attribution.ts';
import type { Outcome } from '../../../shared/contact/outcomes.ts';
import type { Database, Row } from '../../engine/storage/database.ts';
import { type LeadRow, toLead } from '../../leads/record/lead-store.ts';
import type { LeadRecord } from '../../leads/record/schema.ts';
import type { CallReport } from '../../phone/calls/call-report.ts';
import { isLostInMenu, keysInWords } from '../../phone/calls/menu-results.ts';
import { resultOf } from '../../phone/calls/results.ts';
import { Contacts, parseVisit } from './contacts.ts';
import {
  type Fact,
  FIRST_TIME,
  LOST_IN_MENU,
  NOT_A_LEAD,
  RESCUED,
  SPAM,
  type StoredKind,
} from './fact-chunk.ts';
import { pathOf, pathOfTag } from './touches.ts';

/** Within this time after a missed call, an answered call with the caller rescues it. The triggers have it too. */
const RESCUE_MS = 7 * 24 * 60 * 60_000;
/** Most calls, messages and forms of a person that are derived again when the visits before them change. */
const MOST_CONTACTS = 1_000;

/** What rows of calls, messages and forms have in common. */
interface ContactRow extends Row {
  item: number;
  number: string | null;
  location_id: string | null;
  source: string | null;
  time: number;
  /** The visit of the attribution, JSON; null if it has none. */
  visit: string | null;
  /** The confidence of the attribution; null if there is none. */
  confidence: number | null;
  lead_number: number | null;
  event_number: number | null;
  event_time: number | null;
}

interface CallRow extends ContactRow {
  caller: string | null;
  outcome: Outcome | null;
  prior_calls: number;
  facts: string;
  lead_status: string | null;
  /** Whether somebody talked with a missed caller within seven days: 0 or 1; null during the call. */
  is_rescued: number | null;
  /** The first call of a caller without a lead. */
  first_call: number | null;
}

const CALLS = `SELECT c.call_number AS item, c.number, c.caller, c.location_id, c.source, c.started_time AS time,
    c.outcome, c.prior_calls, c.facts, c.remarks ->> '$.leadStatus' AS lead_status,
    c.visit -> '$.visit' AS visit, c.visit ->> '$.confidence' AS confidence,
    e.lead_number, e.event_number, e.event_time,
    c.outcome NOT IN ('answered', 'blocked') AND EXISTS (
      SELECT 1 FROM calls AS later WHERE later.caller = c.caller AND later.started_time > c.started_time
        AND later.started_time <= c.started_time + ${RESCUE_MS} AND later.outcome = 'answered') AS is_rescued,
    CASE WHEN e.lead_number IS NULL AND c.caller IS NOT NULL THEN (
      SELECT call_number FROM calls AS own WHERE own.caller = c.caller
      ORDER BY own.started_time, own.call_number LIMIT 1) END AS first_call
  FROM json_each(?) AS wanted CROSS JOIN calls AS c ON c.call_number = wanted.value AND c.direction = 'inbound'
  LEFT JOIN events AS e ON e.event_id = c.event_id`;
const TEXTS = `SELECT t.text_number AS item, t.number, t.location_id, t.source, t.sent_time AS time,
    t.visit -> '$.visit' AS visit, t.visit ->> '$.confidence' AS confidence,
    e.lead_number, e.event_number, e.event_time
  FROM json_each(?) AS wanted CROSS JOIN texts AS t ON t.text_number = wanted.value AND t.direction = 'inbound'
  LEFT JOIN events AS e ON e.event_id = t.event_id`;
/** Forms that are only counted have no fact: nobody knows whose they are. */
const FORMS = `SELECT f.form_number AS item, NULL AS number, NULL AS location_id, f.source, f.sent_time AS time,
    f.visit -> '$.visit' AS visit, f.visit ->> '$.confidence' AS confidence, f.spam <> '[]' AS is_spam,
    e.lead_number, e.event_number, e.event_time
  FROM json_each(?) AS wanted CROSS JOIN forms AS f ON f.form_number = wanted.value
  JOIN events AS e ON e.event_id = f.event_id`;
const LEADS = `SELECT leads.* FROM json_each(?) AS wanted CROSS JOIN leads ON lead_number = wanted.value`;

/** A message or a form. */
interface WrittenRow extends ContactRow {
  /** 0 or 1; absent of messages. */
  is_spam?: number;
}

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
  const wanted = JSON.stringify(items);
  if (kind === 'call') {
    const rows = database.all<CallRow>(CALLS, wanted);
    const contacts = contactsOf(database, rows);
    return new Map(rows.map((row) => [row.item, factOfCall(contacts, row)]));
  }
  if (kind === 'text' || kind === 'form') {
    const rows = database.all<WrittenRow>(kind === 'text' ? TEXTS : FORMS, wanted);
    const contacts = contactsOf(database, rows);
    return new Map(rows.map((row) => [row.item, factOfWritten(contacts, row)]));
  }
  const leads = database.all<LeadRow>(LEADS, wanted).map(toLead);
  const contacts = new Contacts(
    database,
    leads.map(({ leadNumber }) => leadNumber),
  );
  return new Map(leads.map((lead) => [lead.leadNumber, factOfLead(contacts, lead, rules)]));
}

function contactsOf(database: Database, rows: readonly Pick<ContactRow, 'lead_number'>[]): Contacts {
  return new Contacts(
    database,
    rows.flatMap(({ lead_number: leadNumber }) => leadNumber ?? []),
  );
}

/** Returns the rows whose facts depend on the visits of a lead. */
export function itemsOfPerson(database: Database, leadNumber: number): { kind: StoredKind; item: number }[] {
  const rows = database.all<{
    call_number: number | null;
    text_number: number | null;
    form_number: number | null;
  }>(
    `SELECT (SELECT call_number FROM calls WHERE event_id = e.event_id) AS call_number,
       (SELECT text_number FROM texts WHERE event_id = e.event_id) AS text_number,
       (SELECT form_number FROM forms WHERE event_id = e.event_id) AS form_number
     FROM events AS e WHERE lead_number = ? AND type IN ('call', 'sms', 'form') AND removed_time = 0 AND inbound = 1
     ORDER BY event_time DESC LIMIT ${MOST_CONTACTS}`,
    leadNumber,
  );
  const contacts = rows.flatMap(({ call_number: call, text_number: text, form_number: form }) => [
    ...(call === null ? [] : [{ kind: 'call' as const, item: call }]),
    ...(text === null ? [] : [{ kind: 'text' as const, item: text }]),
    ...(form === null ? [] : [{ kind: 'form' as const, item: form }]),
  ]);
  return [{ kind: 'lead', item: leadNumber }, ...contacts];
}

function factOfCall(contacts: Contacts, row: CallRow): Fact {
  const report = JSON.parse(row.facts) as CallReport;
  const { ringSeconds, talkSeconds, answeredBy } = resultOf(report);
  const flags =
    (row.prior_calls === 0 && row.caller !== null ? FIRST_TIME : 0) |
    (row.lead_status === 'not_a_lead' ? NOT_A_LEAD : 0) |
    (row.is_rescued === 1 ? RESCUED : 0) |
    (isLostInMenu(report, row.outcome) ? LOST_IN_MENU : 0);
  return {
    time: row.time,
    path: pathTo(contacts, row),
    person: row.lead_number ?? callerWithoutLead(row),
    number: row.number,
    locationId: row.location_id,
    who: answeredBy === null ? null : (answeredBy.userId ?? answeredBy.number),
    // The triggers note no key of a call in progress.
    menuKeys: row.outcome === null ? null : keysInWords(report),
    outcome: row.outcome,
    flags,
    ringSeconds,
    talkSeconds,
    confidence: confidenceOf(row),
    value: null,
  };
}

/** Derives the fact of a message or a form. */
function factOfWritten(contacts: Contacts, row: WrittenRow): Fact {
  return {
    time: row.time,
    path: pathTo(contacts, row),
    person: row.lead_number ?? 0,
    number: row.number,
    locationId: row.location_id,
    who: null,
    menuKeys: null,
    outcome: null,
    flags: row.is_spam === 1 ? SPAM : 0,
    ringSeconds: null,
    talkSeconds: null,
    confidence: confidenceOf(row),
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
    menuKeys: null,
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

function confidenceOf({ confidence, source, location_id: locationId }: ContactRow): number {
  return confidence ?? byNumber({ source, locationId }).confidence;
}

function pathTo(contacts: Contacts, row: ContactRow): Fact['path'] {
  const { lead_number: leadNumber, event_number: eventNumber, event_time: time, source, visit } = row;
  const isOnTimeline = leadNumber !== null && eventNumber !== null && time !== null;
  const path = isOnTimeline ? contacts.pathTo(leadNumber, { eventNumber, time }) : undefined;
  return path ?? pathOf([{ visit: parseVisit(visit), source }]);
}

/** Names a caller without a lead by their first call; 0 for a withheld number. */
function callerWithoutLead({ caller, first_call: firstCall, item }: CallRow): number {
  return caller === null ? 0 : -(firstCall ?? item);
}
