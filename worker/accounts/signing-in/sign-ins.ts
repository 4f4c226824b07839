/** What people do with their password at an account: sign in, merge logins, choose another password. */
import { passwordErrands } from '../errands.ts';
import { type Login, loginOf, withJoined, withOwnersPassword } from '../logins.ts';
import type { Passkeys } from './passkeys.ts';
import type { SecondFactors } from './second-factors.ts';
import type { AccountStorage, Errand } from '../storage.ts';
import {
  hashFor,
  type PasswordTry,
  type PasswordResult,
  type PasswordAttempt,
  tryPassword,
} from './tries.ts';

/** The result of a sign-in. After the right password the login's second factor is asked for, if it has one. */
export type SignInResult =
  | Exclude<PasswordResult, { outcome: 'passed' }>
  | { outcome: 'passed'; companyIds: string[]; hasSecondFactor: boolean }
  | { outcome: 'missing' }
  | { outcome: 'wrong'; isLast: boolean; companyIds: string[] }
  | { outcome: 'too_many_codes'; retryAfterSeconds: number };

/** What signing in needs of the account. */
interface Surroundings {
  factors: SecondFactors;
  passkeys: Passkeys;
  /** Stores reports to companies and sends them. */
  send: (errands: readonly Errand[]) => Promise<void>;
  /** Runs work after the answer. */
  later: (work: Promise<unknown>) => void;
  /** Sets the alarm after a wrong password. */
  setAlarm: () => Promise<void>;
}

export class SignIns {
  readonly #stored: AccountStorage;
  readonly #around: Surroundings;

  constructor(stored: AccountStorage, around: Surroundings) {
    this.#stored = stored;
    this.#around = around;
  }

  /** @see Account.signIn */
  async signIn({
    companyId,
    code,
    ...tried
  }: PasswordTry & { companyId?: string; code?: string }): Promise<SignInResult> {
    const logins = this.#stored.logins();
    const candidates =
      companyId === undefined ? logins : logins.filter(({ companies }) => companies.includes(companyId));
    const { opened, result, isNewNetwork } = await this.try(tried, { logins, candidates });
    if (opened === undefined || result.outcome !== 'passed') return refusalOf(result);
    const companyIds = companyId === undefined ? result.companyIds : [companyId];
    const proof = await this.#around.factors.prove(opened, { code, sender: tried.sender });
    if (proof.outcome === 'wrong') return { ...proof, companyIds };
    if (proof.outcome === 'missing' || proof.outcome === 'too_many_codes') return proof;
    const hasSecondFactor = proof.outcome === 'passed';
    this.#tell(companyIds[0] ?? '', {
      network: isNewNetwork || (hasSecondFactor && proof.isNewNetwork),
      recovery: hasSecondFactor && proof.isRecovery,
    });
    return { outcome: 'passed', companyIds, hasSecondFactor };
  }

  /** @see Account.claimWith */
  async open(companyId: string, tried: PasswordTry): Promise<PasswordAttempt> {
    const logins = this.#stored.logins();
    const candidates = logins.filter(
      ({ claim, companies }) => claim === undefined && !companies.includes(companyId),
    );
    return this.try(tried, { logins, candidates });
  }

  /** @see Account.join */
  async join(
    companyId: string,
    { wanted, ...tried }: PasswordTry & { wanted?: string },
  ): Promise<PasswordResult | { outcome: 'two_factors' }> {
    const logins = this.#stored.logins();
    const own = loginOf(logins, companyId);
    const others = logins.filter(
      (login) =>
        login !== own &&
        login.claim === undefined &&
        (wanted === undefined || login.companies.includes(wanted)),
    );
    const { opened, result } = await this.try(tried, {
      logins,
      candidates: own === undefined ? [] : others,
    });
    if (own === undefined || opened === undefined) return result;
    // One of two second factors would be lost, and the other would open its companies. So it is with passkeys.
    if (haveDifferentFactors(own, opened) || hasPasskeysOfItsOwn(opened, own))
      return { outcome: 'two_factors' };
    this.#stored.putLogins(withJoined(logins, own, opened));
    const time = Date.now();
    await this.#around.send(opened.companies.map((id): Errand => ({ kind: 'joined', companyId: id, time })));
    const companyIds = [...own.companies, ...opened.companies];
    this.#around.later(this.#around.factors.tellCompanies(companyIds));
    this.#around.later(this.#around.passkeys.tellCompanies(companyIds));
    return result;
  }

  /** @see Account.changePassword */
  async changePassword(
    companyId: string,
    { next, keptToken, ...tried }: PasswordTry & { next: string; keptToken?: string },
  ): Promise<PasswordResult> {
    const logins = this.#stored.logins();
    const own = loginOf(logins, companyId);
    const { opened, result } = await this.try(tried, { logins, candidates: own === undefined ? [] : [own] });
    if (opened === undefined) return result;
    opened.password = hashFor(this.#stored, next);
    delete opened.isCompared;
    this.#stored.putLogins(logins);
    await this.#around.send(passwordErrands(opened.companies, { companyId, keptToken }));
    return result;
  }

  /**
   * Sets the password of all companies of the address, for its owner.
   * @returns the companies that it opens without a code, the default one first; none if the default one needs a code
   */
  async replacePasswords(password: string): Promise<string[]> {
    this.#stored.putLogins(withOwnersPassword(this.#stored.logins(), hashFor(this.#stored, password)));
    this.#stored.putFailures([]);
    const logins = this.#stored.logins().filter(({ claim }) => claim === undefined);
    const companyIds = logins.flatMap(({ companies }) => companies);
    await this.#around.send(passwordErrands(companyIds, { companyId: companyIds[0] }));
    if (logins[0]?.second !== undefined) return [];
    return logins.flatMap(({ second, companies }) => (second === undefined ? companies : []));
  }

  /** Has a company tell the person of a new network, and of a used recovery code. */
  #tell(companyId: string, happened: Record<'network' | 'recovery', boolean>): void {
    const time = Date.now();
    const errands = (['network', 'recovery'] as const)
      .filter((kind) => happened[kind])
      .map((kind): Errand => ({ kind, companyId, time, isTold: true }));
    // Stored at once, but not awaited, since nothing depends on it.
    if (errands.length > 0) this.#around.later(this.#around.send(errands));
  }

  /** Tries a password. The alarm forgets a wrong one. */
  async try(
    tried: PasswordTry,
    at: { logins: Login[]; candidates: readonly Login[] },
  ): Promise<PasswordAttempt> {
    const outcome = tryPassword(this.#stored, tried, at);
    if (outcome.result.outcome === 'refused') await this.#around.setAlarm();
    return outcome;
  }
}

function refusalOf(result: PasswordResult): Exclude<PasswordResult, { outcome: 'passed' }> {
  return result.outcome === 'passed' ? { outcome: 'refused', companyIds: [] } : result;
}

function haveDifferentFactors({ second: one }: Login, { second: other }: Login): boolean {
  return one !== undefined && other !== undefined && one.factorId !== other.factorId;
}

/** Tells whether a login has a passkey that the other one does not have. */
function hasPasskeysOfItsOwn({ passkeys = [] }: Login, { passkeys: others = [] }: Login): boolean {
  return passkeys.some(({ passkeyId }) => others.every((other) => other.passkeyId !== passkeyId));
}
