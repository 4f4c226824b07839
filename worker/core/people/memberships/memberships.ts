/**
 * One person in several companies. The account of the address knows the companies of a login; each company knows only its own
 * user.
 */
import type { AccountChange } from '../../../accounts/errands.ts';
import type { PasswordResult } from '../../../accounts/signing-in/tries.ts';
import { within } from '../../../shared/limits/bounded-wait.ts';
import { notFound, Problem } from '../../../shared/http/problems.ts';
import { asId } from '../../../shared/http/ids.ts';
import { contextOfActor } from '../../engine/context/contexts.ts';
import { commit } from '../../engine/commit/commit.ts';
import { companyNameOf } from '../../company/companies.ts';
import type { CompanyContext, CoreEnv, CompanyState } from '../../engine/context/company-context.ts';
import { sha256Hex } from '../../engine/storage/sha256.ts';
import type { IssuedToken } from '../../../accounts/token-requests.ts';
import { revokeKeysOf } from '../keys/keys.ts';
import { enqueueLetter, type LetterKind } from '../links/letters.ts';
import { applyFactorChange, applyPasskeyChange } from '../factors/second-factors.ts';
import { readToken, revokeTokensOf, type TokenRecord } from '../tokens/tokens.ts';
import { answerOfAccount } from '../administration/accounts.ts';
import { settingsOf } from '../../company/settings/settings.ts';
import type { UserRecord } from '../users/schema.ts';
import { findUserByEmail } from '../users/users.ts';
import { formerMembership, noteMembership } from './known-memberships.ts';
import type { Membership, ProvenPerson } from '../../../accounts/other-companies.ts';
import type { PasswordTry } from '../../../accounts/signing-in/tries.ts';

/** The person who sends the request, with the company and the token of the session. */
export interface Person {
  email: string;
  companyId: string;
  /** The access token. */
  token: string;
  /** The browser or program, from `deviceName`. */
  device: string;
}

/** A person's membership of a company, as they see it. */
export interface OwnMembership extends Membership {
  companyId: string;
}

/** A company that invites the person. */
export interface Invitation extends OwnMembership {
  /** Milliseconds since the epoch. */
  time: number;
}

/** The letters that tell of changes. */
const LETTERS: Record<Exclude<AccountChange['kind'], 'second_factor' | 'passkeys'>, LetterKind> = {
  password: 'password_changed',
  joined: 'password_changed',
  network: 'new_network',
  recovery: 'recovery_code_used',
};

type Objects = Pick<CoreEnv, 'ACCOUNTS' | 'COMPANIES'>;

/** Longest wait for another company, so that one whose object hangs does not keep the person from the others. */
export const COMPANY_TIMEOUT_MS = 5_000;

/** Returns the membership of this company's user with the address; undefined if there is none. */
export function membershipOf({ database }: CompanyState, email: string): Membership | undefined {
  const user = findUserByEmail(database, email);
  return (
    user && {
      companyName: companyNameOf({ database }),
      roleId: user.roleId,
      isSuspended: user.isSuspended,
    }
  );
}

/** Revokes the user's other tokens after a change of the account, records it in the audit log, and tells the user by mail. */
export function applyAccountChange(company: CompanyContext, email: string, change: AccountChange): void {
  const { kind, keptToken, isTold } = change;
  const user = findUserByEmail(company.database, email);
  if (user === undefined) return;
  commit(
    company,
    contextOfActor(company, { kind: 'user', user }),
    (context) => {
      if (kind === 'second_factor') return applyFactorChange(context, user.userId, change);
      if (kind === 'passkeys') return applyPasskeyChange(context, user.userId, change);
      if (isTold === true) enqueueLetter(context, { kind: LETTERS[kind], userId: user.userId });
      if (kind === 'recovery') {
        context.audit({ action: 'second_factor.recovery_code_used', subject: `user:${user.userId}` });
      }
      if (kind === 'network' || kind === 'recovery') return;
      const action = kind === 'password' ? 'user.password_changed' : 'user.invitation_accepted';
      context.audit({ action, subject: `user:${user.userId}` });
      revokeTokensOf(context, user.userId, keptToken);
      revokeKeysOf(context, user.userId);
    },
    'reserve',
  );
}

