/** The folder of the local data. */
import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Rewrites every database in the folder, so that nothing is left on the disk of what was deleted: SQLite leaves the bytes
 * of a deleted row where they were until something else comes there. Nothing may use the folder meanwhile.
 * @returns how many databases there are
 */
export function compactState(folder: string): number {
  const files = globSync('**/*.sqlite', { cwd: folder });
  for (const file of files) {
    const database = new DatabaseSync(join(folder, file));
    try {
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      database.exec('VACUUM');
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } finally {
      database.close();
    }
  }
  return files.length;
}

/** Deletes what the local runtime traced in former runs: every request and statement, which no erasure reaches. */
export function deleteTraces(folder: string): void {
  rmSync(join(folder, 'v3', 'observability'), { recursive: true, force: true });
}
