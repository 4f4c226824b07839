/**
 * Finds pairs of leads that are likely one person. It follows the change numbers of leads, so that writing a lead costs nothing
 * more: the leads that have changed are compared by the list of pairs, if there are few, and in the background if there are many.
 */
import type { BackgroundTask } from '../../../engine/context/background.ts';
import type { CompanyContext, CompanyState } from '../../../engine/context/company-context.ts';
import type { Database, Row } from '../../../engine/storage/database.ts';
import { pause } from '../../../engine/work/pauses.ts';
import { settingsOf } from '../../../company/settings/settings.ts';
import { changesBetween, leadsByNumbers, newestChange } from '../columns/stored-columns.ts';
import { duplicateKeys, type PostalField, postalFieldsOf } from './duplicate-keys.ts';

/** Most leads that share a key as a reason. More have the number of a reception, or an address such as info@. */
export const MOST_OF_A_KEY = 5;
/** Leads that are compared in one step: some 10 ms. */
const LEADS_OF_A_STEP = 100;
const STEPS_OF_A_PIECE = 10;
/** Changes for which the list waits. */
const MOST_WAITING = 500;
/** Changes for which the alarm is needed. New leads ring it as often for the index of texts. */
const CHANGES_BETWEEN = 250;
/** The rest after a change, so that an import does not wait for comparisons, and the longest time that a lead waits for it. */
const QUIET_MS = 2_000;
const LONGEST_WAIT_MS = 10 * 60_000;

/** Compares leads once nobody writes many. */
export const findingPairs: BackgroundTask = {
  kind: 'comparing of leads',
  nextTime: ({ database }) => {
    const { changeNumber } = progressOf(database);
    if (newestChange(database) - changeNumber < CHANGES_BETWEEN || !database.hasRoom('common'))
      return undefined;
    const timeOf = (order: 'ASC' | 'DESC'): number =>
      database.maybe<{ time: number }>(
        `SELECT modification_time AS time FROM leads WHERE change_number > ? ORDER BY change_number ${order} LIMIT 1`,
        changeNumber,
      )?.time ?? 0;
    return Math.min(timeOf('DESC') + QUIET_MS, timeOf('ASC') + LONGEST_WAIT_MS);
  },
  run: async (company) => {
    for (let step = 0; step < STEPS_OF_A_PIECE && compareNext(company); step += 1) await company.giveWay();
  },
};

/**
 * Compares the leads that have changed, if they are few; else leaves them to the background.
 * @returns whether all leads have been compared
 */
export async function catchUp(company: CompanyContext): Promise<boolean> {
  if (countWaiting(company) > MOST_WAITING) {
    compareNext(company);
    company.wakeBy(Date.now());
    return false;
  }
  while (countWaiting(company) > 0 && compareNext(company)) await pause();
  return countWaiting(company) === 0;
}

/** Forgets what a lead is compared by, and its pairs that nobody has decided on. Others may be pairs now that it is gone. */
export function forgetKeys(database: Database, leadNumber: number): void {
  setKeys(database, leadNumber, {
    had: keysOfLeads(database, [leadNumber]).get(leadNumber),
    wanted: new Set(),
  });
}

interface Progress {
  changeNumber: number;
  postalFields: string;
}

function progressOf(database: Database): Progress {
  return database.one<Row & Progress>(
    'SELECT change_number AS changeNumber, postal_fields AS postalFields FROM duplicate_progress',
  );
}

/** Returns the fields that are read as postal codes. */
export function postalFieldsIn(company: CompanyState): PostalField[] {
  return postalFieldsOf(settingsOf(company).fields());
}

/** Returns the change after which leads wait, and the fields as written. When other fields have postal codes, all leads wait. */
function waitingOf(company: CompanyState): { after: number; written: string } {
  const { changeNumber, postalFields } = progressOf(company.database);
  const written = JSON.stringify(postalFieldsIn(company));
  return { after: written === postalFields ? changeNumber : 0, written };
}

function countWaiting(company: CompanyState): number {
  return newestChange(company.database) - waitingOf(company).after;
}

/** Compares the next leads that have changed. @returns whether more may wait */
function compareNext(company: CompanyState): boolean {
  let mayMoreWait = false;
  company.database.writeIfRoom(() => {
    mayMoreWait = compareStep(company);
  });
  return mayMoreWait;
}

function compareStep(company: CompanyState): boolean {
  const { database } = company;
  const fields = postalFieldsIn(company);
  const { after, written } = waitingOf(company);
  const upTo = newestChange(database);
  const changes = changesBetween(database, { after, upTo, limit: LEADS_OF_A_STEP });
  const numbers = changes.map(({ leadNumber }) => leadNumber);
  const leads = new Map(leadsByNumbers(database, numbers).map((lead) => [lead.leadNumber, lead]));
  const had = keysOfLeads(database, numbers);
  for (const number of numbers) {
    const lead = leads.get(number);
    const wanted = lead === undefined ? new Set<number>() : duplicateKeys(lead, fields);
    setKeys(database, number, { had: had.get(number), wanted });
  }
  const isLast = changes.length < LEADS_OF_A_STEP;
  database.run(
    'UPDATE duplicate_progress SET change_number = ?, postal_fields = ?',
    isLast ? upTo : (changes.at(-1)?.changeNumber ?? upTo),
    written,
  );
  return !isLast;
}

