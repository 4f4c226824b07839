/** A database in memory for tests of SQL without the runtime. */
import { readFileSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { Database } from '../../../../worker/core/engine/storage/database.ts';

/** The bytes of a new company's database, which are read in a fortieth of the time that the migrations take. */
let company: Uint8Array | undefined;

/** Opens the database of a new company, which knows nothing of itself yet. */
export function openCompanyDatabase(): Database {
  const sqlite = new DatabaseSync(':memory:');
  if (company === undefined) {
    sqlite.exec(readFileSync('worker/core/engine/storage/schema.sql', 'utf8'));
    company = sqlite.serialize();
  } else sqlite.deserialize(company);
  return databaseOf(sqlite);
}

/** Opens a database with the tables of some SQL files. */
export function openDatabase(...schemas: readonly string[]): Database {
  const sqlite = new DatabaseSync(':memory:');
  for (const schema of schemas) sqlite.exec(schema);
  return databaseOf(sqlite);
}

/** Puts the class that the Worker uses over a database. Blobs are ArrayBuffers, as on the platform. */
function databaseOf(sqlite: DatabaseSync): Database {
  const statements = new Map<string, StatementSync>();
  const exec = (sql: string, ...values: unknown[]): unknown => {
    const statement = statements.get(sql) ?? sqlite.prepare(sql);
    statements.set(sql, statement);
    const rows = statement.all(...values.map(toSqlite)).map(fromSqlite);
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

function toSqlite(value: unknown): SQLInputValue {
  return value instanceof ArrayBuffer ? new Uint8Array(value) : (value as SQLInputValue);
}

function fromSqlite(row: Record<string, unknown>): Record<string, unknown> {
  for (const name in row) {
    const value = row[name];
    if (value instanceof Uint8Array) row[name] = value.slice().buffer;
  }
  return row;
}
