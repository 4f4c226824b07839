import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { dirname, normalize } from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };

/** Files that `npm run types` leaves out: the build checks the package's, and tests compile those with generated clients. */
const ELSEWHERE = /^(?:dist|\.wrangler|packages\/leadline|test\/clients\/(?:scenarios|generated))\//;

/** Returns the files of a compiler run. `--showConfig` lists them without reading them. */
function filesOfRun(options: readonly string[]): string[] {
  const config = execFileSync('node_modules/.bin/tsc', [...options, '--showConfig'], { encoding: 'utf8' });
  const [, folder = '.'] = options;
  const { files } = JSON.parse(config) as { files: string[] };
  return files.map((file) => normalize(`${folder.endsWith('.json') ? dirname(folder) : folder}/${file}`));
}

test('a compiler run of `npm run types` checks every file', () => {
  const runs = packageJson.scripts.types.split('&&').map((run) => run.trim().split(' ').slice(1));
  const checked = new Set(runs.flatMap(filesOfRun));
  const files = globSync('**/*.{ts,tsx}', { exclude: (name) => name === 'node_modules' || name === 'dist' });
  expect(files.filter((file) => !checked.has(file) && !ELSEWHERE.test(file))).toEqual([]);
});
