import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { relative } from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };

/** Files that `npm run types` leaves out: the build checks the package's, and tests compile those with generated clients. */
const ELSEWHERE = /^(?:dist|\.wrangler|packages\/leadline|test\/clients\/(?:scenarios|generated))\//;

test('a compiler run of `npm run types` checks every file', () => {
  const runs = packageJson.scripts.types.split('&&').map((run) => run.trim().split(' ').slice(1));
  const checked = new Set(
    runs.flatMap((project) =>
      execFileSync('node_modules/.bin/tsc', [...project, '--listFilesOnly'], { encoding: 'utf8' })
        .split('\n')
        .map((file) => relative('.', file)),
    ),
  );
  const files = globSync('**/*.{ts,tsx}', { exclude: (name) => name === 'node_modules' || name === 'dist' });
  expect(files.filter((file) => !checked.has(file) && !ELSEWHERE.test(file))).toEqual([]);
});
