/**
 * Counts messages and calls that go out, by the hour. They are counted in the database, in the transaction that makes
 * them, so that an object that is killed forgets none.
 */
import type { AgedRows } from '../../engine/context/aged-rows.ts';
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import { Problem } from '../../../shared/http/problems.ts';

/** The length of a part of an hour. Each part has its own count. */
const PART_MS = 10 * 60_000;
/** Parts that an hour touches: seven, since the first and the last are not whole. */
const PARTS = 7;

/** The age at which a count is out of date. */
export const COUNTS_KEPT_MS: number = PARTS * PART_MS;

/** The counts, by the start of their part. */
export const OUTGOING_COUNTS: AgedRows = {
  table: 'outgoing_counts',
  key: 'start_time, scope',
  time: 'start_time',
};

/** Adds one to the count of a scope, and deletes the counts that are out of date. */
export function countOne({ database, now }: WriteContext, scope: string): void {
  const start = now - (now % PART_MS);
  database.run('DELETE FROM outgoing_counts WHERE start_time <= ?', start - COUNTS_KEPT_MS);
  database.run(
    `INSERT INTO outgoing_counts (start_time, scope, count) VALUES (?, ?, 1)
     ON CONFLICT (start_time, scope) DO UPDATE SET count = count + 1`,
    start,
    scope,
  );
}

/** Adds one to the count of each scope. @throws Problem `rate_limited` with the detail of the first scope that has no room */
export function countWithin(
  context: WriteContext,
  bounds: readonly { scope: string; limit: number; detail: string }[],
): void {
  for (const { detail, ...bound } of bounds) {
    const wait = waitOf(context, bound);
    if (wait === undefined) continue;
    throw new Problem('rate_limited', detail, { headers: { 'Retry-After': String(wait) } });
  }
  for (const { scope } of bounds) countOne(context, scope);
}

/** Returns the seconds until a scope has room for one more; undefined when it has room. */
export function waitOf(
  { database, now }: RequestContext,
  { scope, limit }: { scope: string; limit: number },
): number | undefined {
  const start = now - (now % PART_MS);
  const starts = Array.from({ length: PARTS }, (_, index) => start - index * PART_MS);
  const rows = database.all<{ start_time: number; count: number }>(
    `SELECT start_time, count FROM outgoing_counts
     WHERE scope = ? AND start_time IN (SELECT value FROM json_each(?)) ORDER BY start_time`,
    scope,
    JSON.stringify(starts),
  );
  let total = rows.reduce((sum, row) => sum + row.count, 0);
  if (total < limit) return undefined;
  // The oldest go out of date first; a limit that was lowered may need several of them to.
  for (const row of rows) {
    total -= row.count;
    if (total < limit) return Math.ceil((row.start_time + COUNTS_KEPT_MS - now) / 1000);
  }
  return Math.ceil(COUNTS_KEPT_MS / 1000);
}
