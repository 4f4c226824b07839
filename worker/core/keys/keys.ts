/** The API keys of a company and of its users. */
import { type ActingKey, actorId, roleOf, userOf, type Scope } from '../actors.ts';
import type { AgedRows } from '../aged-rows.ts';
import type { WriteCall } from '../call.ts';
import type { Database, Row } from '../database.ts';
import { makeSecret } from '../../credentials.ts';
import { asId, newId } from '../../ids.ts';
import { notFound, Problem, problemOfFaults } from '../../problems.ts';
import { sha256Hex } from '../sha256.ts';
import { findUser } from '../users/users.ts';
import type { KnownCredential } from '../credentials.ts';
import { knownTokensOf } from '../tokens/known-tokens.ts';
import type { ApiKeyRecord, NewKeyInput } from './schema.ts';

const MAX_OF_A_USER = 20;
const MAX_OF_THE_COMPANY = 50;
/** For how long a key that ended is still listed, and told from a wrong one. */
export const ENDED_KEYS_KEPT_MS = 90 * 24 * 3_600_000;
/** When a key ends or ended, far in the future for one without an end; the expression of the index. */
const ENDED = 'min(coalesce(revoked_time, 9e15), coalesce(expires_time, 9e15))';
/** The keys with an end, by when that is or was. */
export const ENDING_KEYS: AgedRows = {
  table: 'api_keys',
  key: 'key_id',
  time: ENDED,
  where: `${ENDED} < 9e15`,
};
/** `last_used_time` is written at most so often. */
const USED_AGAIN_MS = 3_600_000;
const HINT_LENGTH = 4;

interface KeyRow extends Row {
  key_id: string;
  key_hash: string;
  hint: string;
  name: string;
  user_id: string | null;
  scopes: string;
  created_time: number;
  created_by: string;
  expires_time: number | null;
  last_used_time: number | null;
  revoked_time: number | null;
}

/** The keys of a user, or (undefined) all of the company, the newest first; ended ones among them. */
export function listKeys(database: Database, userId: string | undefined): ApiKeyRecord[] {
  return database
    .all<KeyRow>(
      'SELECT * FROM api_keys WHERE ?1 IS NULL OR user_id = ?1 ORDER BY created_time DESC, key_id DESC',
      userId ?? null,
    )
    .map(toRecord);
}

/** The key with this id; undefined when there is none. */
export function findKey(database: Database, keyId: string): ApiKeyRecord | undefined {
  const row = database.maybe<KeyRow>('SELECT * FROM api_keys WHERE key_id = ?', keyId);
  return row && toRecord(row);
}

/**
 * Makes a key.
 * @returns it, and the secret, of which only a hash is kept
 * @throws Problem 400 for an end in the past, 403 for more rights than the caller has, 409 `too_many_values`
 */
