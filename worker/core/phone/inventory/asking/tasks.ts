/**
 * Asks carriers for what is saved as to be done. What is to be done is saved before the carrier is asked. If the answer is lost, or
 * the object is killed, it is read back what has become of it. So each number is bought once, and none is forgotten.
 */
import { addressRules, type CompanyContext, type CoreEnv } from '../../../engine/context/company-context.ts';
import type { BackgroundTask } from '../../../engine/context/background.ts';
import { findAccount } from '../../accounts/carrier-accounts.ts';
import { CARRIERS } from '../../ringing/settings-schema.ts';
import { marketOf, ourAddresses } from '../markets/markets.ts';
import { nextNumber } from '../number-store.ts';
import type { CarrierNumber } from '../schema.ts';
import { buy } from './buying.ts';
import { change, DONE, later } from './changes.ts';
import { release } from './releasing.ts';
import { putBack, wire } from './rewiring.ts';

const TASKS = { buy, wire, put_back: putBack, release } as const;

/** Each carrier has its own task, so that a hanging one does not delay the others. */
export const ASKING_CARRIERS: readonly BackgroundTask[] = CARRIERS.map((carrier) => ({
  kind: `numbers at ${carrier}`,
  nextTime: ({ database }) => nextNumber(database, carrier)?.nextTime ?? undefined,
  run: async (company, env) => {
    const record = nextNumber(company.database, carrier);
    if (record === undefined || record.nextTime === null || record.nextTime > Date.now()) return;
    await doTask(company, env, record);
  },
}));

async function doTask(company: CompanyContext, env: CoreEnv, record: CarrierNumber): Promise<void> {
  const { carrier, accountId, origin, task } = record;
  const account = findAccount(company.database, { carrier, account_id: accountId });
  if (account === undefined || task === null) {
    const detail = 'The call settings no longer have the account.';
    // Once the carrier was asked, nobody knows whether the number was bought.
    const isUnasked = record.state === 'wanted' && record.askedTime === null;
    change(company, record, () =>
      isUnasked ? { ...DONE, state: 'refused', detail } : later(record, detail),
    );
    return;
  }
  const market = marketOf(account, company.companyId, addressRules(env));
  const ours = ourAddresses(carrier, { origin, companyId: company.companyId });
  await TASKS[task]({ company, record, market, ours });
}