/**
 * Returns the ids of the companies of the person's login, the default one first.
 * @throws Problem 503
 */
export function companiesOf(
  { ACCOUNTS }: Pick<Objects, 'ACCOUNTS'>,
  { email, companyId }: Person,
): Promise<string[]> {
  return answerOfAccount(ACCOUNTS, email, (account) => account.companiesOfLogin(companyId));
}

/**
 * Lists the companies of the person's login, the default one first. One that does not answer in time is listed as it was, if it is
 * known from before.
 * @throws Problem 503
 */
export async function listMemberships(
  objects: Objects,
  company: CompanyState,
  person: Person,
): Promise<OwnMembership[]> {
  return membershipsIn(objects, { company, person }, await companiesOf(objects, person));
}

/**
 * Lists the companies that invite the person, oldest invitation first.
 * @throws Problem 503
 */
export async function listInvitations(
  objects: Objects,
  company: CompanyState,
  person: Person,
): Promise<Invitation[]> {
  const { email, companyId } = person;
  const invitations = await answerOfAccount(objects.ACCOUNTS, email, (account) =>
    account.invitations(companyId),
  );
  const times = new Map(invitations.map((invitation) => [invitation.companyId, invitation.time]));
  const inviting = await membershipsIn(objects, { company, person }, [...times.keys()]);
  return inviting.map((membership) => ({ ...membership, time: times.get(membership.companyId) ?? 0 }));
}

/**
 * Merges the person's login with the one that an inviting company made.
 * @param wanted the inviting company; by default the ones that gave the password
 * @returns the companies whose logins were merged
 * @throws Problem 403 `wrong_password`, 409 `second_factor_on` if each has a second factor of its own, 429 after too many, 503
 */
export async function acceptInvitation(
  objects: Objects,
  { company, person }: { company: CompanyState; person: Person },
  { wanted, ...tried }: PasswordTry & { wanted?: string },
): Promise<OwnMembership[]> {
  const { email, companyId } = person;
  const result = await answerOfAccount<PasswordResult | { outcome: 'two_factors' }>(
    objects.ACCOUNTS,
    email,
    async (account) => account.join(companyId, { ...tried, ...(wanted === undefined ? {} : { wanted }) }),
  );
  if (result.outcome === 'refused') {
    // Not awaited, so that the time of the answer does not reveal whether another company must be informed.
    for (const id of result.companyIds) {
      void objects.COMPANIES.getByName(id)
        .recordWrongPassword(email)
        .catch(() => undefined);
    }
  }
  if (result.outcome === 'two_factors') {
    throw new Problem(
      'second_factor_on',
      'Both sign-ins have a second factor or passkeys of their own. Turn those of one off first.',
    );
  }
  const joined = passed(result, 'No company gave you this password.');
  return membershipsIn(objects, { company, person }, joined);
}

/**
 * Hides an invitation. The password that the company gave stays valid for that company.
 * @throws Problem 404, 503
 */
export async function declineInvitation(
  { ACCOUNTS }: Pick<Objects, 'ACCOUNTS'>,
  { email, companyId }: Person,
  invitingId: string,
): Promise<void> {
  const id = asId(invitingId) ?? '';
  if (!(await answerOfAccount(ACCOUNTS, email, (account) => account.decline(companyId, id))))
    throw notFound();
}

/**
 * Sets the person's password for all companies of the login, and revokes the person's other tokens.
 * @throws Problem 403 `wrong_password`, 429 after too many, 503
 */
export async function changeOwnPassword(
  { ACCOUNTS }: Pick<Objects, 'ACCOUNTS'>,
  { email, companyId, token }: Person,
  passwords: PasswordTry & { next: string },
): Promise<void> {
  const result = await answerOfAccount<PasswordResult>(ACCOUNTS, email, async (account) =>
    account.changePassword(companyId, { ...passwords, keptToken: sha256Hex(token) }),
  );
  passed(result, 'The current password is wrong.');
}

