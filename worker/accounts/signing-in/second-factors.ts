/** The second factors of one account: sets them up, asks for their codes, removes them. */
import { Problem } from '../../shared/http/problems.ts';
import { seal, unseal } from '../../shared/secrets/sealing.ts';
import {
  hasFactor,
  isFamiliarTo,
  type Login,
  loginOf,
  recordSignIn,
  withoutFactor,
  withUsedFactor,
} from '../logins.ts';
import type { AccountStorage, Errand, FactorEvent } from '../storage.ts';
import { CODE_LIMITS, type Failure, recentFailures, secondsToWait } from '../factors/throttle.ts';
import {
  confirmationRequired,
  refusable,
  type Refused,
  refusalOfPassword,
  tooManyCodes,
  wrongCode,
} from './refusals.ts';
import { type PasswordTry, tryPassword } from './tries.ts';
import { type SecondFactor, SETUP_MS, useCode } from '../factors/second-factor.ts';
import { hashOfRecoveryCode, newRecoveryCodes } from '../factors/recovery-codes.ts';
import { newTotpSecret, stepOfCode, totpUri } from '../factors/totp.ts';

/** Part of the key with which the secrets are sealed. */
const PURPOSE = 'second factor';

/** The secrets for second factors. */
export interface SecondFactorEnv {
  OPERATOR_TOKEN?: string;
}

/** A code and where it comes from. */
export type CodeTry = { code: string | undefined } & Pick<PasswordTry, 'sender'>;

/** The result of asking a login for a code. `none`: the login has no second factor. */
export type Proof =
  | { outcome: 'none' }
  | { outcome: 'missing' }
  /** `isLast`: further ones are refused for a time. */
  | { outcome: 'wrong'; isLast: boolean }
  /** `isNewNetwork`: the owner is not known to have signed in from the network, but from others. */
  | { outcome: 'passed'; isRecovery: boolean; isNewNetwork: boolean }
  | { outcome: 'too_many_codes'; retryAfterSeconds: number };

/** A change of a person's own second factor. */
export type FactorRequest =
  /** `isProven`: the session has lately proved more than a password. */
  | ({ kind: 'begin'; isProven: boolean } & PasswordTry)
  /** `keptToken`: the SHA-256 of the token that stays valid. */
  | { kind: 'confirm'; code: string; sender: PasswordTry['sender']; keptToken: string }
  | ({ kind: 'renew' | 'end'; code: string } & PasswordTry);

/** The result of a request. */
export type FactorAnswer =
  | { outcome: 'begun'; secret: string; uri: string }
  | { outcome: 'codes'; recoveryCodes: string[] }
  | { outcome: 'ended' }
  | Refused;

/** What a person sees of their second factor. */
export interface FactorState {
  /** When it was set up, in milliseconds since the epoch; null without one. */
  since: number | null;
  /** How many recovery codes are left. */
  recoveryCodes: number;
  /** How many passkeys there are. */
  passkeys: number;
}

export class SecondFactors {
  readonly #stored: AccountStorage;
  readonly #env: SecondFactorEnv;
  readonly #email: () => string;
  readonly #send: (errands: readonly Errand[]) => Promise<void>;

  /** @param send stores reports to companies and sends them */
  constructor(
    stored: AccountStorage,
    env: SecondFactorEnv,
    { email, send }: { email: () => string; send: (errands: readonly Errand[]) => Promise<void> },
  ) {
    this.#stored = stored;
    this.#env = env;
    this.#email = email;
    this.#send = send;
  }

