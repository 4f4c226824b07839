/** The account of a sign-in e-mail address: its passwords, the companies that each is for, and its throttle. */
import { DurableObject } from 'cloudflare:workers';
import { type CalledCompanies, Errands, OPEN_MS, passwordErrands } from './errands.ts';
import type { PasswordHash } from './factors/passwords.ts';
import type { SecondFactor } from './factors/second-factor.ts';
import { recentFailures, THROTTLE_WINDOW_MS } from './factors/throttle.ts';
import {
  invitationsTo,
  type Login,
  loginOf,
  newClaim,
  withCommitted,
  withoutCompany,
  withOwnersPassword,
  withPassword,
} from './logins.ts';
import { type ResetEnv, Resets } from './resets.ts';
import { type FactorAnswer, type FactorRequest, type FactorState, SecondFactors } from './second-factors.ts';
import { type SignInResult, SignIns } from './sign-ins.ts';
import { AccountStorage, type Errand } from './storage.ts';
import { hashFor, type PasswordTry, saltOfAccount, type Tried } from './tries.ts';

/** Most companies that may have a user with the address. */
const MAX_COMPANIES = 100;
/** Most pending claims of one company, which makes one for each change in progress. */
const MAX_CLAIMS = 5;

/** A login that a company requests. */
export interface NewLogin {
  password?: string;
  /** The password hash and the second factor of the user's former address. */
  hash?: PasswordHash;
  second?: SecondFactor;
  /** Whether the other logins of the address see an invitation from the company. */
  isInvited?: boolean;
  /** A company of the login that it joins. */
  joins?: string;
}

/** The bindings of an account. */
export interface AccountEnv extends ResetEnv {
  COMPANIES: CalledCompanies;
}

/**
 * The Durable Object of one address, named by `emailKey`. docs/storage.md lists its storage keys.
 *
 * A change to a company's users has two halves here: `claim` or `leave` before the company's own change, then `commit` or
 * `release` after it, or `abandon` or `stay` if it was refused. If the second half never comes, because the company's object
 * died in between, the account asks the company.
 */
