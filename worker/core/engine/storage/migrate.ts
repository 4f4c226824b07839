/** Brings a company's database to the newest version, one numbered `.sql` file at a time. */
import { createHash } from 'node:crypto';
import type { Database } from './database.ts';

/** A step of the schema. Its place in the list is its number; it is not edited once it has been released. */
export interface Migration {
  name: string;
  sql: string;
}

/** The schema that the first `steps` migrations lead to, in one file, with the rows that they write into an empty database. */
export interface Snapshot {
  sql: string;
  steps: number;
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

/** Tells whether the database was ever migrated. An object that was only asked has no table, and so stores nothing. */
export function isMigrated(database: Database): boolean {
  return database.maybe("SELECT 1 AS found FROM sqlite_master WHERE name = 'migrations'") !== undefined;
}

/**
 * Applies the missing steps, each in a transaction of its own, and journals name and checksum.
 * @param snapshot what an empty database starts from instead of the first steps; it takes half of the time
 * @throws Error when an applied step has been edited, renamed or removed since: the schema is then unknown
 */
export function migrate(database: Database, migrations: readonly Migration[], snapshot?: Snapshot): void {
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
  const isNew = applied.length === 0 && snapshot !== undefined && snapshot.steps <= steps.length;
  if (isNew) apply(database, snapshot.sql, steps.slice(0, snapshot.steps));
  for (const step of steps.slice(isNew ? snapshot.steps : applied.length)) apply(database, step.sql, [step]);
}

/** Runs SQL and journals the steps that it stands for, all or nothing. */
function apply(database: Database, sql: string, steps: readonly Step[]): void {
  database.transaction(() => {
    database.run(sql);
    const rows = steps.map(({ number, name, checksum }) => [number, name, checksum]);
    database.run(
      `INSERT INTO migrations (number, name, checksum, applied_time)
       SELECT value ->> 0, value ->> 1, value ->> 2, ? FROM json_each(?)`,
      Date.now(),
      JSON.stringify(rows),
    );
  });
}

function verify(journaled: JournalRow, step: Step): void {
  if (journaled.name === step.name && journaled.checksum === step.checksum) return;
  throw new Error(`Migration ${journaled.number} (${journaled.name}) was changed after it had been applied.`);
}

function checksumOf(sql: string): string {
  return createHash('sha256').update(sql).digest('hex');
}
