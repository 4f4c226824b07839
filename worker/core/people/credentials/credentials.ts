/** Finds the owner of a token or key by its secret. */
import { isKey } from '../../../shared/http/credentials.ts';
import { callBy } from '../../engine/context/contexts.ts';
import { commitIfRoom } from '../../engine/commit/commit.ts';
import type { KnownCredential } from '../../engine/context/actors.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import type { CompanyState } from '../../engine/context/company-context.ts';
import type { CredentialStore } from '../../engine/context/feature.ts';
import { findByKey, isUseRecorded, recordUse } from '../keys/keys.ts';
import { sha256Hex } from '../../engine/storage/sha256.ts';
import { knownTokensOf } from '../known-tokens.ts';
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

/** The tokens and keys of a company. Recently used ones are found in memory. Their use is recorded once an hour. */
export const CREDENTIALS: CredentialStore = {
  find: (company, secret) => findByHash(company, hashedSecret(secret)),
  noteUse: (company, used) => {
    if (isUseRecorded(used, Date.now())) return;
    const { actor, sessionId } = used;
    const record = (write: WriteContext): void => {
      if (actor.kind === 'key') recordUse(write, actor.key);
      else if (sessionId !== undefined) recordTokenUse(write, actor.user.userId, sessionId);
    };
    commitIfRoom(company, callBy(company, actor), record, 'reserve');
  },
};
