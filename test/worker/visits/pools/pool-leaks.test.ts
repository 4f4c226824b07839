import { describe, expect, test } from 'vitest';
import { MODEL } from '../../../../worker/core/attribution/fitted-model.ts';
import { lateCalls } from '../../../../worker/core/attribution/late-calls.ts';
import { findLeaks, type LeaseBefore, type PoolCall } from '../../../../worker/dni/pure/pool-leaks.ts';
import { decideLease, type Lease } from '../../../../worker/visits/pools/leases.ts';
import { randomOf } from '../../../../bench/attribution/random.ts';

const HOUR_MS = 3_600_000;
const START = Date.UTC(2026, 2, 2);
const NUMBER = '+18005550191';

const callAt = (hours: number, caller: string | null = '+12065550101', isFirst = true): PoolCall => ({
  number: NUMBER,
  time: START + hours * HOUR_MS,
  caller,
  isFirst,
});
const lease = (from: number, until: number): LeaseBefore => ({
  from: START + from * HOUR_MS,
  until: START + until * HOUR_MS,
});

describe('a leak', () => {
  test('is a call without a lease in the 24 hours before, if the pool is older than a day', () => {
    const calls = [callAt(100), callAt(90), callAt(80), callAt(60), callAt(20)];
    const leases = [lease(80, 81), lease(80, 81), lease(54, 55.9), lease(35, 35.9), null];

    expect(findLeaks(calls, leases, START)).toEqual([
      {
        kind: 'call_without_lease',
        number: NUMBER,
        count: 2,
        lastTime: START + 80 * HOUR_MS,
        page: null,
      },
    ]);
  });

  test('is a lease during which three people call for the first time; the same one counts once', () => {
    const people = ['+12065550101', '+12065550102', '+12065550103'];
    const own = lease(40, 41);
    const crowd = people.map((caller) => callAt(40.5, caller));

    expect(findLeaks(crowd, [own, own, own], START)).toMatchObject([
      { kind: 'many_first_callers', count: 3 },
    ]);
    expect(findLeaks([...crowd.slice(1), callAt(40.6, people[1])], [own, own, own], START)).toEqual([]);
    expect(findLeaks([...crowd.slice(1), callAt(40.6, null)], [own, own, own], START)).toEqual([]);
    expect(findLeaks([...crowd.slice(1), callAt(40.6, people[0], false)], [own, own, own], START)).toEqual(
      [],
    );
    expect(findLeaks([...crowd.slice(1), callAt(41.5, people[0])], [own, own, own], START)).toEqual([]);
  });
});

describe('late calls', () => {
  const hour = (leases: number, heldMs: number) => ({ hour: START, leases, overflows: 0, heldMs });
  const of = (numbers: number, leases: number, holdMinutes = 20) =>
    lateCalls({ numbers, holdMinutes, hours: [hour(leases, leases * holdMinutes * 60_000)] }) ?? {
      afterHold: NaN,
      taken: NaN,
    };

  test('are unknown without a lease', () => {
    expect(lateCalls({ numbers: 8, holdMinutes: 20, hours: [] })).toBe(null);
  });

  test('are more often taken in a busier or smaller pool, and fewer with a longer hold', () => {
    expect(of(40, 60).taken).toBeGreaterThan(of(40, 6).taken);
    expect(of(22, 60).taken).toBeGreaterThan(of(80, 60).taken);
    expect(of(40, 30, 60).afterHold).toBeLessThan(of(40, 30, 20).afterHold);
    expect(of(40, 60).taken).toBeLessThan(of(40, 60).afterHold);
    expect(of(40, 60).afterHold).toBeLessThan(1);
  });

  test('are taken as often as the formula says, where a call comes at any time with the same probability', () => {
    const model = { ...MODEL, visit: [[1_000, 1] as const, [4 * HOUR_MS, 1] as const] };
    const after = (holdMs: number): number =>
      lateCalls({ numbers: 30, holdMinutes: holdMs / 60_000, hours: [hour(40, 40 * 20 * 60_000)] }, model)
        ?.afterHold ?? NaN;
    const spread = ((30 - (40 * 20) / 60) / 40) * Math.sqrt(2 / Math.PI) * HOUR_MS;
    // After the hold of 20 minutes a number is idle so long, and calls after that are taken.
    const shares = Array.from({ length: 1_000 }, (_, index) =>
      after(20 * 60_000 + spread * Math.sqrt(-2 * Math.log((index + 0.5) / 1_000))),
    );
    const expected = shares.reduce((sum, each) => sum + each, 0) / shares.length;

    const late = lateCalls({ numbers: 30, holdMinutes: 20, hours: [hour(40, 40 * 20 * 60_000)] }, model);

    expect(late?.afterHold).toBeCloseTo((4 * 60 - 20) / (4 * 60), 3);
    expect(late?.taken).toBeCloseTo(expected, 3);
  });

  test('are those of a simulated pool: the number is given again as often as the formula says', () => {
    const random = randomOf(7);
    const [size, holdMs, rate] = [30, 20 * 60_000, 40 / HOUR_MS];
    const numbers = Array.from({ length: size }, (_, index) => `+1800555${1_000 + index}`);
    const leases = new Map<string, Lease>();
    const idle: number[] = [];
    for (let now = START, visitor = 0; visitor < 40_000; visitor += 1) {
      now += -Math.log(1 - random()) / rate;
      const request = {
        holder: `v${visitor}`,
        network: `n${visitor}`,
        block: `n${visitor}`,
        now,
        numbers,
        holdMs,
      };
      const given = decideLease(leases, request, random);
      if (given === undefined) continue;
      const before = leases.get(given.number);
      if (before !== undefined && visitor > 5_000) idle.push(now - before.ends);
      leases.set(given.number, given);
    }
    // As in lateCalls: exp(-t² / 2s²) of the numbers are still free after t.
    const free = size - rate * holdMs;
    const spread = (free / rate) * Math.sqrt(2 / Math.PI);
    for (const share of [0.5, 1, 1.5]) {
      const time = share * spread;
      const still = idle.filter((each) => each > time).length / idle.length;
      expect(still).toBeCloseTo(Math.exp(-(share ** 2) / 2), 1);
    }
  });
});
