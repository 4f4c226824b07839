/** Numbers whose digits may also be a date. */
import { expect, test } from 'vitest';
import { mayBeDate, mayBeShortDate } from '../../../../worker/edge/lookup/number-forms/dates.ts';

test.for([
  ['12311965', true],
  ['31121965', true],
  ['19651231', true],
  ['1231965', true],
  ['1965123', true],
  ['01012100', true],
  ['01012101', false],
  ['01011899', false],
  ['00011965', false],
  ['13321965', false],
  ['13131965', false],
  ['123119651', false],
] as const)('%s may be day, month and year: %s', ([digits, isDate]) => {
  expect(mayBeDate(digits)).toBe(isDate);
});

test.for([
  ['123135', true],
  ['311200', true],
  ['12335', true],
  ['123136', false],
  ['001135', false],
  ['133235', false],
  ['1231135', false],
] as const)('%s may be day, month and a short year: %s', ([digits, isDate]) => {
  expect(mayBeShortDate(digits)).toBe(isDate);
});
