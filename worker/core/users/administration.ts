/**
 * What a super admin does with users. An address belongs to one company, so each of these steps involves the account of
 * the address, another Durable Object: it is claimed before anything is written here, and a claim that a crash leaves
 * behind is the company's own and taken up by the next try.
 */
import type { Account } from '../../accounts/account.ts';
import { emailKey } from '../../email.ts';
import { Problem, type Fault, problemOfFaults } from '../../problems.ts';
import type { Call, WriteCall } from '../call.ts';
import type { Database } from '../database.ts';
import type { CompanySettings } from '../settings/settings.ts';
import { revokeTokensOf } from '../tokens/tokens.ts';
import type { NewUserInput, UserChangeInput, UserRecord } from './schema.ts';
import { countActiveSuperAdmins, findUser, findUserByEmail, newUser, saveUser } from './users.ts';

/** Most users of a company; facets and sorts look at all of them. */
const MAX_USERS = 10_000;

/** The accounts of the deployment, by address. */
export type Accounts = DurableObjectNamespace<Account>;

/**
 * Claims the address of a new user.
 * @throws Problem 400 `unknown_group`, 409 `identifier_taken`
 */
export async function claimNewAddress(call: Call, accounts: Accounts, input: NewUserInput): Promise<void> {
  checkGroup(call.settings, input.group_id);
  await claimAddress(call, accounts, input.email);
}

/**
 * Makes a user; without a password they get their tokens from the operator.
 * @throws Problem 409 `identifier_taken`, `too_many_values`
 */
export function addUser(call: WriteCall, input: NewUserInput): UserRecord {
  requireRoom(call.database);
  const user = newUser({
    ...changedMembers(input),
    name: input.name,
    email: input.email,
    roleId: input.role_id,
    groupId: input.group_id ?? call.settings.groups()[0]?.id ?? '',
  });
  // Asked again: another user may have got the address while the account was asked.
  requireFreeAddress(call.database, user);
  saveUser(call, user);
  return user;
}

/** @throws Problem `too_many_values` when the company has as many users as its lists are made for */
function requireRoom(database: Database): void {
  const { count } = database.one<{ count: number }>('SELECT count(*) AS count FROM users');
  if (count < MAX_USERS) return;
  const detail = `A company has at most ${MAX_USERS} users, suspended ones included.`;
  throw new Problem('too_many_values', detail, { members: { limit: MAX_USERS } });
}

/** The address that a user has, and the one that they are to have. */
export interface AddressChange {
  before: string;
  after: string;
}

/**
 * Claims the address that a user is to have, if it is another one.
 * @returns undefined when the company has no such user
 * @throws Problem 400 `unknown_group`, 409 `identifier_taken`
 */
export async function claimChangedAddress(
  call: Call,
  accounts: Accounts,
  userId: string,
  input: UserChangeInput,
): Promise<AddressChange | undefined> {
  const before = findUser(call.database, userId);
  if (before === undefined) return undefined;
  checkGroup(call.settings, input.group_id);
  const change = { before: before.email, after: input.email ?? before.email };
  if (isMove(change)) await claimAddress(call, accounts, change.after);
  return change;
}

/**
 * Changes what is given. A suspension ends the user's tokens at once.
 * @returns undefined when the company has no such user (any more)
 * @throws Problem 409 `identifier_taken` or `last_superadmin`
 */
export function modifyUser(call: WriteCall, userId: string, input: UserChangeInput): UserRecord | undefined {
  const { database } = call;
  const present = findUser(database, userId);
  if (present === undefined) return undefined;
  const user = { ...present, ...changedMembers(input) };
  requireFreeAddress(database, user);
  saveUser(call, user);
  if (countActiveSuperAdmins(database) === 0 && present.roleId === 'superadmin' && !present.isSuspended) {
    throw new Problem('last_superadmin', 'The company would be left without an active super admin.');
  }
  if (user.isSuspended) revokeTokensOf(call, userId);
  return user;
}

/** Moves the password of a user to the address that they have now. */
export async function movePassword(
  accounts: Accounts,
  companyId: string,
  change: AddressChange,
): Promise<void> {
  if (!isMove(change)) return;
  const hash = await accounts.getByName(emailKey(change.before)).release(companyId);
  if (hash !== undefined) await accounts.getByName(emailKey(change.after)).adopt(companyId, hash);
}

/** Sets the password of whoever has the address. */
export async function setPassword(
  accounts: Accounts,
  companyId: string,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await accounts.getByName(emailKey(email)).setPassword(companyId, password);
}

function isMove({ before, after }: AddressChange): boolean {
  return emailKey(before) !== emailKey(after);
}

async function claimAddress(call: Call, accounts: Accounts, email: string): Promise<void> {
  if (findUserByEmail(call.database, email) !== undefined) throw addressTaken();
  if (!(await accounts.getByName(emailKey(email)).claim(call.companyId))) throw addressTaken();
}

function requireFreeAddress(database: Database, user: UserRecord): void {
  const owner = findUserByEmail(database, user.email);
  if (owner !== undefined && owner.userId !== user.userId) throw addressTaken();
}

function addressTaken(): Problem {
  return new Problem('identifier_taken', 'The e-mail address belongs to another user.', {
    errors: [{ pointer: '/email', code: 'identifier_taken', detail: 'The e-mail address is in use.' }],
  });
}

function checkGroup(settings: CompanySettings, groupId: string | undefined): void {
  if (groupId === undefined) return;
  const allowed = settings.groups().map((group) => group.id);
  if (allowed.includes(groupId)) return;
  const fault: Fault = {
    pointer: '/group_id',
    code: 'unknown_group',
    detail: 'The company has no such group.',
    allowed,
  };
  throw problemOfFaults([fault]);
}

/** The members of a record that the input gives. */
function changedMembers(input: Partial<UserChangeInput>): Partial<UserRecord> {
  const members = {
    name: input.name,
    email: input.email,
    roleId: input.role_id,
    groupId: input.group_id,
    phone: input.phone,
    trackingNumber: input.tracking_number,
    callerIdName: input.caller_id_name,
    forwardNumbers: input.forward_numbers,
    autoAssignable: input.auto_assignable,
    notifyRemindersBySms: input.notify_reminders_by_sms,
    isSuspended: input.is_suspended,
  };
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
