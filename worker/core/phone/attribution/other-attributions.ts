/** The attributions of other calls and messages that are evidence for one of them. */
import { formsOf, phoneKey } from '../../../shared/contact/former-numbers.ts';
import type { Attribution, FormerCall } from '../../attribution/schema.ts';
import type { PromptCalls } from '../../attribution/model.ts';
import type { Database } from '../../engine/storage/database.ts';

/** Most calls, and most messages, that are read of a number and of the company, and of a person. */
const MOST_READ = 200;
/** Calls of each number of a pool that are read to know how soon people call there. */
const MOST_OF_NUMBER = 20;
const MOST_FORMER = 20;

const NOTHING = { visit: null, confidence: 0, isAgain: false };

/** A call or a message, as its attribution needs it. */
export interface Contact {
  itemId: string;
  /** The company's number, E.164. */
  number: string;
  /** Milliseconds since the epoch. */
  time: number;
  source: string | null;
  locationId: string | null;
  /** The person's number; null if it is withheld. */
  person: string | null;
}

/** A call or message that belongs to a visit. */
export interface VisitContact {
  visitId: string;
  confidence: number;
  /** The person's number; null if it is withheld. */
  person: string | null;
}

/**
 * Returns the calls and messages of visits since a time and before a contact: among the last ones to its number, and the last ones
 * to any.
 */
export function visitContacts(
  database: Database,
  { number, time, itemId }: Contact,
  since: number,
): VisitContact[] {
  const rows = database.all<{ visit_id: string; confidence: number; person: string | null }>(
    `SELECT visit ->> '$.visit.visit_id' AS visit_id, visit ->> '$.confidence' AS confidence, person
     FROM (${['AND number = ?1', ''].map(latestContacts).join(' UNION ALL ')})
     WHERE visit_id IS NOT NULL AND item_id <> ?4`,
    number,
    since,
    time,
    itemId,
  );
  return rows.map(({ visit_id: visitId, ...row }) => ({ ...row, visitId }));
}

/** Selects the latest calls and messages. @param condition on the company's number */
function latestContacts(condition: string): string {
  return `SELECT * FROM (SELECT call_id AS item_id, caller AS person, visit FROM calls
      WHERE started_time BETWEEN ?2 AND ?3 ${condition} ORDER BY started_time DESC LIMIT ${MOST_READ})
    UNION ALL SELECT * FROM (SELECT text_id, phone, visit FROM texts
      WHERE sent_time BETWEEN ?2 AND ?3 ${condition} ORDER BY sent_time DESC LIMIT ${MOST_READ})`;
}

/**
 * Returns the visits from which other people called, with the greatest confidence of these calls. Two people who withhold their
 * numbers may be one.
 */
export function takenVisits(
  contacts: readonly VisitContact[],
  person: string | null,
): ReadonlyMap<string, number> {
  const taken = new Map<string, number>();
  const own = person && phoneKey(person);
  for (const contact of contacts) {
    if ((contact.person && phoneKey(contact.person)) === own) continue;
    taken.set(contact.visitId, Math.max(contact.confidence, taken.get(contact.visitId) ?? 0));
  }
  return taken;
}

/** Counts the latest calls of first-time callers to the numbers of a pool before a contact. Of each number it reads the last few. */
export function promptCalls(
  database: Database,
  { time, itemId }: Contact,
  numbers: readonly string[],
): PromptCalls {
  return database.one<{ calls: number; prompt: number }>(
    `SELECT count(*) AS calls, coalesce(sum(method IN ('tap', 'live_lease')), 0) AS prompt FROM (
       SELECT visit ->> '$.method' AS method FROM json_each(?) AS pool CROSS JOIN calls
       ON call_number IN (SELECT call_number FROM calls INDEXED BY calls_by_number
         WHERE number = pool.value AND started_time <= ? ORDER BY started_time DESC LIMIT ${MOST_OF_NUMBER})
       WHERE direction = 'inbound' AND prior_calls = 0 AND caller IS NOT NULL AND call_id <> ?
       ORDER BY started_time DESC LIMIT ${MOST_READ})`,
    JSON.stringify(numbers),
    time,
    itemId,
  );
}

/** Returns a person's last calls and messages before a contact, the latest first, also those whose visit is not known. */
export function formerCalls(database: Database, { person, time, itemId, number }: Contact): FormerCall[] {
  if (person === null) return [];
  const rows = formsOf(person)
    .flatMap((form) => formerRows(database, { form, time, itemId }))
    .toSorted((one, other) => other.time - one.time)
    .slice(0, 2 * MOST_FORMER);
  return rows.map((row) => ({
    ...attributionIn(row.visit),
    calledTime: row.time,
    isSameNumber: row.number === number,
  }));
}

/** Returns the last calls and messages with one form of a person's number. */
function formerRows(
  database: Database,
  { form, time, itemId }: { form: string; time: number; itemId: string },
): { visit: string | null; number: string; time: number }[] {
  return database.all<{ visit: string | null; number: string; time: number }>(
    `SELECT visit, number, time FROM (
       SELECT * FROM (SELECT visit, number, started_time AS time FROM calls
         WHERE caller = ?1 AND direction = 'inbound' AND started_time <= ?2 AND call_id <> ?3
         ORDER BY started_time DESC, call_number DESC LIMIT ${MOST_FORMER})
       UNION ALL
       SELECT * FROM (SELECT visit, number, sent_time AS time FROM texts
         WHERE phone = ?1 AND direction = 'inbound' AND sent_time <= ?2 AND text_id <> ?3
         ORDER BY sent_time DESC, text_number DESC LIMIT ${MOST_FORMER}))
     ORDER BY time DESC`,
    form,
    time,
    itemId,
  );
}

/** Reads the visit of a kept attribution. What several visits have in common is no visit. */
function attributionIn(json: string | null): Pick<FormerCall, 'visit' | 'confidence' | 'isAgain'> {
  if (json === null) return NOTHING;
  const { visit, confidence, method } = JSON.parse(json) as Attribution;
  return visit === null || visit.visit_id === null
    ? NOTHING
    : { visit, confidence, isAgain: method === 'same_person' };
}
