/**
 * The trigram index over what every search looks at: name, e-mail addresses, phone numbers, aliases. It is kept in step
 * with the leads, in the same transaction; it says which leads may have a text, not which do.
 */
import type { Database } from '../database.ts';
import { fold } from '../folding.ts';
import { findableEmails, findablePhones } from './match-keys.ts';
import type { LeadRecord } from './schema.ts';

/** Characters of an entry of the index. */
const TRIGRAM = 3;
/** Leads from before the index that are put into it in one go. */
const BACKLOG_AT_A_TIME = 500;

type Indexed = Pick<LeadRecord, 'name' | 'emails' | 'phones' | 'aliases'>;

interface Backlog {
  next_number: number;
  last_number: number;
}

/** Puts a new lead into the index. */
export function addLeadText(database: Database, leadNumber: number, lead: Indexed): void {
  database.run('INSERT OR REPLACE INTO lead_texts (rowid, text) VALUES (?, ?)', leadNumber, textOf(lead));
}

/** Puts a changed lead into the index, if what is in it changed. */
export function updateLeadText(
  database: Database,
  before: Indexed,
  after: Indexed & { leadNumber: number },
): void {
  if (textOf(before) !== textOf(after)) addLeadText(database, after.leadNumber, after);
}

/** Takes a lead out of the index. */
export function removeLeadText(database: Database, leadNumber: number): void {
  database.run('DELETE FROM lead_texts WHERE rowid = ?', leadNumber);
}

/**
 * The leads that have every trigram of one of the groups of texts.
 * @param groups each of them texts of which a lead must have all
 * @param limit more leads than this are too many
 * @returns their numbers; undefined when they are too many, when a group has no trigram, or while older leads are still
 *   being put into the index
 */
export function leadsWithTexts(
  database: Database,
  groups: readonly (readonly string[])[],
  limit: number,
): number[] | undefined {
  const patterns = groups.map(patternOf);
  if (patterns.includes('') || patterns.length === 0 || backlogOf(database) !== undefined) return undefined;
  const rows = database.all<{ rowid: number }>(
    'SELECT rowid FROM lead_texts WHERE lead_texts MATCH ? LIMIT ?',
    patterns.map((pattern) => `(${pattern})`).join(' OR '),
    limit + 1,
  );
  return rows.length > limit ? undefined : rows.map(({ rowid }) => rowid);
}

/** Whether leads from before the index wait to be put into it. */
export function hasLeadTextBacklog(database: Database): boolean {
  return backlogOf(database) !== undefined;
}

/** Puts some leads from before the index into it. @param read the leads whose numbers are in a range, the end left out */
export function indexLeadTextBacklog(
  database: Database,
  read: (start: number, end: number) => readonly LeadRecord[],
): void {
  const backlog = backlogOf(database);
  if (backlog === undefined) return;
  const end = Math.min(backlog.next_number + BACKLOG_AT_A_TIME, backlog.last_number + 1);
  for (const lead of read(backlog.next_number, end)) addLeadText(database, lead.leadNumber, lead);
  database.run('UPDATE lead_texts_backlog SET next_number = ?', end);
}

function backlogOf(database: Database): Backlog | undefined {
  return database.maybe<Backlog & Record<string, number>>(
    'SELECT next_number, last_number FROM lead_texts_backlog WHERE next_number <= last_number',
  );
}

function textOf(lead: Indexed): string {
  return [
    ...(lead.name === undefined ? [] : [fold(lead.name)]),
    ...findableEmails(lead).map(fold),
    ...findablePhones(lead).map((phone) => phone.slice(1)),
  ].join('\n');
}

/** Every trigram of the texts, each in quotation marks, between which only the mark itself has a meaning. */
function patternOf(texts: readonly string[]): string {
  const trigrams = texts.flatMap((text) => {
    const characters = Array.from(text);
    return characters.slice(TRIGRAM - 1).map((_, index) => characters.slice(index, index + TRIGRAM).join(''));
  });
  return [...new Set(trigrams)].map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' AND ');
}
