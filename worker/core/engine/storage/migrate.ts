/** Brings a company's database to the newest version, one numbered `.sql` file at a time. */
import { createHash } from 'node:crypto';
import type { Database } from './database.ts';

/** A step of the schema, not to be edited once it has landed; its place in the list is its number. */
export interface Migration {
  name: string;
  sql: string;
}

interface Step extends Migration {
  number: number;
  checksum: string;
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
 * @param schema what all steps together make of an empty database (build/schema.ts), which takes a fifth of their time
 * @throws Error when a step that was applied has been edited, renamed or removed since: the schema is then unknown
 */
export function migrate(database: Database, migrations: readonly Migration[], schema?: string): void {
  database.run(
    'CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, applied_time INTEGER NOT NULL) STRICT',
  );
  const applied = database.all<JournalRow>('SELECT number, name, checksum FROM migrations ORDER BY number');
  if (applied.length > migrations.length) {
    throw new Error(
      `The database is at migration ${applied.length}, this version knows ${migrations.length}.`,
    );
  }
  const steps = migrations.map((migration, index) => ({
    ...migration,
    number: index + 1,
    checksum: checksumOf(migration.sql),
  }));
  applied.forEach((journaled, index) => verify(journaled, steps[index] as Step));
  if (applied.length === 0 && schema !== undefined) apply(database, schema, steps);
  else for (const step of steps.slice(applied.length)) apply(database, step.sql, [step]);
}

/** Runs what one or more steps make, and journals them, wholly or not at all. */
function apply(database: Database, sql: string, steps: readonly Step[]): void {
  database.transaction(() => {
    database.run(sql);
    for (const { number, name, checksum } of steps) {
      database.run(
        'INSERT INTO migrations (number, name, checksum, applied_time) VALUES (?, ?, ?, ?)',
        number,
        name,
        checksum,
        Date.now(),
      );
    }
  });
}

function verify(journaled: JournalRow, step: Step): void {
  if (journaled.name === step.name && journaled.checksum === step.checksum) return;
  throw new Error(`Migration ${journaled.number} (${journaled.name}) was changed after it had been applied.`);
}

function checksumOf(sql: string): string {
  return createHash('sha256').update(sql).digest('hex');
}
