/**
 * Tells whether `dist/` is up to date. Every start, every bundle and each demo in the tests requests a build, and most find the
 * sources unchanged.
 */
import { createHash } from 'node:crypto';
import { type Dirent, lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const NOTE = 'dist/.built-from';
/** The parts of `dist/` written by `publish`; other programs write other parts. */
const MADE = ['assets', 'demo', 'package', 'tables'].map((part) => join('dist', part));
/** npm writes this file at each install, so it represents all packages. */
const INSTALLED = 'node_modules/.package-lock.json';
/** Folders that are not sources: built files, local data, packages. */
const NO_SOURCES = new Set(['.git', '.wrangler', 'dist', 'node_modules']);

/**
 * Returns a hash of all files that a build may read, and of its tools and options.
 * @param project the folder of the project
 */
export function fingerprintOfSources(project = '.'): string {
  const files = [...filesBelow(project), join(project, INSTALLED)];
  return fingerprint(files, `${process.version} ${process.env['LEADLINE_REFERENCE'] ?? ''}`);
}

/** Tells whether the last complete build had these sources and its files are unchanged. */
export function isBuiltFrom(sources: string, project = '.'): boolean {
  try {
    return readFileSync(join(project, NOTE), 'utf8') === noteOf(sources, project);
  } catch {
    // There was no build yet.
    return false;
  }
}

/** Records a build. */
export function noteBuiltFrom(sources: string, project = '.'): void {
  writeFileSync(join(project, NOTE), noteOf(sources, project));
}

function noteOf(sources: string, project: string): string {
  const made = MADE.flatMap((part) => filesBelow(join(project, part)));
  return `${sources} ${fingerprint(made, '')}`;
}

function fingerprint(files: readonly string[], environment: string): string {
  const hash = createHash('sha256').update(environment);
  for (const file of files) {
    // lstat, since editors create broken links; undefined if the file has just been removed.
    const stats = lstatSync(file, { throwIfNoEntry: false });
    if (stats !== undefined) hash.update(`\n${file} ${stats.size} ${stats.mtimeMs}`);
  }
  return hash.digest('base64url');
}

function filesBelow(folder: string): string[] {
  return entriesOf(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : path;
  });
}

function entriesOf(folder: string): Dirent[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter(({ name }) => !NO_SOURCES.has(name)).toSorted(byName);
  } catch {
    // The folder does not exist, so it has no files.
    return [];
  }
}

function byName(one: Dirent, other: Dirent): number {
  return one.name < other.name ? -1 : 1;
}
