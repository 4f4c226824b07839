/** Issues tokens for the operator. */
import { emailKey } from '../../shared/contact/email.ts';
import type { IssuedToken } from '../../accounts/token-requests.ts';
import type { Env } from '../../env.ts';
import { Problem } from '../../shared/http/problems.ts';
import type { OperatorTokenInput } from './schema.ts';

/**
 * Issues a token for the user with this address, in the given company or in the first that has the user.
 * @throws Problem 400 `unknown_user`, 403 `user_suspended`
 */
export async function issueTokenFor(
  env: Pick<Env, 'ACCOUNTS' | 'COMPANIES'>,
  input: OperatorTokenInput,
): Promise<IssuedToken> {
  const known = await env.ACCOUNTS.getByName(emailKey(input.email)).companies();
  const companyIds = known.filter((id) => input.company_id === undefined || id === input.company_id);
  let refusal = unknownUser();
  for (const companyId of companyIds) {
    const result = await env.COMPANIES.getByName(companyId).issueToken(input.email, {
      lifetimeMs: input.valid_seconds * 1000,
      isSignIn: false,
    });
    if (result.outcome === 'issued') return result.issued;
    if (result.outcome === 'suspended') {
      refusal = new Problem('user_suspended', 'The user is suspended. Reinstate them first.');
    }
  }
  throw refusal;
}

function unknownUser(): Problem {
  const detail = 'No company has a user with this e-mail address.';
  return new Problem('unknown_user', detail, {
    errors: [{ pointer: '/email', code: 'unknown_user', detail }],
  });
}
