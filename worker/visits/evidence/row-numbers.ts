/** Finds rows by their time in tables whose numbers have no gaps and whose times never fall. */
import type { Database } from '../../core/engine/storage/database.ts';

export type Numbered = 'visits' | 'taps';

const KEYS: Readonly<Record<Numbered, string>> = { visits: 'visit_number', taps: 'tap_number' };

/** Returns the number and the time of the last row; 0 if there is none. */
export function lastRow(database: Database, table: Numbered): { number: number; time: number } {
  const key = KEYS[table];
  const row = database.maybe<{ number: number; time: number }>(
    `SELECT ${key} AS number, time FROM ${table} ORDER BY ${key} DESC LIMIT 1`,
  );
  return row ?? { number: 0, time: 0 };
}

/** Returns the number of the last row that is not later than a time; 0 if there is none. */
export function numberAt(database: Database, table: Numbered, time: number): number {
  let [low, high] = [0, lastRow(database, table).number];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const row = database.one<{ time: number }>(`SELECT time FROM ${table} WHERE ${KEYS[table]} = ?`, middle);
    if (row.time <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}
