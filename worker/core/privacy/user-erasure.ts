/**
 * Erases a user's data. Their row stays, because timelines and assignments refer to it, but is made anonymous. Keys, tokens and
 * notifications are deleted at once; the alarm removes the name from timelines and the audit log.
 */
import { userOf } from '../engine/context/actors.ts';
import type { WriteContext } from '../engine/context/request-context.ts';
import { callBy } from '../engine/context/contexts.ts';
import { commit } from '../engine/commit/commit.ts';
import type { CompanyContext, CoreEnv } from '../engine/context/company-context.ts';
import type { Row } from '../engine/storage/database.ts';
import { emailKey } from '../../shared/contact/email.ts';
import { Problem } from '../../shared/http/problems.ts';
import { renameInEvents } from '../leads/timeline/erasing.ts';
import type { UserRecord } from '../people/users/schema.ts';
import { countActiveSuperAdmins, findUser, findUserByEmail, saveUser } from '../people/users/users.ts';
import { eraseUserFromPlaces } from './places.ts';

/** The name of an erased user. */
export const ERASED_NAME = 'Erased user';

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
  const erased: UserRecord = {
    ...user,
    email: `erased.${userId}@erased.invalid`,
    name: ERASED_NAME,
    callerIdName: '',
    phone: '',
    trackingNumber: '',
    forwardNumbers: '',
    autoAssignable: false,
    notifyRemindersBySms: false,
    isSuspended: true,
    lastLogin: null,
  };
  saveUser(context, erased);
  if (countActiveSuperAdmins(database) === 0) {
    throw new Problem('last_superadmin', 'The company would be left without an active super admin.');
  }
  eraseUserFromPlaces(context, userId);
  database.run(
    `INSERT OR IGNORE INTO user_erasures (user_id, address, next_event, last_event)
     SELECT ?, ?, 0, coalesce(max(event_number), 0) FROM events`,
    userId,
    emailKey(user.email),
  );
  context.audit({ action: 'user.erased', subject: `user:${userId}` });
  context.wakeBy(context.now);
  return erased;
}

/** Returns the time of the next step: 0 while an erasure is unfinished, else undefined. */
export function nextUserErasureTime({ database }: CompanyContext): number | undefined {
  return database.maybe('SELECT 1 FROM user_erasures LIMIT 1') === undefined ? undefined : 0;
}

/** Continues an erasure: releases the address, then removes the name from a stretch of the timelines, finally from the log. */
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
    callBy(company, { kind: 'system', name: 'erasure' }),
    (context) => eraseStretch(context, row),
    'reserve',
  );
  await company.giveWay();
}

function eraseStretch({ database }: WriteContext, { userId, start, last }: ErasureRow): void {
  const end = start + EVENTS_AT_A_TIME;
  renameInEvents(database, { userId, name: ERASED_NAME, start, end });
  if (end <= last) {
    database.run('UPDATE user_erasures SET address = NULL, next_event = ? WHERE user_id = ?', end, userId);
    return;
  }
  // Again, because the entry of the erasure itself has the name.
  database.run("UPDATE audit SET actor_name = '' WHERE user_id = ?", userId);
  database.run("UPDATE audit SET detail = '{}' WHERE subject = ?", `user:${userId}`);
  for (const [table, member] of [
    ['changes', 'assigned_by'],
    ['notifications', 'assigned_by'],
    ['notifications', 'assigned_to'],
  ] as const) {
    database.run(
      `UPDATE ${table} SET data = json_set(data, '$.${member}.name', ?1)
       WHERE data ->> '$.${member}.id' = ?2 AND data ->> '$.${member}.name' <> ?1`,
      ERASED_NAME,
      userId,
    );
  }
  database.run('DELETE FROM user_erasures WHERE user_id = ?', userId);
}
