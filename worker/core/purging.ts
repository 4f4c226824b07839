/**
 * Deleting what nobody can use any more: the snapshots of merges that are too old to be undone, and removed notes that are
 * too old to be brought back. Requests refuse both by their age alone, so it does not matter how soon this comes.
 */
import type { Database } from './database.ts';
import { forgetSnapshots, oldestSnapshotTime, UNMERGEABLE_MS } from './merges/merge-snapshots.ts';
import { RESTORABLE_MS } from './notes/notes.ts';
import { deleteRemovedEvents, oldestRemovalTime } from './timeline/events.ts';

/** What expires within a day is deleted together, so that this wakes a company at most once a day. */
const GRACE_MS = 24 * 60 * 60 * 1000;
/** Rows of each kind that one alarm deletes, so that no request waits long for it; the next alarm follows at once. */
const BATCH = 500;

/** When there is something to delete, in milliseconds since the epoch; undefined when there will be nothing. */
export function nextPurgeTime(database: Database): number | undefined {
  const snapshot = (oldestSnapshotTime(database) ?? Infinity) + UNMERGEABLE_MS;
  const note = (oldestRemovalTime(database) ?? Infinity) + RESTORABLE_MS;
  const next = Math.min(snapshot, note) + GRACE_MS;
  return next === Infinity ? undefined : next;
}

/** Deletes what has expired, up to a bound. */
export async function purge({ database }: { database: Database }): Promise<void> {
  const now = Date.now();
  database.transaction(() => {
    forgetSnapshots(database, now - UNMERGEABLE_MS, BATCH);
    deleteRemovedEvents(database, now - RESTORABLE_MS, BATCH);
  });
}
