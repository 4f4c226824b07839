/** Rows that are kept for a time: how old the oldest is, and which are too old. */
import type { Database } from './database.ts';

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
