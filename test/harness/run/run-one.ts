/**
 * `npm run test:one -- <words>` runs the test files whose paths have all of the words. If there are none, it runs the tests
 * whose names have the words in this order. Options go to vitest: `npm run test:one -- recordings --watch`.
 */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** Returns the arguments with which vitest runs the files or tests. */
export function chosen(words: readonly string[], files: readonly string[]): string[] {
  const named = files.filter((file) =>
    words.every((word) => file.toLowerCase().includes(word.toLowerCase())),
  );
  return named.length > 0 ? [...named] : ['-t', words.map(escaped).join('.*')];
}

/** Escapes a word for vitest, which finds names by a regular expression. */
function escaped(word: string): string {
  return word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

function main(given: readonly string[]): number {
  const firstOption = given.findIndex((each) => each.startsWith('-'));
  const words = firstOption < 0 ? given : given.slice(0, firstOption);
  const options = given.slice(words.length);
  if (words.length === 0) {
    console.error('Name the tests: npm run test:one -- recordings, or npm run test:one -- a part of it');
    return 1;
  }
  const what = chosen(words, globSync('test/**/*.test.ts', { exclude: ['**/node_modules/**'] }).sort());
  // The gate chooses what runs on workerd too.
  const once = options.some((option) => option.startsWith('--project')) ? [] : ['--project=!workerd'];
  return spawnSync('npx', ['vitest', 'run', ...what, ...once, ...options], { stdio: 'inherit' }).status ?? 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  process.exitCode = main(process.argv.slice(2));
