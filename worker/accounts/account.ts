/** The account of a sign-in e-mail address: its passwords, the companies that each is for, and its throttle. */
import { DurableObject } from 'cloudflare:workers';
import { type CalledCompanies, Errands, OPEN_MS, passwordErrands } from './errands.ts';
import {
  invitationsTo,
  type Login,
  loginOf,
  withCommitted,
  withJoined,
  withoutCompany,
  withOwnersPassword,
  withPassword,
} from './logins.ts';
import type { PasswordHash } from './passwords.ts';
import { type ResetEnv, Resets } from './resets.ts';
import { AccountStorage, type Errand } from './storage.ts';
import { recentFailures, THROTTLE_WINDOW_MS } from './throttle.ts';
import { hashFor, type PasswordTry, saltOfAccount, type Tried, tryPassword } from './tries.ts';

/** Most companies that may have a user with the address. */
const MAX_COMPANIES = 100;
/** Most pending claims of one company, which makes one for each change in progress. */
const MAX_CLAIMS = 5;

/** A login that a company requests. */
export interface NewLogin {
  password?: string;
  /** The password hash of the user's former address. */
  hash?: PasswordHash;
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

  /**
   * Prepares a login for a user whom the company is about to add. It becomes valid once the company has the user.
   * @returns the ticket for `commit` or `abandon`; undefined if the address has too many companies or claims
   */
  async claim(
    companyId: string,
    { password, hash, isInvited, joins }: NewLogin = {},
  ): Promise<string | undefined> {
    const logins = this.#stored.logins();
    const claims = logins.filter((login) => login.claim !== undefined && login.companies.includes(companyId));
    const count = logins.flatMap(({ companies }) => companies).length;
    if (count >= MAX_COMPANIES || claims.length >= MAX_CLAIMS) return undefined;
    const ticket = crypto.randomUUID();
    const now = Date.now();
    // Needed even without a password: when a password is moved here later, it is tried with as many salts as at other addresses.
    saltOfAccount(this.#stored);
    const stored = password === undefined ? hash : hashFor(this.#stored, password);
    this.#stored.putLogins([
      ...logins,
      {
        companies: [companyId],
        claim: { ticket, time: now },
        ...(stored === undefined ? {} : { password: stored }),
        ...(isInvited === true ? { invitedTime: now } : {}),
        ...(joins === undefined ? {} : { joins }),
      },
    ]);
    await this.#setAlarm();
    return ticket;
  }

  /**
   * Prepares a login for a user who signs in to another company with this password. Once the company has the user, the password
   * is for both.
   * @returns as `claim`, with the ticket; or why the password is refused
   */
  async claimWith(companyId: string, tried: PasswordTry): Promise<Tried | { ticket: string | undefined }> {
    const logins = this.#stored.logins();
    const candidates = logins.filter(
      ({ claim, companies }) => claim === undefined && !companies.includes(companyId),
    );
    const { opened, result } = await this.#try(tried, { logins, candidates });
    if (opened === undefined) return result;
    return { ticket: await this.claim(companyId, { joins: opened.companies[0] ?? '' }) };
  }

  /** Confirms that the company has the user. An unknown ticket was settled before. */
  commit(ticket: string): void {
    const logins = this.#stored.logins();
    const claimed = logins.find(({ claim }) => claim?.ticket === ticket);
    this.#stored.putLogins(withCommitted(logins, ticket));
    // The company has a user with the address again, so a pending `leave` is settled.
    for (const companyId of claimed?.companies ?? []) this.#errands.end('ask', companyId);
  }

  /** Drops a claim when the company does not get the user. */
  async abandon(ticket: string): Promise<void> {
    this.#stored.putLogins(this.#stored.logins().filter(({ claim }) => claim?.ticket !== ticket));
    await this.#deleteIfEmpty();
  }

