/** The same domain code and SQL on a copy of the same database, in this process: no HTTP, no runtime, no object. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { Call } from '../../worker/core/call.ts';
import { Columns } from '../../worker/core/columns/columns.ts';
import { Database } from '../../worker/core/database.ts';
import { findUserByEmail } from '../../worker/core/users/users.ts';

/** SQLite behind the interface of a Durable Object's storage, as far as `Database` uses it. */
function storageOf(sqlite: DatabaseSync): DurableObjectStorage {
  const statements = new Map<string, StatementSync>();
  const prepared = (sql: string): StatementSync => {
    const statement = statements.get(sql) ?? sqlite.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  const exec = (sql: string, ...values: SQLInputValue[]): unknown => {
    const rows = prepared(sql).all(...values);
    return { one: () => rows[0], next: () => rows.values().next(), toArray: () => rows, rowsWritten: 0 };
  };
  // Like the platform's, transactions may stand inside each other.
  const transactionSync = <Result>(change: () => Result): Result => {
    prepared('SAVEPOINT change').run();
    try {
      const result = change();
      prepared('RELEASE change').run();
      return result;
    } catch (error) {
      sqlite.exec('ROLLBACK TO change; RELEASE change');
      throw error;
    }
  };
  const storage: unknown = { sql: { exec }, transactionSync };
  return storage as DurableObjectStorage;
}

/** A company's database in a file, opened as the runtime opens it. */
export interface InProcess {
  /** A call of the user with this address, now. */
  call(): Call;
  close(): void;
}

export function openInProcess(file: string, companyId: string, email: string): InProcess {
  const sqlite = new DatabaseSync(file);
  sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
  const database = new Database(storageOf(sqlite));
  const columns = new Columns(database);
  const caller = findUserByEmail(database, email);
  if (caller === undefined) throw new Error(`The database has no user ${email}.`);
  return {
    call: () => ({
      database,
      companyId,
      caller,
      now: Date.now(),
      ifMatch: undefined,
      columns,
      person: () => caller,
    }),
    close: () => sqlite.close(),
  };
}
