/**
 * Deletes what has been kept for its time: what nobody can use any more, and what the company's options limit. Requests
 * refuse what is too old by its age, so nothing depends on how soon it is deleted.
 */
import { type AgedRows, deleteOldest, oldestTime } from './aged-rows.ts';
import { AUDIT_ENTRIES } from './audit/audit.ts';
import { CARRIER_REQUESTS_KEPT_MS, deleteRequests, oldestRequestTime } from './calls/carrier-requests.ts';
import { ERASED_TELLINGS, ERASED_TELLINGS_KEPT_MS } from './calls/erased-tellings.ts';
import { CALLS_WITHOUT_LEAD, purgeCalls } from './calls/erasing.ts';
import { CHANGES_KEPT_MS, deleteChanges, oldestChangeTime } from './changes/changes.ts';
import type { WriteCall } from './call.ts';
import { callBy } from './api-calls.ts';
import { commit } from './commit.ts';
import type { CompanyContext, CompanyState } from './core-app.ts';
import type { Database } from './database.ts';
import { ANSWERS_KEPT_MS, KEPT_ANSWERS } from './idempotency/idempotency.ts';
import { ENDED_KEYS_KEPT_MS, ENDING_KEYS } from './keys/keys.ts';
import { LEADS_BY_MODIFICATION, leadsModifiedBefore } from './leads/recent-leads.ts';
import { forgetSnapshots, MERGE_SNAPSHOTS, UNMERGEABLE_MS } from './merges/merge-snapshots.ts';
import { RESTORABLE_MS } from './notes/notes.ts';
import { deleteNotifications, NOTIFICATIONS } from './notifications/notifications.ts';
import { eraseLead } from './removal/erasure.ts';
import { REMOVED_LEADS, removedBefore } from './removal/removed-leads.ts';
import { takeAway } from './removal/removals.ts';
import type { Retention } from './settings/records.ts';
import { DELIVERIES, DELIVERIES_KEPT_MS } from './webhooks/deliveries.ts';
import { purgeTexts, TEXTS_WITHOUT_LEAD } from './texts/erasing.ts';
import { deleteRemovedEvents, REMOVED_EVENTS } from './timeline/events.ts';
import { settingsOf } from './settings/settings.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** What expires within a day is deleted together, so that this wakes a company at most once a day. */
const GRACE_MS = DAY_MS;
/** Rows of each kind that one alarm deletes, so that no request waits long for it; the next alarm follows at once. */
const BATCH = 500;
/** Leads with their timelines that one alarm deletes. */
const LEADS_BATCH = 20;

/** A kind of data that is kept for a time, and how what is too old is found and deleted. */
interface Expiring {
  /** What the audit log calls it; absent for what is not personal data, whose deletion is not logged. */
  name?: string;
  keptMs: (retention: Retention) => number;
  /** When the oldest of it began to age, in milliseconds since the epoch; undefined when there is none. */
  oldestTime(database: Database): number | undefined;
  /** Deletes what began to age before `until`, the oldest first, as much as one alarm may. @returns how many */
  remove: (call: WriteCall, until: number) => number;
}

/** How rows of a kind are deleted, a batch at a time. */
function rows(
  remove: (database: Database, until: number, limit: number) => void,
): (call: WriteCall, until: number) => number {
  return ({ database }, until) => {
    remove(database, until, BATCH);
    return database.one<{ count: number }>('SELECT changes() AS count').count;
  };
}

/** When the oldest of these rows began to age. */
function timeOf(aged: AgedRows): Expiring['oldestTime'] {
  return (database) => oldestTime(database, aged);
}

/** Rows that are deleted by their age alone. */
function byAge(aged: AgedRows): Pick<Expiring, 'oldestTime' | 'remove'> {
  return {
    oldestTime: timeOf(aged),
    remove: rows((database, until, limit) => deleteOldest(database, aged, until, limit)),
  };
}

function keptWithoutLead(retention: Retention): number {
  return (retention.calls_without_lead_days ?? Infinity) * DAY_MS;
}

