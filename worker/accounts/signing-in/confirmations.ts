/** Asks somebody who is signed in to prove again who they are, before a change that would let a stranger stay. */
import type { RequestOptions } from '../passkeys/options.ts';
import type { RelyingParty } from '../passkeys/relying-party.ts';
import type { Assertion } from '../passkeys/schema.ts';
import { loginOf } from '../logins.ts';
import type { Sender } from '../../shared/limits/networks.ts';
import type { AccountStorage } from '../storage.ts';
import type { Passkeys } from './passkeys.ts';
import { confirmationRequired, refusalOfPassword, tooManyCodes, wrongCode } from './refusals.ts';
import type { SecondFactors } from './second-factors.ts';
import { tryPassword } from './tries.ts';

/** How somebody can confirm. */
export interface ConfirmationWays {
  /** With the password, alone or with a code; null if a password is not enough, and there is no code. */
  password: 'alone' | 'with_code' | null;
  /** The options of the passkeys' use. */
  passkey?: RequestOptions;
}

/** What somebody proves. */
export type Confirmation =
  | { password: string; code?: string }
  | { assertion: Assertion; site: RelyingParty; asker: string };

/** Returns how the company's user can confirm. Whoever has more than a password confirms with it. */
export function confirmationWays(
  stored: AccountStorage,
  passkeys: Passkeys,
  { companyId, asker, site }: { companyId: string; asker: string; site: RelyingParty },
): ConfirmationWays {
  const { second, passkeys: own = [] } = loginOf(stored.logins(), companyId) ?? {};
  const passkey = passkeys.confirmationOptions(companyId, asker, site);
  const alone = own.length === 0 ? 'alone' : null;
  return {
    password: second === undefined ? alone : 'with_code',
    ...(passkey === undefined ? {} : { passkey }),
  };
}

/**
 * Checks what the company's user proves.
 * @returns whether it is more than a password
 * @throws Problem 403 `wrong_password`, `wrong_code`, `passkey_refused`, `confirmation_required` for a password where more is needed, 429
 */
export async function confirm(
  stored: AccountStorage,
  { factors, passkeys }: { factors: SecondFactors; passkeys: Passkeys },
  { companyId, sender, proof }: { companyId: string; sender: Sender; proof: Confirmation },
): Promise<boolean> {
  if ('assertion' in proof) {
    passkeys.confirm(companyId, proof);
    return true;
  }
  const logins = stored.logins();
  const own = loginOf(logins, companyId);
  const candidates = own === undefined ? [] : [own];
  const { opened, result } = tryPassword(stored, { ...proof, sender }, { logins, candidates });
  if (opened === undefined) throw refusalOfPassword(result);
  const proved = await factors.prove(opened, { code: proof.code, sender });
  if (proved.outcome === 'passed') return true;
  if (proved.outcome === 'too_many_codes') throw tooManyCodes(proved.retryAfterSeconds);
  if (proved.outcome !== 'none') throw wrongCode();
  if ((opened.passkeys ?? []).length > 0) throw confirmationRequired('Confirm with your passkey.');
  return false;
}
