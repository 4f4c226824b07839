/**
 * Checks once a day whether the numbers at the carriers still send their calls here, and finds numbers whose order was given up
 * although the carrier has sold them. Changes nothing at the carrier.
 */
import { addressRules, type CompanyContext, type CoreEnv } from '../../../engine/context/company-context.ts';
import type { BackgroundTask } from '../../../engine/context/background.ts';
import { callBy } from '../../../engine/context/contexts.ts';
import { commit } from '../../../engine/commit/commit.ts';
import { type AddressUse, isSameAddress } from '../../accounts/addresses.ts';
import { type FoundAddresses, numbersAtCarrier } from '../../accounts/numbers-at-carriers.ts';
import { readCallSettings } from '../../ringing/settings.ts';
import type { CarrierAccount } from '../../ringing/settings-schema.ts';
import { change, foundAfterAll } from './tasks.ts';
import type { OurAddresses } from '../markets/carrier-market.ts';
import { ourAddresses } from '../markets/markets.ts';
import { hasNumbers, numbersToCheck, readLimits, setLastCheck } from '../number-store.ts';
import type { CarrierNumber } from '../schema.ts';

const DAY_MS = 24 * 60 * 60_000;
/** An order that was given up is looked for this long: the carrier may be late. */
const LATE_MS = 7 * DAY_MS;
/** Messages may go elsewhere on purpose. */
const NEEDED: readonly AddressUse[] = ['call', 'fallback', 'status'];

/** Reads the numbers of each account once a day, and notes what has changed. */
export const checkingNumbers: BackgroundTask = {
  kind: 'check of numbers at carriers',
  nextTime: ({ database }) =>
    hasNumbers(database) ? readLimits(database).lastCheckTime + DAY_MS : undefined,
  run: async (company, env) => {
    await checkNumbers(company, env);
  },
};

/** Checks the numbers of all accounts now. */
export async function checkNumbers(company: CompanyContext, env: CoreEnv): Promise<void> {
  // First, so that an account that cannot be read is asked again tomorrow and not at once.
  commit(company, callBy(company, { kind: 'system', name: 'numbers' }), ({ database, now, wakeBy }) => {
    setLastCheck(database, now);
    wakeBy(now + DAY_MS);
  });
  for (const account of readCallSettings(company.database).settings.carriers) {
    const records = numbersToCheck(company.database, account.account_id, Date.now() - LATE_MS);
    if (records.length > 0 && account.api !== null) await checkAccount(company, env, { account, records });
  }
}

async function checkAccount(
  company: CompanyContext,
  env: CoreEnv,
  { account, records }: { account: CarrierAccount; records: readonly CarrierNumber[] },
): Promise<void> {
  const found = await numbersAtCarrier(account, addressRules(env));
  if ('failure' in found) return;
  for (const record of records) {
    const { carrier, origin } = record;
    const ours = ourAddresses(carrier, { origin, companyId: company.companyId });
    const addresses = found.numbers.get(record.number);
    if (record.state === 'refused') {
      if (addresses !== undefined) change(company, record, () => foundAfterAll());
      continue;
    }
    const wiring = wiringOf(addresses, ours);
    change(company, record, (context) => ({ wiring, checkedTime: context.now }));
  }
}

function wiringOf(found: FoundAddresses | undefined, ours: OurAddresses): CarrierNumber['wiring'] {
  if (found === undefined) return 'gone';
  return NEEDED.every((use) => isSameAddress(found[use], ours[use])) ? 'ready' : 'wrong';
}
