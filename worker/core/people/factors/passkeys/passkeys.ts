/** A user's own passkeys, which the account of their address keeps. */
import type { CreationOptions } from '../../../../accounts/passkeys/options.ts';
import type { RelyingParty } from '../../../../accounts/passkeys/relying-party.ts';
import type { Registration } from '../../../../accounts/passkeys/schema.ts';
import type {
  AskingSession,
  PasskeyAnswer,
  PasskeyRequest,
  PasskeyState,
} from '../../../../accounts/signing-in/passkeys.ts';
import { type Accounts, answerOfAccount, unlessRefused } from '../../administration/accounts.ts';
import type { FactorOwner } from '../access.ts';

/** Lists a user's passkeys, oldest first. @throws Problem 503 */
export async function listPasskeys(accounts: Accounts, owner: FactorOwner): Promise<PasskeyState[]> {
  const answer = await ask(accounts, owner, { kind: 'list' });
  return answer.outcome === 'passkeys' ? answer.passkeys : [];
}

/**
 * Returns the options of a new passkey.
 * @throws Problem 403 `confirmation_required`, 409 `too_many_values`, 503
 */
export async function beginPasskey(
  accounts: Accounts,
  owner: FactorOwner,
  given: { session: AskingSession; site: RelyingParty },
): Promise<CreationOptions> {
  const answer = await ask(accounts, owner, { kind: 'begin', ...given });
  if (answer.outcome !== 'begun') throw unexpected(answer);
  return answer.options;
}

/**
 * Adds a passkey.
 * @throws Problem 403 `passkey_refused` or `confirmation_required`, 409 `too_many_values`, 503
 */
export function addPasskey(
  accounts: Accounts,
  owner: FactorOwner,
  given: { session: AskingSession; site: RelyingParty; registration: Registration; name: string },
): Promise<PasskeyState> {
  return askForOne(accounts, owner, { kind: 'add', ...given });
}

/** Renames a passkey. @throws Problem 404, 503 */
export function renamePasskey(
  accounts: Accounts,
  owner: FactorOwner,
  given: { passkeyId: string; name: string },
): Promise<PasskeyState> {
  return askForOne(accounts, owner, { kind: 'rename', ...given });
}

/** Removes a passkey. @throws Problem 403 `confirmation_required`, 404, 503 */
export async function removePasskey(
  accounts: Accounts,
  owner: FactorOwner,
  given: { session: AskingSession; passkeyId: string },
): Promise<void> {
  await ask(accounts, owner, { kind: 'remove', ...given });
}

async function askForOne(
  accounts: Accounts,
  owner: FactorOwner,
  request: PasskeyRequest,
): Promise<PasskeyState> {
  const answer = await ask(accounts, owner, request);
  if (answer.outcome !== 'passkey') throw unexpected(answer);
  return answer.passkey;
}

async function ask(
  accounts: Accounts,
  { email, companyId }: FactorOwner,
  request: PasskeyRequest,
): Promise<PasskeyAnswer> {
  return unlessRefused(
    await answerOfAccount(accounts, email, async (account) => account.usePasskeys(companyId, request)),
  );
}

function unexpected({ outcome }: PasskeyAnswer): Error {
  return new Error(`The account answered ${outcome}.`);
}
