/** The account of a sign-in e-mail address: its passwords, the companies that each is for, and its throttle. */
import { DurableObject } from 'cloudflare:workers';
import { Claims, type NewLogin } from './claims.ts';
import { type CalledCompanies, Errands, OPEN_MS } from './errands.ts';
import { recentFailures, THROTTLE_WINDOW_MS } from './factors/throttle.ts';
import { invitationsTo, type LoginReset, loginOf } from './logins.ts';
import { type ResetEnv, Resets } from './resets.ts';
import {
  confirm,
  type Confirmation,
  type ConfirmationWays,
  confirmationWays,
} from './signing-in/confirmations.ts';
import {
  type AssertionTry,
  type PasskeyAnswer,
  type PasskeyRequest,
  Passkeys,
  type PasskeySignIn,
} from './signing-in/passkeys.ts';
import {
  type FactorAnswer,
  type FactorRequest,
  type FactorState,
  SecondFactors,
} from './signing-in/second-factors.ts';
import { type SignInResult, SignIns } from './signing-in/sign-ins.ts';
import type { PasswordTry, PasswordResult } from './signing-in/tries.ts';
import { Letters, type NewLetter } from './signing-in/letters.ts';
import type { RelyingParty } from './passkeys/relying-party.ts';
import { refusable, type Refused } from './signing-in/refusals.ts';
import { AccountStorage, type Errand } from './storage.ts';

/** The bindings of an account. */
export interface AccountEnv extends ResetEnv {
  COMPANIES: CalledCompanies;
}

