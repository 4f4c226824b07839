/** From an e-mail address and a password to an access token. */
import { companyOfSecret, invalidCredentials } from '../../shared/http/credentials.ts';
import { emailKey, isEmail } from '../../shared/contact/email.ts';
import type { IssuedToken, TokenRequest } from '../../accounts/token-requests.ts';
import type { Env } from '../../env.ts';
import { Problem } from '../../shared/http/problems.ts';
import type { SignInInput } from './schema.ts';

type Objects = Pick<Env, 'ACCOUNTS' | 'COMPANIES'>;

/** What is known of a request to sign in beside what it says. */
export interface SignInSurroundings {
  /** Where it comes from, as `signInNetwork` has it. */
  network: string;
  /** Is given work that the answer need not wait for. */
  afterAnswer: (work: Promise<unknown>) => void;
}

/**
 * Signs in and issues a token: of the company that is named, else of the first that the password opens.
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
  const { password, company_id: companyId } = input;
  const result = await objects.ACCOUNTS.getByName(email).signIn({
    password,
    network,
    ...(companyId === undefined ? {} : { companyId }),
  });
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
    for (const refusing of result.companyIds) {
      afterAnswer(objects.COMPANIES.getByName(refusing).noteWrongPassword(email));
    }
    throw wrongPassword();
  }
  const request = { isSignIn: true, kind: input.kind ?? 'token' };
  return issueTokenAt(objects, result.companyIds, { email, request });
}

/** A token of the first company that lets the user in. */
async function issueTokenAt(
  objects: Objects,
  companyIds: readonly string[],
  { email, request }: { email: string; request: TokenRequest },
): Promise<IssuedToken> {
  let refusal = wrongPassword();
  for (const companyId of companyIds) {
    const issue = await objects.COMPANIES.getByName(companyId).issueToken(email, request);
    if (issue.outcome === 'issued') return issue.issued;
    if (issue.outcome === 'suspended') {
      refusal = new Problem('user_suspended', 'This user is suspended; ask a super admin of the company.');
    }
  }
  throw refusal;
}

/** Ends a token. Whoever has it may end it; an unknown token is no error (RFC 7009, 2.2). */
export async function signOut(objects: Objects, token: string): Promise<void> {
  const companyId = companyOfSecret(token);
  if (companyId !== undefined) await objects.COMPANIES.getByName(companyId).revokeToken(token);
}

function wrongPassword(): Problem {
  return invalidCredentials('The e-mail address or the password is wrong.');
}
