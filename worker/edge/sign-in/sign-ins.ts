/** Signs in with e-mail address and password, and issues access tokens. */
import { CHALLENGE, companyOfSecret, invalidCredentials } from '../../shared/http/credentials.ts';
import { emailKey, isEmail } from '../../shared/contact/email.ts';
import { tooManyCodes, wrongCode } from '../../accounts/signing-in/refusals.ts';
import type { SignInResult } from '../../accounts/signing-in/sign-ins.ts';
import type { IssuedToken, TokenRequest } from '../../accounts/token-requests.ts';
import type { Env } from '../../env.ts';
import { Problem } from '../../shared/http/problems.ts';
import type { SignInInput } from './schema.ts';
import type { Sender } from '../../shared/limits/networks.ts';

type Objects = Pick<Env, 'ACCOUNTS' | 'COMPANIES'>;

/** The context of a sign-in request. */
export interface SignInContext {
  /** From `signInSender`. */
  sender: Sender;
  /** The browser or program, from `deviceName`. */
  device: string;
  /** Runs work after the answer was sent. */
  afterAnswer: (work: Promise<unknown>) => void;
}

/**
 * Signs in and issues a token for the given company, or for the first that the password is for.
 * @throws Problem 401 for a wrong password and for an unknown address; only with the right password 401 `code_required`, and 403
 *   `wrong_code`, `second_factor_required` and `user_suspended`; 429 after too many wrong passwords or codes (throttle.ts)
 */
export async function signIn(
  objects: Objects,
  input: SignInInput,
  { sender, device, afterAnswer }: SignInContext,
): Promise<IssuedToken> {
  const email = emailKey(input.username);
  if (!isEmail(email)) throw wrongPassword();
  const { password, code, company_id: companyId } = input;
  const result: SignInResult = await objects.ACCOUNTS.getByName(email).signIn({
    password,
    sender,
    ...(code === undefined ? {} : { code }),
    ...(companyId === undefined ? {} : { companyId }),
  });
  if (result.outcome === 'throttled') {
    throw new Problem(
      'rate_limited',
      'Too many wrong passwords for this address. Wait before you try again.',
      {
        headers: { 'Retry-After': String(result.retryAfterSeconds) },
      },
    );
  }
  if (result.outcome === 'refused') {
    // After the answer, so that an address with a user takes no longer than one without.
    for (const refusing of result.companyIds) {
      afterAnswer(objects.COMPANIES.getByName(refusing).recordWrongPassword(email));
    }
    throw wrongPassword();
  }
  if (result.outcome === 'missing') {
    const detail = 'Enter the code of your authenticator app, or a recovery code.';
    throw new Problem('code_required', detail, { headers: CHALLENGE });
  }
  if (result.outcome === 'too_many_codes') throw tooManyCodes(result.retryAfterSeconds);
  if (result.outcome === 'wrong') {
    const { companyIds, isLast } = result;
    // One company tells the person.
    companyIds.forEach((id, index) =>
      afterAnswer(objects.COMPANIES.getByName(id).recordWrongCode(email, isLast && index === 0)),
    );
    throw wrongCode();
  }
  const { hasSecondFactor } = result;
  const request = { isSignIn: true, kind: input.kind ?? 'token', device, hasSecondFactor };
  return issueTokenAt(objects, result.companyIds, { email, request });
}

/** Issues a token for the first company where the user is active. */
export async function issueTokenAt(
  objects: Objects,
  companyIds: readonly string[],
  { email, request }: { email: string; request: TokenRequest },
): Promise<IssuedToken> {
  let refusal = wrongPassword();
  for (const companyId of companyIds) {
    const issue = await objects.COMPANIES.getByName(companyId).issueToken(email, request);
    if (issue.outcome === 'issued') return issue.issued;
    if (issue.outcome === 'second_factor_required') {
      refusal = new Problem(
        'second_factor_required',
        `${issue.companyName} requires two factors. Sign in to the console and set up the second one, or use an API key.`,
      );
    }
    if (issue.outcome === 'suspended') {
      refusal = new Problem('user_suspended', 'This user is suspended. Ask a super admin of the company.');
    }
  }
  throw refusal;
}

/** Revokes a token. No further credentials are needed, and an unknown token is no error (RFC 7009, 2.2). */
export async function signOut(objects: Objects, token: string): Promise<void> {
  const companyId = companyOfSecret(token);
  if (companyId !== undefined) await objects.COMPANIES.getByName(companyId).revokeToken(token);
}

function wrongPassword(): Problem {
  return invalidCredentials('The e-mail address or the password is wrong.');
}
