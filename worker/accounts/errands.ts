/** Errands: questions and reports from an account to companies' Durable Objects, stored until they are done. */
import { within } from '../shared/limits/bounded-wait.ts';
import type { AccountStorage, Errand, FactorEvent, PasskeyEvent } from './storage.ts';

/** How long an errand stays open before it is tried (again). */
export const OPEN_MS = 10 * 60_000;
/** How long a password change waits for a company; the report is sent again later. */
const TIMEOUT_MS = 3_000;

/** A report to a company about the account of one of its users. */
export interface AccountChange {
  /**
   * `password`: the user has a new password; `joined`: the user's login was merged with another one; `network`: the user
   * signed in from a network that the account does not know; `second_factor`: it was set up or removed; `recovery`: the user signed
   * in with a recovery code; `passkeys`: they were added or removed.
   */
  kind: Exclude<Errand['kind'], 'ask'>;
  /** The SHA-256 of the token that stays valid: that of the current session. */
  keptToken?: string;
  /** Whether the user is told by mail. One company tells for all of the login. */
  isTold?: boolean;
  /** What became of the second factor or the passkeys. */
  event?: FactorEvent | PasskeyEvent;
  /** Since when the user has a second factor now, in milliseconds since the epoch; null without one. */
  since?: number | null;
  /** How many passkeys the user has now. */
  passkeys?: number;
}

/** The methods of companies' Durable Objects that an account calls. */
export interface CalledCompanies {
  getByName(name: string): {
    hasUser(email: string): Promise<boolean>;
    applyAccountChange(email: string, change: AccountChange): Promise<void>;
  };
}

/** Stores and runs the errands of one account. */
export class Errands {
  readonly #stored: AccountStorage;
  readonly #companies: CalledCompanies;
  readonly #email: () => string;

  constructor(stored: AccountStorage, companies: CalledCompanies, email: () => string) {
    this.#stored = stored;
    this.#companies = companies;
    this.#email = email;
  }

  /** Stores an errand; it replaces one of the same kind for the company. */
  begin(errand: Errand): void {
    this.end(errand.kind, errand.companyId);
    this.#stored.putErrands([...this.#stored.errands(), errand]);
  }

  /** Tells whether an errand of the kind is open for the company. */
  isOpen(kind: Errand['kind'], companyId: string): boolean {
    return this.#stored.errands().some((errand) => errand.kind === kind && errand.companyId === companyId);
  }

  /** Removes an errand. */
  end(kind: Errand['kind'], companyId: string): void {
    const isOther = (errand: Errand): boolean => errand.kind !== kind || errand.companyId !== companyId;
    this.#stored.putErrands(this.#stored.errands().filter(isOther));
  }

  /** Lists the errands that have been open for `OPEN_MS`. */
  due(now: number): Errand[] {
    return this.#stored.errands().filter(({ time }) => now - time >= OPEN_MS);
  }

  /** Asks whether the company has a user with the address; undefined if it does not answer. */
  hasUser(companyId: string): Promise<boolean | undefined> {
    return within(this.#companies.getByName(companyId).hasUser(this.#email()), TIMEOUT_MS, undefined);
  }

  /** Sends a report to the company. Keeps the errand if it fails. */
  async send(errand: Errand & AccountChange): Promise<void> {
    const { kind, companyId, keptToken, isTold, event, since, passkeys } = errand;
    const change = {
      kind,
      ...(keptToken === undefined ? {} : { keptToken }),
      ...(isTold === undefined ? {} : { isTold }),
      ...(event === undefined ? {} : { event, since: since ?? null }),
      ...(passkeys === undefined ? {} : { passkeys }),
    };
    const report = this.#companies.getByName(companyId).applyAccountChange(this.#email(), change);
    const isSent = await within(
      report.then(() => true),
      TIMEOUT_MS,
      false,
    );
    if (isSent) this.end(kind, companyId);
    else this.begin({ ...errand, time: Date.now() });
  }
}

/**
 * Returns the reports of a new password to the companies of a login.
 * @param from the company that tells the person, and the token that stays valid there
 */
export function passwordErrands(
  companyIds: readonly string[],
  from: { companyId: string | undefined; keptToken?: string | undefined },
): Errand[] {
  const time = Date.now();
  const { companyId, keptToken } = from;
  const told = { isTold: true, ...(keptToken === undefined ? {} : { keptToken }) };
  return companyIds.map((id) => ({
    kind: 'password',
    companyId: id,
    time,
    ...(id === companyId ? told : {}),
  }));
}