  /** Returns the state of the second factor with which the company's user signs in. */
  stateOf(companyId: string): FactorState {
    const { second, passkeys = [] } = loginOf(this.#stored.logins(), companyId) ?? {};
    return {
      since: second?.since ?? null,
      recoveryCodes: second?.recovery.length ?? 0,
      passkeys: passkeys.length,
    };
  }

  /**
   * Asks a login for its code, whose password was right.
   * @param opened as it is stored
   */
  async prove(opened: Login, { code, sender }: CodeTry): Promise<Proof> {
    const { second: before } = opened;
    if (before === undefined) return { outcome: 'none' };
    if (code === undefined) return { outcome: 'missing' };
    const secret = await this.#open(before.sealed);
    // From here on synchronous, so that a code is not used twice by two requests at the same time.
    const logins = this.#stored.logins();
    const login = logins.find(
      ({ second, companies }) =>
        second?.factorId === before.factorId && companies.includes(opened.companies[0] ?? ''),
    );
    // Turned off in the meantime: the password is asked for again.
    if (login?.second === undefined) return { outcome: 'missing' };
    const now = Date.now();
    const { network } = sender;
    const wait = waitOf(login, sender, now);
    if (wait > 0) return { outcome: 'too_many_codes', retryAfterSeconds: wait };
    const used = useCode(login.second, { code, secret, now });
    if (used === undefined) {
      this.#miss(logins, login, { ...sender, time: now });
      return { outcome: 'wrong', isLast: waitOf(login, sender, now) > 0 };
    }
    const isNewNetwork = network !== '' && login.familiar !== undefined && !isFamiliarTo(login, network, now);
    login.codeMisses = (login.codeMisses ?? []).filter((failure) => failure.network !== network);
    recordSignIn(login, network, now);
    this.#stored.putLogins(withUsedFactor(logins, used.factor));
    return { outcome: 'passed', isRecovery: used.isRecovery, isNewNetwork };
  }

  /** Answers a request of the company's user about their own second factor. */
  answer(companyId: string, request: FactorRequest): Promise<FactorAnswer> {
    return refusable(() => {
      if (request.kind === 'begin') return this.#begin(companyId, request);
      if (request.kind === 'confirm') return this.#confirm(companyId, request);
      return this.#renewOrEnd(companyId, request);
    });
  }

  /** Removes the second factor with which the company's user signs in, for all companies of the login. @param companies of the login */
  async reset(companyId: string, companies: readonly string[]): Promise<void> {
    this.#stored.putLogins(withoutFactor(this.#stored.logins(), companyId));
    await this.#tell(companies, 'reset', { companyId });
  }

  /** Tells companies that are new to a login of its second factor, if it has one. */
  async tellCompanies(companyIds: readonly string[]): Promise<void> {
    await this.#tell(
      companyIds.filter((id) => this.stateOf(id).since !== null),
      'known',
    );
  }

