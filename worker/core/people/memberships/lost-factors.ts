/** Removes the second factor and the passkeys of somebody who has lost them. */
import type { LoginReset } from '../../../accounts/logins.ts';
import type { AgencyQuestion } from '../../../accounts/other-companies.ts';
import { Problem } from '../../../shared/http/problems.ts';
import { within } from '../../../shared/limits/bounded-wait.ts';
import type { CompanyState, CoreEnv } from '../../engine/context/company-context.ts';
import { answerOfAccount } from '../administration/accounts.ts';
import { COMPANY_TIMEOUT_MS, type Person, provenSession } from './memberships.ts';

const QUESTION: AgencyQuestion = { about: 'superadmin' };

/** What super admins remove for a user who has lost it. */
export type Lost = LoginReset['what'];

type Objects = Pick<CoreEnv, 'ACCOUNTS' | 'COMPANIES'>;

/**
 * Removes a user's second factor, or all of their passkeys. Whoever signs in to several companies with one password keeps one sign-in
 * for all of them, so only a super admin of all of these companies removes it.
 * @param asker undefined for a key, which is of this company alone
 * @throws Problem 403, 503
 */
export async function removeLost(
  objects: Objects,
  { company, asker }: { company: CompanyState; asker: Person | undefined },
  { email, what }: { email: string; what: Lost },
): Promise<void> {
  const { companyId } = company;
  const reset = (vouching: string[]): Promise<string[]> =>
    answerOfAccount(objects.ACCOUNTS, email, async (account) =>
      account.resetLogin(companyId, { what, vouching }),
    );
  const others = await reset([companyId]);
  if (others.length === 0) return;
  const vouching =
    asker === undefined ? [] : await superAdminAmong(objects, { company, person: asker }, others);
  const left = await reset([companyId, ...vouching]);
  if (left.length === 0) return;
  throw new Problem(
    'permission_denied',
    'They sign in to other companies with this, too, such as those of an agency. A super admin of all of these companies can remove it.',
  );
}

/**
 * Returns those of the companies that are of the person's login and in which they may act as a super admin. Only the login counts: any
 * company may add a user with the address of somebody else.
 * @throws Problem those of `provenSession`
 */
async function superAdminAmong(
  { ACCOUNTS, COMPANIES }: Objects,
  { company, person }: { company: CompanyState; person: Person },
  companyIds: readonly string[],
): Promise<string[]> {
  const { companyIds: own, own: session } = await provenSession(ACCOUNTS, company, person);
  const proven = { email: person.email, hasSecondFactor: session.hasSecondFactor };
  const found = await Promise.all(
    companyIds.map(async (companyId) => {
      if (!own.includes(companyId)) return [];
      const asked = COMPANIES.getByName(companyId).askFor(proven, QUESTION);
      const answer = await within(asked, COMPANY_TIMEOUT_MS, undefined);
      return answer === undefined || 'refusal' in (JSON.parse(answer) as object) ? [] : [companyId];
    }),
  );
  return found.flat();
}
