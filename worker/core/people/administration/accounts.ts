/**
 * Calls from a company to the accounts of addresses. A change of a user that involves an account has three steps: it begins at
 * the account, is saved here, and is then completed or cancelled at the account. If the last step fails, because this object is
 * killed or the account does not answer, the account asks the company later and completes the change by itself.
 */
import type { Account } from '../../../accounts/account.ts';
import type { NewLogin } from '../../../accounts/claims.ts';
import { inTime } from '../../../shared/limits/bounded-wait.ts';
import { emailKey } from '../../../shared/contact/email.ts';
import { logFailure } from '../../../shared/log.ts';
import { Problem, type Refusal } from '../../../shared/http/problems.ts';

/** Long enough for an account to hash a password on a busy machine. */
const TIMEOUT_MS = 10_000;
const RETRY_AFTER_S = 5;

/** The accounts of the deployment, by address. */
export type Accounts = DurableObjectNamespace<Account>;

/** The steps that a change has begun. */
export interface AddressSteps {
  /** The new address of the user. */
  claimed?: { email: string; ticket: string };
  /** The former address of the user. */
  left?: string;
}

/**
 * Claims an address for a user whom the company is about to add.
 * @throws Problem 409 `too_many_values`, 503
 */
export async function claimAddress(
  accounts: Accounts,
  { companyId, email }: { companyId: string; email: string },
  login: Omit<NewLogin, 'address'>,
): Promise<AddressSteps & { claimed: object }> {
  const address = emailKey(email);
  const ticket = await answerOfAccount(accounts, email, (account) =>
    account.claim(companyId, { ...login, address }),
  );
  if (ticket !== undefined) return { claimed: { email, ticket } };
  throw new Problem('too_many_values', 'Too many companies have a user with this address.');
}

/**
 * Begins to move a user to another address. The second factor moves along, and the password unless `password` is a new one.
 * @throws Problem 409 `too_many_values`, 503
 */
export async function moveAddress(
  accounts: Accounts,
  companyId: string,
  { from, to, password }: { from: string; to: string; password: string | undefined },
): Promise<AddressSteps> {
  const taken: Omit<NewLogin, 'address'> = await answerOfAccount(accounts, from, (account) =>
    account.leave(companyId),
  );
  const login = password === undefined ? taken : { ...taken, password };
  try {
    return { ...(await claimAddress(accounts, { companyId, email: to }, login)), left: from };
  } catch (error) {
    await answerOfAccount(accounts, from, (account) => account.stay(companyId)).catch(
      logFailedStep(companyId),
    );
    throw error;
  }
}

/**
 * Sets the user's password for this company.
 * @returns whether signing in needs a code, too
 * @throws Problem 503
 */
export function setPassword(
  accounts: Accounts,
  companyId: string,
  { email, password }: { email: string; password: string },
): Promise<{ needsCode: boolean }> {
  return answerOfAccount(accounts, email, async (account) => account.setPassword(companyId, password));
}

/** Completes the steps after the change was saved. */
export async function finishSteps(accounts: Accounts, companyId: string, steps: AddressSteps): Promise<void> {
  const { claimed, left } = steps;
  if (claimed !== undefined) {
    await answerOfAccount(accounts, claimed.email, (account) => account.commit(claimed.ticket));
  }
  if (left !== undefined) await answerOfAccount(accounts, left, (account) => account.finishLeave(companyId));
}

/** Cancels the steps after the change was refused. */
export async function cancelSteps(
  accounts: Accounts,
  companyId: string,
  { claimed, left }: AddressSteps,
): Promise<void> {
  if (claimed !== undefined) {
    await answerOfAccount(accounts, claimed.email, (account) => account.abandon(claimed.ticket));
  }
  if (left !== undefined) await answerOfAccount(accounts, left, (account) => account.stay(companyId));
}

/**
 * Waits for the answer of an account.
 * @throws Problem 503 if it does not answer
 */
export async function answerOfAccount<Result>(
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

/** Returns the answer of an account. @throws Problem its refusal */
export function unlessRefused<Answer extends { outcome: string }>(
  answer: Answer | { outcome: 'refused'; refusal: Refusal },
): Exclude<Answer, { outcome: 'refused' }> {
  if (!('refusal' in answer)) return answer as Exclude<Answer, { outcome: 'refused' }>;
  const { code, message, headers } = (answer as { refusal: Refusal }).refusal;
  throw new Problem(code, message, { headers });
}

/** Logs the failure of a step that the account later completes by itself. */
function logFailedStep(companyId: string): (error: unknown) => void {
  return (error) => logFailure({ company_id: companyId, part: 'account' }, error);
}
