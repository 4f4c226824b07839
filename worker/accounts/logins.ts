/**
 * The logins of an address: passwords, and the companies that each is for. Pure, except that functions change the logins passed
 * to them.
 *
 * A company may add a user with any address, without proof of whose address it is. So each company gets its own login: a password
 * that the company sets is for this company alone, even if other companies know the address. Two logins are merged only by
 * somebody who has entered the passwords of both (decision 008).
 */
import type { Guess, PasswordHash } from './factors/passwords.ts';
import type { FactorSetup, SecondFactor } from './factors/second-factor.ts';
import { type Failure, recentFailures, secondsToWait } from './factors/throttle.ts';
import type { Passkey } from './passkeys/passkey.ts';
import type { Sender } from '../shared/limits/networks.ts';

/** Most networks remembered from which the owner has signed in, and for how long. */
const FAMILIAR_NETWORKS = 10;
const FAMILIAR_MS = 90 * 24 * 3_600_000;

/** A network from which the owner has signed in. */
interface Familiar {
  network: string;
  time: number;
}

export interface Login {
  /** The companies that it is for; the first is the default. */
  companies: string[];
  password?: PasswordHash;
  /** The company's claim until it is known to have the user: its ticket, and when it was made or last checked. */
  claim?: { ticket: string; time: number };
  /** A company whose login the claim joins when it is confirmed: the person has entered its password. */
  joins?: string;
  /** Wrong passwords for this login; they count in addition to those of the address, see throttle.ts. */
  misses?: Failure[];
  familiar?: Familiar[];
  /** Whether its password was already tried at the previous logins. */
  isCompared?: boolean;
  /** The second factor, whose code is asked for after the password. */
  second?: SecondFactor;
  /** A second factor that is being set up. */
  setup?: FactorSetup;
  /** Wrong codes. */
  codeMisses?: Failure[];
  /** The passkeys, each of which signs in without the password. */
  passkeys?: Passkey[];
  /** When the company invited the person, which the other logins of the address see; absent if it did not. */
  invitedTime?: number;
}

/** What is removed of a login because it was lost, and the companies that want it. */
export interface LoginReset {
  what: 'second_factor' | 'passkeys';
  vouching: readonly string[];
}

/** A sign-in attempt. */
export interface Attempt {
  guess: Guess;
  sender: Sender;
  now: number;
}

/** Returns the login that a company claims. */
export function newClaim(
  companyId: string,
  claim: { ticket: string; time: number },
  given: { hash?: PasswordHash | undefined; second?: SecondFactor; isInvited?: boolean; joins?: string },
): Login {
  const { hash, second, isInvited, joins } = given;
  return {
    companies: [companyId],
    claim,
    ...(hash === undefined ? {} : { password: hash }),
    ...(second === undefined ? {} : { second }),
    ...(isInvited === true ? { invitedTime: claim.time } : {}),
    ...(joins === undefined ? {} : { joins }),
  };
}

/** Finds the login for a company, preferring a confirmed one over a claim. */
export function loginOf(logins: readonly Login[], companyId: string): Login | undefined {
  const candidates = logins.filter(({ companies }) => companies.includes(companyId));
  return candidates.find(({ claim }) => claim === undefined) ?? candidates[0];
}

/**
 * Tries a password at each login and records wrong ones. A login with too many is skipped as if it did not match. A password
 * that matches a later login counts once as wrong at those before it: otherwise a company could try passwords at other
 * logins by setting them at its own.
 * @returns the first match
 */
export function tryLogins(logins: readonly Login[], { guess, sender, now }: Attempt): Login | undefined {
  const missed: Login[] = [];
  let passedOver = 0;
  let opened: Login | undefined;
  for (const login of logins) {
    const isFamiliar = isFamiliarTo(login, sender.network, now);
    if (secondsToWait(login.misses ?? [], { sender, isFamiliar, now }) > 0) passedOver += 1;
    else if (guess.isOf(login.password)) {
      opened = login;
      break;
    } else missed.push(login);
  }
  if (opened?.isCompared !== true) {
    for (const login of missed) {
      login.misses = [...recentFailures(login.misses ?? [], now), { time: now, ...sender }];
    }
  }
  if (opened !== undefined) {
    if (missed.length > 0 && passedOver === 0) opened.isCompared = true;
    recordPassword(opened, sender.network, now);
  }
  return opened;
}

/** Records the right password. With a second factor, it does not show yet that this is the owner. */
function recordPassword(login: Login, network: string, now: number): void {
  if (login.second === undefined) recordSignIn(login, network, now);
  else login.misses = othersOf(login.misses, network, now);
}

/** Tells whether the owner has recently signed in from this network. */
export function isFamiliarTo({ familiar = [] }: Login, network: string, now: number): boolean {
  return familiar.some((known) => known.network === network && now - known.time < FAMILIAR_MS);
}

/**
 * Sets a password for one company. If the login is for other companies too, they keep the old password, and the company gets
 * a separate login, with the same second factor and passkeys.
 * @returns the changed logins
 */
export function withPassword(logins: readonly Login[], companyId: string, password: PasswordHash): Login[] {
  const login = loginOf(logins, companyId);
  if (login === undefined) return [...logins];
  const kept = withoutJoins(logins, login, companyId);
  if (login.companies.length > 1) {
    const { second, codeMisses, passkeys } = login;
    const separate = {
      companies: [companyId],
      password,
      ...(second && { second }),
      ...(codeMisses && { codeMisses }),
      ...(passkeys && { passkeys }),
    };
    return [...withoutCompany(kept, companyId), separate];
  }
  const { misses: _, isCompared: __, ...rest } = login;
  return kept.map((each) => (each === login ? { ...rest, password } : each));
}

