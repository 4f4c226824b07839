/**
 * What a super admin does with users. An address belongs to one company, so each of these steps involves the account of
 * the address, another Durable Object: it is claimed before anything is written here, and a claim that a crash leaves
 * behind is the company's own and taken up by the next try.
 */
import type { Account } from '../../accounts/account.ts';
import { Problem, type Fault, problemOfFaults } from '../../problems.ts';
import type { Database } from '../database.ts';
import { emailKey } from '../../email.ts';
import { readGroups } from '../settings/settings.ts';
import { revokeTokensOf } from '../tokens/tokens.ts';
import type { NewUserInput, UserChangeInput, UserRecord } from './schema.ts';
import { countActiveSuperAdmins, findUser, findUserByEmail, newUser, saveUser } from './users.ts';

export interface Administration {
  companyId: string;
  database: Database;
  accounts: DurableObjectNamespace<Account>;
}

/**
 * Makes a user; without a password they get their tokens from the operator.
 * @throws Problem 400 `unknown_group`, 409 `identifier_taken`
 */
export async function addUser(administration: Administration, input: NewUserInput): Promise<UserRecord> {
  const { database, companyId } = administration;
  checkGroup(database, input.group_id);
  const account = await claimAddress(administration, input.email);
  const user = newUser({
    ...changedMembers(input),
    name: input.name,
    email: input.email,
    roleId: input.role_id,
    groupId: input.group_id ?? readGroups(database)[0]?.id ?? '',
  });
  // Asked again: another user may have got the address while the account was asked.
  requireFreeAddress(database, user);
  saveUser(database, user);
  if (input.password !== undefined) await account.setPassword(companyId, input.password);
  return user;
}

/**
 * Changes what is given. A new password and a suspension end the user's tokens at once.
 * @throws Problem 400 `unknown_group`, 409 `identifier_taken` or `last_superadmin`
 */
export async function modifyUser(
  administration: Administration,
  userId: string,
  input: UserChangeInput,
): Promise<UserRecord | undefined> {
  const { database, companyId, accounts } = administration;
  const before = findUser(database, userId);
  if (before === undefined) return undefined;
  checkGroup(database, input.group_id);
  const moves = input.email !== undefined && emailKey(input.email) !== emailKey(before.email);
  const account = moves
    ? await claimAddress(administration, input.email ?? '')
    : accounts.getByName(emailKey(before.email));
  const user = applyChange(database, userId, input);
  if (moves) {
    const hash = await accounts.getByName(emailKey(before.email)).release(companyId);
    if (hash !== undefined) await account.adopt(companyId, hash);
  }
  if (input.password !== undefined) {
    await account.setPassword(companyId, input.password);
    // Only now: until here the old password could still get a token.
    revokeTokensOf(database, userId);
  }
  return user;
}

/** Reads again before it writes: another change may have come while the account was asked. */
function applyChange(database: Database, userId: string, input: UserChangeInput): UserRecord | undefined {
  return database.transaction(() => {
    const present = findUser(database, userId);
    if (present === undefined) return undefined;
    const user = { ...present, ...changedMembers(input) };
    requireFreeAddress(database, user);
    saveUser(database, user);
    if (countActiveSuperAdmins(database) === 0 && present.roleId === 'superadmin' && !present.isSuspended) {
      throw new Problem('last_superadmin', 'The company would be left without an active super admin.');
    }
    if (user.isSuspended) revokeTokensOf(database, userId);
    return user;
  });
}

async function claimAddress(
  { database, companyId, accounts }: Administration,
  email: string,
): Promise<DurableObjectStub<Account>> {
  const account = accounts.getByName(emailKey(email));
  if (findUserByEmail(database, email) !== undefined) throw addressTaken();
  if (!(await account.claim(companyId))) throw addressTaken();
  return account;
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

function checkGroup(database: Database, groupId: string | undefined): void {
  if (groupId === undefined) return;
  const allowed = readGroups(database).map((group) => group.id);
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
