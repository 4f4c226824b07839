/** Passkeys: makes and uses them with the browser's own functions (Web Authentication Level 3, 5.1). */
import type { CreationOptions, RequestOptions } from '../../worker/accounts/passkeys/options.ts';
import { readAnswer, Refusal, send } from './api.ts';
import { enter } from './session.ts';

/** A challenge is valid for five minutes, so a form that waits for a passkey asks for another one before. */
const RENEW_MS = 4 * 60_000;
/** Passkeys are for host names, not for addresses. */
const NO_NAME = /^[\d.]+$|^\[/;

/** What the browser says, by the name of its error, in words. Any other error is told as the last one. */
const FAULTS: Record<string, string> = {
  NotAllowedError: 'No passkey was used. Try again, or choose another way.',
  InvalidStateError: 'This device has a passkey of yours already.',
  SecurityError: 'Passkeys do not work at this address. Open Leadline at its usual address.',
  other: 'This browser or device cannot do that. Choose another way.',
};

/** Tells whether this browser has passkeys. */
export function hasPasskeys(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function' &&
    !NO_NAME.test(location.hostname)
  );
}

/** Makes a passkey. @returns what the API takes @throws Refusal in words when it was not made */
export async function makePasskey(options: CreationOptions): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return inWords(navigator.credentials.create({ publicKey }));
}

/** Uses a passkey. @returns what the API takes @throws Refusal in words when none was used */
export async function usePasskey(options: RequestOptions): Promise<unknown> {
  return inWords(navigator.credentials.get({ publicKey: readOptions(options) }));
}

/** Signs in with a passkey that the browser asks for. @throws Refusal, Unreachable */
export async function signInByPasskey(): Promise<void> {
  await enterWith(await usePasskey(await askForOptions()));
}

/** Signs in with the answer of a passkey. @throws Refusal, Unreachable */
export function enterWith(credential: unknown): Promise<void> {
  return enter({ credential }, '/passkey');
}

/**
 * Offers the passkeys among the browser's suggestions for the address, until one is chosen.
 * @param choose called with what the API takes
 * @returns stops it
 */
export function suggestPasskeys(choose: (credential: unknown) => void): () => void {
  const stop = new AbortController();
  void suggest(choose, stop.signal);
  return () => stop.abort();
}

async function suggest(choose: (credential: unknown) => void, stop: AbortSignal): Promise<void> {
  if (!hasPasskeys() || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
  while (!stop.aborted) {
    const renew = AbortSignal.timeout(RENEW_MS);
    try {
      const publicKey = readOptions(await askForOptions());
      const signal = AbortSignal.any([stop, renew]);
      const credential = await navigator.credentials.get({ publicKey, mediation: 'conditional', signal });
      return choose(jsonOf(credential));
    } catch {
      // The button says what is wrong. Here somebody may be typing the address.
      if (!renew.aborted) return;
      await whenSeen();
    }
  }
}

async function askForOptions(): Promise<RequestOptions> {
  const asked = await send('/console/session/passkey/begin', { method: 'POST', body: {} });
  return (await readAnswer<RequestOptions>(asked)).body;
}

function readOptions(options: RequestOptions): PublicKeyCredentialRequestOptions {
  return PublicKeyCredential.parseRequestOptionsFromJSON(options);
}

/** Waits until somebody looks at the page, so that one in the background asks for nothing. */
function whenSeen(): Promise<void> {
  if (document.visibilityState === 'visible') return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener('visibilitychange', () => resolve(), { once: true });
  });
}

async function inWords(asked: Promise<Credential | null>): Promise<unknown> {
  try {
    return jsonOf(await asked);
  } catch (error) {
    const name = error instanceof DOMException && Object.hasOwn(FAULTS, error.name) ? error.name : 'other';
    const problem = { code: 'no_passkey', title: 'No passkey', detail: FAULTS[name] ?? '', status: 0 };
    throw new Refusal(problem, undefined);
  }
}

function jsonOf(credential: Credential | null): unknown {
  if (credential instanceof PublicKeyCredential) return credential.toJSON();
  throw new DOMException('', 'NotAllowedError');
}
