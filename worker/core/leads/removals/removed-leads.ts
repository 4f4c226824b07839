/** The table of removed leads. */
import type { AgedRows } from '../../engine/context/aged-rows.ts';
import type { Database } from '../../engine/storage/database.ts';
import { AS_IS, Table } from '../../engine/storage/table.ts';
import { fold } from '../../engine/storage/folding.ts';
import { type LeadRecord, readWrittenLead } from '../record/schema.ts';
import type { RemovedLead, RemovedPage } from './schema.ts';

/** The removed leads, by the time of removal. */
export const REMOVED_LEADS: AgedRows = {
  table: 'lead_removals',
  key: 'lead_number',
  time: 'removed_time',
};

/** A text that looks like a phone number. */
const PHONE = /^[\d\s()+./-]+$/;

/** SQL condition: removed after ?1, with each of the words in the JSON array ?2. SQLite answers it from the index alone. */
const FOUND = `removed_time > ?1
  AND (?2 = '[]' OR NOT EXISTS (SELECT 1 FROM json_each(?2) WHERE instr(search_text, value) = 0))`;

/** The stored form of a removed lead. */
interface StoredRemoval {
  leadNumber: number;
  leadId: string;
  record: LeadRecord;
  removedTime: number;
  removedBy: string;
}

const REMOVALS = new Table<StoredRemoval>('lead_removals', {
  leadNumber: AS_IS,
  leadId: AS_IS,
  record: {
    read: (stored) => readWrittenLead(JSON.parse(stored as string) as LeadRecord),
    write: JSON.stringify,
  },
  removedTime: AS_IS,
  removedBy: AS_IS,
});
const INSERT = REMOVALS.insert('search_text');
const BY_ID = REMOVALS.select('WHERE lead_id = ?');
const PAGE = `SELECT ${REMOVALS.columns} FROM (
    SELECT lead_number FROM lead_removals WHERE ${FOUND}
    ORDER BY removed_time DESC, lead_number DESC LIMIT ?3 OFFSET ?4
  ) AS page CROSS JOIN lead_removals USING (lead_number)
  ORDER BY removed_time DESC, lead_number DESC`;
const OLDEST = REMOVALS.select('WHERE removed_time < ? ORDER BY removed_time LIMIT ?');

/** Stores a lead that was deleted from `leads`. */
export function keepRemoved(database: Database, { lead, removedTime, removedBy }: RemovedLead): void {
  const { leadNumber, leadId } = lead;
  const stored = { leadNumber, leadId, record: lead, removedTime, removedBy };
  database.run(INSERT, ...REMOVALS.values(stored), searchText(lead));
}

/** Finds the removed lead with this id, or undefined. */
export function findRemoved(database: Database, leadId: string): RemovedLead | undefined {
  const stored = REMOVALS.maybe(database, BY_ID, leadId);
  return stored && toRemoved(stored);
}

/** Deletes a lead from the table after it was restored or erased. */
export function forgetRemoved(database: Database, leadNumber: number): void {
  database.run('DELETE FROM lead_removals WHERE lead_number = ?', leadNumber);
}

/**
 * Lists a page of the leads that were removed after `since` and have every word of `q` in their name, an e-mail address or a
 * phone number. Newest removal first, with their number.
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
  const rows = REMOVALS.all(database, PAGE, since, words, size, start);
  return { count, removed: rows.map(toRemoved) };
}

/** Lists leads that were removed before `until`, oldest removal first. */
export function removedBefore(database: Database, until: number, limit: number): LeadRecord[] {
  return REMOVALS.all(database, OLDEST, until, limit).map(({ record }) => record);
}

/** Returns the text in which a search looks: the lead's values separated by line breaks, which no word contains. */
function searchText({ name = '', emails, phones }: LeadRecord): string {
  const digits = phones.map(({ phone }) => phone.slice(1));
  return [fold(name), ...emails.map(({ email }) => fold(email)), ...digits].join('\n');
}

/** Returns the folded words of a query. A text that looks like a phone number becomes its digits without leading zeros. */
function wordsOf(q: string): string[] {
  const folded = fold(q);
  const digits = PHONE.test(folded) ? folded.replaceAll(/\D/g, '').replace(/^0+/, '') : '';
  return digits === '' ? folded.split(' ').filter((word) => word !== '') : [digits];
}

function toRemoved({ record, removedTime, removedBy }: StoredRemoval): RemovedLead {
  return { lead: record, removedTime, removedBy };
}