export function createKey(call: WriteCall, input: NewKeyInput): { key: ApiKeyRecord; secret: string } {
  const userId = ownerOf(call, input);
  requireRoom(call, userId);
  const secret = makeSecret('llk_', call.companyId);
  const key: ApiKeyRecord = {
    keyId: newId(call.now),
    hint: secret.slice(-HINT_LENGTH),
    name: input.name,
    userId,
    scopes: [...new Set(input.scopes)],
    createdTime: call.now,
    createdBy: actorId(call.actor),
    expiresTime: input.expires_time,
    lastUsedTime: null,
    revokedTime: null,
  };
  call.database.run(
    `INSERT INTO api_keys (key_id, key_hash, hint, name, user_id, scopes, created_time, created_by, expires_time)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    key.keyId,
    sha256Hex(secret),
    key.hint,
    key.name,
    key.userId,
    JSON.stringify(key.scopes),
    key.createdTime,
    key.createdBy,
    key.expiresTime,
  );
  const { name, scopes } = key;
  call.audit({
    action: 'api_key.created',
    subject: `key:${key.keyId}`,
    detail: { name, scopes, user_id: userId },
  });
  if (key.expiresTime !== null) call.wakeBy(key.expiresTime + ENDED_KEYS_KEPT_MS);
  return { key, secret };
}

/** @throws Problem `too_many_values` when there are as many valid keys as there may be */
function requireRoom(call: WriteCall, userId: string | null): void {
  const limit = userId === null ? MAX_OF_THE_COMPANY : MAX_OF_A_USER;
  const { count } = call.database.one<{ count: number }>(
    `SELECT count(*) AS count FROM api_keys
     WHERE user_id IS ?1 AND revoked_time IS NULL AND (expires_time IS NULL OR expires_time > ?2)`,
    userId,
    call.now,
  );
  if (count >= limit) {
    const whose = userId === null ? 'A company' : 'A user';
    const detail = `${whose} has at most ${limit} keys that are valid; revoke one.`;
    throw new Problem('too_many_values', detail, { members: { limit } });
  }
}

/** Ends a key at once; one that has ended stays as it is. @throws Problem 404, also for another user's key unless a super admin asks */
export function revokeKey(call: WriteCall, idText: string): ApiKeyRecord {
  const key = findKey(call.database, asId(idText) ?? '');
  const isOwn = key?.userId === (userOf(call.actor)?.userId ?? '');
  if (key === undefined || (!isOwn && roleOf(call.actor) !== 'superadmin')) throw notFound();
  return key.revokedTime === null ? end(call, key) : key;
}

/** Ends the keys of a user at once, as a new password does: whoever knew the former one may have made them. */
export function revokeKeysOf(call: WriteCall, userId: string): void {
  for (const key of listKeys(call.database, userId)) {
    if (key.revokedTime === null && (key.expiresTime ?? Infinity) > call.now) end(call, key);
  }
}

function end(call: WriteCall, key: ApiKeyRecord): ApiKeyRecord {
  knownTokensOf(call).clear();
  call.database.run('UPDATE api_keys SET revoked_time = ? WHERE key_id = ?', call.now, key.keyId);
  call.audit({ action: 'api_key.revoked', subject: `key:${key.keyId}`, detail: { name: key.name } });
  call.wakeBy(call.now + ENDED_KEYS_KEPT_MS);
  return { ...key, revokedTime: call.now };
}

/** Who acts with this key, ended or not; undefined for one that was never made, or was revoked. */
export function findByKey(database: Database, hash: string): KnownCredential | undefined {
  const row = database.maybe<KeyRow>('SELECT * FROM api_keys WHERE key_hash = ?', hash);
  if (row === undefined || row.revoked_time !== null) return undefined;
  const key = toRecord(row);
  const user = key.userId === null ? undefined : findUser(database, key.userId);
  if (key.userId !== null && user?.isSuspended !== false) return undefined;
  const { expiresTime, lastUsedTime } = key;
  return { actor: { kind: 'key', key, user }, expiresTime: expiresTime ?? Infinity, lastUsedTime };
}

/** Whether it is time to note that the key was used. */
export function isUseNoted({ lastUsedTime }: KnownCredential, now: number): boolean {
  return lastUsedTime !== null && now - lastUsedTime < USED_AGAIN_MS;
}

/** Notes that the key is used now. */
export function noteUse(call: WriteCall, key: ActingKey): void {
  const { database, now } = call;
  const knownTokens = knownTokensOf(call);
  knownTokens.clear();
  database.run('UPDATE api_keys SET last_used_time = ? WHERE key_id = ?', now, key.keyId);
}

/** Whose key it is to be. @throws Problem for what the caller may not give */
function ownerOf(
  { actor, now }: WriteCall,
  { owner, scopes, expires_time: end }: NewKeyInput,
): string | null {
  const role = roleOf(actor);
  const refused = (detail: string): Problem => new Problem('permission_denied', detail);
  if (actor.kind === 'key' && role !== 'superadmin') {
    throw refused('A key makes keys only with the scope admin, as a super admin’s or the company’s.');
  }
  if (end !== null && end <= now) {
    const detail = 'The key would have ended already.';
    throw problemOfFaults([{ pointer: '/expires_time', code: 'invalid_parameter', detail }]);
  }
  const needsSuperAdmin: Scope = 'admin';
  if (scopes.includes(needsSuperAdmin) && role !== 'superadmin') {
    throw refused(`The scope admin takes the role superadmin; yours is ${role}.`);
  }
  if (owner === 'user') {
    const user = userOf(actor);
    if (user === undefined)
      throw refused('A key of the company has no user; make another key of the company.');
    return user.userId;
  }
  if (role !== 'superadmin')
    throw refused(`A key of the company takes the role superadmin; yours is ${role}.`);
  return null;
}

function toRecord(row: KeyRow): ApiKeyRecord {
  return {
    keyId: row.key_id,
    hint: row.hint,
    name: row.name,
    userId: row.user_id,
    scopes: JSON.parse(row.scopes) as Scope[],
    createdTime: row.created_time,
    createdBy: row.created_by,
    expiresTime: row.expires_time,
    lastUsedTime: row.last_used_time,
    revokedTime: row.revoked_time,
  };
}
