/** Decides and stores which company holds which number: the one file with this SQL. */
import { Database, type Row } from '../core/engine/storage/database.ts';
import { migrate } from '../core/engine/storage/migrate.ts';
import {
  areApart,
  type HeldNumber,
  type Holdings,
  isFictional,
  isSameAccount,
} from '../shared/contact/number-holders.ts';
import schema from './001-holders.sql';

const MIGRATIONS = [{ name: '001-holders', sql: schema }];
/** How long a claim stays without a change that uses it. */
const CLAIM_MS = 10 * 60_000;
/** How long a number that the operator has moved stays, for the company to put it into its settings. */
const MOVED_MS = 30 * 24 * 60 * 60_000;

interface HolderRow extends Row {
  company_id: string;
  account: string;
}

interface OwnRow extends Row {
  number: string;
  account: string;
  claimed_time: number;
}

export class HolderStorage {
  readonly #database: Database;

  constructor(storage: DurableObjectStorage) {
    this.#database = new Database(storage);
    migrate(this.#database, MIGRATIONS);
  }

  /** @see NumberHolders.claim */
  claim(companyId: string, numbers: readonly HeldNumber[], now: number): string[] {
    const elsewhere = this.heldElsewhere(companyId, numbers);
    if (elsewhere.length === 0) {
      this.#database.transaction(() => {
        for (const held of numbers) this.#write(companyId, held, now);
      });
    }
    return elsewhere;
  }

  /** Returns those of the numbers that another company holds. */
  heldElsewhere(companyId: string, numbers: readonly HeldNumber[]): string[] {
    return numbers.filter((held) => this.#isRefused(companyId, held)).map(({ number }) => number);
  }

  /** @see NumberHolders.keep */
  keep(
    companyId: string,
    { accounts, numbers }: Holdings,
    now: number,
  ): { elsewhere: string[]; again: number | null } {
    return this.#database.transaction(() => {
      this.#replaceAccounts(companyId, accounts);
      const elsewhere: string[] = [];
      for (const held of numbers) {
        if (this.#isHeldElsewhere(companyId, held)) elsewhere.push(held.number);
        else this.#write(companyId, held, now);
      }
      return { elsewhere, again: this.#freeOthers(companyId, numbers, now) };
    });
  }

  /** Returns the other companies that hold a number. */
  otherHolders(number: string, companyId: string): string[] {
    return this.#others(number, companyId).map(({ company_id: id }) => id);
  }

  /** Gives a number to a company alone. */
  move(number: string, companyId: string, now: number): void {
    this.#database.transaction(() => {
      this.#database.run('DELETE FROM holders WHERE number = ?', number);
      this.#write(companyId, { number }, now + MOVED_MS - CLAIM_MS);
    });
  }

  release(companyId: string): void {
    this.#database.transaction(() => {
      this.#database.run('DELETE FROM holders WHERE company_id = ?', companyId);
      this.#replaceAccounts(companyId, []);
    });
  }

  /**
   * Tells whether a company may not get a number, since another one holds it. An account shows nothing before the carrier was asked:
   * anybody may name one.
   */
  #isRefused(companyId: string, held: HeldNumber): boolean {
    const { number, account: own = '' } = held;
    if (this.#isHeldElsewhere(companyId, held)) return true;
    if (isFictional(number) || this.#hasAtCarrier(companyId, number)) return false;
    return this.#others(number, companyId).some(({ account }) => account === '' || !areApart(account, own));
  }

  #hasAtCarrier(companyId: string, number: string): boolean {
    return (this.#own(number, companyId)?.account ?? '') !== '';
  }

  /**
   * Tells whether another company holds a number. Who has it in a carrier account keeps it beside those who have it otherwise, unless
   * they use that account too. Examples are in the settings of as many as like, except those who use the account that has it.
   */
  #isHeldElsewhere(companyId: string, { number, account }: HeldNumber): boolean {
    const others = this.#others(number, companyId);
    if (others.length === 0) return false;
    if (account !== undefined) {
      return others.some((other) => this.#accountsOf(other).some((theirs) => isSameAccount(theirs, account)));
    }
    if (this.#hasAtCarrier(companyId, number)) return false;
    if (!isFictional(number)) return true;
    const accounts = this.#accountsOf({ company_id: companyId, account: '' });
    return others.some(
      (other) => other.account !== '' && accounts.some((own) => isSameAccount(own, other.account)),
    );
  }

  /** Returns the account in which a company has a number; if it is in its settings only, all of the company. */
  #accountsOf({ company_id: companyId, account }: HolderRow): string[] {
    if (account !== '') return [account];
    return this.#database
      .all<{ account: string }>('SELECT account FROM accounts WHERE company_id = ?', companyId)
      .map((row) => row.account);
  }

  #others(number: string, companyId: string): HolderRow[] {
    return this.#database.all<HolderRow>(
      'SELECT company_id, account FROM holders WHERE number = ? AND company_id <> ?',
      number,
      companyId,
    );
  }

  #own(number: string, companyId: string): OwnRow | undefined {
    return this.#database.maybe<OwnRow>(
      'SELECT number, account, claimed_time FROM holders WHERE number = ? AND company_id = ?',
      number,
      companyId,
    );
  }

  /** Writes a number of the company. One that is in a carrier account stays so until the company tells otherwise. */
  #write(companyId: string, { number, account = '' }: HeldNumber, now: number): void {
    const own = this.#own(number, companyId);
    const isKnown = own !== undefined && (account === '' || own.account === account);
    // The company has a moved number now.
    if (isKnown && own.claimed_time <= now) return;
    this.#database.run(
      'INSERT OR REPLACE INTO holders (number, company_id, account, claimed_time) VALUES (?, ?, ?, ?)',
      number,
      companyId,
      account || (own?.account ?? ''),
      now,
    );
  }

  /** Frees what a company no longer has. @returns when the next claim that may still be used is over; null without any */
  #freeOthers(companyId: string, numbers: readonly HeldNumber[], now: number): number | null {
    const wanted = new Map(numbers.map(({ number, account = '' }) => [number, account]));
    const rows = this.#database.all<OwnRow>(
      'SELECT number, account, claimed_time FROM holders WHERE company_id = ?',
      companyId,
    );
    const stray = rows.filter(({ number, account }) => wanted.get(number) !== account);
    const old = stray.filter(({ claimed_time: time }) => time <= now - CLAIM_MS);
    for (const { number } of old) {
      if (wanted.has(number)) {
        const set = 'UPDATE holders SET account = ? WHERE number = ? AND company_id = ?';
        this.#database.run(set, wanted.get(number) ?? '', number, companyId);
      } else this.#database.run('DELETE FROM holders WHERE number = ? AND company_id = ?', number, companyId);
    }
    const open = stray.map(({ claimed_time: time }) => time).filter((time) => time > now - CLAIM_MS);
    return open.length === 0 ? null : CLAIM_MS + Math.min(...open);
  }

  #replaceAccounts(companyId: string, accounts: readonly string[]): void {
    this.#database.run('DELETE FROM accounts WHERE company_id = ?', companyId);
    for (const account of new Set(accounts)) {
      this.#database.run('INSERT INTO accounts (company_id, account) VALUES (?, ?)', companyId, account);
    }
  }
}
