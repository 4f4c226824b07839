/** Finds the owner of a token or key by its secret. */
import { isKey } from '../../../shared/http/credentials.ts';
import { callBy } from '../../engine/context/contexts.ts';
import { commitIfRoom } from '../../engine/commit/commit.ts';
import type { CredentialStore } from '../../engine/context/feature.ts';
import { findByKey, isUseRecorded, recordUse } from '../keys/keys.ts';
import { sha256Hex } from '../../engine/storage/sha256.ts';
import { knownTokensOf } from '../known-tokens.ts';
import { findToken } from '../tokens/tokens.ts';

/** The tokens and keys of a company. Recently used ones are found in memory. The use of a key is recorded once an hour. */
export const CREDENTIALS: CredentialStore = {
  find: (company, secret) => {
    const hash = sha256Hex(secret);
    const knownTokens = knownTokensOf(company);
    const known = knownTokens.get(hash);
    if (known !== undefined) return known;
    const { database } = company;
    const found = isKey(secret) ? findByKey(database, hash) : findToken(database, hash);
    if (found !== undefined) knownTokens.set(hash, found);
    return found;
  },
  noteUse: (company, used) => {
    const { actor } = used;
    if (actor.kind !== 'key' || isUseRecorded(used, Date.now())) return;
    commitIfRoom(company, callBy(company, actor), (write) => recordUse(write, actor.key), 'reserve');
  },
};
