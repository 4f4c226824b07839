/** The account of one sign-in e-mail address: its passwords, what each opens, and who may try more of them. */
import { DurableObject } from 'cloudflare:workers';
import { type AskedCompanies, Errands, OPEN_MS } from './errands.ts';
import { type Login, loginOf, withCommitted, withJoined, withoutCompany, withPassword } from './logins.ts';
import type { PasswordHash } from './passwords.ts';
import { AccountStorage, type Errand } from './storage.ts';
import { recentFailures, THROTTLE_WINDOW_MS } from './throttle.ts';
import { hashFor, type PasswordTry, saltOfAccount, type Tried, tryPassword } from './tries.ts';

/** Companies that may have a user with the address. */
const MAX_COMPANIES = 100;
/** Claims of one company at a time: it makes one for each change that is under way. */
const MAX_CLAIMS = 5;

/** What a company wants an address with. */
export interface NewLogin {
  password?: string;
  /** The password of the address that this one replaces. */
  hash?: PasswordHash;
  /** Whether the address's other logins see an invitation of the company. */
  isInvited?: boolean;
}

/** What an account is given. */
export interface AccountEnv {
  COMPANIES: AskedCompanies;
}

/**
 * One address. The object is named by `emailKey`. Keys of its storage are in docs/storage.md.
 *
 * A change of a company's users that involves the account has two halves: `claim` and `leave` come before the company's
 * own change, `commit` and `release` after it, `abandon` and `stay` when it was refused. When none comes, because the
 * company's object died in between, the account asks the company.
 */
export class Account extends DurableObject<AccountEnv> {
  readonly #stored = new AccountStorage(this.ctx.storage.kv);
  readonly #errands = new Errands(this.#stored, this.env.COMPANIES, this.ctx.id.name ?? '');

  /**
   * Prepares a login for a user whom the company is about to have. It opens the company once that has the user.
   * @returns the ticket for `commit` or `abandon`; undefined when the address has as many companies or claims as it may
   */
  async claim(companyId: string, { password, hash, isInvited }: NewLogin = {}): Promise<string | undefined> {
    const logins = this.#stored.logins();
    const claims = logins.filter((login) => login.claim !== undefined && login.companies.includes(companyId));
    const count = logins.flatMap(({ companies }) => companies).length;
    if (count >= MAX_COMPANIES || claims.length >= MAX_CLAIMS) return undefined;
    const ticket = crypto.randomUUID();
    const now = Date.now();
    // Made also without a password, so that a password which is moved here later is tried with as many salts as at other addresses.
    saltOfAccount(this.#stored);
    const stored = password === undefined ? hash : hashFor(this.#stored, password);
    this.#stored.putLogins([
      ...logins,
      {
        companies: [companyId],
        claim: { ticket, time: now },
        ...(stored === undefined ? {} : { password: stored }),
        ...(isInvited === true ? { invitedTime: now } : {}),
      },
    ]);
    await this.#setAlarm();
    return ticket;
  }

  /** The company has the user. A ticket that is not there any more was settled already. */
  commit(ticket: string): void {
    const logins = this.#stored.logins();
    const claimed = logins.find(({ claim }) => claim?.ticket === ticket);
    this.#stored.putLogins(withCommitted(logins, ticket));
    // The company has a user with the address again, so an earlier departure needs no question any more.
    for (const companyId of claimed?.companies ?? []) this.#errands.end('ask', companyId);
  }

  /** The company does not get the user. */
  async abandon(ticket: string): Promise<void> {
    this.#stored.putLogins(this.#stored.logins().filter(({ claim }) => claim?.ticket !== ticket));
    await this.#forgetNobodys();
  }

