/**
 * The table of leads and the rows derived from it. No other file writes them. See docs/storage.md.
 *
 * The inserts use OR FAIL because the surrounding transaction rolls everything back. By default SQLite prepares to roll back each
 * statement on its own and copies every page that the statement writes to.
 */
import type { Database, Row } from '../../engine/storage/database.ts';
import { removeLeadText, restoreLeadText, updateLeadText } from './search-index.ts';
import { formsOf } from '../../../shared/contact/former-numbers.ts';
import { type LeadVisits, NO_VISITS } from '../../../dni/pure/lead-visits.ts';
import { keysOf } from './match-keys.ts';
import type { LeadRecord } from './schema.ts';

/** The part of a record that is stored as JSON. */
type LeadDocument = Pick<LeadRecord, 'emails' | 'phones' | 'sourceTags' | 'fields' | 'aliases'> & {
  name?: string;
  /** Absent if there are none. */
  tags?: string[];
};

/** SQL for the next change number. The columns in memory follow these numbers (worker/core/leads/finding/columns). */
const NEXT_CHANGE = `(1 + max((SELECT coalesce(max(change_number), 0) FROM leads),
  (SELECT coalesce(max(change_number), 0) FROM removed_leads)))`;

/** Most leads that are read for one match key. */
const LEADS_OF_A_KEY = 200;

/** A row of `leads`; queries elsewhere select `lead.*` and give the row to `toLead`. */
export interface LeadRow extends Row {
  lead_number: number;
  lead_id: string;
  state: string;
  lead_group: string | null;
  assignee_id: string | null;
  creation_time: number;
  modification_time: number;
  last_event_time: number;
  document: string;
  visits: string | null;
}

interface KeyMatchRow extends Row {
  lead_number: number;
  lead_id: string;
  lead_group: string | null;
  assignee_id: string | null;
  creation_time: number;
  matched: string;
}

/** Finds the lead with this id, unless it was removed or merged. */
export function findLead(database: Database, leadId: string): LeadRecord | undefined {
  const row = database.maybe<LeadRow>('SELECT * FROM leads WHERE lead_id = ?', leadId);
  return row && toLead(row);
}

/** Finds the leads with these ids; returns them by id. */
export function findLeads(database: Database, leadIds: readonly string[]): Map<string, LeadRecord> {
  const rows = database.all<LeadRow>(
    'SELECT leads.* FROM json_each(?) AS wanted JOIN leads ON lead_id = wanted.value',
    JSON.stringify(leadIds),
  );
  return new Map(rows.map((row) => [row.lead_id, toLead(row)]));
}

/** Finds the lead with this number. */
export function findLeadByNumber(database: Database, leadNumber: number): LeadRecord | undefined {
  const row = database.maybe<LeadRow>('SELECT * FROM leads WHERE lead_number = ?', leadNumber);
  return row && toLead(row);
}

/** Finds the lead that a lead was merged into, directly or through further merges; undefined when it was not merged. */
export function findSurvivor(database: Database, leadId: string): LeadRecord | undefined {
  const row = database.maybe<LeadRow>(
    'SELECT leads.* FROM merges JOIN leads ON lead_number = survivor_number WHERE secondary_id = ?',
    leadId,
  );
  return row && toLead(row);
}

/** A lead that has one of the match keys. */
export interface KeyMatch {
  leadNumber: number;
  leadId: string;
  leadGroup: string | undefined;
  assigneeId: string | undefined;
  creationTime: number;
  /** The keys that matched. */
  keys: string[];
}

/** Tells whether a lead has this match key, or another form of the number. */
export function hasLeadWith(database: Database, key: string): boolean {
  const sql = 'SELECT 1 AS found FROM lead_keys WHERE match_key = ? LIMIT 1';
  return formsOf(key).some((form) => database.maybe(sql, form) !== undefined);
}

/**
 * Finds the leads that have one of the match keys, or another form of a number, oldest first, then by id. Reads at most the 200 oldest leads of a key, so a
 * phone number that a hundred thousand leads share costs no more than another.
 */
export function findByKeys(database: Database, keys: readonly string[]): KeyMatch[] {
  const rows = database.all<KeyMatchRow>(
    `SELECT lead_number, lead_id, lead_group, assignee_id, creation_time, (
       SELECT json_group_array(own.value) FROM json_each(?1) AS own
       WHERE EXISTS (SELECT 1 FROM lead_keys WHERE match_key = own.value AND lead_number = leads.lead_number)
     ) AS matched
     FROM json_each(?1) AS wanted CROSS JOIN leads ON lead_number IN (
       SELECT lead_number FROM lead_keys WHERE match_key = wanted.value ORDER BY lead_number LIMIT ${LEADS_OF_A_KEY}
     )
     GROUP BY lead_number ORDER BY creation_time, lead_id`,
    JSON.stringify([...new Set(keys.flatMap(formsOf))]),
  );
  return rows.map((row) => ({
    leadNumber: row.lead_number,
    leadId: row.lead_id,
    leadGroup: row.lead_group ?? undefined,
    assigneeId: row.assignee_id ?? undefined,
    creationTime: row.creation_time,
    keys: JSON.parse(row.matched) as string[],
  }));
}

/**
 * Inserts a new lead, or one that is restored under its old number.
 * @returns the record with its number
 */
