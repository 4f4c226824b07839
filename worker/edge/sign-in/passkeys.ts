/**
 * Signs in with a passkey and nothing else. The passkey brings the user handle, which is the id of the account's Durable Object: it
 * leads to the account without an address, and tells nothing of it (decision 025).
 */
import { isValidChallenge, newChallenge } from '../../accounts/passkeys/challenges.ts';
import { type RequestOptions, requestOptions } from '../../accounts/passkeys/options.ts';
import type { RelyingParty } from '../../accounts/passkeys/relying-party.ts';
import { challengeOf } from '../../accounts/passkeys/responses.ts';
import type { Assertion } from '../../accounts/passkeys/schema.ts';
import type { PasskeySignIn } from '../../accounts/signing-in/passkeys.ts';
import { passkeyRefused } from '../../accounts/signing-in/refusals.ts';
import type { IssuedToken, TokenKind } from '../../accounts/token-requests.ts';
import type { Env } from '../../env.ts';
import { issueTokenAt, type SignInContext } from './sign-ins.ts';

type Objects = Pick<Env, 'ACCOUNTS' | 'COMPANIES' | 'OPERATOR_TOKEN'>;

/** A sign-in with a passkey. */
export interface PasskeyAttempt {
  assertion: Assertion;
  /** The secret of the browser that asked for the challenge. */
  client: string;
  site: RelyingParty;
  kind: TokenKind;
}

/** Returns the options of a sign-in. They are the same for everybody, but for the challenge. @throws Problem 503 */
export function signInOptions(env: Objects, client: string, site: RelyingParty): RequestOptions {
  const use = { purpose: 'sign-in', asker: client } as const;
  return requestOptions(site, { challenge: newChallenge(use, Date.now(), env.OPERATOR_TOKEN) });
}

/**
 * Signs in with a passkey and issues a token.
 * @throws Problem 403 `passkey_refused` and `user_suspended`
 */
export async function signInWithPasskey(
  env: Objects,
  { assertion, client, site, kind }: PasskeyAttempt,
  { sender: { network }, device }: SignInContext,
): Promise<{ email: string; issued: IssuedToken }> {
  const use = { purpose: 'sign-in', asker: client } as const;
  const given = { now: Date.now(), secret: env.OPERATOR_TOKEN };
  // Before the account is asked, so that an answer of somebody who was asked nothing reaches no object.
  if (!isValidChallenge(challengeOf(assertion), use, given)) throw passkeyRefused('late');
  const account = accountOf(env, assertion.response.userHandle ?? '');
  if (account === undefined) throw passkeyRefused('unknown');
  const result: PasskeySignIn = await account.signInWithPasskey({ assertion, site, asker: client, network });
  if (result.outcome !== 'passed') throw passkeyRefused(result.outcome);
  const { email, companyIds } = result;
  const request = { isSignIn: true, kind, device, hasSecondFactor: true };
  return { email, issued: await issueTokenAt(env, companyIds, { email, request }) };
}

/** Finds an account by a user handle; undefined for a handle that is not an id of this deployment's accounts. */
function accountOf({ ACCOUNTS }: Objects, handle: string): ReturnType<Env['ACCOUNTS']['get']> | undefined {
  try {
    return ACCOUNTS.get(ACCOUNTS.idFromString(Buffer.from(handle, 'base64url').toString('hex')));
  } catch {
    return undefined;
  }
}
