/** From an e-mail address and a password to an access token. */
import { companyOfSecret, invalidCredentials } from '../credentials.ts';
import { emailKey, isEmail } from '../email.ts';
import type { IssuedToken } from '../core/tokens/tokens.ts';
import type { Env } from '../env.ts';
import { KeyedHash } from '../keyed-hash.ts';
import { Problem } from '../problems.ts';
import type { SignInInput } from './schema.ts';

type Objects = Pick<Env, 'ACCOUNTS' | 'COMPANIES' | 'OPERATOR_TOKEN'>;

/** What stands for the networks that people sign in from; it cannot be told to be the one of a visitor. */
const networks = new KeyedHash('leadline sign-in network');

/** What is known of a request to sign in beside what it says. */
export interface SignInSurroundings {
  /** Where it comes from; undefined where the platform does not say. */
  network: string | undefined;
  /** Is given work that the answer need not wait for. */
  afterAnswer: (work: Promise<unknown>) => void;
}

/**
 * Signs in and issues a token.
 * @throws Problem 401 for a wrong password and an unknown address alike, 403 `user_suspended` only with the right
 * password, 429 after five wrong ones from the network, or fifty from all, in 15 minutes
 */
export async function signIn(
  objects: Objects,
  input: SignInInput,
  { network, afterAnswer }: SignInSurroundings,
): Promise<IssuedToken> {
  const email = emailKey(input.username);
  if (!isEmail(email)) throw wrongPassword();
  const from = network === undefined ? '' : networks.of(network, objects.OPERATOR_TOKEN);
  const result = await objects.ACCOUNTS.getByName(email).signIn(input.password, from);
  if (result.outcome === 'throttled') {
    throw new Problem(
      'rate_limited',
      'Too many wrong passwords for this address; wait before the next try.',
      {
        headers: { 'Retry-After': String(result.retryAfterSeconds) },
      },
    );
  }
  if (result.outcome === 'refused') {
    // After the answer: an address that somebody has must not take longer than another.
    const { companyId } = result;
    if (companyId !== undefined) {
      afterAnswer(objects.COMPANIES.getByName(companyId).noteWrongPassword(email));
    }
    throw wrongPassword();
  }
  const issue = await objects.COMPANIES.getByName(result.companyId).issueToken(email, {
    isSignIn: true,
    kind: input.kind ?? 'token',
  });
  if (issue.outcome === 'issued') return issue.issued;
  if (issue.outcome === 'unknown') throw wrongPassword();
  throw new Problem('user_suspended', 'This user is suspended; ask a super admin of the company.');
}

/** Ends a token. Whoever has it may end it; one that is no token is no error (RFC 7009, 2.2). */
export async function signOut(objects: Objects, token: string): Promise<void> {
  const companyId = companyOfSecret(token);
  if (companyId !== undefined) await objects.COMPANIES.getByName(companyId).revokeToken(token);
}

function wrongPassword(): Problem {
  return invalidCredentials('The e-mail address or the password is wrong.');
}
