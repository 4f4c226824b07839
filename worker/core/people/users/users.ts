/** The people of the company. */
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import type { Database, Row } from '../../engine/storage/database.ts';
import type { CompanyState } from '../../engine/context/company-context.ts';
import { emailKey } from '../../../shared/contact/email.ts';
import { differences } from '../../engine/commit/differences.ts';
import type { UserRecord } from './schema.ts';
import type { RoleId } from '../../engine/context/actors.ts';
import { toCurrentUserBody } from './user-bodies.ts';
import { knownTokensOf } from '../known-tokens.ts';

/** A row of `users`; queries elsewhere select `users.*` and give the row to `toUser`. */
export interface UserRow extends Row {
  user_id: string;
  email: string;
  name: string;
  caller_id_name: string;
  role_id: string;
  group_id: string;
  phone: string;
  tracking_number: string;
  forward_numbers: string;
  auto_assignable: number;
  notify_reminders_by_sms: number;
  is_suspended: number;
  created_time: number;
  last_login: number | null;
}

/** The users that a call has read, so that it reads each of them once. */
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

/** A user of the company, suspended or not; undefined when there is none. Read once a call. */
export function findUserOnce({ seen }: Pick<RequestContext, 'seen'>, userId: string): UserRecord | undefined {
  return seen.of(SeenUsers).find(userId);
}

/** The user with this id, suspended or not; undefined when the company has none. */
export function findUser(database: Database, userId: string): UserRecord | undefined {
  const row = database.maybe<UserRow>('SELECT * FROM users WHERE user_id = ?', userId);
  return row && toUser(row);
}

/** The user with this e-mail address in any case; undefined when the company has none. */
export function findUserByEmail(database: Database, email: string): UserRecord | undefined {
  const row = database.maybe<UserRow>('SELECT * FROM users WHERE email_key = ?', emailKey(email));
  return row && toUser(row);
}

/** Everybody, suspended users too, by name, then id. */
export function listUsers(database: Database): UserRecord[] {
  return database.all<UserRow>('SELECT * FROM users ORDER BY name COLLATE NOCASE, user_id').map(toUser);
}

/** A new user: active, never signed in, everything that is not given empty. */
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

/** How many super admins can act. */
export function countActiveSuperAdmins(database: Database): number {
  return database.one<{ count: number }>(
    "SELECT COUNT(*) AS count FROM users WHERE role_id = 'superadmin' AND is_suspended = 0",
  ).count;
}

/** Remembers that the user signed in now. */
export function recordLogin(context: WriteContext, userId: string): void {
  const { database, now } = context;
  const knownTokens = knownTokensOf(context);
  context.audit({ action: 'user.signed_in', subject: `user:${userId}` });
  knownTokens.clear();
  database.run('UPDATE users SET last_login = ? WHERE user_id = ?', now, userId);
}

/** Saves a new user or a changed one, and tells of it; the caller has checked that nobody else has the e-mail address. */
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
  database.run(
    `INSERT INTO users (user_id, email, email_key, name, caller_id_name, role_id, group_id, phone, tracking_number,
       forward_numbers, auto_assignable, notify_reminders_by_sms, is_suspended, created_time, last_login)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (user_id) DO UPDATE SET email = excluded.email, email_key = excluded.email_key, name = excluded.name,
       caller_id_name = excluded.caller_id_name, role_id = excluded.role_id, group_id = excluded.group_id,
       phone = excluded.phone, tracking_number = excluded.tracking_number, forward_numbers = excluded.forward_numbers,
       auto_assignable = excluded.auto_assignable, notify_reminders_by_sms = excluded.notify_reminders_by_sms,
       is_suspended = excluded.is_suspended, last_login = excluded.last_login`,
    user.userId,
    user.email,
    emailKey(user.email),
    user.name,
    user.callerIdName,
    user.roleId,
    user.groupId,
    user.phone,
    user.trackingNumber,
    user.forwardNumbers,
    user.autoAssignable,
    user.notifyRemindersBySms,
    user.isSuspended,
    user.createdTime,
    user.lastLogin,
  );
}

export function toUser(row: UserRow): UserRecord {
  return {
    userId: row.user_id,
    email: row.email,
    name: row.name,
    callerIdName: row.caller_id_name,
    roleId: row.role_id as RoleId,
    groupId: row.group_id,
    phone: row.phone,
    trackingNumber: row.tracking_number,
    forwardNumbers: row.forward_numbers,
    autoAssignable: row.auto_assignable === 1,
    notifyRemindersBySms: row.notify_reminders_by_sms === 1,
    isSuspended: row.is_suspended === 1,
    createdTime: row.created_time,
    lastLogin: row.last_login,
  };
}
