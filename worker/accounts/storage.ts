/** Reads and writes the storage of an account; docs/storage.md lists its keys. */
import type { Login } from './logins.ts';
import type { Salt } from './factors/passwords.ts';
import type { Failure } from './factors/throttle.ts';

/** What became of a second factor. */
export type FactorEvent = 'on' | 'off' | 'reset' | 'known';
/** What became of the passkeys. `copied`: the counter of one went back, and it was refused. */
export type PasskeyEvent = 'added' | 'removed' | 'reset' | 'copied' | 'known';

/** A pending call to a company: a question (`ask`: whether it has a user with the address) or a report. */
export interface Errand {
  kind: 'ask' | 'password' | 'joined' | 'network' | 'second_factor' | 'recovery' | 'passkeys';
  companyId: string;
  /** The time of its beginning or last attempt, in milliseconds since the epoch. */
  time: number;
  /** The SHA-256 of a token that stays valid. */
  keptToken?: string;
  /** Whether the company tells the person by mail. */
  isTold?: boolean;
  /** What became of the second factor or the passkeys; `known`: nothing, the company only has to know of them. */
  event?: FactorEvent | PasskeyEvent;
}

/** A challenge of a passkey that was used. */
export interface UsedChallenge {
  challenge: string;
  /** Milliseconds since the epoch. */
  time: number;
  /** The first company of the login that has used it. */
  companyId?: string;
}

/** A letter of a company to the address. */
export interface KeptLetter {
  letterId: string;
  companyId: string;
  /** Whether it has a link with which a stranger joins, or a user chooses a password. */
  isLink: boolean;
  /** Whether it tells of notifications. */
  isNotice?: boolean;
  /** Milliseconds since the epoch. */
  time: number;
}

/** A link for a forgotten password. */
export interface Reset {
  nonce: string;
  /** The id of the message. */
  messageId: string;
  /** The keyed hash of the network from which it was asked for. */
  network: string;
  /** That of its /48; absent from those of former versions. */
  block?: string;
  /** Milliseconds since the epoch. */
  time: number;
  attempts: number;
  /** When it is sent next; absent once it was sent or given up. */
  sendTime?: number;
  /** Whether it can no longer be used. It still counts. */
  isEnded?: boolean;
}

export class AccountStorage {
  readonly #kv: SyncKvStorage;

  constructor(kv: SyncKvStorage) {
    this.#kv = kv;
  }

  logins(): Login[] {
    return this.#kv.get<Login[]>('logins') ?? [];
  }

  putLogins(logins: readonly Login[]): void {
    this.#put('logins', logins);
  }

  /** Returns the stored wrong passwords, oldest first; the oldest may no longer count. */
  failures(): Failure[] {
    return this.#kv.get<Failure[]>('failures') ?? [];
  }

  putFailures(failures: readonly Failure[]): void {
    this.#put('failures', failures);
  }

  errands(): Errand[] {
    return this.#kv.get<Errand[]>('errands') ?? [];
  }

  putErrands(errands: readonly Errand[]): void {
    this.#put('errands', errands);
  }

  /** Returns the links for a forgotten password, oldest first. */
  resets(): Reset[] {
    return this.#kv.get<Reset[]>('resets') ?? [];
  }

  putResets(resets: readonly Reset[]): void {
    this.#put('resets', resets);
  }

  /** Returns the letters to the address, oldest first; the oldest may no longer count. */
  letters(): KeptLetter[] {
    return this.#kv.get<KeptLetter[]>('letters') ?? [];
  }

  putLetters(letters: readonly KeptLetter[]): void {
    this.#put('letters', letters);
  }

  /** Returns the used challenges, oldest first; the oldest may no longer count. */
  challenges(): UsedChallenge[] {
    return this.#kv.get<UsedChallenge[]>('challenges') ?? [];
  }

  putChallenges(challenges: readonly UsedChallenge[]): void {
    this.#put('challenges', challenges);
  }

  /** Returns the address, if it is stored. An object that is found by its id instead of its name does not know its name. */
  address(): string | undefined {
    return this.#kv.get<string>('address');
  }

  putAddress(address: string): void {
    this.#kv.put('address', address);
  }

  /** Returns the salt for passwords set at this address. */
  salt(): Salt | undefined {
    return this.#kv.get<Salt>('salt');
  }

  putSalt(salt: Salt): void {
    this.#kv.put('salt', salt);
  }

  /** Tells whether the address has no logins, errands, failures, links and letters. */
  isEmpty(): boolean {
    const lists = [this.logins(), this.errands(), this.failures(), this.resets(), this.letters()];
    return lists.every((list) => list.length === 0);
  }

  /** Stores a list; deletes the key of an empty one. */
  #put(
    key: 'logins' | 'failures' | 'errands' | 'resets' | 'challenges' | 'letters',
    list: readonly unknown[],
  ): void {
    if (list.length > 0) this.#kv.put(key, list);
    else this.#kv.delete(key);
  }
}
