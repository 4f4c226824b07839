/** The table of removed leads. */
import type { AgedRows } from '../../engine/context/aged-rows.ts';
import type { Database, Row } from '../../engine/storage/database.ts';
import { fold } from '../../engine/storage/folding.ts';
import { type LeadRecord, readWrittenLead } from '../record/schema.ts';
import type { RemovedLead, RemovedPage } from './schema.ts';

/** The removed leads, by when they were removed. */
export const REMOVED_LEADS: AgedRows = {
  table: 'lead_removals',
  key: 'lead_number',
  time: 'removed_time',
};

/** What somebody writes who means a phone number. */
const PHONE = /^[\d\s()+./-]+$/;

/** Removed after ?1, with each of the words in the JSON array ?2. The index alone answers it. */
const FOUND = `removed_time > ?1
  AND (?2 = '[]' OR NOT EXISTS (SELECT 1 FROM json_each(?2) WHERE instr(search_text, value) = 0))`;

interface RemovedRow extends Row {
  record: string;
  removed_time: number;
  removed_by: string;
}

/** Keeps a lead that was taken out of `leads`. */
export function keepRemoved(database: Database, { lead, removedTime, removedBy }: RemovedLead): void {
  database.run(
    `INSERT INTO lead_removals (lead_number, lead_id, record, removed_time, removed_by, search_text)
     VALUES (?, ?, ?, ?, ?, ?)`,
    lead.leadNumber,
    lead.leadId,
    JSON.stringify(lead),
    removedTime,
    removedBy,
    searchText(lead),
  );
}

/** The removed lead with this id, or undefined. */
export function findRemoved(database: Database, leadId: string): RemovedLead | undefined {
  const row = database.maybe<RemovedRow>('SELECT * FROM lead_removals WHERE lead_id = ?', leadId);
  return row && toRemoved(row);
}

/** Takes a lead from the table, because it is back or erased. */
export function forgetRemoved(database: Database, leadNumber: number): void {
  database.run('DELETE FROM lead_removals WHERE lead_number = ?', leadNumber);
}

/**
 * A page of those that were removed after `since`, the newest removal first, and how many there are; of those only that have
 * every word of `q` in their name, an e-mail address or a phone number.
 */
export function listRemoved(
  database: Database,
  { since, start, size, q }: RemovedPage & { since: number },
): { count: number; removed: RemovedLead[] } {
  const words = JSON.stringify(wordsOf(q));
  const { count } = database.one<{ count: number }>(
    `SELECT count(*) AS count FROM lead_removals WHERE ${FOUND}`,
    since,
    words,
  );
  const rows = database.all<RemovedRow>(
    `SELECT lead_removals.* FROM (
       SELECT lead_number FROM lead_removals WHERE ${FOUND}
       ORDER BY removed_time DESC, lead_number DESC LIMIT ?3 OFFSET ?4
     ) AS page CROSS JOIN lead_removals USING (lead_number)
     ORDER BY removed_time DESC, lead_number DESC`,
    since,
    words,
    size,
    start,
  );
  return { count, removed: rows.map(toRemoved) };
}

/** Leads that were removed before `until`, the oldest removals first. */
export function removedBefore(database: Database, until: number, limit: number): LeadRecord[] {
  return database
    .all<RemovedRow>(
      'SELECT * FROM lead_removals WHERE removed_time < ? ORDER BY removed_time LIMIT ?',
      until,
      limit,
    )
    .map((row) => toRemoved(row).lead);
}

/** What a lead is found by: its values with line breaks between them, which no word has. */
function searchText({ name = '', emails, phones }: LeadRecord): string {
  const digits = phones.map(({ phone }) => phone.slice(1));
  return [fold(name), ...emails.map(({ email }) => fold(email)), ...digits].join('\n');
}

/** The folded words of a query; what is written like a phone number is its digits, without zeros before them. */
function wordsOf(q: string): string[] {
  const folded = fold(q);
  const digits = PHONE.test(folded) ? folded.replaceAll(/\D/g, '').replace(/^0+/, '') : '';
  return digits === '' ? folded.split(' ').filter((word) => word !== '') : [digits];
}

function toRemoved(row: RemovedRow): RemovedLead {
  const lead = readWrittenLead(JSON.parse(row.record) as LeadRecord);
  return { lead, removedTime: row.removed_time, removedBy: row.removed_by };
}