/** Removes the second factor of the company's login, for all companies that it is for. @returns the changed logins */
export function withoutFactor(logins: readonly Login[], companyId: string): Login[] {
  return withoutMembers(logins, companyId, ['second', 'setup', 'codeMisses']);
}

/** Removes the passkeys of the company's login, for all companies that it is for. @returns the changed logins */
export function withoutPasskeys(logins: readonly Login[], companyId: string): Login[] {
  return withoutMembers(logins, companyId, ['passkeys']);
}

/** Takes members from the company's login. Pending claims that were to join it stay by themselves: its person has not asked for this. */
function withoutMembers(
  logins: readonly Login[],
  companyId: string,
  names: readonly ('second' | 'setup' | 'codeMisses' | 'passkeys')[],
): Login[] {
  const login = loginOf(logins, companyId);
  return logins.map((each) => {
    if (each === login) {
      const changed = { ...each };
      for (const name of names) delete changed[name];
      return changed;
    }
    if (each.joins === undefined || login?.companies.includes(each.joins) !== true) return each;
    const { joins: _, ...rest } = each;
    return rest;
  });
}

/**
 * Returns the logins for the time after a company changes its login: pending claims that were to join this login through the company
 * join it through another of its companies, or stay by themselves. The company, not the person, decides what opens its login now.
 * @param login of the company before the change
 */
export function withoutJoins(logins: readonly Login[], login: Login | undefined, companyId: string): Login[] {
  const other = login?.companies.find((id) => id !== companyId);
  return logins.map((each) => {
    if (each.joins !== companyId) return each;
    const { joins: _, ...rest } = each;
    return other === undefined ? rest : { ...rest, joins: other };
  });
}

/** Tells whether a login has more than a password: a second factor or a passkey. */
export function hasFactor({ second, passkeys = [] }: Login): boolean {
  return second !== undefined || passkeys.length > 0;
}

/** Stores a second factor in all logins that have it. */
export function withUsedFactor(logins: readonly Login[], second: SecondFactor): Login[] {
  return logins.map((login) => (login.second?.factorId === second.factorId ? { ...login, second } : login));
}

/** Returns the logins without the company, and without logins that have no company left. */
export function withoutCompany(logins: readonly Login[], companyId: string): Login[] {
  return logins
    .map((login) => ({ ...login, companies: login.companies.filter((id) => id !== companyId) }))
    .filter(({ companies }) => companies.length > 0);
}

/**
 * Returns the logins with a claim confirmed, which replaces the company's former login. An older claim of the company broke off
 * before it was saved: it ends, so that its password does not replace the confirmed one later.
 */
export function withCommitted(logins: readonly Login[], ticket: string): Login[] {
  const claimed = logins.find(({ claim }) => claim?.ticket === ticket);
  if (claimed?.claim === undefined) return [...logins];
  const { claim: confirmed, joins, ...login } = claimed;
  const others = logins.filter((each) => each !== claimed);
  const certain = others.filter(({ claim }) => claim === undefined);
  const claims = others.filter(
    ({ claim, companies }) =>
      claim !== undefined &&
      (claim.time >= confirmed.time || !companies.some((id) => login.companies.includes(id))),
  );
  const committed = [...login.companies.reduce(withoutCompany, certain), login];
  const into = committed.find((each) => joins !== undefined && each.companies.includes(joins));
  const waiting = login.companies.reduce(
    (waiting, id) => withoutJoins(waiting, loginOf(certain, id), id),
    claims,
  );
  return [...(into === undefined ? committed : withJoined(committed, into, login)), ...waiting];
}

/** Sets a password for all companies of the address, for its owner. Pending claims keep theirs. */
export function withOwnersPassword(logins: readonly Login[], password: PasswordHash): Login[] {
  return logins.map(({ misses, isCompared, ...login }) =>
    login.claim === undefined
      ? { ...login, password }
      : { ...login, ...(misses && { misses }), ...(isCompared && { isCompared }) },
  );
}

/** Returns the logins with two merged into one for the companies of both. The other one has no passkeys of its own. */
export function withJoined(logins: readonly Login[], into: Login, other: Login): Login[] {
  const password = into.password ?? other.password;
  const second = into.second ?? other.second;
  const joined: Login = {
    ...into,
    companies: [...into.companies, ...other.companies],
    ...(password === undefined ? {} : { password }),
    ...(second === undefined ? {} : { second }),
  };
  delete joined.invitedTime;
  return logins.filter((login) => login !== other).map((login) => (login === into ? joined : login));
}

/** Lists the companies that have invited the person and are not part of this company's login. */
export function invitationsTo(
  logins: readonly Login[],
  companyId: string,
): { companyId: string; time: number }[] {
  const own = loginOf(logins, companyId);
  return logins.flatMap(({ companies: [id], claim, invitedTime: time }) => {
    if (id === undefined || time === undefined || claim !== undefined) return [];
    return own?.companies.includes(id) === true ? [] : [{ companyId: id, time }];
  });
}

/** Records a sign-in: remembers the network and drops its failures. */
export function recordSignIn(login: Login, network: string, now: number): void {
  const others = (login.familiar ?? []).filter(
    (known) => known.network !== network && now - known.time < FAMILIAR_MS,
  );
  login.familiar = [{ network, time: now }, ...others].slice(0, FAMILIAR_NETWORKS);
  login.misses = othersOf(login.misses, network, now);
}

/** Returns the failures from other networks. They stay, so that the owner's sign-in does not give an attacker new attempts. */
function othersOf(failures: readonly Failure[] | undefined, network: string, now: number): Failure[] {
  return recentFailures(failures ?? [], now).filter((failure) => failure.network !== network);
}
