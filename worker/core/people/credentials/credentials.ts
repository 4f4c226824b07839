/** Finds the owner of a token or key by its secret. */
import { isKey } from '../../../shared/http/credentials.ts';
import { Problem } from '../../../shared/http/problems.ts';
import { companyNameOf } from '../../company/companies.ts';
import { settingsOf } from '../../company/settings/settings.ts';
import { contextOfActor } from '../../engine/context/contexts.ts';
import { commitIfRoom } from '../../engine/commit/commit.ts';
import type { KnownCredential } from '../../engine/context/actors.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import type { CompanyState } from '../../engine/context/company-context.ts';
import type { CredentialStore } from '../../engine/context/feature.ts';
import { findByKey, isUseRecorded, recordUse } from '../keys/keys.ts';
import { sha256Hex } from '../../engine/storage/sha256.ts';
import { knownTokensOf } from '../users/known-tokens.ts';
import { findToken, recordTokenUse } from '../tokens/tokens.ts';

/** A secret as it is stored. */
export interface HashedSecret {
  /** SHA-256. */
  hash: string;
  isKey: boolean;
}

/** Returns a secret as it is stored. */
export function hashedSecret(secret: string): HashedSecret {
  return { hash: sha256Hex(secret), isKey: isKey(secret) };
}

/** Finds the owner of a secret, expired or not; undefined if it was never issued, or was revoked. */
export function findByHash(company: CompanyState, secret: HashedSecret): KnownCredential | undefined {
  const knownTokens = knownTokensOf(company);
  const known = knownTokens.get(secret.hash);
  if (known !== undefined) return known;
  const { database } = company;
  const found = secret.isKey ? findByKey(database, secret.hash) : findToken(database, secret.hash);
  if (found !== undefined) knownTokens.set(secret.hash, found);
  return found;
}

/** What a session may do that began with a password alone, where the company requires two factors: set up the second one. */
const OPEN_TO_ALL = /^\/me(?:$|\/(?:second_factor|passkeys|confirmation)(?:\/|$))/;

/** Tells whether a credential may not be used, because the company requires two factors. */
export function isLimited(company: CompanyState, { lacksSecondFactor }: KnownCredential): boolean {
  return lacksSecondFactor === true && settingsOf(company).options().two_factors_required;
}

/** Returns a text that changes with what credentials may be used for: with every write of a token, a key or a user, and with the options. */
export function versionOfRights(company: CompanyState): string {
  return `${knownTokensOf(company).version} ${settingsOf(company).options().two_factors_required}`;
}

/** The tokens and keys of a company. Recently used ones are found in memory. Their use is recorded once an hour. */
export const CREDENTIALS: CredentialStore = {
  find: (company, secret) => findByHash(company, hashedSecret(secret)),
  limit: (company, known, path) => {
    if (OPEN_TO_ALL.test(path) || !isLimited(company, known)) return;
    throw new Problem(
      'second_factor_required',
      `${companyNameOf(company)} requires two factors to sign in. Set up the second one first.`,
    );
  },
  noteUse: (company, used) => {
    if (isUseRecorded(used, Date.now())) return;
    const { actor, sessionId } = used;
    const record = (write: WriteContext): void => {
      if (actor.kind === 'key') recordUse(write, actor.key);
      else if (sessionId !== undefined) recordTokenUse(write, actor.user.userId, sessionId);
    };
    commitIfRoom(company, contextOfActor(company, actor), record, 'reserve');
  },
};
