/** The background work of a company. A Durable Object has one alarm, so it is set to whatever is due first. */
import type { CompanyContext, CoreEnv } from './core-app.ts';
import type { Database } from './database.ts';
import { continueImports } from './imports/batches.ts';
import { nextImportTime } from './imports/imports.ts';
import { deliverNotifications, nextDeliveryTime } from './notifications/deliveries.ts';
import { nextPurgeTime, purge } from './purging.ts';
import { nextPublishTime, publishDniSettings } from './dni/settings.ts';

/** One kind of background work: when its next piece is due, and how that is done. */
interface Duty {
  /** Milliseconds since the epoch, or undefined when there is nothing to do. */
  nextTime(database: Database): number | undefined;
  run(company: CompanyContext, env: CoreEnv): Promise<unknown>;
}

const DUTIES: readonly Duty[] = [
  {
    nextTime: nextPublishTime,
    run: (company, env) => publishDniSettings(company, env.CACHE),
  },
  { nextTime: nextDeliveryTime, run: deliverNotifications },
  { nextTime: nextImportTime, run: continueImports },
  { nextTime: nextPurgeTime, run: purge },
];

/** Does every piece of work that is due. A failure is the duty's own to record; it never keeps the others from running. */
export async function runDueWork(company: CompanyContext, env: CoreEnv): Promise<void> {
  const now = Date.now();
  const due = DUTIES.filter((duty) => (duty.nextTime(company.database) ?? Infinity) <= now);
  await Promise.allSettled(due.map((duty) => duty.run(company, env)));
}

/** When the next piece of work is due, in milliseconds since the epoch; undefined when there is none. */
export function nextWorkTime(database: Database): number | undefined {
  const times = DUTIES.map((duty) => duty.nextTime(database)).filter((time) => time !== undefined);
  return times.length === 0 ? undefined : Math.min(...times);
}
