/** Frees sign-in addresses that a company holds without having a user with them. */
import type { Env } from '../../env.ts';
import { emailKey } from '../../shared/contact/email.ts';
import { Problem } from '../../shared/http/problems.ts';

/**
 * Frees an address in all companies that hold it without having a user with it.
 * @returns the first such company; null when there was none
 * @throws Problem 409 `in_use` when every company that holds it has a user with it
 */
export async function releaseAddress(
  { ACCOUNTS, COMPANIES }: Pick<Env, 'ACCOUNTS' | 'COMPANIES'>,
  email: string,
): Promise<{ email: string; company_id: string | null }> {
  const account = ACCOUNTS.getByName(emailKey(email));
  const companyIds = await account.companies();
  const inUse = await Promise.all(companyIds.map((id) => COMPANIES.getByName(id).hasUser(email)));
  const unused = companyIds.filter((_, index) => inUse[index] !== true);
  for (const companyId of unused) {
    await account.release(companyId);
    await account.abandonAll(companyId);
  }
  const [released = null] = unused;
  const used = companyIds.find((_, index) => inUse[index] === true);
  if (released === null && used !== undefined) {
    throw new Problem('in_use', 'A user of the company has this address. Change it there first.', {
      members: { company_id: used },
    });
  }
  return { email, company_id: released };
}
