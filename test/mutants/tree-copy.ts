/** Copies the project into the temporary folder, so that faults do not touch the work tree. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** The build command in wrangler.toml, which would build everything before each bundle. */
const BUILD_SETTING = /^\[build\]\n(?:[^[\n].*\n|\n)*/m;

export interface TreeCopy {
  folder: string;
  /** The file with the results of a run, beside the copy. */
  results: string;
}

/**
 * Copies the files that git tracks or would add. The name of the folder depends on the contents, so that an interrupted run
 * continues, and a changed project starts again.
 */
export function copyTree(): TreeCopy {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    encoding: 'utf8',
  })
    .split('\0')
    .filter((file) => file !== '' && existsSync(file));
  const base = join(tmpdir(), `leadline-mutants-${fingerprintOf(files)}`);
  const folder = join(base, 'tree');
  const built = join(folder, 'dist');
  const kept = join(base, 'dist');
  if (existsSync(built)) renameSync(built, kept);
  // After an interrupted run it may still contain a fault. What was built from sources without one is kept.
  rmSync(folder, { recursive: true, force: true });
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(file, join(folder, file));
  }
  // Packages are linked, since the tests only read them.
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  if (existsSync(kept)) renameSync(kept, built);
  else if (existsSync('dist')) cpSync('dist', built, { recursive: true });
  const settings = readFileSync('wrangler.toml', 'utf8');
  writeFileSync(join(folder, 'wrangler.toml'), settings.replace(BUILD_SETTING, ''));
  return { folder, results: join(base, 'results.jsonl') };
}

/** Returns a hash of the rooms' sources alone, so that a run can continue while tests are written for its results. */
function fingerprintOf(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files.filter((each) => /^(?:worker|console|widget)\//.test(each)))
    hash.update(`${file}\n`).update(readFileSync(file));
  return hash.digest('hex').slice(0, 12);
}
