/** The passkeys of one account: adds and removes them, and signs in with them. */
import { isValidChallenge, newChallenge, CHALLENGE_MS, type ChallengeUse } from '../passkeys/challenges.ts';
import {
  type CreationOptions,
  creationOptions,
  type RequestOptions,
  requestOptions,
} from '../passkeys/options.ts';
import { MAX_PASSKEYS, type Passkey } from '../passkeys/passkey.ts';
import type { RelyingParty } from '../passkeys/relying-party.ts';
import { challengeOf, readRegistration } from '../passkeys/responses.ts';
import type { Assertion, Registration } from '../passkeys/schema.ts';
import { notFound, Problem } from '../../shared/http/problems.ts';
import { hasFactor, isFamiliarTo, type Login, loginOf, recordSignIn, withoutPasskeys } from '../logins.ts';
import type { AccountStorage, Errand, PasskeyEvent } from '../storage.ts';
import { confirmationRequired, type PasskeyFault, passkeyRefused } from './refusals.ts';
import type { SecondFactorEnv } from './second-factors.ts';
import { isCopied, type Opened, openedBy, recordUse } from './used-passkeys.ts';

/**
 * Most challenges that a login uses within the time for which they are valid. They count by login: any company may have one for the
 * address, and must not use up those of the owner.
 */
const MAX_USED_CHALLENGES = 50;

/** The session in which somebody asks. */
export interface AskingSession {
  /** The SHA-256 of its token. */
  asker: string;
  /** Whether the person has proved lately who they are. */
  isConfirmed: boolean;
  /** Whether the session began with, or has proved, more than a password. */
  hasSecondFactor: boolean;
}

/** A request of a company's user about their own passkeys. */
export type PasskeyRequest =
  | { kind: 'list' }
  | { kind: 'begin'; session: AskingSession; site: RelyingParty }
  | { kind: 'add'; session: AskingSession; site: RelyingParty; registration: Registration; name: string }
  | { kind: 'rename'; passkeyId: string; name: string }
  | { kind: 'remove'; session: AskingSession; passkeyId: string };

/** What a person sees of a passkey. */
export type PasskeyState = Pick<
  Passkey,
  'passkeyId' | 'name' | 'host' | 'isSynced' | 'createdTime' | 'lastUsedTime'
>;

/** The result of a request. */
export type PasskeyAnswer =
  | { outcome: 'passkeys'; passkeys: PasskeyState[] }
  | { outcome: 'begun'; options: CreationOptions }
  | { outcome: 'passkey'; passkey: PasskeyState }
  | { outcome: 'removed' };

/** An assertion, and who sends it. */
export interface AssertionTry {
  assertion: Assertion;
  site: RelyingParty;
  asker: string;
  /** The keyed hash of the network. */
  network: string;
}

/** The result of a sign-in. */
export type PasskeySignIn =
  | { outcome: 'passed'; email: string; companyIds: string[] }
  | { outcome: PasskeyFault };

/** What passkeys need of the account. */
interface Surroundings {
  email: () => string;
  /** The user handle: a name of the account that tells nothing of the address, base64url. */
  handle: string;
  /** Stores reports to companies and sends them. */
  send: (errands: readonly Errand[]) => Promise<void>;
  /** Whether a report about passkeys waits for the company. */
  isReporting: (companyId: string) => boolean;
  /** Runs work after the answer. */
  later: (work: Promise<unknown>) => void;
}

export class Passkeys {
  readonly #stored: AccountStorage;
  readonly #env: SecondFactorEnv;
  readonly #around: Surroundings;

  constructor(stored: AccountStorage, env: SecondFactorEnv, around: Surroundings) {
    this.#stored = stored;
    this.#env = env;
    this.#around = around;
  }

