/** Who serves a person by phone: those whose phone rang for one of the calls, and the people of the branches that were called or written to. */
import { branchesOf, branchOfNumber } from '../../company/dni/saved-settings.ts';
import type { CompanyState } from '../../engine/context/company-context.ts';
import type { LeadRecord } from './schema.ts';

/** The newest contacts that count: a switchboard has very many. */
const MOST_CONTACTS = 200;

const NEWEST = `SELECT event_id, type, data FROM events
  WHERE lead_number = ?1 AND removed_time = 0 AND type IN ('call', 'sms', 'form')
  ORDER BY event_time DESC, event_id DESC`;

/** SQL that selects the users whose phones ring or rang for a call: by the plan those of other branches alone. */
export const RUNG_USERS = `SELECT leg.value ->> '$.userId' AS user_id FROM json_each(calls.facts, '$.legs') AS leg
  UNION ALL SELECT rung.value FROM json_each(calls.facts, '$.terms.users') AS rung`;
const RUNG = `(SELECT json_group_array(user_id) FROM (${RUNG_USERS}))`;

/** The branches of contacts, latest first: of the number that was called or written to, or stood on the page of a form. */
const CONTACTS = `SELECT newest.data ->> '$.answered_by.user_id' AS answerer, ${RUNG} AS rung, newest.type,
    coalesce(calls.location_id, texts.location_id) AS location_id, forms.number AS shown_number
  FROM (${NEWEST} LIMIT ${MOST_CONTACTS}) AS newest
  LEFT JOIN calls ON calls.event_id = newest.event_id
  LEFT JOIN texts ON texts.event_id = newest.event_id
  LEFT JOIN forms ON forms.event_id = newest.event_id`;

/** Withheld numbers have no lead. Other contacts without one are of blocked numbers, or of the company's own people. */
const WITHHELD = {
  call: `SELECT location_id, ${RUNG} AS rung FROM calls
    WHERE call_id = ? AND caller IS NULL AND event_id IS NULL`,
  text: `SELECT location_id, NULL AS rung FROM texts
    WHERE text_id = ? AND phone IS NULL AND event_id IS NULL`,
};

type Company = Pick<CompanyState, 'database' | 'memory'>;

/** Tells whether a user serves somebody. */
export type Serves = (userId: string) => boolean;

/** A condition of a query, with the values it binds (`Condition` of access.ts). */
interface Part {
  sql: string;
  values: string[];
}

interface RungRow {
  [column: string]: string | null;
  location_id: string | null;
  rung: string | null;
}

interface ContactRow extends RungRow {
  answerer: string | null;
  type: string;
  shown_number: string | null;
}

/** A contact's branch, null for the default one, and the users whose phones rang. */
interface ServedContact {
  branch: string | null | undefined;
  users: readonly (string | null)[];
}

/** Tells whether a user's phone rang for a call of a lead, or they belong to a branch that it called, wrote to or sent a form to. */
export function serves(company: Company, userId: string, lead: Pick<LeadRecord, 'leadNumber'>): boolean {
  return serversOf(company, lead)(userId);
}

/** Returns who serves a lead. */
export function serversOf(company: Company, { leadNumber }: Pick<LeadRecord, 'leadNumber'>): Serves {
  return serving(company, contactsOf(company, leadNumber));
}

/** Returns who serves a caller or writer that withholds the number; nobody for other contacts. */
export function serversOfWithheld(company: Company, kind: keyof typeof WITHHELD, id: string): Serves {
  const row = company.database.maybe<RungRow>(WITHHELD[kind], id);
  return serving(company, row === undefined ? [] : [{ branch: row.location_id, users: usersIn(row.rung) }]);
}

/** Returns the condition that a call or text is of a user's branches. @param table `calls` or `texts` */
export function atBranches(company: Company, userId: string, table: string): Part {
  const branches = branchesOf(company, userId);
  const ids = JSON.stringify(branches.filter((branch) => branch !== null));
  const orNone = branches.includes(null) ? ` OR ${table}.location_id IS NULL` : '';
  return { sql: `${table}.location_id IN (SELECT value FROM json_each(?))${orNone}`, values: [ids] };
}

/** Returns the condition that a reminder, a row of `events`, is to answer a call or text that a user serves, and nobody owns the lead. */
export function isServedReminder(company: Company, userId: string): Part {
  const [calls, texts] = [atBranches(company, userId, 'calls'), atBranches(company, userId, 'texts')];
  return {
    sql: `(assignee_id IS NULL AND (
      EXISTS (SELECT 1 FROM calls WHERE calls.call_id = events.data ->> 'call_id'
        AND (${calls.sql} OR ? IN (${RUNG_USERS})))
      OR EXISTS (SELECT 1 FROM texts WHERE texts.text_id = events.data ->> 'text_id' AND (${texts.sql}))))`,
    values: [...calls.values, userId, ...texts.values],
  };
}

/** Returns the branch of a lead's last contact: null if that goes to the default one, undefined without any. */
export function lastBranchOf(
  company: Company,
  { leadNumber }: Pick<LeadRecord, 'leadNumber'>,
): string | null | undefined {
  return contactsOf(company, leadNumber)[0]?.branch;
}

function serving(company: Company, contacts: readonly ServedContact[]): Serves {
  const users = new Set(contacts.flatMap((contact) => contact.users));
  const branches = new Set(contacts.map(({ branch }) => branch));
  return (userId) => users.has(userId) || branchesOf(company, userId).some((branch) => branches.has(branch));
}

function contactsOf(company: Company, leadNumber: number): ServedContact[] {
  const rows = company.database.all<ContactRow>(CONTACTS, leadNumber);
  return rows.map(({ answerer, rung, type, location_id: locationId, shown_number: number }) => ({
    users: [answerer, ...usersIn(rung)],
    branch: type === 'form' ? branchOfNumber(company, number ?? '') : locationId,
  }));
}

function usersIn(rung: string | null): (string | null)[] {
  return rung === null ? [] : (JSON.parse(rung) as (string | null)[]);
}