const EXPIRING: readonly Expiring[] = [
  {
    name: 'snapshots of merges',
    keptMs: () => UNMERGEABLE_MS,
    oldestTime: timeOf(MERGE_SNAPSHOTS),
    remove: rows(forgetSnapshots),
  },
  {
    name: 'requests of carriers',
    keptMs: () => CARRIER_REQUESTS_KEPT_MS,
    oldestTime: oldestRequestTime,
    remove: rows(deleteRequests),
  },
  {
    name: 'removed notes',
    keptMs: () => RESTORABLE_MS,
    oldestTime: timeOf(REMOVED_EVENTS),
    remove: rows(deleteRemovedEvents),
  },
  {
    name: 'removed leads',
    keptMs: (retention) => retention.removed_leads_days * DAY_MS,
    oldestTime: timeOf(REMOVED_LEADS),
    remove: (call, until) => {
      const leads = removedBefore(call.database, until, LEADS_BATCH);
      for (const lead of leads) eraseLead(call, lead);
      return leads.length;
    },
  },
  {
    name: 'idle leads',
    keptMs: (retention) => (retention.idle_leads_days ?? Infinity) * DAY_MS,
    oldestTime: timeOf(LEADS_BY_MODIFICATION),
    remove: (call, until) => {
      const leads = leadsModifiedBefore(call.database, until, LEADS_BATCH);
      for (const lead of leads) takeAway(call, lead);
      return leads.length;
    },
  },
  {
    name: 'calls without a lead',
    keptMs: keptWithoutLead,
    oldestTime: timeOf(CALLS_WITHOUT_LEAD),
    remove: (call, until) => purgeCalls(call, until, BATCH),
  },
  {
    name: 'texts without a lead',
    keptMs: keptWithoutLead,
    oldestTime: timeOf(TEXTS_WITHOUT_LEAD),
    remove: (call, until) => purgeTexts(call, until, BATCH),
  },
  {
    name: 'notifications',
    keptMs: (retention) => retention.notifications_days * DAY_MS,
    oldestTime: timeOf(NOTIFICATIONS),
    remove: rows(deleteNotifications),
  },
  {
    name: 'audit log',
    keptMs: (retention) => retention.audit_days * DAY_MS,
    ...byAge(AUDIT_ENTRIES),
  },
  { keptMs: () => CHANGES_KEPT_MS, oldestTime: oldestChangeTime, remove: rows(deleteChanges) },
  { keptMs: () => ERASED_TELLINGS_KEPT_MS, ...byAge(ERASED_TELLINGS) },
  { keptMs: () => DELIVERIES_KEPT_MS, ...byAge(DELIVERIES) },
  { keptMs: () => ENDED_KEYS_KEPT_MS, ...byAge(ENDING_KEYS) },
  { keptMs: () => ANSWERS_KEPT_MS, ...byAge(KEPT_ANSWERS) },
];

/** When there is something to delete, in milliseconds since the epoch; undefined when there will be nothing. */
export function nextPurgeTime(company: CompanyState): number | undefined {
  const { database } = company;
  const settings = settingsOf(company);
  const { retention } = settings.options();
  const times = EXPIRING.map((kind) => (kind.oldestTime(database) ?? Infinity) + kind.keptMs(retention));
  const next = Math.min(...times) + GRACE_MS;
  return next === Infinity ? undefined : next;
}

/** Deletes what has expired, up to a bound, and notes in the audit log of which kinds there was something. */
export async function purge(company: CompanyContext): Promise<void> {
  commit(company, callBy(company, { kind: 'system', name: 'purge' }), (call) => {
    const { retention } = settingsOf(call).options();
    for (const kind of EXPIRING) {
      const { name, keptMs, remove } = kind;
      const until = call.now - keptMs(retention);
      const oldest = kind.oldestTime(call.database);
      if (oldest === undefined || oldest >= until) continue;
      const count = remove(call, until);
      if (name !== undefined && count > 0) call.audit({ action: 'purged', subject: name, detail: { count } });
    }
  });
}
