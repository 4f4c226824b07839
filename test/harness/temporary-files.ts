/** Chooses the folder for temporary files of a test run. */
import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** The folder in memory on Linux. */
const MEMORY = '/dev/shm';
/** More than a whole run writes, including browser profiles and databases of large imports. */
const NEEDED_BYTES = 4 * 1024 ** 3;
const PREFIX = 'leadline-tests-';

/**
 * Puts the temporary files of this process and its children into memory if there is space. Every company of a test is a
 * database, which would otherwise wait for the disk at each write.
 * @returns a function that deletes them
 */
export function keepTemporaryFilesInMemory(): () => void {
  if (!hasRoom()) return () => {};
  deleteLeftovers();
  const folder = join(MEMORY, `${PREFIX}${process.pid}`);
  mkdirSync(folder, { recursive: true });
  process.env['TMPDIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= NEEDED_BYTES;
  } catch {
    return false;
  }
}

/** Deletes the folders of runs that were killed. */
function deleteLeftovers(): void {
  for (const name of readdirSync(MEMORY)) {
    if (!name.startsWith(PREFIX) || isRunning(Number(name.slice(PREFIX.length)))) continue;
    rmSync(join(MEMORY, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process of another user cannot be signalled, but it exists.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
