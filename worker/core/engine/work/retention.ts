/**
 * Deletes data after its retention: data that nobody can use any more, and data that the company's options limit. Requests check
 * the age themselves, so it does not matter how soon the data is deleted.
 */
import { contextOfActor } from '../context/contexts.ts';
import type { BackgroundTask } from '../context/background.ts';
import { commit } from '../commit/commit.ts';
import type { CompanyState } from '../context/company-context.ts';
import { featuresOf } from '../context/feature.ts';

/** Data that expires within a day is deleted together, so that retention wakes a company at most once a day. */
const GRACE_MS = 24 * 60 * 60 * 1000;

/** Deletes expired data up to a bound, and records the kinds of deleted data in the audit log. */
export const retention: BackgroundTask = {
  kind: 'purge',
  nextTime: nextExpiry,
  run: async (company) => {
    commit(
      company,
      contextOfActor(company, { kind: 'system', name: 'purge' }),
      (context) => {
        for (const data of featuresOf(context).retention) {
          const until = context.now - data.keptMs(context);
          const oldest = data.oldestTime(context.database);
          if (oldest === undefined || oldest >= until) continue;
          const count = data.remove(context, until);
          if (data.name !== undefined && count > 0) {
            context.audit({ action: 'purged', subject: data.name, detail: { count } });
          }
        }
      },
      'reserve',
    );
  },
};

/** Returns when there is data to delete, in milliseconds since the epoch; undefined if no data expires. */
function nextExpiry(company: CompanyState): number | undefined {
  const times = featuresOf(company).retention.map(
    (data) => (data.oldestTime(company.database) ?? Infinity) + data.keptMs(company),
  );
  const next = Math.min(...times) + GRACE_MS;
  return next === Infinity ? undefined : next;
}