  /**
   * Prepares a user's move to another address.
   * @returns the password hash for the new address; undefined if there is none or if it is for other companies too
   */
  async leave(companyId: string): Promise<PasswordHash | undefined> {
    this.#errands.begin({ kind: 'ask', companyId, time: Date.now() });
    await this.#setAlarm();
    const login = loginOf(this.#stored.logins(), companyId);
    return login?.companies.length === 1 ? login.password : undefined;
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

  /** Sets the user's password for this company only; their other companies keep theirs. */
  setPassword(companyId: string, password: string): void {
    const hash = hashFor(this.#stored, password);
    this.#stored.putLogins(withPassword(this.#stored.logins(), companyId, hash));
    this.#stored.putFailures([]);
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
   * Checks a password. An address without a user is throttled like any other, so that a caller cannot tell whether it has one.
   * Synchronous up to its result, so that two attempts do not overlap.
   * @param companyId the company to sign in to; by default the first one that the password is for
   */
  async signIn({ companyId, ...tried }: PasswordTry & { companyId?: string }): Promise<Tried> {
    const logins = this.#stored.logins();
    const candidates =
      companyId === undefined ? logins : logins.filter(({ companies }) => companies.includes(companyId));
    const { opened, result, isNewNetwork } = await this.#try(tried, { logins, candidates });
    const [told = ''] = companyId === undefined ? (opened?.companies ?? []) : [companyId];
    if (isNewNetwork) {
      // Not awaited, since nothing depends on it.
      this.ctx.waitUntil(this.#send([{ kind: 'network', companyId: told, time: Date.now(), isTold: true }]));
    }
    if (companyId === undefined || opened === undefined) return result;
    return { outcome: 'passed', companyIds: [companyId] };
  }

  /**
   * Merges two logins: the caller's, and the one with the given password. Afterwards the caller's password is for the companies
   * of both.
   * @param wanted the company to join; by default the ones that the password is for
   * @returns `passed` with the companies that were joined
   */
  async join(companyId: string, { wanted, ...tried }: PasswordTry & { wanted?: string }): Promise<Tried> {
    const logins = this.#stored.logins();
    const own = loginOf(logins, companyId);
    const others = logins.filter(
      (login) =>
        login !== own &&
        login.claim === undefined &&
        (wanted === undefined || login.companies.includes(wanted)),
    );
    const { opened, result } = await this.#try(tried, {
      logins,
      candidates: own === undefined ? [] : others,
    });
    if (own === undefined || opened === undefined) return result;
    this.#stored.putLogins(withJoined(logins, own, opened));
    await this.#send(opened.companies.map((id) => ({ kind: 'joined', companyId: id, time: Date.now() })));
    return result;
  }

  /**
   * Changes the person's password in all companies of the login.
   * @param next.keptToken see `AccountChange`
   */
  async changePassword(
    companyId: string,
    { next, keptToken, ...tried }: PasswordTry & { next: string; keptToken?: string },
  ): Promise<Tried> {
    const logins = this.#stored.logins();
    const own = loginOf(logins, companyId);
    const { opened, result } = await this.#try(tried, { logins, candidates: own === undefined ? [] : [own] });
    if (opened === undefined) return result;
    opened.password = hashFor(this.#stored, next);
    delete opened.isCompared;
    this.#stored.putLogins(logins);
    await this.#send(passwordErrands(opened.companies, { companyId, keptToken }));
    return result;
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
   * @returns the companies, the default one first; undefined if the link cannot be used
   */
  async useReset(nonce: string, password: string): Promise<string[] | undefined> {
    if (this.resetValidUntil(nonce) === undefined) return undefined;
    this.#resets.endAll();
    this.#stored.putLogins(withOwnersPassword(this.#stored.logins(), hashFor(this.#stored, password)));
    this.#stored.putFailures([]);
    const logins = this.#stored.logins().filter(({ claim }) => claim === undefined);
    const companyIds = logins.flatMap(({ companies }) => companies);
    await this.#send(passwordErrands(companyIds, { companyId: companyIds[0] }));
    return companyIds;
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

  async #try(
    tried: PasswordTry,
    at: { logins: Login[]; candidates: readonly Login[] },
  ): Promise<ReturnType<typeof tryPassword>> {
    const outcome = tryPassword(this.#stored, tried, at);
    if (outcome.result.outcome === 'refused') await this.#setAlarm();
    return outcome;
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
