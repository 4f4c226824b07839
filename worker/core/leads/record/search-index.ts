/**
 * The trigram index over the members that every search reads: name, e-mail addresses, phone numbers, aliases. It finds the leads
 * that may contain a text; the search itself checks whether they do.
 *
 * New leads are indexed later, several at a time, since tens of leads together cost little more than one. Leads have ascending
 * numbers, so one stored number says which leads wait, and inserting a lead writes nothing to the index. A change of a lead that
 * is in the index updates its entry in the same transaction.
 */
import type { Database } from '../../engine/storage/database.ts';
import { fold } from '../../engine/storage/folding.ts';
import { findableEmails, findablePhones } from './match-keys.ts';
import type { LeadRecord } from './schema.ts';

/** Characters of a trigram. */
const TRIGRAM = 3;
/**
 * Most leads that are indexed at a time, also by a search before it reads the index. 240 leads take 5 ms in an index of a
 * million.
 */
const AT_A_TIME = 500;
/** After this many new leads the alarm indexes the waiting ones, so that few searches find more than they index themselves. */
export const LEADS_BETWEEN_INDEXING = 250;

type Indexed = Pick<LeadRecord, 'name' | 'emails' | 'phones' | 'aliases'>;

/** Reads the leads with numbers from `start` to before `end`. */
export type ReadLeads = (start: number, end: number) => readonly LeadRecord[];

/** Indexes a lead that is restored under its old number, unless it still waits to be indexed. */
export function restoreLeadText(database: Database, lead: Indexed & { leadNumber: number }): void {
  if (isInIndex(database, lead.leadNumber)) writeText(database, lead);
}

/** Updates the entry of a lead if its text changed. */
export function updateLeadText(
  database: Database,
  before: Indexed,
  after: Indexed & { leadNumber: number },
): void {
  if (textOf(before) !== textOf(after)) restoreLeadText(database, after);
}

/** Removes a lead from the index. */
export function removeLeadText(database: Database, leadNumber: number): void {
  database.run('DELETE FROM lead_texts WHERE rowid = ?', leadNumber);
}

/**
 * Finds the leads that have every trigram of one of the groups of texts.
 * @param groups of texts; a lead must have all texts of one group
 * @param limit most leads to return
 * @returns their numbers; undefined when there are too many, when a group has no trigram, or when the search cannot index the
 *   waiting leads: because there are more than `AT_A_TIME`, or because the database is full
 */
export function leadsWithTexts(
  database: Database,
  groups: readonly (readonly string[])[],
  { limit, read }: { limit: number; read: ReadLeads },
): number[] | undefined {
  const patterns = groups.map(patternOf);
  if (patterns.includes('') || patterns.length === 0 || countWaiting(database) > AT_A_TIME) return undefined;
  if (!database.writeIfRoom(() => indexWaitingLeads(database, read))) return undefined;
  const rows = database.all<{ rowid: number }>(
    'SELECT rowid FROM lead_texts WHERE lead_texts MATCH ? LIMIT ?',
    patterns.map((pattern) => `(${pattern})`).join(' OR '),
    limit + 1,
  );
  return rows.length > limit ? undefined : rows.map(({ rowid }) => rowid);
}

/** Tells whether more leads wait than the next search would index. */
export function areManyWaiting(database: Database): boolean {
  return countWaiting(database) >= LEADS_BETWEEN_INDEXING;
}

/** Indexes the first `AT_A_TIME` of the waiting leads. */
export function indexWaitingLeads(database: Database, read: ReadLeads): void {
  const { next, last } = waitingIn(database);
  if (next > last) return;
  const end = Math.min(next + AT_A_TIME, last + 1);
  // A lead that was indexed before a failure is indexed again, which replaces its entry.
  for (const lead of read(next, end)) writeText(database, lead);
  database.run('UPDATE lead_texts_waiting SET next_number = ?', end);
}

function countWaiting(database: Database): number {
  const { next, last } = waitingIn(database);
  return last - next + 1;
}

/** Reads the number of the first waiting lead and the greatest lead number. */
function waitingIn(database: Database): { next: number; last: number } {
  return database.one<{ next: number; last: number }>(
    'SELECT next_number AS next, (SELECT coalesce(max(lead_number), 0) FROM leads) AS last FROM lead_texts_waiting',
  );
}

function isInIndex(database: Database, leadNumber: number): boolean {
  return leadNumber < waitingIn(database).next;
}

function writeText(database: Database, lead: Indexed & { leadNumber: number }): void {
  database.run(
    'INSERT OR REPLACE INTO lead_texts (rowid, text) VALUES (?, ?)',
    lead.leadNumber,
    textOf(lead),
  );
}

function textOf(lead: Indexed): string {
  return [
    ...(lead.name === undefined ? [] : [fold(lead.name)]),
    ...findableEmails(lead).map(fold),
    ...findablePhones(lead).map((phone) => phone.slice(1)),
  ].join('\n');
}

/** Writes a query for all trigrams of the texts. Each is quoted; in quotes only the quotation mark itself has a meaning. */
function patternOf(texts: readonly string[]): string {
  const trigrams = texts.flatMap((text) => {
    const characters = Array.from(text);
    return characters.slice(TRIGRAM - 1).map((_, index) => characters.slice(index, index + TRIGRAM).join(''));
  });
  return [...new Set(trigrams)].map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' AND ');
}
