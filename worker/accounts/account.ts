/** The account of one sign-in e-mail address: its password, its throttle, and the company it belongs to. */
import { DurableObject } from 'cloudflare:workers';
import { hashPassword, isPassword, type PasswordHash } from './passwords.ts';
import { recentFailures, secondsToWait, THROTTLE_WINDOW_MS } from './throttle.ts';

/** How a sign-in went; results, because errors lose their class on the way over RPC. */
export type SignIn =
  | { outcome: 'passed'; companyId: string }
  /** `companyId`: of the address, when it has one. */
  | { outcome: 'refused'; companyId: string | undefined }
  | { outcome: 'throttled'; retryAfterSeconds: number };

/**
 * One address. The object is named by `emailKey`. Keys of its storage: `company` (UUID), `password` (PasswordHash) and
 * `failures` (times of wrong passwords). Everything is synchronous, so two guesses never overlap.
 */
export class Account extends DurableObject {
  /** Reserves the address for the company; false when it belongs to another one. Again by the same company: true. */
  claim(companyId: string): boolean {
    const owner = this.#owner();
    if (owner === undefined) this.ctx.storage.kv.put('company', companyId);
    return owner === undefined || owner === companyId;
  }

  /** Gives the address up and returns its password hash, for the address that takes its place. */
  release(companyId: string): PasswordHash | undefined {
    if (this.#owner() !== companyId) return undefined;
    const hash = this.#passwordHash();
    this.ctx.storage.kv.delete('company');
    this.ctx.storage.kv.delete('password');
    return hash;
  }

  /** Takes over the password of another address of the same company. */
  adopt(companyId: string, hash: PasswordHash): void {
    if (this.#owner() === companyId) this.ctx.storage.kv.put('password', hash);
  }

  /** Sets the password and forgives the wrong ones before it. */
  setPassword(companyId: string, password: string): void {
    if (this.#owner() !== companyId) return;
    this.ctx.storage.kv.put('password', hashPassword(password));
    this.ctx.storage.kv.delete('failures');
  }

  /** The company of the address; undefined when it has none. */
  company(): string | undefined {
    return this.#owner();
  }

  /** Checks a password. An address that nobody has is throttled like any other, so that nothing tells them apart. */
  async signIn(password: string): Promise<SignIn> {
    const now = Date.now();
    const failures = this.ctx.storage.kv.get<number[]>('failures') ?? [];
    const retryAfterSeconds = secondsToWait(failures, now);
    if (retryAfterSeconds > 0) return { outcome: 'throttled', retryAfterSeconds };
    const companyId = this.#owner();
    if (isPassword(password, this.#passwordHash()) && companyId !== undefined) {
      this.ctx.storage.kv.delete('failures');
      return { outcome: 'passed', companyId };
    }
    this.ctx.storage.kv.put('failures', [...recentFailures(failures, now), now]);
    await this.ctx.storage.setAlarm(now + THROTTLE_WINDOW_MS);
    return { outcome: 'refused', companyId };
  }

  /** Once nothing counts against it any more, an address that nobody has leaves nothing behind. */
  override async alarm(): Promise<void> {
    if (this.#owner() === undefined) await this.ctx.storage.deleteAll();
    else this.ctx.storage.kv.delete('failures');
  }

  #owner(): string | undefined {
    return this.ctx.storage.kv.get<string>('company');
  }

  #passwordHash(): PasswordHash | undefined {
    return this.ctx.storage.kv.get<PasswordHash>('password');
  }
}
