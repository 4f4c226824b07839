/**
 * Whether `dist/` is what a build would make. Every start, every bundle and each demo of the tests asks for a build, and
 * most of them come after one of the same sources.
 */
import { createHash } from 'node:crypto';
import { type Dirent, lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const NOTE = 'dist/.built-from';
/** What `publish` puts into `dist/`; other programs write beside it. */
const MADE = ['assets', 'demo', 'package', 'tables'].map((part) => join('dist', part));
/** What npm writes at each install: it stands for all packages. */
const INSTALLED = 'node_modules/.package-lock.json';
/** No source of a build: what is made, kept data, and packages. */
const NO_SOURCES = new Set(['.git', '.wrangler', 'dist', 'node_modules']);

/**
 * A text that differs when any file that a build may read does, or what it is built with and for.
 * @param project the folder of the project
 */
export function fingerprintOfSources(project = '.'): string {
  const files = [...filesBelow(project), join(project, INSTALLED)];
  return fingerprint(files, `${process.version} ${process.env['LEADLINE_REFERENCE'] ?? ''}`);
}

/** Whether the last whole build was of these sources, and nobody touched what it made. */
export function isBuiltFrom(sources: string, project = '.'): boolean {
  try {
    return readFileSync(join(project, NOTE), 'utf8') === noteOf(sources, project);
  } catch {
    // Nothing was built yet.
    return false;
  }
}

/** Remembers what was built. */
export function noteBuiltFrom(sources: string, project = '.'): void {
  writeFileSync(join(project, NOTE), noteOf(sources, project));
}

function noteOf(sources: string, project: string): string {
  const made = MADE.flatMap((part) => filesBelow(join(project, part)));
  return `${sources} ${fingerprint(made, '')}`;
}

function fingerprint(files: readonly string[], surroundings: string): string {
  const hash = createHash('sha256').update(surroundings);
  for (const file of files) {
    // A link to nowhere, as editors make them, is a file too; one that has just gone is none.
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
    // It is not there (yet, or any more), so it holds nothing.
    return [];
  }
}

function byName(one: Dirent, other: Dirent): number {
  return one.name < other.name ? -1 : 1;
}
