/** Finds calls, messages and forms by the timelines that show them. */
import type { Database } from '../../engine/storage/database.ts';
import type { Table } from '../../engine/storage/table.ts';

/** The tables and their keys. */
const KEYS = { calls: 'call_number', texts: 'text_number', forms: 'form_number' } as const;
/** The rows in a page. */
const PAGE = 100;

export type TimelineTable = keyof typeof KEYS;

/** Returns SQL for the keys of the rows on the timelines of leads. Bind a JSON list of lead numbers to it. */
export function numbersOnTimelines(table: TimelineTable): string {
  return `SELECT item.${KEYS[table]} FROM json_each(?) AS lead
    CROSS JOIN events ON events.lead_number = lead.value
    CROSS JOIN ${table} AS item ON item.event_id = events.event_id`;
}

/** Yields the items on a lead's timeline in pages, oldest first. */
export function* itemsOnTimeline<Item extends object>(
  database: Database,
  { name, table }: { name: TimelineTable; table: Table<Item> },
  leadNumber: number,
): Generator<Item[]> {
  const key = KEYS[name];
  const numbers = database
    .all<{ number: number }>(
      `SELECT ${key} AS number FROM (${numbersOnTimelines(name)}) ORDER BY ${key}`,
      JSON.stringify([leadNumber]),
    )
    .map(({ number }) => number);
  const page = table.select(`WHERE ${key} IN (SELECT value FROM json_each(?)) ORDER BY ${key}`);
  for (let start = 0; start < numbers.length; start += PAGE) {
    yield table.all(database, page, JSON.stringify(numbers.slice(start, start + PAGE)));
  }
}
