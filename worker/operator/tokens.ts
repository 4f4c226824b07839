/** Tokens that the operator issues. */
import { emailKey } from '../email.ts';
import type { IssuedToken } from '../core/tokens/tokens.ts';
import type { Env } from '../env.ts';
import { Problem } from '../problems.ts';
import type { OperatorTokenInput } from './schema.ts';

/**
 * A token of the user with this address, in whichever company.
 * @throws Problem 400 `unknown_user`, 403 `user_suspended`
 */
export async function issueTokenFor(
  env: Pick<Env, 'ACCOUNTS' | 'COMPANIES'>,
  input: OperatorTokenInput,
): Promise<IssuedToken> {
  const companyId = await env.ACCOUNTS.getByName(emailKey(input.email)).company();
  if (companyId === undefined) throw unknownUser();
  const result = await env.COMPANIES.getByName(companyId).issueToken(input.email, {
    lifetimeMs: input.valid_seconds * 1000,
    isSignIn: false,
  });
  if (result.outcome === 'issued') return result.issued;
  if (result.outcome === 'unknown') throw unknownUser();
  throw new Problem('user_suspended', 'The user is suspended; reinstate them first.');
}

function unknownUser(): Problem {
  const detail = 'No company has a user with this e-mail address.';
  return new Problem('unknown_user', detail, {
    errors: [{ pointer: '/email', code: 'unknown_user', detail }],
  });
}
