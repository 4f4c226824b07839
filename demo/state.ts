/** Cleans up the folder of the local data. */
import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Rewrites every database in the folder, so that deleted data is gone from the disk: SQLite leaves the bytes of a deleted row
 * until they are overwritten. Nothing else may use the folder meanwhile.
 * @returns the number of databases
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

/** Deletes the local runtime's traces of former runs, with every request and statement, which erasure does not reach. */
export function deleteTraces(folder: string): void {
  rmSync(join(folder, 'v3', 'observability'), { recursive: true, force: true });
}
