// @vitest-environment happy-dom
/** What is told about the load of a pool. */
import { describe, expect, test } from 'vitest';
import type { ExplainedPoolBody } from '../../../../worker/edge/settings/answer-schema.ts';
import { freeText, hoursBy, loadTexts } from '../../../../console/screens/numbers/pools/pools.ts';

describe('the advice on a pool', () => {
  const pool = (load: object | null, parts: object = {}): ExplainedPoolBody =>
    ({
      name: 'ads',
      numbers: 2,
      free: 1,
      load,
      hours: [],
      leaks: null,
      ...parts,
    }) as unknown as ExplainedPoolBody;

  test('says how many are free, how many found none, and how many it needs', () => {
    expect(freeText(pool(null))).toBe('1 of 2 numbers is free now.');
    expect(freeText(pool(null, { free: null }))).toBe('The pool does not answer at the moment.');
    expect(loadTexts(pool({ leases: 0, overflows: 0, busiest_hour: null }))).toEqual([
      'No visitor got a number of this pool in the last 14 days.',
    ]);
    const load = { leases: 3, overflows: 1, busiest_hour: null };
    expect(loadTexts(pool(load))).toEqual([
      'In the last 14 days, 1 of 4 visitors found all numbers leased (25%).',
      'There were too few visitors for advice.',
    ]);
    const busy = { time: '2026-01-20T12:00:00Z', erlangs: 1.25, predicted_overflow: 0.0004 };
    const advised = (numbers: number | null): string | undefined =>
      loadTexts(pool({ ...load, busiest_hour: busy, advised_numbers: numbers })).at(-1);
    expect([advised(2), advised(3), advised(1), advised(null)]).toEqual([
      'That is enough.',
      'With 3 numbers it would be at most 1%.',
      'That is enough: 1 number would keep it at 1%.',
      'No pool has enough numbers for that: divide the visits by source or location.',
    ]);
    expect(loadTexts(pool({ ...load, busiest_hour: busy, advised_numbers: 2 }))[1]).toMatch(
      /visitors needed 1\.3 numbers at a time\. With 2 numbers, under 0\.1% of them see/,
    );
  });

  test('adds up its hours by day and by hour of the day', () => {
    const hour = (day: number, at: number, issued: number): ExplainedPoolBody['hours'][number] => ({
      time: new Date(2026, 0, day, at).toISOString(),
      issued,
      called: 1,
      overflowed: 0,
    });
    const hours = [hour(21, 9, 1), hour(20, 9, 2), hour(20, 8, 4)];
    expect(hoursBy(hours, 'day').map(({ issued, called }) => [issued, called])).toEqual([
      [6, 2],
      [1, 1],
    ]);
    expect(hoursBy(hours, 'hour').map(({ label, issued }) => [label, issued])).toEqual([
      ['8 AM', 4],
      ['9 AM', 3],
    ]);
  });
});
