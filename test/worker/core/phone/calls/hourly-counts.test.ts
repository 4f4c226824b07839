/** How long somebody waits who has reached a limit an hour. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { contextOfActor } from '../../../../../worker/core/engine/context/contexts.ts';
import { countOne, waitOf } from '../../../../../worker/core/phone/calls/hourly-counts.ts';
import { MortalCompany } from '../../engine/context/mortal-company.ts';

const NOON = Date.UTC(2026, 10, 2, 12);
const MINUTE_MS = 60_000;

const company = new MortalCompany(1, 0);

beforeEach(() => vi.useFakeTimers({ now: NOON }));
afterEach(() => vi.useRealTimers());

/**
 * Counts one at each of the minutes after noon.
 * @returns the minutes to wait at a later one; undefined if there is room
 */
function waitAfter(minutes: readonly number[], at: number, limit = 3): number | undefined {
  const scope = crypto.randomUUID();
  for (const minute of minutes) {
    vi.setSystemTime(NOON + minute * MINUTE_MS);
    company.write((context) => countOne(context, scope));
  }
  vi.setSystemTime(NOON + at * MINUTE_MS);
  const seconds = waitOf(contextOfActor(company.company, { kind: 'system', name: 'test' }), { scope, limit });
  return seconds && seconds / 60;
}

test('below the limit there is no wait', () => {
  expect(waitAfter([0, 1], 1)).toBeUndefined();
  expect(waitAfter([], 1)).toBeUndefined();
});

test.for([
  [[0, 1, 2], 2, 68],
  [[5, 30, 45], 45, 25],
  [[5, 30, 45], 69, 1],
  [[5, 30, 45], 70, undefined],
  [[19, 30, 45], 45, 35],
] as const)(
  'after three at the minutes %j, the wait at minute %d ends 70 minutes after the ten minutes of the first: %j',
  ([minutes, at, wait]) => {
    expect(waitAfter(minutes, at)).toBe(wait);
  },
);

test('after a limit was lowered, the wait is for as many as are above it', () => {
  expect(waitAfter([5, 30, 45], 45, 2)).toBe(55);
  expect(waitAfter([5, 30, 45], 45, 1)).toBe(65);
});
