import { expect, test } from 'vitest';
import { BackOff } from '../../../../../worker/core/engine/context/back-off.ts';

const NOW = Date.parse('2026-11-23T08:00:00Z');

/** Seconds that work waits after each of a number of failures. */
function waitsOf(backOff: BackOff<string>, failures: number): number[] {
  return Array.from({ length: failures }, () => {
    const { until } = backOff.countFailure('imports', NOW);
    expect(backOff.restsUntil('imports')).toBe(until);
    return (until - NOW) / 1_000;
  });
}

test('the wait doubles from 5 seconds with each failure, up to 10 minutes', () => {
  expect(waitsOf(new BackOff(), 10)).toEqual([5, 10, 20, 40, 80, 160, 320, 600, 600, 600]);
});

test('a success resets the wait, and other kinds of work do not wait', () => {
  const backOff = new BackOff<string>();
  waitsOf(backOff, 3);
  expect(backOff.restsUntil('webhooks')).toBe(0);

  backOff.clearFailures('imports');

  expect(backOff.restsUntil('imports')).toBe(0);
  expect(waitsOf(backOff, 2)).toEqual([5, 10]);
  expect(backOff.countFailure('imports', NOW).count).toBe(3);
});
