/** The one file that touches `storage.sql`. */

/** A value that SQLite stores; booleans are bound as 0 and 1, because the platform would bind them as text. */
export type SqlValue = string | number | null | ArrayBuffer | boolean;

/** A row as SQLite returns it. */
export type Row = Record<string, SqlStorageValue>;

/** The SQLite database of one Durable Object. */
export class Database {
  readonly #storage: DurableObjectStorage;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  /** The only row of the result; throws when there is none or more than one. */
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
}

function bind(values: readonly SqlValue[]): (string | number | null | ArrayBuffer)[] {
  return values.map((value) => (typeof value === 'boolean' ? Number(value) : value));
}