export class Account extends DurableObject<AccountEnv> {
  readonly #stored = new AccountStorage(this.ctx.storage.kv);
  readonly #errands = new Errands(this.#stored, this.env.COMPANIES, this.ctx.id.name ?? '');
  readonly #resets = new Resets(this.#stored, this.env, this.ctx.id.name ?? '');
  readonly #factors = new SecondFactors(this.#stored, this.env, {
    email: this.ctx.id.name ?? '',
    send: (errands) => this.#send(errands),
  });
  readonly #signIns = new SignIns(this.#stored, {
    factors: this.#factors,
    send: (errands) => this.#send(errands),
    later: (work) => this.ctx.waitUntil(work),
    setAlarm: () => this.#setAlarm(),
  });

  /**
   * Prepares a login for a user whom the company is about to add. It becomes valid once the company has the user.
   * @returns the ticket for `commit` or `abandon`; undefined if the address has too many companies or claims
   */
  async claim(companyId: string, { password, ...given }: NewLogin = {}): Promise<string | undefined> {
    const logins = this.#stored.logins();
    const claims = logins.filter((login) => login.claim !== undefined && login.companies.includes(companyId));
    const count = logins.flatMap(({ companies }) => companies).length;
    if (count >= MAX_COMPANIES || claims.length >= MAX_CLAIMS) return undefined;
    const ticket = crypto.randomUUID();
    // Needed even without a password: when a password is moved here later, it is tried with as many salts as at other addresses.
    saltOfAccount(this.#stored);
    const hash = password === undefined ? given.hash : hashFor(this.#stored, password);
    const claim = newClaim(companyId, { ticket, time: Date.now() }, { ...given, hash });
    this.#stored.putLogins([...logins, claim]);
    await this.#setAlarm();
    return ticket;
  }

  /**
   * Prepares a login for a user who signs in to another company with this password. Once the company has the user, the password
   * is for both.
   * @returns as `claim`, with the ticket; or why the password is refused
   */
  async claimWith(
    companyId: string,
    tried: PasswordTry,
  ): Promise<Tried | { ticket: string | undefined; needsCode: boolean }> {
    const { opened, result } = await this.#signIns.open(companyId, tried);
    if (opened === undefined) return result;
    const ticket = await this.claim(companyId, { joins: opened.companies[0] ?? '' });
    return { ticket, needsCode: opened.second !== undefined };
  }

  /** Confirms that the company has the user. An unknown ticket was settled before. */
  commit(ticket: string): void {
    const logins = this.#stored.logins();
    const claimed = logins.find(({ claim }) => claim?.ticket === ticket);
    this.#stored.putLogins(withCommitted(logins, ticket));
    // The company has a user with the address again, so a pending `leave` is settled.
    for (const companyId of claimed?.companies ?? []) {
      this.#errands.end('ask', companyId);
    }
    this.ctx.waitUntil(this.#factors.tellCompanies(claimed?.companies ?? []));
  }

  /** Drops a claim when the company does not get the user. */
  async abandon(ticket: string): Promise<void> {
    this.#stored.putLogins(this.#stored.logins().filter(({ claim }) => claim?.ticket !== ticket));
    await this.#deleteIfEmpty();
  }

  /**
   * Prepares a user's move to another address.
   * @returns what moves to the new address: the second factor, and the password unless it is for other companies too
   */
  async leave(companyId: string): Promise<Pick<NewLogin, 'hash' | 'second'>> {
    this.#errands.begin({ kind: 'ask', companyId, time: Date.now() });
    await this.#setAlarm();
    const login = loginOf(this.#stored.logins(), companyId);
    const { password: hash, second, companies = [] } = login ?? {};
    return {
      ...(hash === undefined || companies.length > 1 ? {} : { hash }),
      ...(second === undefined ? {} : { second }),
    };
  }

  /** Completes a user's move to another address. */
  async finishLeave(companyId: string): Promise<void> {
    const isLeaving = this.#stored
      .errands()
      .some((each) => each.kind === 'ask' && each.companyId === companyId);
    if (isLeaving) await this.release(companyId);
  }

  /** Cancels a user's move: they keep the address. */
  stay(companyId: string): void {
    this.#errands.end('ask', companyId);
  }

  /** Removes the company from the address, except its pending claims. */
  async release(companyId: string): Promise<void> {
    const logins = this.#stored.logins();
    const certain = logins.filter(({ claim }) => claim === undefined);
    const claims = logins.filter(({ claim }) => claim !== undefined);
    this.#stored.putLogins([...withoutCompany(certain, companyId), ...claims]);
    this.#errands.end('ask', companyId);
    await this.#deleteIfEmpty();
  }

  /** Drops all claims of the company. */
  async abandonAll(companyId: string): Promise<void> {
    const isOther = ({ claim, companies }: Login): boolean =>
      claim === undefined || !companies.includes(companyId);
    this.#stored.putLogins(this.#stored.logins().filter(isOther));
    await this.#deleteIfEmpty();
  }

  /**
   * Sets the user's password for this company only; their other companies keep theirs.
   * @returns whether signing in needs a code, too
   */
  setPassword(companyId: string, password: string): { needsCode: boolean } {
    const hash = hashFor(this.#stored, password);
    this.#stored.putLogins(withPassword(this.#stored.logins(), companyId, hash));
    this.#stored.putFailures([]);
    return { needsCode: this.hasSecondFactor(companyId) };
  }

  /** Tells whether the company's user signs in with two factors. */
  hasSecondFactor(companyId: string): boolean {
    return this.secondFactor(companyId).since !== null;
  }

  /** Returns what the company's user sees of their second factor. */
  secondFactor(companyId: string): FactorState {
    return this.#factors.stateOf(companyId);
  }

  /** Changes the second factor with which the company's user signs in, as the user asks. */
  changeSecondFactor(companyId: string, request: FactorRequest): Promise<FactorAnswer> {
    return this.#factors.answer(companyId, request);
  }

  /** Removes the second factor with which the company's user signs in, for this company only. */
  resetSecondFactor(companyId: string): Promise<void> {
    return this.#factors.reset(companyId);
  }

  /** Lists the companies with a user or a claim for the address. */
  companies(): string[] {
    return [...new Set(this.#stored.logins().flatMap(({ companies }) => companies))];
  }

  /** Lists the companies with the same login as this one, itself included. */
  companiesOfLogin(companyId: string): string[] {
    return loginOf(this.#stored.logins(), companyId)?.companies ?? [companyId];
  }

  /** Lists the companies that have invited the person and are not part of this company's login. */
  invitations(companyId: string): { companyId: string; time: number }[] {
    return invitationsTo(this.#stored.logins(), companyId);
  }

  /**
   * Hides an invitation.
   * @returns whether there was one
   */
  decline(companyId: string, invitingId: string): boolean {
    const isThere = this.invitations(companyId).some((invitation) => invitation.companyId === invitingId);
    if (isThere) {
      const logins = this.#stored.logins();
      delete loginOf(logins, invitingId)?.invitedTime;
      this.#stored.putLogins(logins);
    }
    return isThere;
  }

  /**
   * Checks a password, and the code of the login's second factor. An address without a user is throttled like any other, so that a caller cannot tell whether it has one.
   * Synchronous up to its result, so that two attempts do not overlap.
   * @param companyId the company to sign in to; by default the first one that the password is for
   */
  signIn(tried: PasswordTry & { companyId?: string; code?: string }): Promise<SignInResult> {
    return this.#signIns.signIn(tried);
  }

  /**
   * Merges two logins: the caller's, and the one with the given password. Afterwards the caller's password is for the companies
   * of both.
   * @param wanted the company to join; by default the ones that the password is for
   * @returns `passed` with the companies that were joined; `two_factors` if the logins have different second factors
   */
  join(
    companyId: string,
    tried: PasswordTry & { wanted?: string },
  ): Promise<Tried | { outcome: 'two_factors' }> {
    return this.#signIns.join(companyId, tried);
  }

  /**
   * Changes the person's password in all companies of the login.
   * @param next.keptToken see `AccountChange`
   */
  changePassword(
    companyId: string,
    passwords: PasswordTry & { next: string; keptToken?: string },
  ): Promise<Tried> {
    return this.#signIns.changePassword(companyId, passwords);
  }

  /** Sends a link for a forgotten password to the address, if it has a user and was not sent too many. */
  async requestReset(network: string): Promise<void> {
    if (!this.#stored.logins().some(({ claim }) => claim === undefined)) return;
    this.#resets.request(network, Date.now());
    await this.#setAlarm();
    await this.#resets.sendDue(Date.now());
    await this.#setAlarm();
  }

  /** Returns when a link for a forgotten password expires, in milliseconds since the epoch; undefined if it cannot be used. */
  resetValidUntil(nonce: string): number | undefined {
    return this.#resets.validUntil(nonce, Date.now());
  }

  /**
   * Sets the password of all companies of the address with a link that was sent to it, and ends the sessions. Each company
   * keeps its own login.
   * @returns the companies that it opens without a code, the default one first; none if the default one needs a code. Undefined if
   *   the link cannot be used
   */
  async useReset(nonce: string, password: string): Promise<string[] | undefined> {
    if (this.resetValidUntil(nonce) === undefined) return undefined;
    this.#resets.endAll();
    this.#stored.putLogins(withOwnersPassword(this.#stored.logins(), hashFor(this.#stored, password)));
    this.#stored.putFailures([]);
    const logins = this.#stored.logins().filter(({ claim }) => claim === undefined);
    const companyIds = logins.flatMap(({ companies }) => companies);
    await this.#send(passwordErrands(companyIds, { companyId: companyIds[0] }));
    if (logins[0]?.second !== undefined) return [];
    return logins.flatMap(({ second, companies }) => (second === undefined ? companies : []));
  }

  /** Drops old failures and completes unfinished changes. */
  override async alarm(): Promise<void> {
    const now = Date.now();
    this.#stored.putFailures(recentFailures(this.#stored.failures(), now));
    for (const login of this.#stored.logins()) await this.#settleClaim(login, now);
    for (const errand of this.#errands.due(now)) await this.#run(errand);
    this.#resets.forgetOld(now);
    await this.#resets.sendDue(now);
    await this.#setAlarm();
    await this.#deleteIfEmpty();
  }

  /** Asks the company of a claim whether it has the user, and asks again later if it does not answer. */
  async #settleClaim({ claim, companies: [companyId = ''] }: Login, now: number): Promise<void> {
    if (claim === undefined || now - claim.time < OPEN_MS) return;
    const isUsed = await this.#errands.hasUser(companyId);
    if (isUsed === true) this.commit(claim.ticket);
    else if (isUsed === false) await this.abandon(claim.ticket);
    else {
      const logins = this.#stored.logins();
      const again = logins.find((login) => login.claim?.ticket === claim.ticket);
      if (again?.claim !== undefined) again.claim.time = now;
      this.#stored.putLogins(logins);
    }
  }

  /** Stores reports to companies and sends them; the alarm sends failed ones again. */
  async #send(errands: readonly Errand[]): Promise<void> {
    for (const errand of errands) this.#errands.begin(errand);
    await this.#setAlarm();
    await Promise.all(errands.map((errand) => this.#run(errand)));
  }

  async #run(errand: Errand): Promise<void> {
    const { kind, companyId } = errand;
    if (kind === 'second_factor') {
      return this.#errands.send({ ...errand, kind, since: this.secondFactor(companyId).since });
    }
    if (kind !== 'ask') return this.#errands.send({ ...errand, kind });
    const isUsed = await this.#errands.hasUser(companyId);
    if (isUsed === undefined) this.#errands.begin({ ...errand, time: Date.now() });
    else if (isUsed) this.stay(companyId);
    else await this.release(companyId);
  }

  /** Deletes the storage of an address without logins, errands and failures. */
  async #deleteIfEmpty(): Promise<void> {
    if (this.#stored.isEmpty()) await this.ctx.storage.deleteAll();
  }

  /** Sets the alarm to the earliest time at which something expires or is due. */
  async #setAlarm(): Promise<void> {
    const times = [
      ...this.#stored.logins().flatMap(({ claim }) => (claim === undefined ? [] : [claim.time + OPEN_MS])),
      ...this.#stored.errands().map(({ time }) => time + OPEN_MS),
      ...this.#stored.failures().map(({ time }) => time + THROTTLE_WINDOW_MS),
      ...this.#resets.times(),
    ];
    if (times.length > 0) await this.ctx.storage.setAlarm(Math.min(...times));
  }
}
