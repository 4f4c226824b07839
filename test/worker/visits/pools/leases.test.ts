import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { effort } from '../../../harness/effort.ts';
import {
  cutLeases,
  decideLease,
  freeNumbers,
  type Lease,
  mostLeases,
} from '../../../../worker/visits/pools/leases.ts';

const HOLD_MS = 20 * 60_000;

interface Step {
  visitor: number;
  /** Milliseconds since the step before. */
  passes: number;
  /** How many numbers the pool has. */
  size: number;
  random: number;
}

const step = fc.record({
  visitor: fc.nat(12),
  passes: fc.oneof(fc.nat(1_000), fc.nat(5 * 60_000), fc.nat(3 * HOLD_MS)),
  size: fc.integer({ min: 1, max: 8 }),
  random: fc.double({ min: 0, max: 0.999_999, noNaN: true }),
});

/** A holder in a network of their own. */
const visit = (holder: string): Pick<Lease, 'holder' | 'network' | 'block'> => ({
  holder,
  network: `of ${holder}`,
  block: `of ${holder}`,
});

const numbersOf = (size: number): string[] =>
  Array.from({ length: size }, (_, index) => `+180055501${String(index).padStart(2, '0')}`);

describe('a lease', () => {
  test('is never of a number that another visit holds, however visits come and the pool changes', () => {
    let granted = 0;
    let refused = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 60 }), (steps: Step[]) => {
        const leases = new Map<string, Lease>();
        /** Until when each visitor may rely on a number. */
        const promised = new Map<string, { number: string; ends: number }>();
        const faults: string[] = [];
        let now = 1_000_000;
        for (const { visitor, passes, size, random } of steps) {
          now += passes;
          const holder = `visit-${visitor}`;
          const numbers = numbersOf(size);
          const free = freeNumbers(leases, numbers, now);
          const lease = decideLease(
            leases,
            { ...visit(holder), now, numbers, holdMs: HOLD_MS },
            () => random,
          );
          if (lease === undefined) {
            refused += 1;
            if (free.size > 0) faults.push('refused with free numbers');
            continue;
          }
          granted += 1;
          if (!numbers.includes(lease.number) || lease.ends < now + HOLD_MS) faults.push('a wrong lease');
          for (const [other, { number, ends }] of promised) {
            if (other !== holder && ends > now && number === lease.number) faults.push('a held number');
          }
          leases.set(lease.number, lease);
          promised.set(holder, lease);
        }
        expect(faults).toEqual([]);
      }),
      { numRuns: effort(300, 20_000) },
    );
    expect(granted).toBeGreaterThan(100);
    expect(refused).toBeGreaterThan(10);
  });

  test('is kept by its holder, and given to them again while nobody else got it', () => {
    const numbers = numbersOf(3);
    const request = { ...visit('a'), numbers, holdMs: HOLD_MS };
    const first = decideLease(new Map(), { ...request, now: 0 }, () => 0.9) as Lease;
    const leases = new Map([[first.number, first]]);

    const renewed = decideLease(leases, { ...request, now: 60_000 }, () => 0);
    const afterwards = decideLease(leases, { ...request, now: 5 * HOLD_MS }, () => 0);

    expect(renewed).toEqual({ ...first, ends: 60_000 + HOLD_MS });
    expect(afterwards).toEqual({
      ...visit('a'),
      number: first.number,
      begun: 5 * HOLD_MS,
      ends: 6 * HOLD_MS,
    });
  });

  test('is not shortened by a shorter hold', () => {
    const lease = { ...visit('a'), number: '+18005550100', begun: 0, ends: HOLD_MS };

    const renewed = decideLease(
      new Map([[lease.number, lease]]),
      { ...visit('a'), now: 1, numbers: [lease.number], holdMs: 1_000 },
      () => 0,
    );

    expect(renewed?.ends).toBe(HOLD_MS);
  });

  test('is of an unused number first, then more likely of one that was idle for longer', () => {
    const numbers = numbersOf(3);
    const ended = (number: string | undefined, ends: number): [string, Lease] => [
      number ?? '',
      { ...visit('x'), number: number ?? '', begun: 0, ends },
    ];
    const now = 10 * HOLD_MS;
    const request = { ...visit('b'), now, numbers, holdMs: HOLD_MS };
    const twoUsed = new Map([ended(numbers[0], now - 1), ended(numbers[1], now - 2)]);
    const allUsed = new Map([...twoUsed, ended(numbers[2], now - 97 * 60_000)]);

    const picked = Array.from(
      { length: 100 },
      (_, index) => decideLease(allUsed, request, () => index / 100)?.number,
    );

    expect(decideLease(twoUsed, request, () => 0)?.number).toBe(numbers[2]);
    expect(picked.filter((number) => number === numbers[2]).length).toBeGreaterThan(95);
  });

  test('is refused to further visits of a network that holds a quarter of the pool, or two numbers', () => {
    const lease = (holder: string, size: number, leases: Map<string, Lease>): Lease | undefined => {
      const request = {
        holder,
        network: 'office',
        block: 'office',
        now: 0,
        numbers: numbersOf(size),
        holdMs: HOLD_MS,
      };
      const granted = decideLease(leases, request, () => 0);
      if (granted !== undefined) leases.set(granted.number, granted);
      return granted;
    };
    const grantedOf = (size: number): number => {
      const leases = new Map<string, Lease>();
      const visits = Array.from({ length: size }, (_, index) => `visit-${index}`);
      const granted = visits.filter((holder) => lease(holder, size, leases) !== undefined).length;
      // Who has a number keeps it.
      expect(lease('visit-0', size, leases)?.number).toBe([...leases.keys()][0]);
      return granted;
    };

    expect([1, 2, 3, 4, 8, 16, 40].map(grantedOf)).toEqual([1, 1, 2, 2, 2, 4, 10]);
  });

  test('is refused to further networks of a block that holds half of the pool', () => {
    const leases = new Map<string, Lease>();
    const numbers = numbersOf(8);
    for (let index = 0; index < 8; index += 1) {
      const request = { ...visit(`visit-${index}`), block: 'block', now: 0, numbers, holdMs: HOLD_MS };
      const lease = decideLease(leases, request, () => 0);
      if (lease !== undefined) leases.set(lease.number, lease);
    }

    expect(leases.size).toBe(4);
    expect([1, 2, 3, 4, 8].map((size) => mostLeases(size).block)).toEqual([1, 1, 2, 2, 4]);
  });

  test('that is over is not given to its holder again while their network has its share', () => {
    const leases = new Map<string, Lease>();
    const numbers = numbersOf(8);
    const lease = (holder: string, now: number): Lease | undefined => {
      const request = { holder, network: 'office', block: 'office', now, numbers, holdMs: HOLD_MS };
      const granted = decideLease(leases, request, () => 0);
      if (granted !== undefined) leases.set(granted.number, granted);
      return granted;
    };
    const visitors = Array.from({ length: 8 }, (_, index) => `visit-${index}`);
    visitors.forEach((holder, index) => lease(holder, 2 * HOLD_MS * index));
    const now = 20 * HOLD_MS;
    const back = visitors.filter((holder) => lease(holder, now) !== undefined);

    expect(leases.size).toBe(8);
    expect(back).toEqual(['visit-0', 'visit-1']);
    expect([...leases.values()].filter(({ ends }) => ends > now)).toHaveLength(2);
  });
});

describe('after a clock that was a day ahead', () => {
  test('leases end within a hold, and not before what was promised', () => {
    const now = 100 * HOLD_MS;
    const tomorrow = now + 24 * 60 * 60_000;
    const lease = (number: string, begun: number, ends: number): [string, Lease] => [
      number,
      { ...visit(number), number, begun, ends },
    ];
    const kept = lease('today', now - HOLD_MS / 2, now + HOLD_MS / 2);
    const leases = new Map([
      kept,
      lease('tomorrow', tomorrow, tomorrow + HOLD_MS),
      lease('renewed', now - HOLD_MS, tomorrow + HOLD_MS),
    ]);

    expect(cutLeases(leases, { now, holdMs: HOLD_MS })).toMatchObject([
      { number: 'tomorrow', begun: now, ends: now + HOLD_MS },
      { number: 'renewed', begun: now - HOLD_MS, ends: now + HOLD_MS },
    ]);
  });
});
