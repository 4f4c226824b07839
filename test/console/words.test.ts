/** The English of the trade on the console's screens. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Lines of the console's code without comments, by file. */
const lines = globSync('console/**/*.{ts,tsx}').flatMap((file) =>
  readFileSync(file, 'utf8')
    .replaceAll(/\/\*.*?\*\/|^\s*\/\/.*$/gms, '')
    .split('\n')
    .map((line) => [file, line.trim()] as const),
);

test.for([
  ['a blank before a percent sign', /[\d})]\s%(?!\s)/],
  ['two factors, for two-factor sign-in', /\btwo factors\b/i],
  ['mend, for fix', /\bMend (?:it|them)\b|“Mend”|^Mend$|(?<!number\.)\bmended\b/],
  ['kept, for saved', /\bhave kept\b/],
] as const)('no screen has %s', ([, wrong]) => {
  expect(lines.filter(([, line]) => wrong.test(line))).toEqual([]);
});
