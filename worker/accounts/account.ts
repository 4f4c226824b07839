/** The account of one sign-in e-mail address: its password, its throttle, and the company it belongs to. */
import { DurableObject } from 'cloudflare:workers';
import { hashPassword, isPassword, type PasswordHash } from './passwords.ts';
import { type Failure, recentFailures, secondsToWait, THROTTLE_WINDOW_MS } from './throttle.ts';

/** How long a claim stands before the account asks the company what became of it, and how long it then waits to ask again. */
const CLAIM_MS = 10 * 60_000;
/** Networks that the owner has signed in from, and how long each counts. */
const FAMILIAR_NETWORKS = 10;
const FAMILIAR_MS = 90 * 24 * 3_600_000;

/** How a sign-in went; results, because errors lose their class on the way over RPC. */
export type SignIn =
  | { outcome: 'passed'; companyId: string }
  /** `companyId`: of the address, when it has one. */
  | { outcome: 'refused'; companyId: string | undefined }
  | { outcome: 'throttled'; retryAfterSeconds: number };

/** What an account asks of companies' objects. */
export interface AccountEnv {
  COMPANIES: { getByName(name: string): { hasUser(email: string): Promise<boolean> } };
}

/** A company that wants the address, until it has a user with it. */
interface Claim {
  companyId: string;
  /** Milliseconds since the epoch. */
  time: number;
}

/** A network from which the owner has signed in. */
interface Familiar {
  network: string;
  time: number;
}

/**
 * One address. The object is named by `emailKey`. Keys of its storage are in docs/storage.md.
 *
 * A company claims an address before it has a user with it, and commits once it has. A claim that is neither committed
 * nor abandoned, because the company's object died in between, does not stay: the account asks the company.
 */
