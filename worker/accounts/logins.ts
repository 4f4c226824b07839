/**
 * The logins of an address: passwords, and which companies each opens. Pure: `now` comes in, the logins that are given
 * are changed.
 *
 * Whoever runs a company may add a user with any address, and nothing here proves whose address it is. So a company
 * that adds one gets a login of its own: the password that it sets opens it alone, whether the address is known
 * elsewhere or not. Two logins become one when somebody has shown the passwords of both (decision 008).
 */
import type { Guess, PasswordHash } from './passwords.ts';
import { type Failure, recentFailures, secondsToWait } from './throttle.ts';

/** Networks that the owner has signed in from, and how long each counts. */
const FAMILIAR_NETWORKS = 10;
const FAMILIAR_MS = 90 * 24 * 3_600_000;

/** A network from which the owner has signed in. */
interface Familiar {
  network: string;
  time: number;
}

export interface Login {
  /** The companies that it opens; the first is the one that is meant when none is named. */
  companies: string[];
  password?: PasswordHash;
  /** Until the company is known to have the user: the ticket of its claim, and when it was made or asked about last. */
  claim?: { ticket: string; time: number };
  /** Wrong passwords that were tried here; they count beside those of the address, see throttle.ts. */
  misses?: Failure[];
  familiar?: Familiar[];
  /** Whether its password has been compared with those of the logins before it. */
  isCompared?: boolean;
  /** When the company invited the person, so that the other logins of the address are shown it; absent: it did not. */
  invitedTime?: number;
}

/** A password that is tried. */
export interface Attempt {
  guess: Guess;
  /** The keyed hash of the network that it comes from. */
  network: string;
  now: number;
}

/** The login that opens the company; one that is certain before one that is claimed. */
export function loginOf(logins: readonly Login[], companyId: string): Login | undefined {
  const candidates = logins.filter(({ companies }) => companies.includes(companyId));
  return candidates.find(({ claim }) => claim === undefined) ?? candidates[0];
}

/**
 * Tries a password at each of the logins. A wrong one is remembered there, and a login that has seen too many is passed
 * over as if it did not match. A password that opens a later login counts once as a wrong guess at those
 * before it: otherwise a company could try passwords at other logins by setting them at its own.
 * @returns the first that it opens
 */
export function tryLogins(logins: readonly Login[], { guess, network, now }: Attempt): Login | undefined {
  const missed: Login[] = [];
  let passedOver = 0;
  let opened: Login | undefined;
  for (const login of logins) {
    const isFamiliar = isFamiliarTo(login, network, now);
    if (secondsToWait(login.misses ?? [], { network, isFamiliar, now }) > 0) passedOver += 1;
    else if (guess.isOf(login.password)) {
      opened = login;
      break;
    } else missed.push(login);
  }
  if (opened?.isCompared !== true) {
    for (const login of missed) {
      login.misses = [...recentFailures(login.misses ?? [], now), { time: now, network }];
    }
  }
  if (opened !== undefined) {
    if (missed.length > 0 && passedOver === 0) opened.isCompared = true;
    welcome(opened, network, now);
  }
  return opened;
}

/** Whether the owner of the login has signed in from this network lately. */
export function isFamiliarTo({ familiar = [] }: Login, network: string, now: number): boolean {
  return familiar.some((known) => known.network === network && now - known.time < FAMILIAR_MS);
}

/**
 * Gives the company a password of its own for the user. When the login opens other companies too, the password there
 * stays as it is, and the company is on its own again.
 * @returns the logins as they are then
 */
export function withPassword(logins: readonly Login[], companyId: string, password: PasswordHash): Login[] {
  const login = loginOf(logins, companyId);
  if (login === undefined) return [...logins];
  if (login.companies.length > 1) {
    return [...withoutCompany(logins, companyId), { companies: [companyId], password }];
  }
  const { misses: _, isCompared: __, ...rest } = login;
  return logins.map((each) => (each === login ? { ...rest, password } : each));
}

/** The logins without the company; those that open nothing any more are gone. */
export function withoutCompany(logins: readonly Login[], companyId: string): Login[] {
  return logins
    .map((login) => ({ ...login, companies: login.companies.filter((id) => id !== companyId) }))
    .filter(({ companies }) => companies.length > 0);
}

/** The logins after the company of a claim has the user: what it had before is over. */
export function withCommitted(logins: readonly Login[], ticket: string): Login[] {
  const claimed = logins.find(({ claim }) => claim?.ticket === ticket);
  if (claimed === undefined) return [...logins];
  const { claim: _, ...login } = claimed;
  const others = logins.filter((each) => each !== claimed);
  const certain = others.filter(({ claim }) => claim === undefined);
  const claims = others.filter(({ claim }) => claim !== undefined);
  return [...login.companies.reduce(withoutCompany, certain), login, ...claims];
}

/** The logins after one has become part of another: one password opens what both opened. */
export function withJoined(logins: readonly Login[], into: Login, other: Login): Login[] {
  const password = into.password ?? other.password;
  const joined: Login = {
    ...into,
    companies: [...into.companies, ...other.companies],
    ...(password === undefined ? {} : { password }),
  };
  delete joined.invitedTime;
  return logins.filter((login) => login !== other).map((login) => (login === into ? joined : login));
}

/** The owner is in: their own wrong tries are forgiven, the network is known. */
function welcome(login: Login, network: string, now: number): void {
  const others = (login.familiar ?? []).filter(
    (known) => known.network !== network && now - known.time < FAMILIAR_MS,
  );
  login.familiar = [{ network, time: now }, ...others].slice(0, FAMILIAR_NETWORKS);
  // Those of other networks go on counting: whoever guesses there must not gain by the owner's signing in here.
  login.misses = recentFailures(login.misses ?? [], now).filter((failure) => failure.network !== network);
}
