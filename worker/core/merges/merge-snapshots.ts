/** What an unmerge needs, for as long as one is possible. */
import type { Database } from '../database.ts';

/** How long a merge can be undone. */
export const UNMERGEABLE_MS = 90 * 24 * 60 * 60 * 1000;

/** When the oldest merge that still has its snapshot was made, in milliseconds since the epoch. */
export function oldestSnapshotTime(database: Database): number | undefined {
  const row = database.maybe<{ merged_time: number }>(
    "SELECT merged_time FROM merges WHERE snapshot <> '' ORDER BY merged_time LIMIT 1",
  );
  return row?.merged_time;
}

/**
 * Forgets the snapshots of merges made before `until`, the oldest first, at most `limit`. The merge itself stays: the
 * survivor goes on answering for the lead that it took in.
 */
export function forgetSnapshots(database: Database, until: number, limit: number): void {
  database.run(
    `UPDATE merges SET snapshot = '' WHERE secondary_id IN (
       SELECT secondary_id FROM merges WHERE snapshot <> '' AND merged_time < ? ORDER BY merged_time LIMIT ?)`,
    until,
    limit,
  );
}
