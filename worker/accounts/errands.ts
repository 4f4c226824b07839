/** What an account has to ask or tell companies' objects; it is kept until it has been done. */
import { within } from '../shared/limits/bounded-wait.ts';
import type { AccountStorage, Errand } from './storage.ts';

/** How long something stays open before the company is asked or told (again). */
export const OPEN_MS = 10 * 60_000;
/** How long somebody who changes their password waits for a company to hear of it; it is told again later. */
const TIMEOUT_MS = 3_000;

/** What a company has to know of the account of one of its users. */
export interface AccountChange {
  /** A new password of their own, or that their login has become one with another. */
  kind: 'password' | 'joined';
  /** The SHA-256 of a token that stays valid: the one of the session that did it. */
  keptToken?: string;
}

/** The companies' objects, as far as an account asks them. */
export interface AskedCompanies {
  getByName(name: string): {
    hasUser(email: string): Promise<boolean>;
    takeAccountChange(email: string, change: AccountChange): Promise<void>;
  };
}

export class Errands {
  readonly #stored: AccountStorage;
  readonly #companies: AskedCompanies;
  readonly #email: string;

  constructor(stored: AccountStorage, companies: AskedCompanies, email: string) {
    this.#stored = stored;
    this.#companies = companies;
    this.#email = email;
  }

  /** Stores an errand in place of one of the same kind for the company. */
  begin(errand: Errand): void {
    this.end(errand.kind, errand.companyId);
    this.#stored.putErrands([...this.#stored.errands(), errand]);
  }

  end(kind: Errand['kind'], companyId: string): void {
    const isOther = (errand: Errand): boolean => errand.kind !== kind || errand.companyId !== companyId;
    this.#stored.putErrands(this.#stored.errands().filter(isOther));
  }

  /** The errands that have been open for `OPEN_MS`. */
  due(now: number): Errand[] {
    return this.#stored.errands().filter(({ time }) => now - time >= OPEN_MS);
  }

  /** Whether the company has a user with the address; undefined when it does not answer. */
  hasUser(companyId: string): Promise<boolean | undefined> {
    return within(this.#companies.getByName(companyId).hasUser(this.#email), TIMEOUT_MS, undefined);
  }

  /** Tells the company; what does not arrive is kept. */
  async tell(errand: Errand & AccountChange): Promise<void> {
    const { kind, companyId, keptToken } = errand;
    const change = { kind, ...(keptToken === undefined ? {} : { keptToken }) };
    const telling = this.#companies.getByName(companyId).takeAccountChange(this.#email, change);
    const isTold = await within(
      telling.then(() => true),
      TIMEOUT_MS,
      false,
    );
    if (isTold) this.end(kind, companyId);
    else this.begin({ ...errand, time: Date.now() });
  }
}
