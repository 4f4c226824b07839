/**
 * What companies do with an address: they claim it for a user, give it up, and move users away. A change to a company's users has
 * two halves here: `claim` or `leave` before the company's own change, then `commit` or `release` after it, or `abandon` or `stay`
 * if it was refused. If the second half never comes, because the company's object died in between, the account asks the company.
 */
import { type Errands, OPEN_MS } from './errands.ts';
import type { PasswordHash } from './factors/passwords.ts';
import type { SecondFactor } from './factors/second-factor.ts';
import {
  invitationsTo,
  type Login,
  loginOf,
  newClaim,
  withCommitted,
  withoutCompany,
  withoutJoins,
  withPassword,
} from './logins.ts';
import { hashFor, saltOfAccount } from './signing-in/tries.ts';
import type { AccountStorage } from './storage.ts';

/** Most companies that may have a user with the address. */
const MAX_COMPANIES = 100;
/** Most pending claims of one company, which makes one for each change in progress. */
const MAX_CLAIMS = 5;

/** A login that a company requests. */
export interface NewLogin {
  /** The address, in the form that names the account. */
  address: string;
  password?: string;
  /** The password hash and the second factor of the user's former address. */
  hash?: PasswordHash;
  second?: SecondFactor;
  /** Whether the other logins of the address see an invitation from the company. */
  isInvited?: boolean;
  /** A company of the login that it joins. */
  joins?: string;
}

/** The claims of one account. */
export class Claims {
  readonly #stored: AccountStorage;
  readonly #errands: Errands;

  constructor(stored: AccountStorage, errands: Errands) {
    this.#stored = stored;
    this.#errands = errands;
  }

  /** @see Account.claim */
  claim(companyId: string, { address, password, ...given }: NewLogin): string | undefined {
    const logins = this.#stored.logins();
    const claims = logins.filter((login) => login.claim !== undefined && login.companies.includes(companyId));
    const count = logins.flatMap(({ companies }) => companies).length;
    if (count >= MAX_COMPANIES || claims.length >= MAX_CLAIMS) return undefined;
    const ticket = crypto.randomUUID();
    // An object that is found by its id, as that of a passkey, does not know its name.
    this.#stored.putAddress(address);
    // Needed even without a password: when a password is moved here later, it is tried with as many salts as at other addresses.
    saltOfAccount(this.#stored);
    const hash = password === undefined ? given.hash : hashFor(this.#stored, password);
    const claim = newClaim(companyId, { ticket, time: Date.now() }, { ...given, hash });
    this.#stored.putLogins([...logins, claim]);
    return ticket;
  }

  /** @see Account.commit. @returns the companies of the claim */
  commit(ticket: string): string[] {
    const logins = this.#stored.logins();
    const claimed = logins.find(({ claim }) => claim?.ticket === ticket);
    this.#stored.putLogins(withCommitted(logins, ticket));
    // The company has a user with the address again, so a pending `leave` is settled.
    for (const companyId of claimed?.companies ?? []) this.#errands.end('ask', companyId);
    return claimed?.companies ?? [];
  }

  /** Returns the ticket of the company's claim that joins the login of another one; undefined once a claim was confirmed. */
  openJoin(companyId: string, joins: string): string | undefined {
    const own = this.#stored.logins().filter(({ companies }) => companies.includes(companyId));
    if (own.some(({ claim }) => claim === undefined)) return undefined;
    return own.find((login) => login.joins === joins)?.claim?.ticket;
  }

  /** @see Account.abandon */
  abandon(ticket: string): void {
    this.#stored.putLogins(this.#stored.logins().filter(({ claim }) => claim?.ticket !== ticket));
  }

  /** @see Account.leave */
  leave(companyId: string): Pick<NewLogin, 'hash' | 'second'> {
    this.#errands.begin({ kind: 'ask', companyId, time: Date.now() });
    const login = loginOf(this.#stored.logins(), companyId);
    const { password: hash, second, companies = [] } = login ?? {};
    return {
      ...(hash === undefined || companies.length > 1 ? {} : { hash }),
      ...(second === undefined ? {} : { second }),
    };
  }

  /** @see Account.release */
  release(companyId: string): void {
    const logins = this.#stored.logins();
    const certain = logins.filter(({ claim }) => claim === undefined);
    const claims = logins.filter(({ claim }) => claim !== undefined);
    this.#stored.putLogins([
      ...withoutCompany(certain, companyId),
      ...withoutJoins(claims, loginOf(certain, companyId), companyId),
    ]);
    this.#errands.end('ask', companyId);
  }

  /** @see Account.decline */
  decline(companyId: string, invitingId: string): boolean {
    const logins = this.#stored.logins();
    const isThere = invitationsTo(logins, companyId).some(
      (invitation) => invitation.companyId === invitingId,
    );
    if (isThere) {
      delete loginOf(logins, invitingId)?.invitedTime;
      this.#stored.putLogins(logins);
    }
    return isThere;
  }

  /** @see Account.setPassword */
  setPassword(companyId: string, password: string): void {
    const hash = hashFor(this.#stored, password);
    this.#stored.putLogins(withPassword(this.#stored.logins(), companyId, hash));
    this.#stored.putFailures([]);
  }

  /** @see Account.abandonAll */
  abandonAll(companyId: string): void {
    const isOther = ({ claim, companies }: Login): boolean =>
      claim === undefined || !companies.includes(companyId);
    this.#stored.putLogins(this.#stored.logins().filter(isOther));
  }

  /** Returns the claims that have been open for `OPEN_MS`: their tickets and companies. */
  due(now: number): { ticket: string; companyId: string }[] {
    return this.#stored.logins().flatMap(({ claim, companies: [companyId = ''] }) => {
      const isDue = claim !== undefined && now - claim.time >= OPEN_MS;
      return isDue ? [{ ticket: claim.ticket, companyId }] : [];
    });
  }

  /** Keeps a claim whose company did not answer, to ask again later. */
  postpone(ticket: string, now: number): void {
    const logins = this.#stored.logins();
    const again = logins.find(({ claim }) => claim?.ticket === ticket);
    if (again?.claim !== undefined) again.claim.time = now;
    this.#stored.putLogins(logins);
  }
}
