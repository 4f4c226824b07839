/** Reads and writes the storage of an account; docs/storage.md lists its keys. Also reads what earlier versions stored. */
import type { Login } from './logins.ts';
import { type PasswordHash, type Salt, saltOf } from './passwords.ts';
import type { Failure } from './throttle.ts';

/** A pending call to a company: a question (`ask`: whether it has a user with the address) or a report. */
export interface Errand {
  kind: 'ask' | 'password' | 'joined';
  companyId: string;
  /** When it was begun or last tried, in milliseconds since the epoch. */
  time: number;
  /** The SHA-256 of a token that stays valid. */
  keptToken?: string;
}

/** Keys of the first versions, when an address had one company. */
const FORMER_KEYS = ['company', 'claim', 'password', 'familiar'] as const;

export class AccountStorage {
  readonly #kv: SyncKvStorage;

  constructor(kv: SyncKvStorage) {
    this.#kv = kv;
  }

  logins(): Login[] {
    return this.#kv.get<Login[]>('logins') ?? this.#formerLogins();
  }

  putLogins(logins: readonly Login[]): void {
    const salt = this.salt();
    if (salt !== undefined) this.putSalt(salt);
    for (const key of FORMER_KEYS) this.#kv.delete(key);
    this.#put('logins', logins);
  }

  /** The wrong passwords that still may count, oldest first. The first version stored times alone. */
  failures(): Failure[] {
    const stored = this.#kv.get<(Failure | number)[]>('failures') ?? [];
    return stored.map((failure) => (typeof failure === 'number' ? { time: failure, network: '' } : failure));
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

  /** Returns the salt for passwords set at this address. */
  salt(): Salt | undefined {
    const former = this.#kv.get<PasswordHash>('password');
    return this.#kv.get<Salt>('salt') ?? (former && saltOf(former));
  }

  putSalt(salt: Salt): void {
    this.#kv.put('salt', salt);
  }

  /** Stores a list; deletes the key of an empty one. */
  #put(key: 'logins' | 'failures' | 'errands', list: readonly unknown[]): void {
    if (list.length > 0) this.#kv.put(key, list);
    else this.#kv.delete(key);
  }

  #formerLogins(): Login[] {
    const claim = this.#kv.get<{ companyId: string; time: number }>('claim');
    const companyId = this.#kv.get<string>('company') ?? claim?.companyId;
    if (companyId === undefined) return [];
    const password = this.#kv.get<PasswordHash>('password');
    const isClaimed = this.#kv.get<string>('company') === undefined && claim !== undefined;
    return [
      {
        companies: [companyId],
        familiar: this.#kv.get<Login['familiar'] & object>('familiar') ?? [],
        ...(password === undefined ? {} : { password }),
        ...(isClaimed ? { claim: { ticket: 'former', time: claim.time } } : {}),
      },
    ];
  }
}
