/**
 * Second factors, as a company knows them: who has one. The account of the address keeps the secrets, asks for the codes, and
 * reports changes.
 */
import type { AccountChange } from '../../../accounts/errands.ts';
import type { FactorAnswer, FactorRequest, FactorState } from '../../../accounts/second-factors.ts';
import { Problem } from '../../../shared/http/problems.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import type { Database } from '../../engine/storage/database.ts';
import { type Accounts, answerOfAccount } from '../administration/accounts.ts';
import { enqueueLetter } from '../links/letters.ts';
import { endSessionsOf, forgetSecondFactor, noteSecondFactor } from '../tokens/tokens.ts';

/** A user with a second factor. */
export interface FactorRecord {
  userId: string;
  /** Milliseconds since the epoch. */
  sinceTime: number;
}

/** The user whose second factor it is. */
export interface FactorOwner {
  email: string;
  companyId: string;
}

/** Lists the users who sign in with two factors. */
export function listSecondFactors(database: Database): FactorRecord[] {
  return database.all<FactorRecord & Record<string, string | number>>(
    'SELECT user_id AS userId, since_time AS sinceTime FROM second_factors ORDER BY user_id',
  );
}

/** Forgets whether a user signs in with two factors. */
export function deleteSecondFactor(database: Database, userId: string): void {
  database.run('DELETE FROM second_factors WHERE user_id = ?', userId);
}

/**
 * Applies what the account reports about a user's second factor. A new one ends the sessions that began without it; access tokens
 * of programs stay.
 */
export function applyFactorChange(
  context: WriteContext,
  userId: string,
  { event, since = null, keptToken, isTold }: AccountChange,
): void {
  const { database } = context;
  if (since === null) deleteSecondFactor(database, userId);
  else {
    database.run('INSERT OR REPLACE INTO second_factors (user_id, since_time) VALUES (?, ?)', userId, since);
  }
  if (event === undefined || event === 'known') return;
  if (event === 'on') {
    endSessionsOf(context, userId, keptToken);
    if (keptToken !== undefined) noteSecondFactor(context, userId, keptToken);
  } else forgetSecondFactor(context, userId);
  if (event === 'reset') endSessionsOf(context, userId);
  else context.audit({ action: `second_factor.turned_${event}`, subject: `user:${userId}` });
  if (isTold === true) enqueueLetter(context, { kind: `second_factor_${event}`, userId });
}

/** Returns what a user sees of their second factor. @throws Problem 503 */
export function ownSecondFactor(accounts: Accounts, { email, companyId }: FactorOwner): Promise<FactorState> {
  return answerOfAccount(accounts, email, async (account) => account.secondFactor(companyId));
}

/**
 * Changes a user's second factor as the user asks.
 * @throws Problem 403 `wrong_password` or `wrong_code`, 409 `second_factor_on` or `second_factor_off`, 429, 503
 */
export async function changeOwnSecondFactor(
  accounts: Accounts,
  { email, companyId }: FactorOwner,
  request: FactorRequest,
): Promise<Exclude<FactorAnswer, { outcome: 'refused' }>> {
  const answer = await answerOfAccount<FactorAnswer>(accounts, email, async (account) =>
    account.changeSecondFactor(companyId, request),
  );
  if (answer.outcome !== 'refused') return answer;
  const { code, message, headers } = answer.refusal;
  throw new Problem(code, message, { headers });
}

/** Removes a user's second factor for this company. @throws Problem 503 */
export async function resetSecondFactor(
  accounts: Accounts,
  { email, companyId }: FactorOwner,
): Promise<void> {
  await answerOfAccount(accounts, email, (account) => account.resetSecondFactor(companyId));
}
