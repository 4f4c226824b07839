/** Tries a password at an address and stores the result. Synchronous, so that two attempts do not overlap. */
import { isFamiliarTo, type Login, tryLogins } from '../logins.ts';
import {
  type Guess,
  guessOf,
  hashPassword,
  isSameSalt,
  newSalt,
  NOBODYS_SALT,
} from '../factors/passwords.ts';
import type { PasswordHash, Salt } from '../factors/passwords.ts';
import type { Sender } from '../../shared/limits/networks.ts';
import type { AccountStorage } from '../storage.ts';
import { recentFailures, secondsToWait } from '../factors/throttle.ts';

/** A password and where it comes from. */
export interface PasswordTry {
  password: string;
  sender: Sender;
}

/** The result of an attempt; not an error, because errors lose their class over RPC. */
export type PasswordResult =
  /** `companyIds`: the companies that the password is for, the default one first. */
  | { outcome: 'passed'; companyIds: string[] }
  /** `companyIds`: the companies at which the password was tried. */
  | { outcome: 'refused'; companyIds: string[] }
  | { outcome: 'throttled'; retryAfterSeconds: number };

/** The result of an attempt, and the login that the password opened. */
export interface PasswordAttempt {
  opened: Login | undefined;
  result: PasswordResult;
  /** Whether the owner is not known to have signed in from the network, but from others. */
  isNewNetwork: boolean;
}

/**
 * Tries a password unless there were too many wrong ones before. An address without a user is throttled like any other, so that a
 * caller cannot tell whether it has one.
 * @param logins all logins of the address; stored with the changes
 * @param candidates the logins at which it is tried
 */
export function tryPassword(
  stored: AccountStorage,
  { password, sender }: PasswordTry,
  { logins, candidates }: { logins: readonly Login[]; candidates: readonly Login[] },
): PasswordAttempt {
  const now = Date.now();
  const failures = stored.failures();
  const { network } = sender;
  const isFamiliar = logins.some((login) => isFamiliarTo(login, network, now));
  const retryAfterSeconds = secondsToWait(failures, { sender, isFamiliar, now });
  if (retryAfterSeconds > 0) {
    return {
      opened: undefined,
      result: { outcome: 'throttled', retryAfterSeconds },
      isNewNetwork: false,
    };
  }
  const guess = guessOf(password, saltsOf(stored, logins));
  const strange = logins.filter(
    (login) => network !== '' && login.familiar !== undefined && !isFamiliarTo(login, network, now),
  );
  const opened = tryLogins(candidates, { guess, sender, now });
  if (opened !== undefined) useOwnSalt(stored, opened, guess);
  stored.putLogins(logins);
  if (opened === undefined) {
    stored.putFailures([...recentFailures(failures, now), { time: now, ...sender }]);
    const companyIds = [...new Set(candidates.flatMap(({ companies }) => companies))];
    return { opened, result: { outcome: 'refused', companyIds }, isNewNetwork: false };
  }
  // Failures from other networks stay, so that the owner's sign-in does not give an attacker elsewhere new attempts.
  stored.putFailures(failures.filter((failure) => failure.network !== network));
  return {
    opened,
    result: { outcome: 'passed', companyIds: [...opened.companies] },
    // With a second factor, its code decides whether this is the owner.
    isNewNetwork: opened.second === undefined && strange.includes(opened),
  };
}

/**
 * Hashes a new password. All passwords at an address share one salt, so that an attempt takes the same time for any number of
 * them.
 */
export function hashFor(stored: AccountStorage, password: string): PasswordHash {
  return hashPassword(password, saltOfAccount(stored));
}

/** Returns the salt of the address, made on first use. */
export function saltOfAccount(stored: AccountStorage): Salt {
  const salt = stored.salt() ?? newSalt();
  stored.putSalt(salt);
  return salt;
}

/**
 * Returns the salts to try a password with: that of the account, and those of passwords moved here from another address. Their
 * number does not depend on how many companies know the address.
 */
function saltsOf(stored: AccountStorage, logins: readonly Login[]): Salt[] {
  return [stored.salt() ?? NOBODYS_SALT, ...logins.flatMap(({ password }) => password ?? [])];
}

/** Rehashes a password moved from another address with this account's salt, once its owner has entered it. */
function useOwnSalt(stored: AccountStorage, login: Login, guess: Guess): void {
  const own = saltOfAccount(stored);
  if (login.password !== undefined && !isSameSalt(login.password, own)) login.password = guess.hashed(own);
}
