/** Letters of companies to one address. */
import { beforeEach, expect, test } from 'vitest';
import { type CountedLetter, Letters } from '../../../worker/accounts/signing-in/letters.ts';

const NOW = 1_800_000_000_000;
const HOUR_MS = 3_600_000;

let letters: Letters;
let count = 0;
beforeEach(() => {
  let kept: readonly CountedLetter[] = [];
  letters = new Letters({
    letters: () => [...kept],
    putLetters: (given: readonly CountedLetter[]) => {
      kept = given;
    },
  });
});

function take(
  companyId: string,
  { time = NOW, isLink = true, isNotice = false, letterId = '' } = {},
): boolean {
  count += 1;
  return letters.take({ companyId, isLink, isNotice, time, letterId: letterId || `letter ${count}` });
}

const taken = (companyId: string, times: number, more = {}): number =>
  Array.from({ length: times }, () => take(companyId, more)).filter(Boolean).length;

test('a company sends five links in a day, whatever invitation they are of', () => {
  expect(taken('one', 231)).toBe(5);
  expect(taken('one', 231, { time: NOW + 23 * HOUR_MS })).toBe(0);
  expect(taken('one', 231, { time: NOW + 25 * HOUR_MS })).toBe(5);
});

test('all companies together send fifteen links, and each still tells of what happens to the sign-in', () => {
  expect(['one', 'two', 'three', 'four', 'five'].map((id) => taken(id, 10))).toEqual([5, 5, 5, 0, 0]);
  expect(taken('five', 100, { isLink: false })).toBe(20);
  expect(taken('six', 1, { isLink: false })).toBe(1);
});

test('a letter that is tried again counts once', () => {
  const again = { letterId: 'the same' };

  expect(taken('one', 20, again)).toBe(20);
  expect(taken('one', 20)).toBe(4);
  expect(letters.times()).toHaveLength(5);
});

test('a mailbox gets thirty notifications of a company in an hour, of all a hundred and in a day three hundred', () => {
  const notices = (companyId: string, hours: number): number =>
    taken(companyId, 40, { isLink: false, isNotice: true, time: NOW + hours * HOUR_MS });

  expect(['one', 'two', 'three', 'four', 'five'].map((id) => notices(id, 0))).toEqual([30, 30, 30, 10, 0]);
  expect(taken('four', 6)).toBe(5);
  expect([2, 3, 4, 5, 6, 7, 8].map((hours) => notices('one', hours))).toEqual([30, 30, 30, 30, 30, 30, 20]);
  expect(notices('one', 24)).toBe(30);
});

test('letters of former days are forgotten', () => {
  take('one');
  letters.forgetOld(NOW + 25 * HOUR_MS);

  expect(letters.times()).toEqual([]);
});