/** The Durable Object of one address, named by `emailKey`. docs/storage.md lists its storage keys. */
export class Account extends DurableObject<AccountEnv> {
  readonly #stored = new AccountStorage(this.ctx.storage.kv);
  /** The address. An object that is found by a passkey, which has its id, does not know its name. */
  readonly #email = (): string => this.ctx.id.name ?? this.#stored.address() ?? '';
  readonly #errands = new Errands(this.#stored, this.env.COMPANIES, this.#email);
  readonly #claims = new Claims(this.#stored, this.#errands);
  readonly #resets = new Resets(this.#stored, this.env, this.#email);
  readonly #letters = new Letters(this.#stored);
  readonly #factors = new SecondFactors(this.#stored, this.env, {
    email: this.#email,
    send: (errands) => this.#send(errands),
  });
  readonly #passkeys = new Passkeys(this.#stored, this.env, {
    email: this.#email,
    handle: Buffer.from(this.ctx.id.toString(), 'hex').toString('base64url'),
    send: (errands) => this.#send(errands),
    isReporting: (companyId) => this.#errands.isOpen('passkeys', companyId),
    later: (work) => this.ctx.waitUntil(work),
  });
  readonly #signIns = new SignIns(this.#stored, {
    factors: this.#factors,
    passkeys: this.#passkeys,
    send: (errands) => this.#send(errands),
    later: (work) => this.ctx.waitUntil(work),
    setAlarm: () => this.#setAlarm(),
  });

  /**
   * Prepares a login for a user whom the company is about to add. It becomes valid once the company has the user.
   * @returns the ticket for `commit` or `abandon`; undefined if the address has too many companies or claims
   */
  async claim(companyId: string, login: NewLogin): Promise<string | undefined> {
    const ticket = this.#claims.claim(companyId, login);
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
    { address, ...tried }: PasswordTry & { address: string },
  ): Promise<PasswordResult | { ticket: string | undefined; needsCode: boolean }> {
    const { opened, result } = await this.#signIns.open(companyId, tried);
    if (opened === undefined) return result;
    const ticket = await this.claim(companyId, { address, joins: opened.companies[0] ?? '' });
    return { ticket, needsCode: opened.second !== undefined };
  }

  /** Confirms that the company has the user. An unknown ticket was settled before. */
  commit(ticket: string): void {
    const companyIds = this.#claims.commit(ticket);
    this.ctx.waitUntil(this.#factors.tellCompanies(companyIds));
    this.ctx.waitUntil(this.#passkeys.tellCompanies(companyIds));
  }

  /**
   * Confirms the claim with which a company joins a login, if no claim of the company was confirmed yet.
   * @param joins another company of that login
   * @returns whether the company is part of that login
   */
  completeJoin(companyId: string, joins: string): boolean {
    const ticket = this.#claims.openJoin(companyId, joins);
    if (ticket !== undefined) this.commit(ticket);
    return this.companiesOfLogin(joins).includes(companyId);
  }

  /** Drops a claim when the company does not get the user. */
  async abandon(ticket: string): Promise<void> {
    this.#claims.abandon(ticket);
    await this.#deleteIfEmpty();
  }

  /**
   * Prepares a user's move to another address. Passkeys stay behind, since they lead to this object.
   * @returns what moves to the new address: the second factor, and the password unless it is for other companies too
   */
  async leave(companyId: string): Promise<Pick<NewLogin, 'hash' | 'second'>> {
    const taken = this.#claims.leave(companyId);
    await this.#setAlarm();
    return taken;
  }

  /** Completes a user's move to another address. */
  async finishLeave(companyId: string): Promise<void> {
    if (this.#errands.isOpen('ask', companyId)) await this.release(companyId);
  }

  /** Cancels a user's move: they keep the address. */
  stay(companyId: string): void {
    this.#errands.end('ask', companyId);
  }

  /** Removes the company from the address, except its pending claims. */
  async release(companyId: string): Promise<void> {
    this.#claims.release(companyId);
    await this.#deleteIfEmpty();
  }

  /** Drops all claims of the company. */
  async abandonAll(companyId: string): Promise<void> {
    this.#claims.abandonAll(companyId);
    await this.#deleteIfEmpty();
  }

  /**
   * Sets the user's password for this company only; their other companies keep theirs.
   * @returns whether signing in needs a code, too
   */
  setPassword(companyId: string, password: string): { needsCode: boolean } {
    this.#claims.setPassword(companyId, password);
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

  /** Answers a request of the company's user about their own passkeys. */
  usePasskeys(companyId: string, request: PasskeyRequest): Promise<PasskeyAnswer | Refused> {
    return refusable(() => this.#passkeys.answer(companyId, request));
  }

  /** Removes what a login has beside the password. @returns its companies that do not vouch for it; then nothing is removed */
  async resetLogin(companyId: string, { what, vouching }: LoginReset): Promise<string[]> {
    const others = this.companiesOfLogin(companyId).filter((id) => !vouching.includes(id));
    const from = what === 'passkeys' ? this.#passkeys : this.#factors;
    if (others.length === 0) await from.reset(companyId, vouching);
    return others;
  }

  /** Signs in with a passkey, which has led to this object by its user handle: the object's id. */
  signInWithPasskey(tried: AssertionTry): PasskeySignIn {
    return this.#passkeys.signIn(tried);
  }

  /** Returns how the company's user can prove again who they are. */
  confirmationWays(
    companyId: string,
    { asker, site }: { asker: string; site: RelyingParty },
  ): Promise<{ outcome: 'ways'; ways: ConfirmationWays } | Refused> {
    return refusable(async () => ({
      outcome: 'ways',
      ways: confirmationWays(this.#stored, this.#passkeys, { companyId, asker, site }),
    }));
  }

  /** Checks what the company's user proves again. */
  confirm(
    companyId: string,
    given: { sender: PasswordTry['sender']; proof: Confirmation },
  ): Promise<{ outcome: 'confirmed'; hasSecondFactor: boolean } | Refused> {
    const proving = { factors: this.#factors, passkeys: this.#passkeys };
    return refusable(async () => ({
      outcome: 'confirmed',
      hasSecondFactor: await confirm(this.#stored, proving, { companyId, ...given }),
    }));
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
    return this.#claims.decline(companyId, invitingId);
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
  ): Promise<PasswordResult | { outcome: 'two_factors' }> {
    return this.#signIns.join(companyId, tried);
  }

  /**
   * Changes the person's password in all companies of the login.
   * @param next.keptToken see `AccountChange`
   */
  changePassword(
    companyId: string,
    passwords: PasswordTry & { next: string; keptToken?: string },
  ): Promise<PasswordResult> {
    return this.#signIns.changePassword(companyId, passwords);
  }

  /**
   * Counts a letter of a company to the mailbox that this object is named by.
   * @returns whether it may be sent; false after too many in a day
   */
  async takeLetter(companyId: string, letter: NewLetter): Promise<boolean> {
    const isTaken = this.#letters.take({ ...letter, companyId, time: Date.now() });
    await this.#setAlarm();
    return isTaken;
  }

  /** Sends a link for a forgotten password to the address, if it has a user and was not sent too many. */
  async requestReset(sender: PasswordTry['sender']): Promise<void> {
    if (!this.#stored.logins().some(({ claim }) => claim === undefined)) return;
    await this.#resets.request(sender, Date.now());
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
    return this.#signIns.replacePasswords(password);
  }

  /** Drops old failures and completes unfinished changes. */
  override async alarm(): Promise<void> {
    const now = Date.now();
    this.#stored.putFailures(recentFailures(this.#stored.failures(), now));
    for (const claim of this.#claims.due(now)) await this.#settleClaim(claim, now);
    for (const errand of this.#errands.due(now)) await this.#run(errand);
    this.#letters.forgetOld(now);
    this.#resets.forgetOld(now);
    await this.#resets.sendDue(now);
    await this.#setAlarm();
    await this.#deleteIfEmpty();
  }

  /** Asks the company of a claim whether it has the user, and asks again later if it does not answer. */
  async #settleClaim(
    { ticket, companyId }: { ticket: string; companyId: string },
    now: number,
  ): Promise<void> {
    const isUsed = await this.#errands.hasUser(companyId);
    if (isUsed === true) this.commit(ticket);
    else if (isUsed === false) await this.abandon(ticket);
    else this.#claims.postpone(ticket, now);
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
    if (kind === 'passkeys') {
      return this.#errands.send({ ...errand, kind, passkeys: this.#passkeys.countOf(companyId) });
    }
    if (kind !== 'ask') return this.#errands.send({ ...errand, kind });
    const isUsed = await this.#errands.hasUser(companyId);
    if (isUsed === undefined) this.#errands.begin({ ...errand, time: Date.now() });
    else if (isUsed) this.stay(companyId);
    else await this.release(companyId);
  }

  /** Deletes the storage of an address of which nothing is kept any more. */
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
      ...this.#letters.times(),
    ];
    if (times.length > 0) await this.ctx.storage.setAlarm(Math.min(...times));
  }
}