/**
 * Issues a token for another company of the person's login. It ends with the token of the request, so that switching between
 * companies does not prolong a session. Where the person signs in with two factors, a token that was issued for the password alone
 * opens no other company.
 * @throws Problem 403 `second_factor_required`, `user_suspended`, 404, 503
 */
export async function issueTokenForOther(
  { ACCOUNTS, COMPANIES }: Objects,
  company: CompanyState,
  person: Person,
  wanted: string,
): Promise<IssuedToken> {
  const wantedId = asId(wanted) ?? '';
  const { email, device } = person;
  const { companyIds, own } = await provenSession(ACCOUNTS, company, person);
  if (!companyIds.includes(wantedId)) throw notFound();
  const { kind, expiresTime, hasSecondFactor, confirmedTime } = own;
  const issue = await COMPANIES.getByName(wantedId).issueToken(email, {
    kind,
    latestEnd: expiresTime,
    device,
    hasSecondFactor,
    confirmedTime,
    isSignIn: true,
  });
  if (issue.outcome === 'issued') return issue.issued;
  if (issue.outcome === 'unknown') throw notFound();
  if (issue.outcome === 'second_factor_required') throw codeFirst();
  throw suspendedThere();
}

/**
 * Returns the person's companies, and the session in which they act there.
 * @throws Problem 403 `second_factor_required` for one that began with a password alone where the person has two factors, 404, 503
 */
export async function provenSession(
  accounts: Objects['ACCOUNTS'],
  { database }: CompanyState,
  { email, companyId, token }: Person,
): Promise<{ companyIds: string[]; own: TokenRecord }> {
  const [companyIds, needsCode] = await answerOfAccount(accounts, email, (account) =>
    Promise.all([account.companiesOfLogin(companyId), account.hasSecondFactor(companyId)]),
  );
  const own = readToken(database, sha256Hex(token));
  if (own === undefined) throw notFound();
  if (needsCode && !own.hasSecondFactor) throw codeFirst();
  return { companyIds, own };
}

/**
 * Returns the user of a person who acts from another company of theirs, where this takes a super admin.
 * @throws Problem 403, 404
 */
export function superAdminFromOther(
  { database, memory }: CompanyState,
  { email, hasSecondFactor }: ProvenPerson,
): UserRecord {
  const user = findUserByEmail(database, email);
  if (user === undefined) throw notFound();
  if (user.isSuspended) throw suspendedThere();
  if (user.roleId !== 'superadmin') {
    throw new Problem('permission_denied', `This needs the role superadmin; yours there is ${user.roleId}.`);
  }
  if (!hasSecondFactor && settingsOf({ memory }).options().two_factors_required) throw codeFirst();
  return user;
}

/** Returns the person's memberships in those of the companies that have the person as a user. */
async function membershipsIn(
  { COMPANIES }: Pick<Objects, 'COMPANIES'>,
  { company, person }: { company: CompanyState; person: Person },
  companyIds: readonly string[],
): Promise<OwnMembership[]> {
  const { email } = person;
  const found = await Promise.all(
    companyIds.map(async (companyId) => {
      const membership = await within(
        COMPANIES.getByName(companyId).membership(email),
        COMPANY_TIMEOUT_MS,
        'late' as const,
      );
      if (membership === undefined) return [];
      if (membership !== 'late') noteMembership(company, person, companyId, membership);
      const known = membership === 'late' ? formerMembership(company, person, companyId) : membership;
      return known.companyName === '' ? [] : [{ companyId, ...known }];
    }),
  );
  return found.flat();
}

function suspendedThere(): Problem {
  return new Problem('user_suspended', 'You are suspended in that company; ask one of its super admins.');
}

function codeFirst(): Problem {
  return new Problem('second_factor_required', 'Sign in again with the code of your second factor.');
}

function passed(result: PasswordResult, refusal: string): string[] {
  if (result.outcome === 'passed') return result.companyIds;
  if (result.outcome === 'refused') throw new Problem('wrong_password', refusal);
  throw new Problem('rate_limited', 'Too many wrong passwords for this address. Wait before you try again.', {
    headers: { 'Retry-After': String(result.retryAfterSeconds) },
  });
}