function keysOfLeads(database: Database, leadNumbers: readonly number[]): Map<number, Set<number>> {
  const keys = new Map<number, Set<number>>();
  const rows = database.all<{ lead_number: number; duplicate_key: number }>(
    `SELECT lead_number, duplicate_key FROM json_each(?) CROSS JOIN duplicate_keys ON lead_number = value`,
    JSON.stringify(leadNumbers),
  );
  for (const { lead_number: leadNumber, duplicate_key: key } of rows) {
    keys.set(leadNumber, (keys.get(leadNumber) ?? new Set()).add(key));
  }
  return keys;
}

function setKeys(
  database: Database,
  leadNumber: number,
  { had = new Set(), wanted }: { had: Set<number> | undefined; wanted: Set<number> },
): void {
  const removed = [...had].filter((key) => !wanted.has(key));
  const added = [...wanted].filter((key) => !had.has(key));
  if (removed.length > 0) {
    database.run(
      'DELETE FROM duplicate_keys WHERE lead_number = ? AND duplicate_key IN (SELECT value FROM json_each(?))',
      leadNumber,
      JSON.stringify(removed),
    );
  }
  if (added.length > 0) {
    database.run(
      'INSERT INTO duplicate_keys (lead_number, duplicate_key) SELECT ?, value FROM json_each(?)',
      leadNumber,
      JSON.stringify(added),
    );
  }
  for (const [first, second] of affectedPairs(database, leadNumber, [...removed, ...added])) {
    refreshPair(database, first, second);
  }
}

/**
 * Returns the pairs whose reasons may have changed with the keys of a lead: those with the lead itself, and where a key is now
 * shared by just few enough or by one too many, those of all who share it.
 */
function affectedPairs(
  database: Database,
  leadNumber: number,
  keys: readonly number[],
): (readonly [number, number])[] {
  if (keys.length === 0) return [];
  const groups = database.all<{ members: string }>(
    `SELECT (SELECT json_group_array(lead_number) FROM (
       SELECT lead_number FROM duplicate_keys WHERE duplicate_key = wanted.value LIMIT ${MOST_OF_A_KEY + 2}
     )) AS members FROM json_each(?) AS wanted`,
    JSON.stringify(keys),
  );
  const pairs = new Map<string, readonly [number, number]>();
  for (const { members } of groups) {
    const numbers = JSON.parse(members) as number[];
    if (numbers.length > MOST_OF_A_KEY + 1) continue;
    const group = [...new Set([...numbers, leadNumber])].toSorted((one, other) => one - other);
    for (const [index, second] of group.entries()) {
      for (const first of group.slice(0, index)) pairs.set(`${first} ${second}`, [first, second]);
    }
  }
  return [...pairs.values()];
}

/** The lead, and those that were merged into it. */
const WITH_MERGED = (number: string): string =>
  `(SELECT ${number} UNION ALL SELECT secondary_number FROM merges WHERE survivor_number = ${number})`;

/** When somebody said of two leads, or of leads merged into them, that they are two people. */
const DISMISSED = `(SELECT max(dismissed_time) FROM duplicate_pairs
  WHERE (first_number IN ${WITH_MERGED('?1')} AND second_number IN ${WITH_MERGED('?2')})
     OR (first_number IN ${WITH_MERGED('?2')} AND second_number IN ${WITH_MERGED('?1')}))`;

/** Writes the reasons of a pair. A pair without any is deleted, unless somebody has decided on it. */
function refreshPair(database: Database, first: number, second: number): void {
  const { reasons } = database.one<{ reasons: number }>(
    `SELECT coalesce(sum(DISTINCT 1 << (one.duplicate_key & 3)), 0) AS reasons FROM duplicate_keys AS one
     CROSS JOIN duplicate_keys AS other ON other.lead_number = ? AND other.duplicate_key = one.duplicate_key
     WHERE one.lead_number = ? AND ${MOST_OF_A_KEY} >= (SELECT count(*) FROM (
       SELECT 1 FROM duplicate_keys AS own WHERE own.duplicate_key = one.duplicate_key LIMIT ${MOST_OF_A_KEY + 1}
     ))`,
    second,
    first,
  );
  if (reasons === 0) {
    const pair = 'WHERE first_number = ? AND second_number = ?';
    database.run(`DELETE FROM duplicate_pairs ${pair} AND dismissed_time IS NULL`, first, second);
    database.run(`UPDATE duplicate_pairs SET reasons = 0 ${pair}`, first, second);
    return;
  }
  database.run(
    `INSERT INTO duplicate_pairs (first_number, second_number, reasons, found_time, dismissed_time)
     VALUES (?1, ?2, ?3, ?4, ${DISMISSED})
     ON CONFLICT DO UPDATE SET reasons = excluded.reasons`,
    first,
    second,
    reasons,
    Date.now(),
  );
}
