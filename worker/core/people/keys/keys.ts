/** The API keys of a company and of its users. */
import {
  type ActingKey,
  actorId,
  roleOf,
  userOf,
  type Scope,
  type KnownCredential,
} from '../../engine/context/actors.ts';
import type { AgedRows } from '../../engine/context/aged-rows.ts';
import { subjectsNaming } from '../../engine/commit/audit.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import type { Database } from '../../engine/storage/database.ts';
import { AS_IS, json, Table } from '../../engine/storage/table.ts';
import { makeSecret } from '../../../shared/http/credentials.ts';
import { asId, newId } from '../../../shared/http/ids.ts';
import { notFound, Problem, problemOfFaults } from '../../../shared/http/problems.ts';
import { sha256Hex } from '../../engine/storage/sha256.ts';
import { endHooksOf } from '../../outbound/webhooks/rest-hooks.ts';
import { findUser } from '../users/users.ts';
import { knownTokensOf } from '../users/known-tokens.ts';
import type { ApiKeyRecord, NewKeyInput } from './schema.ts';

const MAX_OF_A_USER = 20;
const MAX_OF_THE_COMPANY = 50;
/** How long an ended key is still listed and distinguished from an unknown one. */
export const ENDED_KEYS_KEPT_MS = 90 * 24 * 3_600_000;
/** SQL for the end of a key, far in the future if it has none. The index has the same expression. */
const ENDED = 'min(coalesce(revoked_time, 9e15), coalesce(expires_time, 9e15))';
/** The keys with an end, by the time of the end. */
export const ENDING_KEYS: AgedRows = {
  table: 'api_keys',
  key: 'key_id',
  time: ENDED,
  where: `${ENDED} < 9e15`,
};
/** How often `last_used_time` is written at most. */
const USED_AGAIN_MS = 3_600_000;
const HINT_LENGTH = 4;

const KEYS = new Table<ApiKeyRecord>('api_keys', {
  keyId: AS_IS,
  hint: AS_IS,
  name: AS_IS,
  userId: AS_IS,
  scopes: json(),
  createdTime: AS_IS,
  createdBy: AS_IS,
  expiresTime: AS_IS,
  lastUsedTime: AS_IS,
  revokedTime: AS_IS,
});
const NEWEST_FIRST = KEYS.select('WHERE ?1 IS NULL OR user_id = ?1 ORDER BY created_time DESC, key_id DESC');
const BY_ID = KEYS.select('WHERE key_id = ?');
const BY_HASH = KEYS.select('WHERE key_hash = ?');
const INSERT = KEYS.insert('key_hash');

/** Lists the keys of a user or (undefined) all keys of the company, including ended ones, newest first. */
export function listKeys(database: Database, userId: string | undefined): ApiKeyRecord[] {
  return KEYS.all(database, NEWEST_FIRST, userId ?? null);
}

/** Finds the key with this id; undefined if there is none. */
export function findKey(database: Database, keyId: string): ApiKeyRecord | undefined {
  return KEYS.maybe(database, BY_ID, keyId);
}

/**
 * Creates a key.
 * @returns the key and its secret, of which only a hash is stored
 * @throws Problem 400 for an end in the past, 403 for more rights than the caller has, 409 `too_many_values`
 */
export function createKey(context: WriteContext, input: NewKeyInput): { key: ApiKeyRecord; secret: string } {
  const userId = ownerOf(context, input);
  requireRoom(context, userId);
  const secret = makeSecret('llk_', context.companyId);
  const key: ApiKeyRecord = {
    keyId: newId(context.now),
    hint: secret.slice(-HINT_LENGTH),
    name: input.name,
    userId,
    scopes: [...new Set(input.scopes)],
    createdTime: context.now,
    createdBy: actorId(context.actor),
    expiresTime: input.expires_time,
    lastUsedTime: null,
    revokedTime: null,
  };
  context.database.run(INSERT, ...KEYS.values(key), sha256Hex(secret));
  const { name, scopes } = key;
  context.audit({
    action: 'api_key.created',
    subject: `key:${key.keyId}`,
    detail: { name, scopes, user_id: userId },
  });
  if (key.expiresTime !== null) context.wakeBy(key.expiresTime + ENDED_KEYS_KEPT_MS);
  return { key, secret };
}

/**
 * Refuses a key when the owner has the maximum number of valid keys.
 * @throws Problem `too_many_values`
 */
function requireRoom(context: WriteContext, userId: string | null): void {
  const limit = userId === null ? MAX_OF_THE_COMPANY : MAX_OF_A_USER;
  const { count } = context.database.one<{ count: number }>(
    `SELECT count(*) AS count FROM api_keys
     WHERE user_id IS ?1 AND revoked_time IS NULL AND (expires_time IS NULL OR expires_time > ?2)`,
    userId,
    context.now,
  );
  if (count >= limit) {
    const whose = userId === null ? 'A company' : 'A user';
    const detail = `${whose} has at most ${limit} valid keys; revoke one.`;
    throw new Problem('too_many_values', detail, { members: { limit } });
  }
}

