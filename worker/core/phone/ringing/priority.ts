/** Who rings first in a call, where the rules leave it to the company's records: the lead's owner, or whose turn it is. */
import type { WriteContext } from '../../engine/context/request-context.ts';
import type { AgedRows } from '../../engine/context/aged-rows.ts';
import type { Database } from '../../engine/storage/database.ts';
import type { Person } from './phone-book.ts';
import { MOST_TURNS, type Route } from './routing.ts';
import { keyOf, type RingPriority } from './turns.ts';

/** Phones that rang longer ago have had no turn. */
export const TURNS_KEPT_MS = 90 * 24 * 60 * 60_000;
export const RING_TURNS: AgedRows = { table: 'ring_turns', key: 'phone', time: 'rung_time' };

/** The column by which the turn goes round. */
const TURN_BY = { round_robin: 'first_time', least_recent: 'rung_time' } as const;

/** Returns who rings first on a route; undefined if the rules alone say it. @param ownerId the user to whom the caller's lead is assigned */
export function priorityOf(
  database: Database,
  { rules, people }: Route,
  ownerId: string | undefined,
): RingPriority | undefined {
  if (rules.order === 'owner_first') return ownerId === undefined ? undefined : { ownerId };
  if (rules.order !== 'round_robin' && rules.order !== 'least_recent') return undefined;
  const keys = [...new Set(people.map(keyOf))];
  const rows = database.all<{ phone: string; time: number }>(
    `SELECT phone, ${TURN_BY[rules.order]} AS time FROM ring_turns WHERE phone IN (SELECT value FROM json_each(?))`,
    JSON.stringify(keys),
  );
  const times = new Map(rows.map(({ phone, time }) => [phone, time]));
  const order = keys.toSorted((left, right) => (times.get(left) ?? 0) - (times.get(right) ?? 0));
  return { order: order.slice(0, MOST_TURNS) };
}

/** Saves that the phones of a turn ring. Turns are counted in milliseconds, and no two have the same. */
export function noteTurn(
  { database, now }: WriteContext,
  turn: readonly Person[],
  { isFirst }: { isFirst: boolean },
): void {
  const { last } = database.one<{ last: number | null }>('SELECT max(rung_time) AS last FROM ring_turns');
  const time = Math.max(now, (last ?? 0) + 1);
  for (const phone of new Set(turn.map(keyOf))) {
    database.run(
      `INSERT INTO ring_turns (phone, rung_time, first_time) VALUES (?1, ?2, ?3)
       ON CONFLICT (phone) DO UPDATE SET rung_time = ?2, first_time = max(first_time, ?3)`,
      phone,
      time,
      isFirst ? time : 0,
    );
  }
}
