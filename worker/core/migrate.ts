/** Brings a company's database to the newest version, one numbered `.sql` file at a time. */
import { createHash } from 'node:crypto';
import type { Database } from './database.ts';

/** A step of the schema, not to be edited once it has landed; its place in the list is its number. */
export interface Migration {
  name: string;
  sql: string;
}

interface JournalRow {
  [column: string]: SqlStorageValue;
  number: number;
  name: string;
  checksum: string;
}

/** Whether the database was ever migrated: an object that was only asked has no table, and so stores nothing. */
export function isMigrated(database: Database): boolean {
  return database.maybe("SELECT 1 AS found FROM sqlite_master WHERE name = 'migrations'") !== undefined;
}

/**
 * Applies what is missing, each step in a transaction of its own, and journals name and checksum.
 * @throws Error when a step that was applied has been edited, renamed or removed since: the schema is then unknown
 */
export function migrate(database: Database, migrations: readonly Migration[]): void {
  database.run(
    'CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, applied_time INTEGER NOT NULL) STRICT',
  );
  const applied = database.all<JournalRow>('SELECT number, name, checksum FROM migrations ORDER BY number');
  if (applied.length > migrations.length) {
    throw new Error(
      `The database is at migration ${applied.length}, this version knows ${migrations.length}.`,
    );
  }
  migrations.forEach((migration, index) => {
    const checksum = checksumOf(migration.sql);
    const journaled = applied[index];
    if (journaled === undefined) apply(database, { ...migration, number: index + 1, checksum });
    else verify(journaled, { ...migration, checksum });
  });
}

function apply(database: Database, step: Migration & { number: number; checksum: string }): void {
  database.transaction(() => {
    database.run(step.sql);
    database.run(
      'INSERT INTO migrations (number, name, checksum, applied_time) VALUES (?, ?, ?, ?)',
      step.number,
      step.name,
      step.checksum,
      Date.now(),
    );
  });
}

function verify(journaled: JournalRow, step: Migration & { checksum: string }): void {
  if (journaled.name === step.name && journaled.checksum === step.checksum) return;
  throw new Error(`Migration ${journaled.number} (${journaled.name}) was changed after it had been applied.`);
}

function checksumOf(sql: string): string {
  return createHash('sha256').update(sql).digest('hex');
}