export function insertLead(database: Database, lead: LeadRecord): LeadRecord {
  const { lead_number: leadNumber } = database.one<{ lead_number: number }>(
    `INSERT OR FAIL INTO leads (lead_number, lead_id, state, lead_group, assignee_id, creation_time, modification_time,
       last_event_time, document, visits, change_number)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ${NEXT_CHANGE}) RETURNING lead_number`,
    lead.leadNumber === 0 ? null : lead.leadNumber,
    lead.leadId,
    lead.state,
    lead.leadGroup ?? null,
    lead.assigneeId ?? null,
    lead.creationTime,
    lead.modificationTime,
    lead.lastEventTime,
    toDocument(lead),
    writeVisits(lead.visits),
  );
  addKeys(database, leadNumber, keysOf(lead));
  if (lead.leadNumber !== 0) {
    database.run('DELETE FROM removed_leads WHERE lead_number = ?', leadNumber);
    restoreLeadText(database, lead);
  }
  return { ...lead, leadNumber };
}

/** Replaces `before` by `after`, except for its visits; writes only the derived rows that differ. */
export function updateLead(database: Database, before: LeadRecord, after: LeadRecord): void {
  database.run(
    `UPDATE leads SET state = ?, lead_group = ?, assignee_id = ?, creation_time = ?, modification_time = ?,
       last_event_time = ?, document = ?, change_number = ${NEXT_CHANGE}
     WHERE lead_number = ?`,
    after.state,
    after.leadGroup ?? null,
    after.assigneeId ?? null,
    after.creationTime,
    after.modificationTime,
    after.lastEventTime,
    toDocument(after),
    after.leadNumber,
  );
  updateLeadText(database, before, after);
  const [old, kept] = [new Set(keysOf(before)), new Set(keysOf(after))];
  removeKeys(
    database,
    after.leadNumber,
    [...old].filter((key) => !kept.has(key)),
  );
  addKeys(
    database,
    after.leadNumber,
    [...kept].filter((key) => !old.has(key)),
  );
}

/** Updates the times of a lead after its timeline changed. */
export function updateLeadTimes(
  database: Database,
  lead: Pick<LeadRecord, 'leadNumber' | 'modificationTime' | 'lastEventTime'>,
): void {
  database.run(
    `UPDATE leads SET modification_time = ?, last_event_time = ?, change_number = ${NEXT_CHANGE} WHERE lead_number = ?`,
    lead.modificationTime,
    lead.lastEventTime,
    lead.leadNumber,
  );
}

/** Updates the visits of a lead. */
export function updateLeadVisits(database: Database, leadNumber: number, visits: LeadVisits): void {
  database.run(
    `UPDATE leads SET visits = ?, change_number = ${NEXT_CHANGE} WHERE lead_number = ?`,
    writeVisits(visits),
    leadNumber,
  );
}

/** Deletes a lead from the table and its indexes. Its number is not used again. */
export function deleteLead(database: Database, lead: LeadRecord): void {
  removeKeys(database, lead.leadNumber, keysOf(lead));
  removeLeadText(database, lead.leadNumber);
  database.run(
    `INSERT INTO removed_leads (lead_number, change_number) VALUES (?, ${NEXT_CHANGE})`,
    lead.leadNumber,
  );
  database.run('DELETE FROM leads WHERE lead_number = ?', lead.leadNumber);
}

export function toLead(row: LeadRow): LeadRecord {
  // Names each member, because a rest pattern would copy the document and every answer and column reads leads.
  const { name, emails, phones, sourceTags, tags, fields, aliases } = JSON.parse(
    row.document,
  ) as LeadDocument;
  return {
    leadNumber: row.lead_number,
    leadId: row.lead_id,
    name,
    emails,
    phones,
    sourceTags,
    tags: tags ?? [],
    fields,
    aliases,
    visits: row.visits === null ? NO_VISITS : (JSON.parse(row.visits) as LeadVisits),
    state: row.state,
    leadGroup: row.lead_group ?? undefined,
    assigneeId: row.assignee_id ?? undefined,
    creationTime: row.creation_time,
    modificationTime: row.modification_time,
    lastEventTime: row.last_event_time,
  };
}

function toDocument({ name, emails, phones, sourceTags, tags, fields, aliases }: LeadRecord): string {
  const written = tags.length === 0 ? undefined : tags;
  return JSON.stringify({ name, emails, phones, sourceTags, tags: written, fields, aliases });
}

function writeVisits(visits: LeadVisits): string | null {
  return Object.keys(visits).length === 0 ? null : JSON.stringify(visits);
}

function addKeys(database: Database, leadNumber: number, keys: readonly string[]): void {
  if (keys.length === 0) return;
  database.run(
    'INSERT OR FAIL INTO lead_keys (match_key, lead_number) SELECT value, ? FROM json_each(?)',
    leadNumber,
    JSON.stringify(keys),
  );
}

function removeKeys(database: Database, leadNumber: number, keys: readonly string[]): void {
  if (keys.length === 0) return;
  database.run(
    'DELETE FROM lead_keys WHERE lead_number = ? AND match_key IN (SELECT value FROM json_each(?))',
    leadNumber,
    JSON.stringify(keys),
  );
}
