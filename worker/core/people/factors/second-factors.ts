/**
 * Second factors and passkeys, as a company knows them: who has some. The account of the address keeps the secrets, asks for the
 * codes, and reports changes.
 */
import type { AccountChange } from '../../../accounts/errands.ts';
import type {
  FactorAnswer,
  FactorRequest,
  FactorState,
} from '../../../accounts/signing-in/second-factors.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import type { Database, Row } from '../../engine/storage/database.ts';
import { type Accounts, answerOfAccount, unlessRefused } from '../administration/accounts.ts';
import { enqueueLetter, type LetterKind } from '../links/letters.ts';
import type { FactorOwner } from './access.ts';
import { endSessionsOf, forgetSecondFactor, noteSecondFactor } from '../tokens/tokens.ts';

/** The letters that tell of changes. */
const FACTOR_LETTERS: Partial<Record<NonNullable<AccountChange['event']>, LetterKind>> = {
  on: 'second_factor_on',
  off: 'second_factor_off',
  reset: 'second_factor_reset',
};
const PASSKEY_LETTERS: Partial<Record<NonNullable<AccountChange['event']>, LetterKind>> = {
  added: 'passkey_added',
  removed: 'passkey_removed',
  reset: 'passkey_reset',
  copied: 'passkey_copied',
};

/** A user with a second factor or passkeys. */
export interface FactorRecord {
  userId: string;
  /** Since when they have the second factor, in milliseconds since the epoch; null for passkeys alone. */
  sinceTime: number | null;
  passkeys: number;
}

/** Lists the users who sign in with two factors or with a passkey. */
export function listSecondFactors(database: Database): FactorRecord[] {
  return database.all<FactorRecord & Row>(
    `SELECT user_id AS userId, since_time AS sinceTime, coalesce(passkeys, 0) AS passkeys
     FROM second_factors FULL JOIN passkey_counts USING (user_id) ORDER BY user_id`,
  );
}

/** Forgets whether a user signs in with two factors or with a passkey. */
export function deleteSecondFactor(database: Database, userId: string): void {
  database.run('DELETE FROM second_factors WHERE user_id = ?', userId);
  database.run('DELETE FROM passkey_counts WHERE user_id = ?', userId);
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
  if (since === null) database.run('DELETE FROM second_factors WHERE user_id = ?', userId);
  else {
    database.run('INSERT OR REPLACE INTO second_factors (user_id, since_time) VALUES (?, ?)', userId, since);
  }
  if (event === undefined || event === 'known') return;
  if (event === 'on') {
    endSessionsOf(context, userId, keptToken);
    if (keptToken !== undefined) noteSecondFactor(context, userId, keptToken);
  } else forgetIfNone(context, userId);
  if (event === 'reset') endSessionsOf(context, userId);
  else {
    const action = event === 'on' ? 'second_factor.turned_on' : 'second_factor.turned_off';
    context.audit({ action, subject: `user:${userId}` });
  }
  const kind = FACTOR_LETTERS[event];
  if (isTold === true && kind !== undefined) enqueueLetter(context, { kind, userId });
}

/** Applies what the account reports about a user's passkeys. */
export function applyPasskeyChange(
  context: WriteContext,
  userId: string,
  { event, passkeys = 0, isTold }: AccountChange,
): void {
  const { database } = context;
  if (passkeys === 0) database.run('DELETE FROM passkey_counts WHERE user_id = ?', userId);
  else {
    database.run('INSERT OR REPLACE INTO passkey_counts (user_id, passkeys) VALUES (?, ?)', userId, passkeys);
  }
  if (event === undefined || event === 'known') return;
  if (event !== 'added') forgetIfNone(context, userId);
  if (event === 'reset') endSessionsOf(context, userId);
  else if (event === 'added' || event === 'removed' || event === 'copied') {
    context.audit({ action: `passkey.${event}`, subject: `user:${userId}` });
  }
  const kind = PASSKEY_LETTERS[event];
  if (isTold === true && kind !== undefined) enqueueLetter(context, { kind, userId });
}

/** Forgets that tokens were issued with more than a password, if the user has only that now. */
function forgetIfNone(context: WriteContext, userId: string): void {
  const left = listSecondFactors(context.database).some((factor) => factor.userId === userId);
  if (!left) forgetSecondFactor(context, userId);
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
  return unlessRefused(answer);
}
