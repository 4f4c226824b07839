/** Erasing a company: what it has elsewhere is given up before its database is deleted. */
import type { CoreEnv, CompanyState } from '../engine/context/company-context.ts';
import { phoneBookKey, settingsKey } from '../../shared/cache-keys.ts';
import { listUsers } from '../people/users/users.ts';
import { emailKey } from '../../shared/contact/email.ts';

/** Addresses that are given up at a time. */
const AT_A_TIME = 10;

/**
 * Gives up the sign-in addresses and what is published. Stopped in the middle, it can be done again: the company is there
 * until its database is deleted.
 */
export async function giveUpElsewhere(company: CompanyState, env: CoreEnv): Promise<void> {
  const given = new Set<string>();
  // Users may be added while an address is given up, so the list is read again until nothing is left.
  for (;;) {
    const addresses = listUsers(company.database)
      .map(({ email }) => emailKey(email))
      .filter((address) => !given.has(address))
      .slice(0, AT_A_TIME);
    if (addresses.length === 0) break;
    await Promise.all(addresses.map((address) => env.ACCOUNTS.getByName(address).release(company.companyId)));
    for (const address of addresses) given.add(address);
  }
  await Promise.all([settingsKey, phoneBookKey].map((keyOf) => env.CACHE.delete(keyOf(company.companyId))));
}
