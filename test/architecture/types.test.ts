import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { dirname, normalize } from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };

/** Files that the scripts leave out: the build checks the package's, and a test compiles those with generated clients. */
const ELSEWHERE = /^(?:dist|\.wrangler|packages\/leadline|test\/oracles\/api\/clients)\//;

/** Returns the files of a compiler run. `--showConfig` lists them without reading them. */
function filesOfRun(options: readonly string[]): string[] {
  const config = execFileSync('node_modules/.bin/tsc', [...options, '--showConfig'], { encoding: 'utf8' });
  const [, folder = '.'] = options;
  const { files } = JSON.parse(config) as { files: string[] };
  return files.map((file) => normalize(`${folder.endsWith('.json') ? dirname(folder) : folder}/${file}`));
}

test('a compiler run of `npm run types` or `npm run test:oracles` checks every file', () => {
  const { types, 'test:oracles': oracles } = packageJson.scripts;
  const commands = `${types} && ${oracles}`.split('&&').map((command) => command.trim().split(' '));
  const runs = commands.flatMap(([program, ...options]) => (program === 'tsc' ? [options] : []));
  const checked = new Set(runs.flatMap(filesOfRun));
  const files = globSync('**/*.{ts,tsx}', { exclude: (name) => name === 'node_modules' || name === 'dist' });
  expect(files.filter((file) => !checked.has(file) && !ELSEWHERE.test(file))).toEqual([]);
});