export class Account extends DurableObject<AccountEnv> {
  /** Reserves the address for the company; false when it is another one's. Again by the same company: true. */
  async claim(companyId: string): Promise<boolean> {
    const before = this.#claim();
    const isOver = before !== undefined && Date.now() - before.time >= CLAIM_MS;
    if (before !== undefined && before.companyId !== companyId && isOver) await this.#settleClaim(before);
    const owner = this.company();
    if (owner !== undefined && owner !== companyId) return false;
    if (this.#owner() === undefined) this.#put('claim', { companyId, time: Date.now() } satisfies Claim);
    await this.#setAlarm();
    return true;
  }

  /** The company has a user with the address. False when the address has become another company's. */
  commit(companyId: string): boolean {
    const owner = this.company();
    if (owner !== undefined && owner !== companyId) return false;
    this.#put('company', companyId);
    this.#delete('claim');
    return true;
  }

  /** Takes a claim back that came to nothing. An address that the company has for good stays its own. */
  abandon(companyId: string): void {
    if (this.#claim()?.companyId === companyId) this.#delete('claim');
    if (this.company() === undefined) this.#delete('password');
  }

  /** Gives the address up and returns its password hash, for the address that takes its place. */
  release(companyId: string): PasswordHash | undefined {
    if (this.company() !== companyId) return undefined;
    const hash = this.#passwordHash();
    for (const key of ['company', 'claim', 'password', 'familiar'] as const) this.#delete(key);
    return hash;
  }

  /** Takes over the password of another address of the same company. */
  adopt(companyId: string, hash: PasswordHash): void {
    if (this.company() === companyId) this.#put('password', hash);
  }

  /** Sets the password and forgives the wrong ones before it. */
  setPassword(companyId: string, password: string): void {
    if (this.company() !== companyId) return;
    this.#put('password', hashPassword(password));
    this.#delete('failures');
  }

  /** The company of the address, or the one that has claimed it; undefined when nobody has. */
  company(): string | undefined {
    return this.#owner() ?? this.#claim()?.companyId;
  }

  /**
   * Checks a password. An address that nobody has is throttled like any other, so that nothing tells them apart.
   * Synchronous up to its result, so that two guesses do not overlap.
   * @param network the keyed hash of the network that it comes from
   */
  async signIn(password: string, network: string): Promise<SignIn> {
    const now = Date.now();
    const failures = this.#failures();
    const familiar = this.#familiar(now);
    const isFamiliar = familiar.some((known) => known.network === network);
    const retryAfterSeconds = secondsToWait(failures, { network, isFamiliar, now });
    if (retryAfterSeconds > 0) return { outcome: 'throttled', retryAfterSeconds };
    const companyId = this.company();
    if (isPassword(password, this.#passwordHash()) && companyId !== undefined) {
      const others = familiar.filter((known) => known.network !== network);
      this.#put('familiar', [{ network, time: now }, ...others].slice(0, FAMILIAR_NETWORKS));
      // Those of other networks go on counting: whoever guesses there must not gain by the owner's signing in here.
      this.#putFailures(failures.filter((failure) => failure.network !== network));
      return { outcome: 'passed', companyId };
    }
    this.#putFailures([...recentFailures(failures, now), { time: now, network }]);
    await this.#setAlarm();
    return { outcome: 'refused', companyId };
  }

  /** Looks after what has had its time: failures that count no more, and a claim that nobody has committed. */
  override async alarm(): Promise<void> {
    const now = Date.now();
    const failures = recentFailures(this.#failures(), now);
    this.#putFailures(failures);
    const claim = this.#claim();
    if (claim !== undefined && now - claim.time >= CLAIM_MS) await this.#settleClaim(claim);
    // An address that nobody has leaves nothing behind.
    if (this.company() === undefined && failures.length === 0) await this.ctx.storage.deleteAll();
    else await this.#setAlarm();
  }

  /** Asks the company whether it has the user that it claimed the address for. A company that does not answer is asked later. */
  async #settleClaim({ companyId, time }: Claim): Promise<void> {
    const email = this.ctx.id.name ?? '';
    const isUsed = await this.env.COMPANIES.getByName(companyId)
      .hasUser(email)
      .catch(() => undefined);
    if (this.#claim()?.time !== time) return;
    if (isUsed === undefined) this.#put('claim', { companyId, time: Date.now() } satisfies Claim);
    else if (isUsed) this.commit(companyId);
    else this.abandon(companyId);
  }

  /** To when the first thing has had its time. */
  async #setAlarm(): Promise<void> {
    const claim = this.#claim();
    const oldest = this.#failures()[0];
    const times = [
      ...(claim === undefined ? [] : [claim.time + CLAIM_MS]),
      ...(oldest === undefined ? [] : [oldest.time + THROTTLE_WINDOW_MS]),
    ];
    if (times.length > 0) await this.ctx.storage.setAlarm(Math.min(...times));
  }

  #owner(): string | undefined {
    return this.ctx.storage.kv.get<string>('company');
  }

  #claim(): Claim | undefined {
    return this.ctx.storage.kv.get<Claim>('claim');
  }

  #passwordHash(): PasswordHash | undefined {
    return this.ctx.storage.kv.get<PasswordHash>('password');
  }

  /** The first version stored times alone. */
  #failures(): Failure[] {
    const stored = this.ctx.storage.kv.get<(Failure | number)[]>('failures') ?? [];
    return stored.map((failure) => (typeof failure === 'number' ? { time: failure, network: '' } : failure));
  }

  #putFailures(failures: readonly Failure[]): void {
    if (failures.length > 0) this.#put('failures', failures);
    else this.#delete('failures');
  }

  #familiar(now: number): Familiar[] {
    const stored = this.ctx.storage.kv.get<Familiar[]>('familiar') ?? [];
    return stored.filter(({ time }) => now - time < FAMILIAR_MS);
  }

  #put(key: 'company' | 'claim' | 'password' | 'failures' | 'familiar', value: unknown): void {
    this.ctx.storage.kv.put(key, value);
  }

  #delete(key: 'company' | 'claim' | 'password' | 'failures' | 'familiar'): void {
    this.ctx.storage.kv.delete(key);
  }
}
