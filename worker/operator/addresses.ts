/** Sign-in addresses that are held by a company which has nobody with them. */
import type { Env } from '../env.ts';
import { emailKey } from '../email.ts';
import { Problem } from '../problems.ts';

/**
 * Frees an address, so that another company may have it.
 * @returns the company that held it; null when nobody did
 * @throws Problem 409 `in_use` when somebody of the company has it: their address has to be changed there
 */
export async function releaseAddress(
  { ACCOUNTS, COMPANIES }: Pick<Env, 'ACCOUNTS' | 'COMPANIES'>,
  email: string,
): Promise<{ email: string; company_id: string | null }> {
  const account = ACCOUNTS.getByName(emailKey(email));
  const companyId = await account.company();
  if (companyId === undefined) return { email, company_id: null };
  if (await COMPANIES.getByName(companyId).hasUser(email)) {
    throw new Problem('in_use', 'Somebody of the company has this address; change it there first.', {
      members: { company_id: companyId },
    });
  }
  await account.release(companyId);
  return { email, company_id: companyId };
}
