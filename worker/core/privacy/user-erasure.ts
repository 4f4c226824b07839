/**
 * Erases a user's data: what features delete at once, in one transaction, and what the alarm deletes after it, a stretch of the
 * timelines at a time.
 */
import { featuresOf } from '../engine/context/feature.ts';
import { userOf } from '../engine/context/actors.ts';
import type { WriteContext } from '../engine/context/request-context.ts';
import { contextOfActor } from '../engine/context/contexts.ts';
import { commit } from '../engine/commit/commit.ts';
import type { CompanyContext, CoreEnv } from '../engine/context/company-context.ts';
import type { Row } from '../engine/storage/database.ts';
import { emailKey } from '../../shared/contact/email.ts';
import { Problem } from '../../shared/http/problems.ts';
import { actorsOfKeys } from '../people/keys/keys.ts';
import type { UserRecord } from '../people/users/schema.ts';
import { findUser, findUserByEmail } from '../people/users/users.ts';

/** Events that one piece of work reads. */
const EVENTS_AT_A_TIME = 5_000;

interface ErasureRow extends Row {
  userId: string;
  address: string | null;
  start: number;
  last: number;
}

/**
 * Erases a user's data for good.
 * @returns the anonymous user; undefined if there is no such user
 * @throws Problem 409 `last_superadmin`; `permission_denied` for oneself
 */
export function eraseUser(context: WriteContext, userId: string): UserRecord | undefined {
  const { database } = context;
  const user = findUser(database, userId);
  if (user === undefined) return undefined;
  if (userOf(context.actor)?.userId === userId) {
    throw new Problem('permission_denied', 'Nobody erases themselves; ask another super admin.');
  }
  const email = emailKey(user.email);
  const subject = { userId, email, actors: [`user:${userId}`, ...actorsOfKeys(database, userId)] };
  for (const data of featuresOf(context).userData) data.erase?.(context, subject);
  database.run(
    `INSERT OR IGNORE INTO user_erasures (user_id, address, next_event, last_event)
     SELECT ?, ?, 0, coalesce(max(event_number), 0) FROM events`,
    userId,
    email,
  );
  context.audit({ action: 'user.erased', subject: `user:${userId}` });
  context.wakeBy(context.now);
  return findUser(database, userId);
}

/** Returns the time of the next step: 0 while an erasure is unfinished, else undefined. */
export function nextUserErasureTime({ database }: CompanyContext): number | undefined {
  return database.maybe('SELECT 1 FROM user_erasures LIMIT 1') === undefined ? undefined : 0;
}

/** Continues an erasure: releases the address, then deletes the data of the next stretch of the timelines. */
export async function continueUserErasure(company: CompanyContext, env: CoreEnv): Promise<void> {
  const row = company.database.maybe<ErasureRow>(
    'SELECT user_id AS userId, address, next_event AS start, last_event AS last FROM user_erasures LIMIT 1',
  );
  if (row === undefined) return;
  // Unless another user of the company has the address by now.
  if (row.address !== null && findUserByEmail(company.database, row.address) === undefined) {
    await env.ACCOUNTS.getByName(row.address).release(company.companyId);
  }
  commit(
    company,
    contextOfActor(company, { kind: 'system', name: 'erasure' }),
    (context) => eraseStretch(context, row),
    'reserve',
  );
}

function eraseStretch(context: WriteContext, { userId, start, last }: ErasureRow): void {
  const { database } = context;
  const features = featuresOf(context);
  const end = start + EVENTS_AT_A_TIME;
  const isLast = end > last;
  for (const data of features.userData) data.eraseLater?.(database, userId, { start, end, isLast });
  if (isLast) database.run('DELETE FROM user_erasures WHERE user_id = ?', userId);
  else database.run('UPDATE user_erasures SET address = NULL, next_event = ? WHERE user_id = ?', end, userId);
}
