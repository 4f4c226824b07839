/**
 * Adds and changes users for super admins. Each of these changes involves the account of the address, another Durable Object. All
 * checks that may refuse the change come before the first call to it.
 */
import { refuseOwnWords } from '../../../accounts/factors/guessable.ts';
import { emailKey } from '../../../shared/contact/email.ts';
import { isE164, readPhone } from '../../../shared/contact/phone-numbers.ts';
import { Problem, type Fault, problemOfFaults, refuseFaults } from '../../../shared/http/problems.ts';
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import type { Database } from '../../engine/storage/database.ts';
import { companyNameOf } from '../../company/companies.ts';
import { type CompanySettings, settingsOf } from '../../company/settings/settings.ts';
import { faultOfDestination } from '../../company/settings/destinations.ts';
import { revokeKeysOf } from '../keys/keys.ts';
import { enqueueLetter } from '../links/letters.ts';
import { revokeTokensOf } from '../tokens/tokens.ts';
import { type Accounts, type AddressSteps, claimAddress, moveAddress, setPassword } from './accounts.ts';
import {
  MAX_USERS,
  type NewUserInput,
  type OwnChangeInput,
  type UserChangeInput,
  type UserRecord,
} from '../users/schema.ts';
import { countActiveSuperAdmins, findUser, findUserByEmail, newUser, saveUser } from '../users/users.ts';

/**
 * Claims the address of a new user. It makes no difference whether another company has a user with it.
 * @throws Problem 400 `unknown_group`, `invalid_phone`, 409 `identifier_taken`, `too_many_values`, 503
 */
export function prepareNewUser(
  context: RequestContext,
  accounts: Accounts,
  input: NewUserInput,
): Promise<AddressSteps> {
  checkGroup(settingsOf(context), input.group_id);
  checkNumbers(settingsOf(context), input);
  requireRoom(context.database);
  const { email, password, invite } = input;
  if (findUserByEmail(context.database, email) !== undefined) throw addressTaken();
  refuseOwnWords(password, [email, input.name, companyNameOf(context)]);
  return claimAddress(
    accounts,
    { companyId: context.companyId, email },
    { isInvited: invite, ...(password === undefined ? {} : { password }) },
  );
}

/**
 * Creates a user. Without a password, the user gets tokens from the operator.
 * @throws Problem 409 `identifier_taken`, `too_many_values`
 */
export function addUser(context: WriteContext, input: NewUserInput): UserRecord {
  requireRoom(context.database);
  const user = newUser({
    ...changedMembers(settingsOf(context), input),
    name: input.name,
    email: input.email,
    roleId: input.role_id,
    groupId: input.group_id ?? settingsOf(context).groups()[0]?.id ?? '',
  });
  // Checked again, because another user may have got the address during the call to the account.
  requireFreeAddress(context.database, user);
  saveUser(context, user);
  return user;
}

/**
 * Refuses a user when the company has the maximum number of users.
 * @throws Problem `too_many_values`
 */
function requireRoom(database: Database): void {
  const { count } = database.one<{ count: number }>('SELECT count(*) AS count FROM users');
  if (count < MAX_USERS) return;
  const detail = `A company has at most ${MAX_USERS} users, suspended ones included.`;
  throw new Problem('too_many_values', detail, { members: { limit: MAX_USERS } });
}

/**
 * Claims the new address of a user if it changes, or sets the user's password.
 * @throws Problem 400 `unknown_group`, `invalid_phone`, 409 `identifier_taken`, `last_superadmin`, `too_many_values`, 503
 */
export async function prepareUserChange(
  context: RequestContext,
  accounts: Accounts,
  { userId, input }: { userId: string; input: UserChangeInput },
): Promise<AddressSteps> {
  const before = findUser(context.database, userId);
  if (before === undefined) return {};
  checkGroup(settingsOf(context), input.group_id);
  checkNumbers(settingsOf(context), input);
  const { email, name } = changedUser(context, before, input);
  const { password } = input;
  refuseOwnWords(password, [email, name, companyNameOf(context)]);
  if (emailKey(before.email) !== emailKey(email)) {
    return moveAddress(accounts, context.companyId, { from: before.email, to: email, password });
  }
  // Before the change, so that the password is set when the answer says so. Setting it twice does no harm.
  if (password !== undefined) await setPassword(accounts, context.companyId, { email, password });
  return {};
}

/**
 * Changes the given members of a user. A suspension or a new password revokes the user's tokens at once; a new password also
 * revokes the keys.
 * @returns the user; undefined if the company does not have it (any more)
 * @throws Problem 409 `identifier_taken` or `last_superadmin`
 */
export function modifyUser(
  context: WriteContext,
  userId: string,
  input: UserChangeInput,
): UserRecord | undefined {
  const present = findUser(context.database, userId);
  if (present === undefined) return undefined;
  const user = changedUser(context, present, input);
  saveUser(context, user);
  if (input.password !== undefined) tellNewPassword(context, userId);
  else if (user.isSuspended) revokeTokensOf(context, userId);
  return user;
}

