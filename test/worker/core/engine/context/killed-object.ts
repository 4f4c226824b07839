/** A company's object that is killed before or in the middle of any write, over a database that stays. */
import { type Feature, Features } from '../../../../../worker/core/engine/context/feature.ts';
import type { CompanyContext } from '../../../../../worker/core/engine/context/company-context.ts';
import { Memory } from '../../../../../worker/core/engine/context/memory.ts';
import type { Database } from '../../../../../worker/core/engine/storage/database.ts';

/** Thrown in place of a write by an object that is killed. */
export class Killed extends Error {}

/**
 * Starts an object: its memory is empty, its database is as the last one left it.
 * @param isKilled decides before and after the change of each transaction whether the object dies there
 * @param features what follows its writes
 */
export function startObject(
  database: Database,
  companyId: string,
  isKilled: () => boolean,
  features: readonly Feature[] = [],
): CompanyContext {
  const mortal: Database = Object.create(database) as Database;
  mortal.transaction = (change) => {
    if (isKilled()) throw new Killed();
    return database.transaction(() => {
      const result = change();
      if (isKilled()) throw new Killed();
      return result;
    });
  };
  for (const name of ['one', 'maybe', 'all', 'run', 'hasRoom', 'writeIfRoom'] as const) {
    Object.assign(mortal, { [name]: database[name].bind(database) });
  }
  const state = { companyId, database: mortal };
  const company: unknown = Object.assign(state, {
    exists: () => true,
    wakeBy: () => undefined,
    giveWay: async () => undefined,
  });
  const memory = new Memory(company as CompanyContext);
  Object.assign(state, { memory });
  memory.set(Features, new Features(company as CompanyContext, features));
  return company as CompanyContext;
}
