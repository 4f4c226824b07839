/** Replaces built files one by one, so that none is ever missing: another process may be serving them. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Makes `target` contain exactly the files of `staged`: atomically replaces changed files, keeps unchanged ones, and removes
 * obsolete ones last. Deletes `staged` afterwards.
 */
export function publish(staged: string, target: string): void {
  const files = filesOf(staged);
  for (const file of files) {
    const destination = join(target, file);
    mkdirSync(dirname(destination), { recursive: true });
    if (!isSame(join(staged, file), destination)) renameSync(join(staged, file), destination);
  }
  const made = new Set(files);
  for (const file of filesOf(target)) {
    if (!made.has(file)) rmSync(join(target, file));
  }
  rmSync(staged, { recursive: true, force: true });
}

/** Lists all files below a folder, relative to it. */
function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

function isSame(staged: string, published: string): boolean {
  return existsSync(published) && readFileSync(staged).equals(readFileSync(published));
}