  /** Returns how many passkeys open the company. */
  countOf(companyId: string): number {
    return loginOf(this.#stored.logins(), companyId)?.passkeys?.length ?? 0;
  }

  /**
   * Answers a request of a company's user about their own passkeys.
   * @throws Problem 403 `confirmation_required` or `passkey_refused`, 404, 409 `too_many_values`
   */
  async answer(companyId: string, request: PasskeyRequest): Promise<PasskeyAnswer> {
    switch (request.kind) {
      case 'list':
        return { outcome: 'passkeys', passkeys: this.#passkeysOf(companyId).map(stateOf) };
      case 'begin':
        return { outcome: 'begun', options: this.#begin(companyId, request) };
      case 'add':
        return this.#add(companyId, request);
      case 'rename':
        return this.#rename(companyId, request);
      default:
        return this.#remove(companyId, request);
    }
  }

  /** Signs in with a passkey, which counts as two factors. Synchronous up to its result, so that an answer is not used twice. */
  signIn({ network, ...tried }: AssertionTry): PasskeySignIn {
    const now = Date.now();
    const logins = this.#stored.logins();
    const certain = logins.filter(({ claim }) => claim === undefined);
    const opened = this.#open(certain, tried, { purpose: 'sign-in', asker: tried.asker });
    if (!Array.isArray(opened)) return { outcome: opened };
    const isNewNetwork = opened.some(
      ({ login }) => network !== '' && login.familiar !== undefined && !isFamiliarTo(login, network, now),
    );
    for (const { login } of opened) recordSignIn(login, network, now);
    this.#stored.putLogins(logins);
    const companyIds = opened.flatMap(({ login }) => login.companies);
    if (isNewNetwork) {
      const errand = { kind: 'network', companyId: companyIds[0] ?? '', time: now, isTold: true } as const;
      this.#around.later(this.#around.send([errand]));
    }
    return { outcome: 'passed', email: this.#around.email(), companyIds };
  }

  /** Returns the options with which somebody who is signed in confirms by a passkey; undefined without one for this site. */
  confirmationOptions(companyId: string, asker: string, site: RelyingParty): RequestOptions | undefined {
    const allowed = this.#passkeysOf(companyId).filter(({ host }) => host === site.id);
    if (allowed.length === 0) return undefined;
    const challenge = this.#challenge({ purpose: 'confirm', asker });
    return requestOptions(site, { challenge, allowed });
  }

  /** Checks the passkey of somebody who is signed in. @throws Problem 403 `passkey_refused` */
  confirm(companyId: string, tried: Omit<AssertionTry, 'network'>): void {
    const logins = this.#stored.logins();
    const own = loginOf(logins, companyId);
    const use = { purpose: 'confirm', asker: tried.asker } as const;
    const opened = this.#open(own === undefined ? [] : [own], tried, use);
    if (!Array.isArray(opened)) throw passkeyRefused(opened);
    this.#stored.putLogins(logins);
  }

  /** Removes all passkeys that open the company, for all companies of the login. @param companies of the login */
  async reset(companyId: string, companies: readonly string[]): Promise<void> {
    this.#stored.putLogins(withoutPasskeys(this.#stored.logins(), companyId));
    await this.#tell(companies, 'reset', companyId);
  }

  /** Tells companies that are new to a login of its passkeys, if it has some. A report that waits tells of them, too. */
  async tellCompanies(companyIds: readonly string[]): Promise<void> {
    const untold = companyIds.filter((id) => this.countOf(id) > 0 && !this.#around.isReporting(id));
    await this.#tell(untold, 'known');
  }

  #passkeysOf(companyId: string): readonly Passkey[] {
    return loginOf(this.#stored.logins(), companyId)?.passkeys ?? [];
  }

  #begin(
    companyId: string,
    { session, site }: { session: AskingSession; site: RelyingParty },
  ): CreationOptions {
    const login = loginOf(this.#stored.logins(), companyId);
    requireProof(login, session);
    const present = login?.passkeys ?? [];
    requireRoom(present);
    const { handle, email } = this.#around;
    const challenge = this.#challenge({ purpose: 'add', asker: session.asker });
    // An object that is found by its id, as that of a passkey, does not know its name.
    this.#stored.putAddress(email());
    return creationOptions(site, { challenge, handle, email: email(), present });
  }

  async #add(
    companyId: string,
    { session, site, registration, name }: Extract<PasskeyRequest, { kind: 'add' }>,
  ): Promise<PasskeyAnswer> {
    const logins = this.#stored.logins();
    const login = loginOf(logins, companyId);
    if (login === undefined) throw notFound();
    if (hasFactor(login) && !session.hasSecondFactor) throw confirmationRequired();
    const { passkeys = [] } = login;
    requireRoom(passkeys);
    if (!this.#takeChallenge(registration, { purpose: 'add', asker: session.asker }, login)) {
      throw passkeyRefused('late');
    }
    const credential = readRegistration(registration, site);
    const isThere = passkeys.some(({ credentialId }) => credentialId === credential?.credentialId);
    if (credential === undefined || isThere) throw passkeyRefused('wrong');
    const passkey: Passkey = {
      ...credential,
      passkeyId: crypto.randomUUID(),
      host: site.id,
      name,
      transports: registration.response.transports,
      createdTime: Date.now(),
      lastUsedTime: null,
    };
    login.passkeys = [...passkeys, passkey];
    this.#stored.putLogins(logins);
    await this.#tell(login.companies, 'added', companyId);
    return { outcome: 'passkey', passkey: stateOf(passkey) };
  }

  #rename(companyId: string, { passkeyId, name }: { passkeyId: string; name: string }): PasskeyAnswer {
    const logins = this.#stored.logins();
    const passkey = findPasskey(loginOf(logins, companyId), passkeyId);
    passkey.name = name;
    this.#stored.putLogins(logins);
    return { outcome: 'passkey', passkey: stateOf(passkey) };
  }

  async #remove(
    companyId: string,
    { session, passkeyId }: { session: AskingSession; passkeyId: string },
  ): Promise<PasskeyAnswer> {
    const logins = this.#stored.logins();
    const login = loginOf(logins, companyId);
    const passkey = findPasskey(login, passkeyId);
    requireProof(login, session);
    if (login !== undefined) {
      login.passkeys = (login.passkeys ?? []).filter((each) => each !== passkey);
      if (login.passkeys.length === 0) delete login.passkeys;
      this.#stored.putLogins(logins);
      await this.#tell(login.companies, 'removed', companyId);
    }
    return { outcome: 'removed' };
  }

  /** Finds the logins whose passkey has signed this challenge, and records the use. There are several after a login was split. */
  #open(
    logins: readonly Login[],
    tried: { assertion: Assertion; site: RelyingParty },
    use: ChallengeUse,
  ): Opened[] | PasskeyFault {
    const opened = openedBy(logins, tried);
    if (!Array.isArray(opened)) return opened;
    if (!this.#takeChallenge(tried.assertion, use, opened[0]?.login)) return 'late';
    const copied = opened.find(isCopied);
    if (copied !== undefined) {
      const [first = ''] = copied.login.companies;
      this.#around.later(this.#tell([first], 'copied', first));
      return 'copied';
    }
    recordUse(opened, Date.now());
    return opened;
  }

  #challenge(use: ChallengeUse): string {
    return newChallenge(use, Date.now(), this.#env.OPERATOR_TOKEN);
  }

  /** Uses up the challenge of an answer for a login. @returns whether it was valid and unused */
  #takeChallenge(answer: Assertion | Registration, use: ChallengeUse, login?: Login): boolean {
    const now = Date.now();
    const [companyId = ''] = login?.companies ?? [];
    const challenge = challengeOf(answer);
    const used = this.#stored.challenges().filter(({ time }) => time > now - CHALLENGE_MS);
    const own = used.filter((each) => each.companyId === companyId);
    const isUsed = own.length >= MAX_USED_CHALLENGES || used.some((each) => each.challenge === challenge);
    if (isUsed || !isValidChallenge(challenge, use, { now, secret: this.#env.OPERATOR_TOKEN })) return false;
    this.#stored.putChallenges([...used, { challenge, time: now, companyId }]);
    return true;
  }

  /** Tells companies what became of the passkeys. @param teller the company that tells the person */
  async #tell(companyIds: readonly string[], event: PasskeyEvent, teller?: string): Promise<void> {
    const time = Date.now();
    await this.#around.send(
      companyIds.map((id) => ({
        kind: 'passkeys',
        event,
        companyId: id,
        time,
        ...(id === teller ? { isTold: true } : {}),
      })),
    );
  }
}

/** @throws Problem 403 `confirmation_required`, unless the person has lately proved as much as their login has */
function requireProof(login: Login | undefined, { isConfirmed, hasSecondFactor }: AskingSession): void {
  const isProven = isConfirmed && (hasSecondFactor || login === undefined || !hasFactor(login));
  if (!isProven) throw confirmationRequired();
}

/** @throws Problem 409 `too_many_values` */
function requireRoom(passkeys: readonly Passkey[]): void {
  if (passkeys.length < MAX_PASSKEYS) return;
  const detail = `You have ${MAX_PASSKEYS} passkeys, which is the most. Remove one that you do not use.`;
  throw new Problem('too_many_values', detail, { members: { limit: MAX_PASSKEYS } });
}

/** @throws Problem 404 */
function findPasskey(login: Login | undefined, passkeyId: string): Passkey {
  const passkey = login?.passkeys?.find((each) => each.passkeyId === passkeyId);
  if (passkey === undefined) throw notFound();
  return passkey;
}

function stateOf({ passkeyId, name, host, isSynced, createdTime, lastUsedTime }: Passkey): PasskeyState {
  return { passkeyId, name, host, isSynced, createdTime, lastUsedTime };
}