/**
 * Revokes a key at once. Does nothing if it has ended.
 * @throws Problem 404, also for another user's key unless the caller is a super admin
 */
export function revokeKey(context: WriteContext, idText: string): ApiKeyRecord {
  const key = findKey(context.database, asId(idText) ?? '');
  const isOwn = key?.userId === (userOf(context.actor)?.userId ?? '');
  if (key === undefined || (!isOwn && roleOf(context.actor) !== 'superadmin')) throw notFound();
  return key.revokedTime === null ? end(context, key) : key;
}

/** Revokes the keys of a user, because the user has a new password: a person who knew the former one may have created them. */
export function revokeKeysOf(context: WriteContext, userId: string): void {
  for (const key of listKeys(context.database, userId)) {
    if (key.revokedTime === null && (key.expiresTime ?? Infinity) > context.now) end(context, key);
  }
}

/** Ends the REST hooks of a user's keys if the user may have no webhooks any more. */
export function endHooksWithoutRights(context: WriteContext, userId: string): void {
  const user = findUser(context.database, userId);
  if (user?.isSuspended === false && user.roleId === 'superadmin') return;
  endHooksOf(context, idsOf(listKeys(context.database, userId)));
}

/** Lists the keys of a user as the audit log names them, those that were deleted since among them: `key:<id>`. */
export function actorsOfKeys(database: Database, userId: string): string[] {
  const present = listKeys(database, userId).map(({ keyId }) => `key:${keyId}`);
  return [...new Set([...present, ...subjectsNaming(database, 'api_key.created', userId)])];
}

/** Deletes the keys of a user. */
export function deleteKeysOf(context: WriteContext, userId: string): void {
  knownTokensOf(context).clear();
  endHooksOf(context, idsOf(listKeys(context.database, userId)));
  context.database.run('DELETE FROM api_keys WHERE user_id = ?', userId);
}

function idsOf(keys: readonly ApiKeyRecord[]): string[] {
  return keys.map(({ keyId }) => keyId);
}

function end(context: WriteContext, key: ApiKeyRecord): ApiKeyRecord {
  knownTokensOf(context).clear();
  context.database.run('UPDATE api_keys SET revoked_time = ? WHERE key_id = ?', context.now, key.keyId);
  context.audit({ action: 'api_key.revoked', subject: `key:${key.keyId}`, detail: { name: key.name } });
  endHooksOf(context, [key.keyId]);
  context.wakeBy(context.now + ENDED_KEYS_KEPT_MS);
  return { ...key, revokedTime: context.now };
}

/** Finds the actor of a key, ended or not; undefined if the key is unknown or was revoked. */
export function findByKey(database: Database, hash: string): KnownCredential | undefined {
  const key = KEYS.maybe(database, BY_HASH, hash);
  if (key === undefined || key.revokedTime !== null) return undefined;
  const user = key.userId === null ? undefined : findUser(database, key.userId);
  if (key.userId !== null && user?.isSuspended !== false) return undefined;
  const { expiresTime, lastUsedTime } = key;
  return { actor: { kind: 'key', key, user }, expiresTime: expiresTime ?? Infinity, lastUsedTime };
}

/** Tells whether a recent use of the key is recorded already. */
export function isUseRecorded({ lastUsedTime }: KnownCredential, now: number): boolean {
  return lastUsedTime !== null && now - lastUsedTime < USED_AGAIN_MS;
}

/** Records that a key is used now. */
export function recordUse(context: WriteContext, key: ActingKey): void {
  const { database, now } = context;
  const knownTokens = knownTokensOf(context);
  knownTokens.clear();
  database.run('UPDATE api_keys SET last_used_time = ? WHERE key_id = ?', now, key.keyId);
}

/**
 * Returns the owner of a new key.
 * @throws Problem for rights that the caller may not grant
 */
function ownerOf(
  { actor, now }: WriteContext,
  { owner, scopes, expires_time: end }: NewKeyInput,
): string | null {
  const role = roleOf(actor);
  const refused = (detail: string): Problem => new Problem('permission_denied', detail);
  if (actor.kind === 'key' && role !== 'superadmin') {
    throw refused(
      'A key can create keys only with the scope admin and as a key of a super admin or of the company.',
    );
  }
  if (end !== null && end <= now) {
    const detail = 'The end of the key is in the past.';
    throw problemOfFaults([{ pointer: '/expires_time', code: 'invalid_parameter', detail }]);
  }
  const needsSuperAdmin: Scope = 'admin';
  if (scopes.includes(needsSuperAdmin) && role !== 'superadmin') {
    throw refused(`The scope admin needs the role superadmin; yours is ${role}.`);
  }
  if (owner === 'user') {
    const user = userOf(actor);
    if (user === undefined)
      throw refused('A key of the company has no user; create another key of the company.');
    return user.userId;
  }
  if (role !== 'superadmin')
    throw refused(`A key of the company needs the role superadmin; yours is ${role}.`);
  return null;
}
