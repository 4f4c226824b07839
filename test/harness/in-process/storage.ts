/** A Durable Object's storage on node:sqlite: the part that the product uses, with the platform's limits that bite. */
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { deserialize, serialize } from 'node:v8';

/** Most bound values of a statement (Durable Objects, "Limits"). */
const MOST_VALUES = 100;
/** Statements that write rows. */
const WRITES = /^\s*(?:insert|replace|update|delete|with)\b/i;
/** A text of more than one statement, or of a trigger, which has statements in it. It answers no rows. */
const SCRIPT = /^(?!\s*(?:select|with)\b)[^;]*;\s*\S/i;

type Row = Record<string, unknown>;

/**
 * The result of a statement. The platform reads rows as they are asked for; here they are read at once. It has no `rowsRead`, since
 * node:sqlite does not count the rows that a statement reads: tests that count them are `*.server.test.ts`.
 */
class Cursor {
  readonly #rows: Row[];
  readonly #countWritten: () => number;
  #next = 0;

  constructor(rows: Row[], countWritten: () => number) {
    this.#rows = rows;
    this.#countWritten = countWritten;
  }

  /** The rows that the statement changed; read it before the next statement. The platform counts entries of indexes too. */
  get rowsWritten(): number {
    return this.#countWritten();
  }

  next(): IteratorResult<Row> {
    const value = this.#rows[this.#next];
    this.#next += 1;
    return value === undefined ? { done: true, value: undefined } : { value };
  }

  toArray(): Row[] {
    const rest = this.#rows.slice(this.#next);
    this.#next = this.#rows.length;
    return rest;
  }

  one(): Row {
    const [row, ...others] = this.toArray();
    if (row === undefined || others.length > 0)
      throw new Error(`Expected one row, found ${this.#rows.length}.`);
    return row;
  }

  [Symbol.iterator](): IterableIterator<Row> {
    return this.toArray().values();
  }
}

/** Members of the storage of one object. */
export interface ObjectStorage {
  sql: { exec(sql: string, ...values: unknown[]): Cursor; readonly databaseSize: number };
  kv: SyncKv;
  transactionSync<Result>(change: () => Result): Result;
  getAlarm(): Promise<number | null>;
  setAlarm(time: number | Date): Promise<void>;
  deleteAlarm(): Promise<void>;
  deleteAll(): Promise<void>;
  sync(): Promise<void>;
}

/** What stays of an object from life to life. */
export interface ObjectFile {
  /** Returns the storage for a life of the object. @param check throws once the object is dead: nothing of it writes any more */
  open(check: () => void): ObjectStorage;
  alarmTime(): number | undefined;
  setAlarm(time: number | undefined): void;
  /** Frees the memory of the database. */
  close(): void;
}

interface SyncKv {
  get(key: string): unknown;
  put(key: string, value: unknown): void;
  delete(key: string): boolean;
  list(options?: { prefix?: string }): Iterable<[string, unknown]>;
}

/**
 * Returns a function that makes storages. Each Worker has its own, since tests change the prototype of `sql` to make databases fail.
 */
export function storageMaker(): (alarmChanged: () => void) => ObjectFile {
  class Sql {
    readonly #file: SqliteFile;
    readonly #check: () => void;

    constructor(file: SqliteFile, check: () => void) {
      this.#file = file;
      this.#check = check;
    }

    exec(sql: string, ...values: unknown[]): Cursor {
      this.#check();
      return this.#file.exec(sql, values);
    }

    get databaseSize(): number {
      return this.#file.size();
    }
  }
  return (alarmChanged) => {
    const file = new SqliteFile();
    let alarm: number | undefined;
    const setAlarm = (time: number | undefined): void => {
      alarm = time;
      alarmChanged();
    };
    return {
      alarmTime: () => alarm,
      setAlarm,
      close: () => file.close(),
      open: (check) => ({
        sql: new Sql(file, check),
        ...membersOf(file, { check, alarmTime: () => alarm ?? null, setAlarm }),
      }),
    };
  };
}

interface AlarmAccess {
  check: () => void;
  alarmTime: () => number | null;
  setAlarm: (time: number | undefined) => void;
}

