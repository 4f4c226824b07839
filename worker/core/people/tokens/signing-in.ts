/** Signs users of a company in. The account of their address has checked the password. */
import type { TokenIssue, TokenRequest } from '../../../accounts/token-requests.ts';
import { commit, commitIfRoom } from '../../engine/commit/commit.ts';
import type { CompanyContext } from '../../engine/context/company-context.ts';
import { contextOfActor } from '../../engine/context/contexts.ts';
import { companyNameOf } from '../../company/companies.ts';
import { settingsOf } from '../../company/settings/settings.ts';
import { findUserByEmail, recordLogin } from '../users/users.ts';
import { enqueueLetter } from '../links/letters.ts';
import { issueToken } from './tokens.ts';

/** Issues an access token to the user with this e-mail address. */
export function issueTokenTo(
  company: CompanyContext,
  email: string,
  { isSignIn, ...options }: TokenRequest,
): TokenIssue {
  const user = findUserByEmail(company.database, email);
  if (user === undefined) return { outcome: 'unknown' };
  if (user.isSuspended) return { outcome: 'suspended' };
  // A session begins anyway: it leads to the set-up of a second factor.
  if (isSignIn && options.kind !== 'session' && options.hasSecondFactor !== true && requires(company)) {
    return { outcome: 'second_factor_required', companyName: companyNameOf(company) };
  }
  return commit(
    company,
    contextOfActor(company, isSignIn ? { kind: 'user', user } : { kind: 'operator' }),
    (context) => {
      if (isSignIn) recordLogin(context, user.userId);
      else context.audit({ action: 'token.issued', subject: `user:${user.userId}` });
      return { outcome: 'issued', issued: issueToken(context, user.userId, options) };
    },
    'reserve',
  );
}

function requires(company: CompanyContext): boolean {
  return settingsOf(company).options().two_factors_required;
}

/**
 * Records a sign-in with the right password and a wrong code in the audit log.
 * @param isTold tells the user by mail that somebody may know the password
 */
export function recordWrongCode(company: CompanyContext, email: string, isTold: boolean): void {
  const user = findUserByEmail(company.database, email);
  if (user === undefined) return;
  commitIfRoom(company, contextOfActor(company, { kind: 'system', name: 'sign-in' }), (context) => {
    context.audit({ action: 'second_factor.refused', subject: `user:${user.userId}` });
    if (isTold) enqueueLetter(context, { kind: 'code_refused', userId: user.userId });
  });
}

/** Records a sign-in with a wrong password in the audit log. The account limits how many there can be. */
export function recordWrongPassword(company: CompanyContext, email: string): void {
  const user = findUserByEmail(company.database, email);
  if (user === undefined) return;
  commitIfRoom(company, contextOfActor(company, { kind: 'system', name: 'sign-in' }), (context) =>
    context.audit({ action: 'sign_in.refused', subject: `user:${user.userId}` }),
  );
}
