/** The one file that touches `storage.sql`. */
import { isFull } from '../../../shared/http/full-databases.ts';
import type { Row, RowReader, SqlValue } from './rows.ts';

export type { Row, SqlValue } from './rows.ts';

/** Largest value, and largest row, that the platform's SQLite takes, in bytes; the local one takes more. */
const MAX_STORED_BYTES = 2_000_000;

/**
 * Bytes that a database may hold. The platform takes 10 GB (Durable Objects, "Limits"); a write that needs more rolls back the whole
 * transaction there and ends the object, so nothing can be made room for at that moment.
 */
const MOST_BYTES = 10_000_000_000;
/** Bytes that every write may use. The rest, 32 MB, is the reserve, which takes some thousand removals and sign-ins. */
export const COMMON_BYTES: number = MOST_BYTES - 32_000_000;

/** Which part of the database a write may use: the reserve is for what frees room, and for getting in to free some. */
export type Room = 'common' | 'reserve';

/** The SQLite database of one Durable Object. */
export class Database implements RowReader {
  readonly #storage: DurableObjectStorage;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  /** The only row of the result. @throws Error when there is none or more than one */
  one<Result extends Row>(sql: string, ...values: SqlValue[]): Result {
    return this.#storage.sql.exec<Result>(sql, ...bind(values)).one();
  }

  /** The first row of the result, or undefined. */
  maybe<Result extends Row>(sql: string, ...values: SqlValue[]): Result | undefined {
    const next = this.#storage.sql.exec<Result>(sql, ...bind(values)).next();
    return next.done === true ? undefined : next.value;
  }

  /** Every row of the result. */
  all<Result extends Row>(sql: string, ...values: SqlValue[]): Result[] {
    return this.#storage.sql.exec<Result>(sql, ...bind(values)).toArray();
  }

  /** Runs a statement and says how many rows it wrote. */
  run(sql: string, ...values: SqlValue[]): number {
    return this.#storage.sql.exec(sql, ...bind(values)).rowsWritten;
  }

  /** Runs `change` wholly or, when it throws, not at all. */
  transaction<Result>(change: () => Result): Result {
    return this.#storage.transactionSync(change);
  }

  /** Whether a write may begin. Pages that were freed count as room. */
  hasRoom(room: Room): boolean {
    return room === 'reserve' || this.#storage.sql.databaseSize < COMMON_BYTES;
  }

  /**
   * Writes what answers sooner the next time and can be made again, an index or a cache: a full database goes without, so that
   * what is in it can still be read.
   * @returns false when there was no room for it
   */
  writeIfRoom(write: () => void): boolean {
    if (!this.hasRoom('common')) return false;
    try {
      this.transaction(write);
      return true;
    } catch (error) {
      if (!isFull(error)) throw error;
      return false;
    }
  }
}

/** A statement whose values are more than the database stores; the platform would say so with an error of its own. */
export class ValueTooLarge extends Error {}

/** @throws ValueTooLarge when the values together are larger than a row may be */
function bind(values: readonly SqlValue[]): (string | number | null | ArrayBuffer)[] {
  if (values.some((value) => typeof value === 'string' && value.length > MAX_STORED_BYTES / 4)) {
    refuseTooLarge(values);
  }
  return values.map((value) => (typeof value === 'boolean' ? Number(value) : value));
}

function refuseTooLarge(values: readonly SqlValue[]): void {
  const bytes = values.reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? Buffer.byteLength(value) : 0),
    0,
  );
  if (bytes > MAX_STORED_BYTES) throw new ValueTooLarge(`The statement has ${bytes} bytes of text.`);
}
