/** A Durable Object's storage on SQLite in this process. */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

/** Implements the part of a Durable Object's storage that `Database` uses, with node:sqlite. */
export function storageOf(sqlite: DatabaseSync): DurableObjectStorage {
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
  // As on the platform, transactions may be nested.
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
