/** An authenticator app for tests (RFC 6238), written without the library of the Worker, and people who sign in with two factors. */
import { createHmac } from 'node:crypto';
import { answerOf } from './builders.ts';
import { basic, freshIp, send, sendAs, type TestUser } from './client.ts';

const STEP_MS = 30_000;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Returns the code of a step (RFC 4226, 5.3). @param secret in base32 */
export function totpCode(secret: string, step: number): string {
  const bits = Array.from(secret, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** Returns the present step. */
export function presentStep(): number {
  return Math.floor(Date.now() / STEP_MS);
}

/**
 * An authenticator app. It gives each code once: the present one, then the next one, which counts already. After that there is none
 * for half a minute, so tests use recovery codes.
 */
export class App {
  readonly secret: string;
  #last = 0;

  constructor(secret: string) {
    this.secret = secret;
  }

  /** @throws Error when both codes that count now were given */
  code(): string {
    const step = Math.max(presentStep(), this.#last + 1);
    if (step > presentStep() + 1) throw new Error('The app has no fresh code. Use a recovery code.');
    this.#last = step;
    return totpCode(this.secret, step);
  }

  /** Returns a code that is wrong, whatever the time. */
  wrongCode(): string {
    const around = [-3, -2, -1, 0, 1, 2, 3].map((step) => totpCode(this.secret, presentStep() + step));
    return ['000000', '111111', '222222', '333333', '444444', '555555', '666666', '777777'].find(
      (code) => !around.includes(code),
    ) as string;
  }
}

/** Somebody who signs in with two factors. */
export interface TwoFactorPerson {
  /** The session that set the second factor up. */
  user: Pick<TestUser, 'authorization'>;
  app: App;
  recoveryCodes: string[];
}

/** Asks for a token by password, and by a code if there is one. */
export function signIn(
  username: string,
  password: string,
  { ip = freshIp(), ...more }: { ip?: string; code?: string; kind?: string; company_id?: string } = {},
): Promise<Response> {
  return send('/auth/issue_token', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'CF-Connecting-IP': ip },
    body: JSON.stringify({ username, password, ...more }),
  });
}

/** Signs in and returns the credentials. @throws Error when the sign-in is refused */
export async function signedIn(
  email: string,
  password: string,
  more: { ip?: string; code?: string; kind?: string; company_id?: string } = {},
): Promise<{ authorization: string }> {
  return { authorization: basic(email, await answerOf<string>(await signIn(email, password, more))) };
}

/** Sets up a second factor in a session. */
export async function setUpFactor(
  user: Pick<TestUser, 'authorization'>,
  password: string,
): Promise<TwoFactorPerson> {
  const begun = await sendAs(user, 'POST', '/me/second_factor/begin', { password });
  const app = new App((await answerOf<{ secret: string }>(begun)).secret);
  const confirmed = await sendAs(user, 'POST', '/me/second_factor/confirm', { code: app.code() });
  const { recovery_codes: recoveryCodes } = await answerOf<{ recovery_codes: string[] }>(confirmed);
  return { user, app, recoveryCodes };
}
