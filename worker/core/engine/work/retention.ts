/**
 * Deletes what has been kept for its time: what nobody can use any more, and what the company's options limit. Requests
 * refuse what is too old by its age, so nothing depends on how soon it is deleted.
 */
import { callBy } from '../context/contexts.ts';
import type { BackgroundTask } from '../context/background.ts';
import { commit } from '../commit/commit.ts';
import type { CompanyState } from '../context/company-context.ts';
import { featuresOf } from '../context/feature.ts';

/** What expires within a day is deleted together, so that this wakes a company at most once a day. */
const GRACE_MS = 24 * 60 * 60 * 1000;

/** Deletes what has expired, up to a bound, and notes in the audit log of which kinds there was something. */
export const retention: BackgroundTask = {
  kind: 'purge',
  nextTime: nextExpiry,
  run: async (company) => {
    commit(
      company,
      callBy(company, { kind: 'system', name: 'purge' }),
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

/** When there is something to delete, in milliseconds since the epoch; undefined when there will be nothing. */
function nextExpiry(company: CompanyState): number | undefined {
  const times = featuresOf(company).retention.map(
    (data) => (data.oldestTime(company.database) ?? Infinity) + data.keptMs(company),
  );
  const next = Math.min(...times) + GRACE_MS;
  return next === Infinity ? undefined : next;
}
