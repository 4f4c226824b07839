/** Sign-in addresses that are held by a company which has nobody with them. */
import type { Env } from '../../env.ts';
import { emailKey } from '../../shared/contact/email.ts';
import { Problem } from '../../shared/http/problems.ts';

/**
 * Frees an address that a company holds for nobody: its claim is over.
 * @returns the first company of which it was freed; null when no company did
 * @throws Problem 409 `in_use` when somebody has it, and everybody who holds it: their address has to be changed there
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
    throw new Problem('in_use', 'Somebody of the company has this address; change it there first.', {
      members: { company_id: used },
    });
  }
  return { email, company_id: released };
}
