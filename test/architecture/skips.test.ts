import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Matches every way to leave a test out in code. */
const SKIPS = /\.(?:skip|skipIf|runIf|todo|fails)\(|\bskip: (?:true|!|\w+ [!=]==)/;

test('tests are left out only by the tag `full`, and prerendering in engines that lack it', () => {
  const files = globSync('test/**/*.ts', { exclude: (name) => name.includes('node_modules') });
  const engines = readFileSync('vitest.engines.config.ts', 'utf8');

  expect(files.length).toBeGreaterThan(200);
  expect(files.filter((file) => SKIPS.test(readFileSync(file, 'utf8')))).toEqual([]);
  expect([...engines.matchAll(/exclude: \[(.*)\]/g)].map(([, excluded]) => excluded)).toEqual([
    "'test/widget/scenarios/prerender/**'",
  ]);
});
