import { expect, test } from 'vitest';
import { isSameContents, withLateFields } from '../../../console/typed/contents.ts';
import type { Contents } from '../../../console/typed/form-contents.ts';

type Values = Record<string, string | boolean>;

/** Contents of which the fields named "choice" are selects. */
function contents(values: Values): Contents {
  return new Map(
    Object.entries(values).map(([key, value]) => [key, { value, isChoice: key.startsWith('choice') }]),
  );
}

/** Whether a form differs from the contents it was sent with, after a change that the user has not made. */
function isTypedSince({ sent, seen, now }: { sent: Values; seen: Values; now: Values }): boolean {
  return !isSameContents(contents(now), withLateFields(contents(sent), contents(seen), contents(now)));
}

test.for<[what: string, sent: Values, now: Values]>([
  ['the first option of a list', { amount: '5', choice: '' }, { amount: '5', choice: 'USD' }],
  ['a field at the end', { amount: '5' }, { amount: '5', note: '' }],
  ['a field at the start', { amount: '5' }, { day: '', amount: '5' }],
  ['fields between others', { a: '1', d: '4' }, { a: '1', b: '2', c: true, d: '4' }],
  ['a field that disappears', { amount: '5', note: '' }, { amount: '5' }],
])('%s that comes without the user is not typed', ([, sent, now]) => {
  expect(isTypedSince({ sent, seen: sent, now })).toBe(false);
});

test.for<[what: string, sent: Values, seen: Values, now: Values]>([
  ['a text', { amount: '5', choice: '' }, { amount: '50', choice: '' }, { amount: '50', choice: 'USD' }],
  ['a choice', { choice: 'USD' }, { choice: 'EUR' }, { choice: 'EUR', other: '' }],
  ['a choice that is not among the new options', { choice: 'USD' }, { choice: 'EUR' }, { choice: 'CHF' }],
  ['a row that was added', { a: '1' }, { a: '1', b: '' }, { a: '1', b: '', choice: 'USD' }],
  ['a row that was removed', { a: '1', b: '2' }, { a: '1' }, { a: '1', choice: 'USD' }],
  ['rows that changed places', { a: '1', b: '2' }, { b: '2', a: '1' }, { b: '2', a: '1', choice: 'USD' }],
  ['a text in a field that disappears', { a: '1', b: '2' }, { a: '1', b: '3' }, { a: '1' }],
])('%s stays typed when fields come without the user', ([, sent, seen, now]) => {
  expect(isTypedSince({ sent, seen, now })).toBe(true);
});

test('a text that changes without the user is typed: a button or a file has written it', () => {
  expect(isTypedSince({ sent: { a: '' }, seen: { a: '' }, now: { a: 'From a file' } })).toBe(true);
});
