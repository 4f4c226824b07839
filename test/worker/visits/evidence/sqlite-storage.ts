/** A database in memory for tests of SQL without the runtime. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { Database } from '../../../../worker/core/engine/storage/database.ts';

/** Opens a database with the tables of some SQL files, behind the class that the Worker uses. */
export function openDatabase(...schemas: readonly string[]): Database {
  const sqlite = new DatabaseSync(':memory:');
  for (const schema of schemas) sqlite.exec(schema);
  const statements = new Map<string, StatementSync>();
  const exec = (sql: string, ...values: SQLInputValue[]): unknown => {
    const statement = statements.get(sql) ?? sqlite.prepare(sql);
    statements.set(sql, statement);
    const rows = statement.all(...values);
    return {
      one: () => {
        if (rows.length !== 1) throw new Error(`${rows.length} rows instead of one: ${sql}`);
        return rows[0];
      },
      next: () => rows.values().next(),
      toArray: () => rows,
      rowsWritten: 0,
    };
  };
  const storage: unknown = {
    sql: { exec, databaseSize: 0 },
    transactionSync: (change: () => unknown) => {
      sqlite.exec('SAVEPOINT change');
      try {
        const result = change();
        sqlite.exec('RELEASE change');
        return result;
      } catch (error) {
        sqlite.exec('ROLLBACK TO change; RELEASE change');
        throw error;
      }
    },
  };
  return new Database(storage as DurableObjectStorage);
}
