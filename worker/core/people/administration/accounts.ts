/**
 * The accounts of addresses, as a company asks them. A change of users that involves an account is begun there, made
 * here, and then finished there or taken back. When the last step fails, because this object dies or the account does
 * not answer, the account asks the company later and finishes by itself.
 */
import type { Account, NewLogin } from '../../../accounts/account.ts';
import { inTime } from '../../../shared/limits/bounded-wait.ts';
import { emailKey } from '../../../shared/contact/email.ts';
import { logFailure } from '../../../shared/log.ts';
import { Problem } from '../../../shared/http/problems.ts';

/** Time for an account to hash a password, also on a busy machine. */
const TIMEOUT_MS = 10_000;
const RETRY_AFTER_S = 5;

/** The accounts of the deployment, by address. */
export type Accounts = DurableObjectNamespace<Account>;

/** What a change has begun. */
export interface AddressSteps {
  /** The address that a user is to have. */
  claimed?: { email: string; ticket: string };
  /** The one that a user is to have no more. */
  left?: string;
}

/**
 * Claims an address for a user whom the company is about to have.
 * @throws Problem 409 `too_many_values`, 503
 */
export async function claimAddress(
  accounts: Accounts,
  { companyId, email }: { companyId: string; email: string },
  login: NewLogin,
): Promise<AddressSteps & { claimed: object }> {
  const ticket = await asked(accounts, email, (account) => account.claim(companyId, login));
  if (ticket !== undefined) return { claimed: { email, ticket } };
  throw new Problem('too_many_values', 'Too many companies have a user with this address.');
}

/**
 * Begins to move a user from one address to another; their password goes along unless `password` is a new one.
 * @throws Problem 409 `too_many_values`, 503
 */
export async function moveAddress(
  accounts: Accounts,
  companyId: string,
  { from, to, password }: { from: string; to: string; password: string | undefined },
): Promise<AddressSteps> {
  const hash = await asked(accounts, from, (account) => account.leave(companyId));
  const taken = hash === undefined ? {} : { hash };
  const login = password === undefined ? taken : { password };
  try {
    return { ...(await claimAddress(accounts, { companyId, email: to }, login)), left: from };
  } catch (error) {
    await asked(accounts, from, (account) => account.stay(companyId)).catch(noted(companyId));
    throw error;
  }
}

/** Sets the password with which the user gets into this company. @throws Problem 503 */
export async function setPassword(
  accounts: Accounts,
  companyId: string,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await asked(accounts, email, (account) => account.setPassword(companyId, password));
}

/** Finishes what was begun, after the change is saved. */
export async function finishSteps(accounts: Accounts, companyId: string, steps: AddressSteps): Promise<void> {
  const { claimed, left } = steps;
  if (claimed !== undefined) {
    await asked(accounts, claimed.email, (account) => account.commit(claimed.ticket));
  }
  if (left !== undefined) await asked(accounts, left, (account) => account.finishLeave(companyId));
}

/** Takes back what was begun, after the change was refused. */
export async function takeBackSteps(
  accounts: Accounts,
  companyId: string,
  { claimed, left }: AddressSteps,
): Promise<void> {
  if (claimed !== undefined) {
    await asked(accounts, claimed.email, (account) => account.abandon(claimed.ticket));
  }
  if (left !== undefined) await asked(accounts, left, (account) => account.stay(companyId));
}

/** What an account answers. @throws Problem 503 when it does not */
export async function asked<Result>(
  accounts: Accounts,
  email: string,
  question: (account: DurableObjectStub<Account>) => Promise<Result>,
): Promise<Result> {
  const away = new Problem(
    'service_unavailable',
    'The account of the address cannot be reached; try again.',
    {
      headers: { 'Retry-After': String(RETRY_AFTER_S) },
    },
  );
  try {
    return await inTime(question(accounts.getByName(emailKey(email))), TIMEOUT_MS, () => {
      throw away;
    });
  } catch (error) {
    if (error !== away) logFailure({ part: 'account' }, error);
    throw away;
  }
}

/** For a step that the account does by itself when it fails here. */
function noted(companyId: string): (error: unknown) => void {
  return (error) => logFailure({ company_id: companyId, part: 'account' }, error);
}