/** Returns all members of a storage but `sql`. */
function membersOf(
  file: SqliteFile,
  { check, alarmTime, setAlarm }: AlarmAccess,
): Omit<ObjectStorage, 'sql'> {
  const set = async (time: number | undefined): Promise<void> => {
    try {
      check();
    } catch {
      // A dead object does nothing more, and nobody waits for its alarm to be set.
      return;
    }
    setAlarm(time);
  };
  return {
    kv: {
      get: (key) => file.kv.get(key),
      list: (options) => file.kv.list(options),
      put: (key, value) => {
        check();
        file.kv.put(key, value);
      },
      delete: (key) => {
        check();
        return file.kv.delete(key);
      },
    },
    transactionSync: (change) => file.transaction(change),
    getAlarm: () => Promise.resolve(alarmTime()),
    setAlarm: (time) => set(Number(time)),
    deleteAlarm: () => set(undefined),
    deleteAll: async () => {
      check();
      file.clear();
      setAlarm(undefined);
    },
    sync: () => Promise.resolve(),
  };
}

/** A database in memory. */
class SqliteFile {
  #sqlite = new DatabaseSync(':memory:');
  readonly #statements = new Map<string, StatementSync>();

  exec(sql: string, values: readonly unknown[]): Cursor {
    if (values.length > MOST_VALUES) throw new Error('too many SQL variables: SQLITE_ERROR');
    if (values.length === 0 && SCRIPT.test(sql)) {
      this.#sqlite.exec(sql);
      return new Cursor([], () => 0);
    }
    const rows = this.#prepared(sql).all(...values.map(bound));
    return new Cursor(rows.map(read), () => (WRITES.test(sql) ? this.#changes() : 0));
  }

  /** The size in bytes. */
  size(): number {
    const [pages, bytes] = ['page_count', 'page_size'].map((name) =>
      Number(this.#prepared(`PRAGMA ${name}`).get()?.[name]),
    );
    return (pages ?? 0) * (bytes ?? 0);
  }

  transaction<Result>(change: () => Result): Result {
    this.#prepared('SAVEPOINT change').run();
    try {
      const result = change();
      this.#prepared('RELEASE change').run();
      return result;
    } catch (error) {
      this.#sqlite.exec('ROLLBACK TO change; RELEASE change');
      throw error;
    }
  }

  close(): void {
    this.#statements.clear();
    this.#sqlite.close();
  }

  clear(): void {
    this.close();
    this.#sqlite = new DatabaseSync(':memory:');
  }

  /** Keys and values in a table of their own, so that transactions hold for them too. */
  readonly kv: SyncKv = {
    get: (key) => {
      const row = this.#ofKv('SELECT value FROM _cf_KV WHERE key = ?').get(key);
      return row?.['value'] instanceof Uint8Array ? deserialize(row['value']) : undefined;
    },
    put: (key, value) => {
      this.#ofKv('INSERT OR REPLACE INTO _cf_KV VALUES (?, ?)').run(key, serialize(value));
    },
    delete: (key) => this.#ofKv('DELETE FROM _cf_KV WHERE key = ?').run(key).changes === 1,
    list: ({ prefix = '' } = {}) =>
      this.#ofKv('SELECT key, value FROM _cf_KV WHERE substr(key, 1, length(?1)) = ?1 ORDER BY key')
        .all(prefix)
        .map(({ key, value }): [string, unknown] => [String(key), deserialize(value as Uint8Array)]),
  };

  #ofKv(sql: string): StatementSync {
    if (!this.#statements.has(sql)) {
      this.#sqlite.exec('CREATE TABLE IF NOT EXISTS _cf_KV (key TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID');
    }
    return this.#prepared(sql);
  }

  #prepared(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? this.#sqlite.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #changes(): number {
    return Number(this.#prepared('SELECT changes() AS count').get()?.['count']);
  }
}

/** Returns a value as node:sqlite takes it. The platform writes `true` as a text, which the product never means. */
function bound(value: unknown): SQLInputValue {
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (typeof value === 'boolean')
    throw new TypeError('A boolean was bound, which the platform stores as a text.');
  return value as SQLInputValue;
}

function read(row: Record<string, SQLOutputValue>): Row {
  const copy: Row = {};
  for (const [name, value] of Object.entries(row)) {
    copy[name] = value instanceof Uint8Array ? new Uint8Array(value).buffer : value;
  }
  return copy;
}
