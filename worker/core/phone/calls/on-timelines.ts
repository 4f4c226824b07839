/** Calls and texts by the timelines that show them. */
import type { Database, Row } from '../../engine/storage/database.ts';

/** The tables, with their keys. */
const KEYS = { calls: 'call_number', texts: 'text_number' } as const;
/** Rows that are read at a time. */
const PAGE = 100;

export type ToldTable = keyof typeof KEYS;

/** SQL for the numbers of what is on the timelines of some leads, which are given as a JSON list of their numbers. */
export function numbersOnTimelines(table: ToldTable): string {
  return `SELECT told.${KEYS[table]} FROM json_each(?) AS lead
    CROSS JOIN events ON events.lead_number = lead.value
    CROSS JOIN ${table} AS told ON told.event_id = events.event_id`;
}

/** The rows that a lead's timeline shows, the first first, some at a time. */
export function* rowsOnTimeline<ToldRow extends Row>(
  database: Database,
  table: ToldTable,
  leadNumber: number,
): Generator<ToldRow[]> {
  const key = KEYS[table];
  const numbers = database
    .all<{ number: number }>(
      `SELECT ${key} AS number FROM (${numbersOnTimelines(table)}) ORDER BY ${key}`,
      JSON.stringify([leadNumber]),
    )
    .map(({ number }) => number);
  for (let start = 0; start < numbers.length; start += PAGE) {
    yield database.all<ToldRow>(
      `SELECT * FROM ${table} WHERE ${key} IN (SELECT value FROM json_each(?)) ORDER BY ${key}`,
      JSON.stringify(numbers.slice(start, start + PAGE)),
    );
  }
}
