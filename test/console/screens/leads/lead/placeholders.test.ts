// @vitest-environment happy-dom
/** The placeholders of templates. */
import { expect, test } from 'vitest';
import { unfilledIn } from '../../../../../console/screens/leads/lead/timeline/compose.tsx';
import { filled } from '../../../../../console/screens/leads/lead/timeline/placeholders.ts';

const VALUES = { name: 'Ann Lee', first_name: 'Ann', branch: undefined, company: 'Acme', me: 'Sue' };

test('placeholders become what they stand for, and one without a value stays', () => {
  expect(filled('Hi {first_name}, {me} of {company}, {branch}.', VALUES)).toBe(
    'Hi Ann, Sue of Acme, {branch}.',
  );
});

test.for([
  ['Hi {first_name}', '{first_name}'],
  ['Best, {my_name}', '{my_name}'],
  ['Hi {{first_name}}', '{first_name}'],
  ['Hi {First Name}', '{First Name}'],
  ['Grüße, {größe}', '{größe}'],
  ['It costs {5}; {} :-{ }', undefined],
  ['Hi Ann', undefined],
] as const)('%s: %s is left to write', ([text, unfilled]) => {
  expect(unfilledIn(text)).toBe(unfilled);
});
