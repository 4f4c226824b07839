/**
 * Money spent = numbers held, none twice, none forgotten, none given back that is used, none of others touched, and what is put back
 * is as it was, whatever happens: answers that are lost before and after the carrier has acted, orders that are delivered late or
 * fail, people who change things at the carrier, users who repeat, and an object that is killed at any moment.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { effort } from '../../../../../harness/effort.ts';
import { CARRIERS, START } from './inventory-run.ts';
import { RandomRun } from './random-run.ts';

/** 1,000 runs at each carrier in the full tests. */
const RUNS = effort(25, 1_000);
/** What must have happened often, or the runs prove nothing. */
const OFTEN = [
  'active',
  'refused',
  'released',
  'restored',
  'release: in_use',
  'put all back',
  'order: over_budget',
];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test.for(CARRIERS)(
  'at %s, the money that was spent is the numbers that are held',
  { timeout: 1_200_000 },
  async (carrier) => {
    const counts: Record<string, number> = {};
    for (let run = 1; run <= RUNS; run += 1) {
      const seed = 10_000 * CARRIERS.indexOf(carrier) + run;
      const random = new RandomRun(carrier, seed);
      await random.live();
      const { violations, diary } = random.watch;
      expect({ seed, violations, diary: violations.length > 0 ? diary : [] }).toEqual({
        seed,
        violations: [],
        diary: [],
      });
      for (const [name, count] of Object.entries(random.counts)) counts[name] = (counts[name] ?? 0) + count;
    }
    const rare = OFTEN.filter((name) => (counts[name] ?? 0) < RUNS / 10);
    expect(rare).toEqual([]);
  },
);
