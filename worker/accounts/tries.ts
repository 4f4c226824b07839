/** Tries a password at an address and stores what the try changes. Synchronous, so that two guesses do not overlap. */
import { isFamiliarTo, type Login, tryLogins } from './logins.ts';
import { type Guess, guessOf, hashPassword, isSameSalt, newSalt, NOBODYS_SALT } from './passwords.ts';
import type { PasswordHash, Salt } from './passwords.ts';
import type { AccountStorage } from './storage.ts';
import { recentFailures, secondsToWait } from './throttle.ts';

/** What is tried, and from where. */
export interface PasswordTry {
  password: string;
  /** The keyed hash of the network that it comes from. */
  network: string;
}

/** How trying a password went; results, because errors lose their class on the way over RPC. */
export type Tried =
  /** `companyIds`: what it opens, the one that is meant when none is named first. */
  | { outcome: 'passed'; companyIds: string[] }
  /** `companyIds`: those at which it was tried. */
  | { outcome: 'refused'; companyIds: string[] }
  | { outcome: 'throttled'; retryAfterSeconds: number };

/**
 * Tries a password, unless too many were wrong before. An address without a user is throttled like any other, so that
 * the two cannot be told apart.
 * @param logins all of the address; they are stored with what the try changes
 * @param meant those of them that it is to open
 */
export function tryPassword(
  stored: AccountStorage,
  { password, network }: PasswordTry,
  { logins, meant }: { logins: readonly Login[]; meant: readonly Login[] },
): { opened: Login | undefined; result: Tried } {
  const now = Date.now();
  const failures = stored.failures();
  const isFamiliar = logins.some((login) => isFamiliarTo(login, network, now));
  const retryAfterSeconds = secondsToWait(failures, { network, isFamiliar, now });
  if (retryAfterSeconds > 0) {
    return { opened: undefined, result: { outcome: 'throttled', retryAfterSeconds } };
  }
  const guess = guessOf(password, saltsOf(stored, logins));
  const opened = tryLogins(meant, { guess, network, now });
  if (opened !== undefined) useOwnSalt(stored, opened, guess);
  stored.putLogins(logins);
  if (opened === undefined) {
    stored.putFailures([...recentFailures(failures, now), { time: now, network }]);
    const companyIds = [...new Set(meant.flatMap(({ companies }) => companies))];
    return { opened, result: { outcome: 'refused', companyIds } };
  }
  // Those of other networks go on counting: whoever guesses there must not gain by the owner's signing in here.
  stored.putFailures(failures.filter((failure) => failure.network !== network));
  return { opened, result: { outcome: 'passed', companyIds: [...opened.companies] } };
}

/** Hashes a password that is set at the address: all under one salt, so that trying one takes as long however many there are. */
export function hashFor(stored: AccountStorage, password: string): PasswordHash {
  return hashPassword(password, saltOfAccount(stored));
}

/** The salt of the address; made when it is needed first. */
export function saltOfAccount(stored: AccountStorage): Salt {
  const salt = stored.salt() ?? newSalt();
  stored.putSalt(salt);
  return salt;
}

/**
 * The salts that a password has to be tried with: that of the account, and those of passwords that came from another
 * address. They are the same in number whether other companies know the address or not.
 */
function saltsOf(stored: AccountStorage, logins: readonly Login[]): Salt[] {
  return [stored.salt() ?? NOBODYS_SALT, ...logins.flatMap(({ password }) => password ?? [])];
}

/** A password that came from another address is hashed as the others here once its owner has shown it. */
function useOwnSalt(stored: AccountStorage, login: Login, guess: Guess): void {
  const own = saltOfAccount(stored);
  if (login.password !== undefined && !isSameSalt(login.password, own)) login.password = guess.hashed(own);
}
