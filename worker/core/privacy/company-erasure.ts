/** Erases a company: releases its data elsewhere before its database is deleted. */
import { giveUpNumbers, type PaidNumber, paidNumbers } from '../phone/inventory/asking/giving-up.ts';
import { readCompany } from '../company/companies.ts';
import type { CompanyObject, CompanyState, CoreEnv } from '../engine/context/company-context.ts';
import { poolNames } from '../company/dni/saved-settings.ts';
import { poolKey } from '../../dni/pools.ts';
import { phoneBookKey, settingsKey } from '../../shared/cache-keys.ts';
import { keptEvidenceNames } from '../../dni/evidence.ts';
import { REGISTER } from '../../shared/contact/number-holders.ts';
import { listUsers } from '../people/users/users.ts';
import { emailKey } from '../../shared/contact/email.ts';

/** Addresses that are released at a time. */
const AT_A_TIME = 10;

/** What becomes of the numbers that the company bought: the carrier gets them back, or they stay in the account. */
export type NumbersChoice = 'release' | 'keep';

/** `numbers_left`: nothing was erased, because of these numbers. */
export type ErasureOutcome = 'erased' | 'wrong_name' | { outcome: 'numbers_left'; numbers: PaidNumber[] };

/**
 * Deletes the company with all its data. One with numbers that it bought is erased once the carrier has them back, or if they are to
 * be kept: nobody could find them here afterwards, and they go on costing money.
 * @param name the company's name, as a safeguard against deleting another one
 */
export async function eraseCompany(
  company: CompanyObject,
  name: string,
  choice?: NumbersChoice,
): Promise<ErasureOutcome> {
  if (readCompany(company.database)?.name !== name) return 'wrong_name';
  if (choice === 'release') await giveUpNumbers(company, company.bindings);
  const numbers = choice === 'keep' ? [] : paidNumbers(company);
  if (numbers.length > 0) return { outcome: 'numbers_left', numbers };
  await giveUpElsewhere(company, company.bindings);
  await company.deleteAll();
  return 'erased';
}

/**
 * Releases the sign-in addresses and the numbers, and deletes the published settings, the evidence of visits and the leases of the company's pools.
 * It can be repeated after an interruption, because the company exists until its database is deleted.
 */
async function giveUpElsewhere(company: CompanyState, env: CoreEnv): Promise<void> {
  const given = new Set<string>();
  // Users may be added while an address is released, so the list is read until it is empty.
  for (;;) {
    const addresses = listUsers(company.database)
      .map(({ email }) => emailKey(email))
      .filter((address) => !given.has(address))
      .slice(0, AT_A_TIME);
    if (addresses.length === 0) break;
    await Promise.all(addresses.map((address) => env.ACCOUNTS.getByName(address).release(company.companyId)));
    for (const address of addresses) given.add(address);
  }
  const months = keptEvidenceNames(company.companyId, Date.now());
  await Promise.all(months.map((name) => env.EVIDENCE.getByName(name).drop()));
  await Promise.all([settingsKey, phoneBookKey].map((keyOf) => env.CACHE.delete(keyOf(company.companyId))));
  await env.NUMBERS.getByName(REGISTER).release(company.companyId);
  const pools = poolNames(company.database);
  await Promise.all(pools.map((pool) => env.POOLS.getByName(poolKey(company.companyId, pool)).erase()));
}
