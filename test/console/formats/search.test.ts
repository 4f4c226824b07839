/** What people type finds names with letters that their keyboard lacks. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { hasText, hasWords, isSameName } from '../../../console/formats/search.ts';

test.for([
  ['Tromsø', 'Tromso'],
  ['Tromsø', 'TROMSOE'],
  ['København', 'kobenhavn'],
  ['København', 'Koebenhavn'],
  ['Århus', 'aarhus'],
  ['Århus', 'Arhus'],
  ['Łódź', 'lodz'],
  ['Straße', 'strasse'],
  ['München', 'Muenchen'],
  ['Montréal', 'montreal'],
  ['Aesop', 'aesop'],
  ['Kraków', 'KRAKÓW'],
] as const)('%s is found as %s', ([name, typed]) => {
  expect(hasWords(`Branch in ${name}, open`, typed)).toBe(true);
  expect(hasText(`Branch in ${name}, open`, ` ${typed} `.trim())).toBe(true);
  expect(isSameName(name, typed)).toBe(true);
  expect(hasWords('Bergen', typed)).toBe(false);
});

test('each word counts, in any order, and a phone number as it is', () => {
  expect(hasWords('Tromsø North, +47 900 55 501', 'north tromso 900')).toBe(true);
  expect(hasWords('Tromsø North', 'north oslo')).toBe(false);
});

test('no list of the console is searched in another way', () => {
  const ways = /toLowerCase\(\)\s*\.(?:includes|startsWith)\(/;
  const others = globSync('console/**/*.{ts,tsx}').filter((file) => ways.test(readFileSync(file, 'utf8')));
  expect(others).toEqual([]);
});
