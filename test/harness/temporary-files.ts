/** Where a run of the tests keeps its temporary files. */
import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** Linux's folder in memory; other systems have none. */
const MEMORY = '/dev/shm';
/** What a whole run writes, browsers' profiles and the databases of large imports included, with room to spare. */
const NEEDED_BYTES = 4 * 1024 ** 3;
const PREFIX = 'leadline-tests-';

/**
 * Keeps the temporary files of this process, and of all that it starts, in memory where there is room: every company of
 * a test is a database of its own, and each would wait for the disk at each of its writes.
 * @returns deletes them
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

/** Runs that were killed could not clean up. */
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
    // Another user's is none that we may signal, but it runs.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
