/**
 * Deleting what nobody can use any more: the snapshots of merges that are too old to be undone, removed notes that are too
 * old to be brought back, old notifications, changes and entries of the audit log. Requests refuse the first two by their age alone, so it does not matter how
 * soon this comes.
 */
import { AUDIT_KEPT_MS, deleteAudit, oldestAuditTime } from './audit/audit.ts';
import { CHANGES_KEPT_MS, deleteChanges, oldestChangeTime } from './changes/changes.ts';
import { callBy } from './calls.ts';
import { commit } from './commit.ts';
import type { CompanyContext } from './core-app.ts';
import type { Database } from './database.ts';
import { ANSWERS_KEPT_MS, deleteAnswers, oldestAnswerTime } from './idempotency/idempotency.ts';
import { deleteEndedKeys, ENDED_KEYS_KEPT_MS, oldestKeyEnd } from './keys/keys.ts';
import { forgetSnapshots, oldestSnapshotTime, UNMERGEABLE_MS } from './merges/merge-snapshots.ts';
import { RESTORABLE_MS } from './notes/notes.ts';
import {
  deleteNotifications,
  NOTIFICATIONS_KEPT_MS,
  oldestNotificationTime,
} from './notifications/notifications.ts';
import { DELIVERIES_KEPT_MS, deleteDeliveries, oldestDeliveryTime } from './webhooks/deliveries.ts';
import { deleteRemovedEvents, oldestRemovalTime } from './timeline/events.ts';

/** What expires within a day is deleted together, so that this wakes a company at most once a day. */
const GRACE_MS = 24 * 60 * 60 * 1000;
/** Rows of each kind that one alarm deletes, so that no request waits long for it; the next alarm follows at once. */
const BATCH = 500;

/** A kind of data that is kept for a time, and how what is too old is found and deleted. */
interface Expiring {
  keptMs: number;
  /** When the oldest of it began to age, in milliseconds since the epoch; undefined when there is none. */
  oldestTime(database: Database): number | undefined;
  /** Deletes what began to age before `until`, the oldest first, at most `limit` rows. */
  remove(database: Database, until: number, limit: number): void;
}

const EXPIRING: readonly Expiring[] = [
  { keptMs: UNMERGEABLE_MS, oldestTime: oldestSnapshotTime, remove: forgetSnapshots },
  { keptMs: RESTORABLE_MS, oldestTime: oldestRemovalTime, remove: deleteRemovedEvents },
  { keptMs: NOTIFICATIONS_KEPT_MS, oldestTime: oldestNotificationTime, remove: deleteNotifications },
  { keptMs: CHANGES_KEPT_MS, oldestTime: oldestChangeTime, remove: deleteChanges },
  { keptMs: AUDIT_KEPT_MS, oldestTime: oldestAuditTime, remove: deleteAudit },
  { keptMs: DELIVERIES_KEPT_MS, oldestTime: oldestDeliveryTime, remove: deleteDeliveries },
  { keptMs: ENDED_KEYS_KEPT_MS, oldestTime: oldestKeyEnd, remove: deleteEndedKeys },
  { keptMs: ANSWERS_KEPT_MS, oldestTime: oldestAnswerTime, remove: deleteAnswers },
];

/** When there is something to delete, in milliseconds since the epoch; undefined when there will be nothing. */
export function nextPurgeTime(database: Database): number | undefined {
  const times = EXPIRING.map((kind) => (kind.oldestTime(database) ?? Infinity) + kind.keptMs);
  const next = Math.min(...times) + GRACE_MS;
  return next === Infinity ? undefined : next;
}

/** Deletes what has expired, up to a bound. */
export async function purge(company: CompanyContext): Promise<void> {
  commit(company, callBy(company, { kind: 'system', name: 'purge' }), ({ database, now }) => {
    for (const kind of EXPIRING) kind.remove(database, now - kind.keptMs, BATCH);
  });
}