  /**
   * Tells the companies of a login about its second factor.
   * @param from the company that tells the person, and the token that stays valid there
   */
  async #tell(
    companyIds: readonly string[],
    event: FactorEvent,
    from: { companyId?: string; keptToken?: string } = {},
  ): Promise<void> {
    const { companyId, keptToken } = from;
    const told = { isTold: true, ...(keptToken === undefined ? {} : { keptToken }) };
    const time = Date.now();
    await this.#send(
      companyIds.map((id) => ({
        kind: 'second_factor',
        event,
        companyId: id,
        time,
        ...(id === companyId ? told : {}),
      })),
    );
  }

  async #begin(
    companyId: string,
    { isProven, ...tried }: PasswordTry & { isProven: boolean },
  ): Promise<FactorAnswer> {
    const secret = newTotpSecret();
    const sealed = await this.#seal(secret);
    const { logins, login } = this.#withPassword(companyId, tried);
    if (login.second !== undefined) throw isOn();
    // Otherwise somebody with the password alone could make themselves the second factor that a passkey is.
    if (hasFactor(login) && !isProven) throw confirmationRequired();
    login.setup = { sealed, time: Date.now() };
    this.#stored.putLogins(logins);
    return { outcome: 'begun', secret, uri: totpUri(secret, this.#email()) };
  }

  async #confirm(
    companyId: string,
    { code, sender, keptToken }: { code: string; sender: PasswordTry['sender']; keptToken: string },
  ): Promise<FactorAnswer> {
    const sealed = loginOf(this.#stored.logins(), companyId)?.setup?.sealed ?? '';
    const secret = await this.#open(sealed);
    const logins = this.#stored.logins();
    const now = Date.now();
    const login = inSetup(loginOf(logins, companyId), sealed, now);
    const wait = waitOf(login, sender, now);
    if (wait > 0) throw tooManyCodes(wait);
    const digits = code.replaceAll(/[\s-]/g, '');
    const lastStep = secret === undefined ? undefined : stepOfCode(secret, digits, { now, after: 0 });
    if (lastStep === undefined) {
      this.#miss(logins, login, { ...sender, time: now });
      throw wrongCode();
    }
    const recoveryCodes = newRecoveryCodes();
    delete login.setup;
    delete login.codeMisses;
    login.second = {
      factorId: crypto.randomUUID(),
      sealed,
      since: now,
      lastStep,
      recovery: recoveryCodes.map(hashOfRecoveryCode),
    };
    this.#stored.putLogins(logins);
    await this.#tell(login.companies, 'on', { companyId, keptToken });
    return { outcome: 'codes', recoveryCodes };
  }

  async #renewOrEnd(
    companyId: string,
    { kind, code, ...tried }: { kind: 'renew' | 'end'; code: string } & PasswordTry,
  ): Promise<FactorAnswer> {
    const { login: opened } = this.#withPassword(companyId, tried);
    if (opened.second === undefined) throw isOff();
    const proof = await this.prove(opened, { code, sender: tried.sender });
    if (proof.outcome === 'too_many_codes') throw tooManyCodes(proof.retryAfterSeconds);
    if (proof.outcome !== 'passed') throw wrongCode();
    const logins = this.#stored.logins();
    const login = loginOf(logins, companyId);
    if (login?.second?.factorId !== opened.second.factorId) throw isOff();
    const recoveryCodes = newRecoveryCodes();
    if (kind === 'end') {
      delete login.second;
      delete login.codeMisses;
      this.#stored.putLogins(logins);
      await this.#tell(login.companies, 'off', { companyId });
      return { outcome: 'ended' };
    }
    const renewed: SecondFactor = { ...login.second, recovery: recoveryCodes.map(hashOfRecoveryCode) };
    this.#stored.putLogins(withUsedFactor(logins, renewed));
    return { outcome: 'codes', recoveryCodes };
  }

  /**
   * Returns the login of the company's user, if the password is right.
   * @throws Problem 403 `wrong_password`, 429
   */
  #withPassword(companyId: string, tried: PasswordTry): { logins: Login[]; login: Login } {
    const logins = this.#stored.logins();
    const own = loginOf(logins, companyId);
    const { opened, result } = tryPassword(this.#stored, tried, {
      logins,
      candidates: own === undefined ? [] : [own],
    });
    if (opened !== undefined) return { logins, login: opened };
    throw refusalOfPassword(result);
  }

  /** Stores a wrong code. */
  #miss(logins: Login[], login: Login, failure: Failure): void {
    const recent = recentFailures(login.codeMisses ?? [], failure.time, CODE_LIMITS);
    login.codeMisses = [...recent, failure];
    this.#stored.putLogins(logins);
  }

  /** @throws Problem `operator_token_unset` */
  async #seal(secret: string): Promise<string> {
    const { OPERATOR_TOKEN: key } = this.#env;
    if (key === undefined || key === '') {
      throw new Problem('operator_token_unset', 'Secrets are sealed with OPERATOR_TOKEN, which is not set.');
    }
    return Buffer.from(await seal(secret, key, PURPOSE)).toString('base64');
  }

  /** @returns undefined without a secret, and if the deployment's secret has changed since */
  async #open(sealed: string): Promise<string | undefined> {
    const { OPERATOR_TOKEN: key } = this.#env;
    if (sealed === '' || key === undefined || key === '') return undefined;
    return unseal(Uint8Array.from(Buffer.from(sealed, 'base64')).buffer, key, PURPOSE);
  }
}

function isOn(): Problem {
  return new Problem('second_factor_on', 'You sign in with two factors already. Turn that off first.');
}

function isOff(): Problem {
  return new Problem('second_factor_off', 'You do not sign in with two factors.');
}

function waitOf(login: Login, sender: PasswordTry['sender'], now: number): number {
  const isFamiliar = isFamiliarTo(login, sender.network, now);
  return secondsToWait(login.codeMisses ?? [], { sender, isFamiliar, now }, CODE_LIMITS);
}

/** Returns the login, if the set-up with this secret still runs. @throws Problem 409 */
function inSetup(login: Login | undefined, sealed: string, now: number): Login {
  if (login?.second !== undefined) throw isOn();
  const { setup } = login ?? {};
  if (login === undefined || setup?.sealed !== sealed || now > setup.time + SETUP_MS) {
    throw new Problem('second_factor_off', 'The set-up took too long. Begin it again.');
  }
  return login;
}
