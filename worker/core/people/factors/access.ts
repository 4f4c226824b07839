/** Who asks for a change of how they sign in, and in which session. */
import type { Context } from 'hono';
import { relyingParty, type RelyingParty } from '../../../accounts/passkeys/relying-party.ts';
import { signInSender } from '../../../accounts/sign-in-networks.ts';
import type { AskingSession } from '../../../accounts/signing-in/passkeys.ts';
import { readCredentials } from '../../../shared/http/credentials.ts';
import { Problem } from '../../../shared/http/problems.ts';
import type { ActingUser } from '../../engine/context/actors.ts';
import type { CoreApp } from '../../engine/context/company-context.ts';
import { sha256Hex } from '../../engine/storage/sha256.ts';
import { readToken } from '../tokens/tokens.ts';
import type { Sender } from '../../../shared/limits/networks.ts';

/** How long a proof counts for further changes. */
const CONFIRMED_MS = 10 * 60_000;

/** The user whose factors they are. */
export interface FactorOwner {
  email: string;
  companyId: string;
}

/** @throws Problem 403 for a key, which does not sign in */
export function requireUser(c: Context<CoreApp>): ActingUser {
  const actor = c.get('actor');
  if (actor.kind === 'user') return actor.user;
  throw new Problem('permission_denied', 'Use the access token of a user, not an API key.');
}

/** @throws Problem 403 for a key */
export function ownerOf(c: Context<CoreApp>): FactorOwner {
  return { email: requireUser(c).email, companyId: c.env.company.companyId };
}

/** Returns the session of the request, and what it has proved. */
export function askingSession(c: Context<CoreApp>): AskingSession {
  const asker = sha256Hex(readCredentials(c.req.header('Authorization')).secret);
  const { confirmedTime = null, hasSecondFactor = false } = readToken(c.env.company.database, asker) ?? {};
  const isConfirmed = confirmedTime !== null && Date.now() < confirmedTime + CONFIRMED_MS;
  return { asker, isConfirmed, hasSecondFactor };
}

/** Returns the sender of the request. */
export function senderOf(c: Context<CoreApp>): Sender {
  return signInSender(c.req.raw.headers, c.env.OPERATOR_TOKEN);
}

/** Returns the site for which passkeys are made. */
export function siteOf(c: Context<CoreApp>): RelyingParty {
  return relyingParty(c.req.url, c.env.PUBLIC_URL);
}
