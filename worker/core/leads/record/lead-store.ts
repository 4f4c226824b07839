/**
 * The lead table and what is derived from it, kept in step: the one file that writes either. See docs/storage.md.
 *
 * The inserts say OR FAIL, because the transaction around them takes everything back. By default SQLite could take back
 * one statement alone, and for that copies every page that the statement writes to.
 */
import type { Database, Row } from '../../engine/storage/database.ts';
import { removeLeadText, restoreLeadText, updateLeadText } from './search-index.ts';
import { keysOf } from './match-keys.ts';
import type { LeadRecord } from './schema.ts';

/** The part of a record that is kept as JSON. */
type LeadDocument = Pick<LeadRecord, 'emails' | 'phones' | 'sourceTags' | 'fields' | 'aliases'> & {
  name?: string;
  /** Absent: none. */
  tags?: string[];
};

/** The next number of a change; whoever reads the leads in memory follows these (worker/core/leads/finding/columns). */
const NEXT_CHANGE = `(1 + max((SELECT coalesce(max(change_number), 0) FROM leads),
  (SELECT coalesce(max(change_number), 0) FROM removed_leads)))`;

/** Leads with one match key that are looked at. */
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
}

interface KeyMatchRow extends Row {
  lead_number: number;
  lead_id: string;
  lead_group: string | null;
  assignee_id: string | null;
  creation_time: number;
  matched: string;
}

/** The living lead with this id, or undefined. */
export function findLead(database: Database, leadId: string): LeadRecord | undefined {
  const row = database.maybe<LeadRow>('SELECT * FROM leads WHERE lead_id = ?', leadId);
  return row && toLead(row);
}

/** The living leads with these ids, by id. */
export function findLeads(database: Database, leadIds: readonly string[]): Map<string, LeadRecord> {
  const rows = database.all<LeadRow>(
    'SELECT leads.* FROM json_each(?) AS wanted JOIN leads ON lead_id = wanted.value',
    JSON.stringify(leadIds),
  );
  return new Map(rows.map((row) => [row.lead_id, toLead(row)]));
}

/** The living lead in this row, or undefined. */
export function findLeadByNumber(database: Database, leadNumber: number): LeadRecord | undefined {
  const row = database.maybe<LeadRow>('SELECT * FROM leads WHERE lead_number = ?', leadNumber);
  return row && toLead(row);
}

/** The living lead that a lead was merged into, through however many merges; undefined when it was not merged away. */
export function findSurvivor(database: Database, leadId: string): LeadRecord | undefined {
  const row = database.maybe<LeadRow>(
    'SELECT leads.* FROM merges JOIN leads ON lead_number = survivor_number WHERE secondary_id = ?',
    leadId,
  );
  return row && toLead(row);
}

/** What is known of a lead that has one of the identifiers asked for. */
export interface KeyMatch {
  leadNumber: number;
  leadId: string;
  leadGroup: string | undefined;
  assigneeId: string | undefined;
  creationTime: number;
  /** The keys that met. */
  keys: string[];
}

/** Whether a living lead has this match key. */
export function hasLeadWith(database: Database, key: string): boolean {
  return database.maybe('SELECT 1 AS found FROM lead_keys WHERE match_key = ? LIMIT 1', key) !== undefined;
}

/**
 * The living leads that have one of the match keys, the oldest first, then by id. Of more than 200 leads with the same key
 * only the 200 oldest are looked at, so that a number which a hundred thousand leads share costs no more than another.
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
    JSON.stringify(keys),
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
 * Writes a new lead, or one that an unmerge brings back under its old number.
 * @returns the record with its number
 */
export function insertLead(database: Database, lead: LeadRecord): LeadRecord {
  const { lead_number: leadNumber } = database.one<{ lead_number: number }>(
    `INSERT OR FAIL INTO leads (lead_number, lead_id, state, lead_group, assignee_id, creation_time, modification_time,
       last_event_time, document, change_number)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ${NEXT_CHANGE}) RETURNING lead_number`,
    lead.leadNumber === 0 ? null : lead.leadNumber,
    lead.leadId,
    lead.state,
    lead.leadGroup ?? null,
    lead.assigneeId ?? null,
    lead.creationTime,
    lead.modificationTime,
    lead.lastEventTime,
    toDocument(lead),
  );
  addKeys(database, leadNumber, keysOf(lead));
  if (lead.leadNumber !== 0) {
    database.run('DELETE FROM removed_leads WHERE lead_number = ?', leadNumber);
    restoreLeadText(database, lead);
  }
  return { ...lead, leadNumber };
}

/** Writes `after` over `before`, touching only the derived rows that differ. */
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

/** Moves only the times of a lead, after something happened on its timeline. */
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

/** Takes a lead out of every list; its number is not given again. */
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
  // Member by member and not with a rest pattern, which would copy the document: every answer and every column reads leads.
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
