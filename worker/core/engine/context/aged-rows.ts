/** Rows with a retention: finds the oldest and deletes those that are too old. */
import type { WriteContext } from './request-context.ts';
import type { CompanyState } from './company-context.ts';
import type { Database } from '../storage/database.ts';

/** Rows with a retention. The members are SQL; an index covers `time` under the same condition. */
export interface AgedRows {
  table: string;
  /** The primary key; several columns are separated by commas. */
  key: string;
  /** The time from which a row's age counts, in milliseconds since the epoch. */
  time: string;
  /** The condition of the rows with a retention; absent if all have one. */
  where?: string;
}

/** Returns when the oldest row began to age, in milliseconds since the epoch; undefined if there is none. */
export function oldestTime(
  database: Database,
  { table, time, where = 'true' }: AgedRows,
): number | undefined {
  const row = database.maybe<{ oldest: number }>(
    `SELECT ${time} AS oldest FROM ${table} WHERE ${where} ORDER BY ${time} LIMIT 1`,
  );
  return row?.oldest;
}

/** Returns SQL for the keys of the oldest rows. Bind the time before which they began to age, then their maximum number. */
export function selectOldest({ table, key, time, where = 'true' }: AgedRows): string {
  return `SELECT ${key} FROM ${table} WHERE ${where} AND ${time} < ? ORDER BY ${time} LIMIT ?`;
}

/** Deletes up to `limit` rows that began to age before `until`, oldest first. */
export function deleteOldest(database: Database, rows: AgedRows, until: number, limit: number): void {
  database.run(`DELETE FROM ${rows.table} WHERE (${rows.key}) IN (${selectOldest(rows)})`, until, limit);
}

/** Most rows of a kind that one alarm deletes, so that requests do not wait long. The next alarm follows at once. */
export const ROWS_AT_A_TIME = 500;

/** A kind of data with a retention, and the functions that find and delete old data. */
export interface AgingData {
  /** Its name in the audit log; absent for data that is not personal, whose deletion is not logged. */
  name?: string;
  /** Returns the retention in milliseconds, Infinity for no limit. */
  keptMs(company: CompanyState): number;
  /** Returns when the oldest data began to age, in milliseconds since the epoch; undefined if there is none. */
  oldestTime(database: Database): number | undefined;
  /**
   * Deletes the oldest data from before `until`, within the bounds of one alarm.
   * @returns the number of rows
   */
  remove(context: WriteContext, until: number): number;
}

/** Describes rows that are deleted by age, by `remove` if given. */
export function agingRows(
  rows: AgedRows,
  remove: (database: Database, until: number, limit: number) => void = (database, until, limit) =>
    deleteOldest(database, rows, until, limit),
): Pick<AgingData, 'oldestTime' | 'remove'> {
  return { oldestTime: (database) => oldestTime(database, rows), remove: counted(remove) };
}

/** Deletes rows within the bounds of one alarm, and counts them. */
export function counted(
  remove: (database: Database, until: number, limit: number) => void,
): AgingData['remove'] {
  return ({ database }, until) => {
    remove(database, until, ROWS_AT_A_TIME);
    return database.one<{ count: number }>('SELECT changes() AS count').count;
  };
}
