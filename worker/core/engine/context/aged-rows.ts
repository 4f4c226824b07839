/** Rows that are kept for a time: how old the oldest is, and which are too old. */
import type { WriteContext } from './request-context.ts';
import type { CompanyState } from './company-context.ts';
import type { Database } from '../storage/database.ts';

/** Rows of a table that age. Every member is SQL, with an index for `time` under the same condition. */
export interface AgedRows {
  table: string;
  /** The column, or the columns with commas between them, that tell the rows apart. */
  key: string;
  /** When a row began to age, in milliseconds since the epoch. */
  time: string;
  /** Which rows of the table age; absent: all. */
  where?: string;
}

/** When the oldest row began to age, in milliseconds since the epoch; undefined when there is none. */
export function oldestTime(
  database: Database,
  { table, time, where = 'true' }: AgedRows,
): number | undefined {
  const row = database.maybe<{ oldest: number }>(
    `SELECT ${time} AS oldest FROM ${table} WHERE ${where} ORDER BY ${time} LIMIT 1`,
  );
  return row?.oldest;
}

/** SQL that selects the keys of the rows that began to age before one value, the oldest first, as many as a second one says. */
export function selectOldest({ table, key, time, where = 'true' }: AgedRows): string {
  return `SELECT ${key} FROM ${table} WHERE ${where} AND ${time} < ? ORDER BY ${time} LIMIT ?`;
}

/** Deletes rows that began to age before `until`, the oldest first, at most `limit`. */
export function deleteOldest(database: Database, rows: AgedRows, until: number, limit: number): void {
  database.run(`DELETE FROM ${rows.table} WHERE (${rows.key}) IN (${selectOldest(rows)})`, until, limit);
}

/** Rows of each kind that one alarm deletes, so that no request waits long for it; the next alarm follows at once. */
export const ROWS_AT_A_TIME = 500;

/** A kind of data that is kept for a time, and how what is too old is found and deleted. */
export interface AgingData {
  /** What the audit log calls it; absent for what is not personal data, whose deletion is not logged. */
  name?: string;
  /** For how long, in milliseconds; Infinity: for good. */
  keptMs(company: CompanyState): number;
  /** When the oldest of it began to age, in milliseconds since the epoch; undefined when there is none. */
  oldestTime(database: Database): number | undefined;
  /** Deletes what began to age before `until`, the oldest first, as much as one alarm may. @returns how many */
  remove(context: WriteContext, until: number): number;
}

/** Aging rows that are deleted by their age alone, or as `remove` deletes them. */
export function agingRows(
  rows: AgedRows,
  remove: (database: Database, until: number, limit: number) => void = (database, until, limit) =>
    deleteOldest(database, rows, until, limit),
): Pick<AgingData, 'oldestTime' | 'remove'> {
  return { oldestTime: (database) => oldestTime(database, rows), remove: counted(remove) };
}

/** Deletes rows, as many as one alarm may, and counts them. */
export function counted(
  remove: (database: Database, until: number, limit: number) => void,
): AgingData['remove'] {
  return ({ database }, until) => {
    remove(database, until, ROWS_AT_A_TIME);
    return database.one<{ count: number }>('SELECT changes() AS count').count;
  };
}