/** Revokes the tokens and keys of a user with a new password, and tells them by mail. */
export function tellNewPassword(context: WriteContext, userId: string): void {
  context.audit({ action: 'user.password_changed', subject: `user:${userId}` });
  revokeKeysOf(context, userId);
  revokeTokensOf(context, userId);
  enqueueLetter(context, { kind: 'password_changed', userId });
}

/**
 * Returns the user with the changes of the input.
 * @throws Problem 409 `identifier_taken` or `last_superadmin`
 */
function changedUser(context: RequestContext, present: UserRecord, input: UserChangeInput): UserRecord {
  const { database } = context;
  const user = { ...present, ...changedMembers(settingsOf(context), input) };
  requireFreeAddress(database, user);
  if (isActiveSuperAdmin(present) && !isActiveSuperAdmin(user) && countActiveSuperAdmins(database) <= 1) {
    throw new Problem('last_superadmin', 'The company needs at least one active super admin.');
  }
  return user;
}

function isActiveSuperAdmin({ roleId, isSuspended }: UserRecord): boolean {
  return roleId === 'superadmin' && !isSuspended;
}

function requireFreeAddress(database: Database, user: UserRecord): void {
  const owner = findUserByEmail(database, user.email);
  if (owner !== undefined && owner.userId !== user.userId) throw addressTaken();
}

function addressTaken(): Problem {
  return new Problem('identifier_taken', 'Another user of the company has the e-mail address.', {
    errors: [{ pointer: '/email', code: 'identifier_taken', detail: 'The e-mail address is in use.' }],
  });
}

/** @throws Problem 400 `unknown_group` */
export function checkGroup(settings: CompanySettings, groupId: string | undefined): void {
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

/**
 * Changes what people change of themselves. Their phone rings at the company's cost, so it is one that the company calls.
 * @throws Problem 400 `invalid_phone`
 */
export function modifyOwnUser(
  context: WriteContext,
  userId: string,
  input: OwnChangeInput,
): UserRecord | undefined {
  refuseFaults(faultsOfNumber(settingsOf(context), '/phone', input.phone ?? ''));
  return modifyUser(context, userId, input);
}

/**
 * Refuses numbers that nobody could read, and forwarding numbers that would not be called: satellite and premium-rate numbers, and
 * those of countries that the company's options exclude.
 */
function checkNumbers(
  settings: CompanySettings,
  input: Pick<UserChangeInput, 'forward_numbers' | 'phone' | 'tracking_number'>,
): void {
  const texts = (input.forward_numbers ?? '').split(',').map((text) => text.trim());
  refuseFaults([
    ...faultsOfPhone(settings, '/phone', input.phone),
    ...faultsOfPhone(settings, '/tracking_number', input.tracking_number),
    ...texts.flatMap((text) => faultsOfNumber(settings, '/forward_numbers', text)),
  ]);
}

function faultsOfPhone(settings: CompanySettings, pointer: string, text = ''): Fault[] {
  if (text === '' || isE164(inE164(settings, text) ?? '')) return [];
  const detail = `“${text.slice(0, 50)}” is not a phone number. Write it as you would dial it, or with + and the country code.`;
  return [{ pointer, code: 'invalid_phone', detail }];
}

/** Reads a number in any usual notation. An empty one stays empty; what is none is undefined. */
function inE164(settings: CompanySettings, text: string | undefined): string | undefined {
  return text === '' ? '' : readPhone(text ?? '', settings.options().default_region)?.phone;
}

/** Returns why a number would not be called; an empty one is none. */
function faultsOfNumber(settings: CompanySettings, pointer: string, text: string): Fault[] {
  if (text === '') return [];
  const { default_region: region, outgoing } = settings.options();
  const phone = readPhone(text, region)?.phone;
  const detail =
    phone === undefined
      ? `"${text.slice(0, 50)}" is not a phone number.`
      : faultOfDestination(phone, outgoing.countries ?? [region]);
  return detail === undefined ? [] : [{ pointer, code: 'invalid_phone', detail }];
}

/** Returns the members of a record that the input contains. */
function changedMembers(settings: CompanySettings, input: Partial<UserChangeInput>): Partial<UserRecord> {
  const members = {
    name: input.name,
    email: input.email,
    roleId: input.role_id,
    groupId: input.group_id,
    phone: inE164(settings, input.phone),
    trackingNumber: inE164(settings, input.tracking_number),
    callerIdName: input.caller_id_name,
    forwardNumbers: input.forward_numbers,
    autoAssignable: input.auto_assignable,
    notifyRemindersBySms: input.notify_reminders_by_sms,
    isSuspended: input.is_suspended,
  };
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
