/** Signs users of a company in. The account of their address has checked the password. */
import type { TokenIssue, TokenRequest } from '../../../accounts/token-requests.ts';
import { commit, commitIfRoom } from '../../engine/commit/commit.ts';
import type { CompanyContext } from '../../engine/context/company-context.ts';
import { callBy } from '../../engine/context/contexts.ts';
import { findUserByEmail, recordLogin } from '../users/users.ts';
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
  return commit(
    company,
    callBy(company, isSignIn ? { kind: 'user', user } : { kind: 'operator' }),
    (context) => {
      if (isSignIn) recordLogin(context, user.userId);
      else context.audit({ action: 'token.issued', subject: `user:${user.userId}` });
      return { outcome: 'issued', issued: issueToken(context, user.userId, options) };
    },
    'reserve',
  );
}

/** Records a sign-in with a wrong password in the audit log. The account limits how many there can be. */
export function recordWrongPassword(company: CompanyContext, email: string): void {
  const user = findUserByEmail(company.database, email);
  if (user === undefined) return;
  commitIfRoom(company, callBy(company, { kind: 'system', name: 'sign-in' }), (context) =>
    context.audit({ action: 'sign_in.refused', subject: `user:${user.userId}` }),
  );
}
