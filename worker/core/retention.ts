/**
 * Deletes what has been kept for its time: what nobody can use any more, and what the company's options limit. Requests
 * refuse what is too old by its age, so nothing depends on how soon it is deleted.
 */
import { callBy } from './api-calls.ts';
import type { BackgroundTask } from './background.ts';
import { commit } from './commit.ts';
import type { CompanyState } from './core-app.ts';
import { featuresOf } from './feature.ts';

/** What expires within a day is deleted together, so that this wakes a company at most once a day. */
const GRACE_MS = 24 * 60 * 60 * 1000;

/** Deletes what has expired, up to a bound, and notes in the audit log of which kinds there was something. */
export const retention: BackgroundTask = {
  kind: 'purge',
  nextTime: nextExpiry,
  run: async (company) => {
    commit(company, callBy(company, { kind: 'system', name: 'purge' }), (call) => {
      for (const data of featuresOf(call).retention) {
        const until = call.now - data.keptMs(call);
        const oldest = data.oldestTime(call.database);
        if (oldest === undefined || oldest >= until) continue;
        const count = data.remove(call, until);
        if (data.name !== undefined && count > 0) {
          call.audit({ action: 'purged', subject: data.name, detail: { count } });
        }
      }
    });
  },
};

/** When there is something to delete, in milliseconds since the epoch; undefined when there will be nothing. */
function nextExpiry(company: CompanyState): number | undefined {
  const times = featuresOf(company).retention.map(
    (data) => (data.oldestTime(company.database) ?? Infinity) + data.keptMs(company),
  );
  const next = Math.min(...times) + GRACE_MS;
  return next === Infinity ? undefined : next;
}
