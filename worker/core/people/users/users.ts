/** The users of the company. */
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import type { Database } from '../../engine/storage/database.ts';
import { AS_IS, FLAG, Table } from '../../engine/storage/table.ts';
import type { CompanyState } from '../../engine/context/company-context.ts';
import { emailKey } from '../../../shared/contact/email.ts';
import { ERASED_NAME } from '../../engine/context/personal-data.ts';
import { Problem } from '../../../shared/http/problems.ts';
import { differences } from '../../engine/commit/differences.ts';
import type { UserRecord } from './schema.ts';
import { toCurrentUserBody } from './user-bodies.ts';
import { knownTokensOf } from './known-tokens.ts';

export const USERS = new Table<UserRecord>('users', {
  userId: AS_IS,
  email: AS_IS,
  name: AS_IS,
  callerIdName: AS_IS,
  roleId: AS_IS,
  groupId: AS_IS,
  phone: AS_IS,
  trackingNumber: AS_IS,
  forwardNumbers: AS_IS,
  autoAssignable: FLAG,
  notifyRemindersBySms: FLAG,
  isSuspended: FLAG,
  createdTime: AS_IS,
  lastLogin: AS_IS,
});
const BY_ID = USERS.select('WHERE user_id = ?');
const BY_EMAIL = USERS.select('WHERE email_key = ?');
const BY_NAME = USERS.select('ORDER BY name COLLATE NOCASE, user_id');
const SAVE = USERS.upsert(['userId'], ['createdTime'], 'email_key');

/** The users that a request has read, so that it reads each of them once. */
class SeenUsers {
  readonly #database: Database;
  readonly #users = new Map<string, UserRecord | undefined>();

  constructor({ database }: Pick<CompanyState, 'database'>) {
    this.#database = database;
  }

  find(userId: string): UserRecord | undefined {
    if (!this.#users.has(userId)) this.#users.set(userId, findUser(this.#database, userId));
    return this.#users.get(userId);
  }

  forget(): void {
    this.#users.clear();
  }
}

/** Finds a user of the company, suspended or not; undefined if there is none. Reads each user once in a request. */
export function findUserOnce({ seen }: Pick<RequestContext, 'seen'>, userId: string): UserRecord | undefined {
  return seen.of(SeenUsers).find(userId);
}

/** Finds the user with this id, suspended or not; undefined if the company has none. */
export function findUser(database: Database, userId: string): UserRecord | undefined {
  return USERS.maybe(database, BY_ID, userId);
}

/** Finds the user with this e-mail address, ignoring case; undefined if the company has none. */
export function findUserByEmail(database: Database, email: string): UserRecord | undefined {
  return USERS.maybe(database, BY_EMAIL, emailKey(email));
}

/** Lists all users, including suspended ones, by name, then id. */
export function listUsers(database: Database): UserRecord[] {
  return USERS.all(database, BY_NAME);
}

/** Returns the record of a new user: active, never signed in, with empty members where none are given. */
export function newUser(
  given: Pick<UserRecord, 'name' | 'email' | 'roleId' | 'groupId'> & Partial<UserRecord>,
): UserRecord {
  return {
    userId: crypto.randomUUID(),
    callerIdName: '',
    phone: '',
    trackingNumber: '',
    forwardNumbers: '',
    autoAssignable: false,
    notifyRemindersBySms: false,
    isSuspended: false,
    createdTime: Date.now(),
    lastLogin: null,
    ...given,
  };
}

/** Counts the active super admins. */
export function countActiveSuperAdmins(database: Database): number {
  return database.one<{ count: number }>(
    "SELECT COUNT(*) AS count FROM users WHERE role_id = 'superadmin' AND is_suspended = 0",
  ).count;
}

/**
 * Makes a user anonymous and suspended. The row stays, because timelines and assignments refer to it.
 * @throws Problem 409 `last_superadmin`
 */
export function anonymizeUser(context: WriteContext, userId: string): void {
  const user = findUser(context.database, userId);
  if (user === undefined) return;
  saveUser(context, {
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
  });
  if (countActiveSuperAdmins(context.database) === 0) {
    throw new Problem('last_superadmin', 'The company needs at least one active super admin.');
  }
}

/** Records that the user signed in now. */
export function recordLogin(context: WriteContext, userId: string): void {
  const { database, now } = context;
  const knownTokens = knownTokensOf(context);
  context.audit({ action: 'user.signed_in', subject: `user:${userId}` });
  knownTokens.clear();
  database.run('UPDATE users SET last_login = ? WHERE user_id = ?', now, userId);
}

/** Saves a new or changed user and reports the change. The caller has checked that no other user has the e-mail address. */
export function saveUser(context: WriteContext, user: UserRecord): void {
  const { database, companyId } = context;
  const knownTokens = knownTokensOf(context);
  const before = findUser(database, user.userId);
  const change = differences(
    before && toCurrentUserBody(before, companyId),
    toCurrentUserBody(user, companyId),
  );
  const event = before === undefined ? 'user.created' : 'user.changed';
  context.emit({ type: event, data: { user_id: user.userId } });
  context.audit({ action: event, subject: `user:${user.userId}`, detail: { ...change } });
  knownTokens.clear();
  database.run(SAVE, ...USERS.values(user), emailKey(user.email));
}
