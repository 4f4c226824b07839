/** Finds calls and messages by the timelines that show them. */
import type { Database, Row } from '../../engine/storage/database.ts';

/** The tables and their keys. */
const KEYS = { calls: 'call_number', texts: 'text_number' } as const;
/** The rows in a page. */
const PAGE = 100;

export type TimelineTable = keyof typeof KEYS;

/** Returns SQL for the keys of the rows on the timelines of leads. Bind a JSON list of lead numbers to it. */
export function numbersOnTimelines(table: TimelineTable): string {
  return `SELECT item.${KEYS[table]} FROM json_each(?) AS lead
    CROSS JOIN events ON events.lead_number = lead.value
    CROSS JOIN ${table} AS item ON item.event_id = events.event_id`;
}

/** Yields the rows on a lead's timeline in pages, oldest first. */
export function* rowsOnTimeline<TimelineRow extends Row>(
  database: Database,
  table: TimelineTable,
  leadNumber: number,
): Generator<TimelineRow[]> {
  const key = KEYS[table];
  const numbers = database
    .all<{ number: number }>(
      `SELECT ${key} AS number FROM (${numbersOnTimelines(table)}) ORDER BY ${key}`,
      JSON.stringify([leadNumber]),
    )
    .map(({ number }) => number);
  for (let start = 0; start < numbers.length; start += PAGE) {
    yield database.all<TimelineRow>(
      `SELECT * FROM ${table} WHERE ${key} IN (SELECT value FROM json_each(?)) ORDER BY ${key}`,
      JSON.stringify(numbers.slice(start, start + PAGE)),
    );
  }
}