  /**
   * The user is about to have another address.
   * @returns the password, to be taken along; undefined when there is none, or when it opens other companies too
   */
  async leave(companyId: string): Promise<PasswordHash | undefined> {
    this.#errands.begin({ kind: 'ask', companyId, time: Date.now() });
    await this.#setAlarm();
    const login = loginOf(this.#stored.logins(), companyId);
    return login?.companies.length === 1 ? login.password : undefined;
  }

  /** The user has another address now. */
  async finishLeave(companyId: string): Promise<void> {
    const isLeaving = this.#stored
      .errands()
      .some((each) => each.kind === 'ask' && each.companyId === companyId);
    if (isLeaving) await this.release(companyId);
  }

  /** The user keeps the address after all. */
  stay(companyId: string): void {
    this.#errands.end('ask', companyId);
  }

  /** The company has nobody with the address any more; its claims under way stay. */
  async release(companyId: string): Promise<void> {
    const logins = this.#stored.logins();
    const certain = logins.filter(({ claim }) => claim === undefined);
    const claims = logins.filter(({ claim }) => claim !== undefined);
    this.#stored.putLogins([...withoutCompany(certain, companyId), ...claims]);
    this.#errands.end('ask', companyId);
    await this.#forgetNobodys();
  }

  /** The company's claims are over. */
  async abandonAll(companyId: string): Promise<void> {
    const isOther = ({ claim, companies }: Login): boolean =>
      claim === undefined || !companies.includes(companyId);
    this.#stored.putLogins(this.#stored.logins().filter(isOther));
    await this.#forgetNobodys();
  }

  /** Sets the password with which the user gets into this company; other companies of theirs keep what they have. */
  setPassword(companyId: string, password: string): void {
    const hash = hashFor(this.#stored, password);
    this.#stored.putLogins(withPassword(this.#stored.logins(), companyId, hash));
    this.#stored.putFailures([]);
  }

  /** The companies that have, or are about to have, somebody with the address. */
  companies(): string[] {
    return [...new Set(this.#stored.logins().flatMap(({ companies }) => companies))];
  }

  /** The companies that the same password opens as this one, itself among them. */
  companiesBeside(companyId: string): string[] {
    return loginOf(this.#stored.logins(), companyId)?.companies ?? [companyId];
  }

  /** The companies that have invited the person and are not opened by the login of this one. */
  invitations(companyId: string): { companyId: string; time: number }[] {
    const own = loginOf(this.#stored.logins(), companyId);
    return this.#stored.logins().flatMap(({ companies: [id], claim, invitedTime: time }) => {
      if (id === undefined || time === undefined || claim !== undefined) return [];
      return own?.companies.includes(id) === true ? [] : [{ companyId: id, time }];
    });
  }

  /** Shows the invitation no more. @returns whether there was one */
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
   * Checks a password. An address that nobody has is throttled like any other, so that nothing tells them apart.
   * Synchronous up to its result, so that two guesses do not overlap.
   * @param companyId the company to get into; absent: the first that the password opens
   */
  async signIn({ companyId, ...tried }: PasswordTry & { companyId?: string }): Promise<Tried> {
    const logins = this.#stored.logins();
    const meant =
      companyId === undefined ? logins : logins.filter(({ companies }) => companies.includes(companyId));
    const { opened, result } = await this.#try(tried, { logins, meant });
    if (companyId === undefined || opened === undefined) return result;
    return { outcome: 'passed', companyIds: [companyId] };
  }

  /**
   * Makes one login of two: the caller's, and the one that the password opens. From then on the caller's password opens
   * what both did.
   * @param wanted the company to be joined; absent: whichever the password opens
   * @returns `passed` with the companies that have been joined
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
    const { opened, result } = await this.#try(tried, { logins, meant: own === undefined ? [] : others });
    if (own === undefined || opened === undefined) return result;
    this.#stored.putLogins(withJoined(logins, own, opened));
    await this.#tell(opened.companies.map((id) => ({ kind: 'joined', companyId: id, time: Date.now() })));
    return result;
  }

  /**
   * Sets a password of the person's own choice, everywhere where the present one holds.
   * @param next.keptToken see `AccountChange`
   */
  async changePassword(
    companyId: string,
    { next, keptToken, ...tried }: PasswordTry & { next: string; keptToken?: string },
  ): Promise<Tried> {
    const logins = this.#stored.logins();
    const own = loginOf(logins, companyId);
    const { opened, result } = await this.#try(tried, { logins, meant: own === undefined ? [] : [own] });
    if (opened === undefined) return result;
    opened.password = hashFor(this.#stored, next);
    delete opened.isCompared;
    this.#stored.putLogins(logins);
    const time = Date.now();
    await this.#tell(
      opened.companies.map((id) => ({
        kind: 'password',
        companyId: id,
        time,
        ...(id === companyId && keptToken !== undefined ? { keptToken } : {}),
      })),
    );
    return result;
  }

  /** Drops failures that no longer count, and settles what was begun and not finished. */
  override async alarm(): Promise<void> {
    const now = Date.now();
    this.#stored.putFailures(recentFailures(this.#stored.failures(), now));
    for (const login of this.#stored.logins()) await this.#settleClaim(login, now);
    for (const errand of this.#errands.due(now)) await this.#run(errand);
    await this.#setAlarm();
    await this.#forgetNobodys();
  }

  async #try(
    tried: PasswordTry,
    at: { logins: Login[]; meant: readonly Login[] },
  ): Promise<ReturnType<typeof tryPassword>> {
    const outcome = tryPassword(this.#stored, tried, at);
    if (outcome.result.outcome === 'refused') await this.#setAlarm();
    return outcome;
  }

  /** Asks the company of a claim whether it has the user by now. One that does not answer is asked later. */
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

  /** Keeps what companies have to be told, and tells them; what does not arrive is told again by the alarm. */
  async #tell(errands: readonly Errand[]): Promise<void> {
    for (const errand of errands) this.#errands.begin(errand);
    await this.#setAlarm();
    await Promise.all(errands.map((errand) => this.#run(errand)));
  }

  async #run(errand: Errand): Promise<void> {
    const { kind, companyId } = errand;
    if (kind !== 'ask') return this.#errands.tell({ ...errand, kind });
    const isUsed = await this.#errands.hasUser(companyId);
    if (isUsed === undefined) this.#errands.begin({ ...errand, time: Date.now() });
    else if (isUsed) this.stay(companyId);
    else await this.release(companyId);
  }

  /** Deletes everything stored for an address without logins, errands and failures. */
  async #forgetNobodys(): Promise<void> {
    const kept = [this.#stored.logins(), this.#stored.errands(), this.#stored.failures()];
    if (kept.every((list) => list.length === 0)) await this.ctx.storage.deleteAll();
  }

  /** Sets the alarm to the earliest moment at which something expires or is due. */
  async #setAlarm(): Promise<void> {
    const times = [
      ...this.#stored.logins().flatMap(({ claim }) => (claim === undefined ? [] : [claim.time + OPEN_MS])),
      ...this.#stored.errands().map(({ time }) => time + OPEN_MS),
      ...this.#stored.failures().map(({ time }) => time + THROTTLE_WINDOW_MS),
    ];
    if (times.length > 0) await this.ctx.storage.setAlarm(Math.min(...times));
  }
}
