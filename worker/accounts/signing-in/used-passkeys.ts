/** The use of a passkey: whose it is, and what is learnt from it. Pure, except that a recorded use changes the passkey. */
import type { Login } from '../logins.ts';
import type { Passkey } from '../passkeys/passkey.ts';
import type { RelyingParty } from '../passkeys/relying-party.ts';
import { readAssertion, type UsedCredential } from '../passkeys/responses.ts';
import type { Assertion } from '../passkeys/schema.ts';

/** A passkey that has signed, and its login. */
export interface Opened {
  login: Login;
  passkey: Passkey;
  used: UsedCredential;
}

/**
 * Finds the logins whose passkey has signed. Each is checked with the key that it has itself: a user of another company may have
 * claimed the id of somebody's passkey with a key of their own. The challenge is checked by the caller.
 */
export function openedBy(
  logins: readonly Login[],
  { assertion, site }: { assertion: Assertion; site: RelyingParty },
): Opened[] | 'unknown' | 'wrong' {
  const known = logins.flatMap((login) =>
    (login.passkeys ?? [])
      .filter(({ credentialId }) => credentialId === assertion.id)
      .map((passkey) => ({ login, passkey })),
  );
  const opened = known.flatMap(({ login, passkey }) => {
    const used =
      passkey.host === site.id ? readAssertion(assertion, { publicKey: passkey.publicKey, site }) : undefined;
    return used === undefined ? [] : [{ login, passkey, used }];
  });
  if (known.length === 0) return 'unknown';
  return opened.length === 0 ? 'wrong' : opened;
}

/**
 * Tells whether the counter is not beyond the last known one, so that there may be a copy of the authenticator (WebAuthn Level 3,
 * 6.1.1). Synced passkeys do not count: they always say 0.
 */
export function isCopied({ passkey, used }: Opened): boolean {
  return (used.counter !== 0 || passkey.counter !== 0) && used.counter <= passkey.counter;
}

/** Records a use. */
export function recordUse(opened: readonly Opened[], now: number): void {
  for (const { passkey, used } of opened) {
    Object.assign(passkey, { counter: used.counter, isSynced: used.isSynced, lastUsedTime: now });
  }
}
