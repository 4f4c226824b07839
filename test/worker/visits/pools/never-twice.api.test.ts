/** The object of a pool over random requests, deaths and clock steps: no number belongs to two holders at once. */
import * as fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GrantedLease } from '../../../../worker/dni/pools.ts';
import { effort } from '../../../harness/effort.ts';
import { type FaultyLeadline, startFaultyLeadline } from '../../../harness/faulty-leadline.ts';
import type { Fault } from '../../../faults/faults.ts';

const MINUTE_MS = 60_000;
const HOLD_MINUTES = 20;

let leadline: FaultyLeadline;

beforeAll(async () => {
  leadline = await startFaultyLeadline();
});

afterAll(() => leadline.close());

type Step =
  | { kind: 'ask' | 'ask-dying' | 'ask-dying-writing'; visitor: number; size: number }
  | { kind: 'pass' | 'step-back'; minutes: number }
  | { kind: 'glitch'; minutes: number; visitor: number; size: number }
  | { kind: 'die' };

const visitor = fc.nat(5);
const size = fc.integer({ min: 2, max: 4 });
const ask = fc.record({ kind: fc.constant('ask' as const), visitor, size });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: ask },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('ask-dying' as const, 'ask-dying-writing' as const),
      visitor,
      size,
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('pass' as const), minutes: fc.nat(25) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('step-back' as const), minutes: fc.nat(90) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('glitch' as const), minutes: fc.nat(90), visitor, size }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'die' as const }) },
);

/** A pool with its visitors. `time` is the true one, from which the clock of the object may differ. */
class Trial {
  readonly #path = `/test/pool/${randomUUID()}/ads`;
  /** What each visitor was promised. */
  readonly #promises = new Map<number, { number: string; until: number }>();
  #time = 0;
  #clock = 0;
  /** What should not have happened. */
  readonly faults: string[] = [];
  granted = 0;
  refused = 0;
  deaths = 0;

  async run(step: Step): Promise<void> {
    switch (step.kind) {
      case 'pass':
        this.#time += step.minutes * MINUTE_MS;
        this.#clock += step.minutes * MINUTE_MS;
        return;
      // A clock that is hours behind was wrong before.
      case 'step-back':
        this.#clock -= Math.min(step.minutes, 80 - this.#minutesBehind()) * MINUTE_MS;
        return;
      // An object that has seen the right time is not misled by a slow clock.
      case 'glitch':
        await this.#ask(step);
        this.#clock -= step.minutes * MINUTE_MS;
        await this.#ask(step);
        this.#clock += step.minutes * MINUTE_MS;
        return;
      case 'die':
        this.deaths += 1;
        await leadline.send(this.#path, { method: 'DELETE' });
        return;
      case 'ask':
        return this.#ask(step);
      case 'ask-dying':
        return this.#ask(step, 'pool-dies');
      case 'ask-dying-writing':
        return this.#ask(step, 'pool-dies-writing');
    }
  }

  #minutesBehind(): number {
    return (this.#time - this.#clock) / MINUTE_MS;
  }

  async #ask({ visitor, size }: { visitor: number; size: number }, ...faults: Fault[]): Promise<void> {
    const numbers = Array.from({ length: size }, (_, index) => `+1800555010${index}`);
    await leadline.set({ ahead: this.#clock, faults });
    const answer = await leadline.send(this.#path, {
      method: 'POST',
      body: JSON.stringify({
        holder: `visitor-${visitor}`,
        network: `network-${visitor % 4}`,
        block: `block-${visitor % 4}`,
        numbers,
        holdMinutes: HOLD_MINUTES,
      }),
    });
    if (faults.length > 0) {
      this.deaths += 1;
      if (answer.status !== 503) this.faults.push(`A dying object answered ${answer.status}.`);
      return;
    }
    if (answer.status !== 200) return void this.faults.push(`The pool answered ${answer.status}.`);
    const lease = (await answer.json()) as GrantedLease | null;
    if (lease === null) {
      this.refused += 1;
      return;
    }
    this.granted += 1;
    if (!numbers.includes(lease.number)) this.faults.push(`${lease.number} is not in the pool.`);
    for (const [other, { number, until }] of this.#promises) {
      const isHeld = other !== visitor && until > this.#time && number === lease.number;
      if (isHeld) this.faults.push(`${number} was promised to ${other} and given to ${visitor}.`);
    }
    this.#promises.set(visitor, { number: lease.number, until: this.#time + lease.remainsMs });
  }
}

test('a number never belongs to two holders, however requests, deaths of the object and clock steps follow each other', async () => {
  const sums = { granted: 0, refused: 0, deaths: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40 }), async (steps) => {
      const trial = new Trial();
      for (const each of steps) await trial.run(each);
      expect(trial.faults).toEqual([]);
      sums.granted += trial.granted;
      sums.refused += trial.refused;
      sums.deaths += trial.deaths;
    }),
    { numRuns: effort(12, 400) },
  );
  expect(sums.granted).toBeGreaterThan(50);
  expect(sums.refused).toBeGreaterThan(0);
  expect(sums.deaths).toBeGreaterThan(5);
});

test('a lease of a clock that was a day ahead holds its number for the hold, also when the object dies', async () => {
  const path = `/test/pool/${randomUUID()}/ads`;
  const lease = async (holder: string, minutes: number): Promise<GrantedLease | null> => {
    await leadline.set({ ahead: minutes * MINUTE_MS });
    const numbers = ['+18005550101'];
    const body = JSON.stringify({
      holder,
      network: holder,
      block: holder,
      numbers,
      holdMinutes: HOLD_MINUTES,
    });
    return (await (await leadline.send(path, { method: 'POST', body })).json()) as GrantedLease | null;
  };
  const tomorrow = await lease('a', 24 * 60);
  const early = await lease('b', 1);
  await leadline.send(path, { method: 'DELETE' });
  const afterDeath = await lease('b', 15);
  const late = await lease('b', 22);

  expect(tomorrow).toMatchObject({ number: '+18005550101' });
  expect([early, afterDeath]).toEqual([null, null]);
  expect(late).toMatchObject({ number: '+18005550101', remainsMs: HOLD_MINUTES * MINUTE_MS });
});

test('a lease that was answered outlives its object', async () => {
  const path = `/test/pool/${randomUUID()}/ads`;
  const numbers = ['+18005550101', '+18005550102'];
  const lease = async (holder: string): Promise<GrantedLease> => {
    const body = JSON.stringify({
      holder,
      network: holder,
      block: holder,
      numbers,
      holdMinutes: HOLD_MINUTES,
    });
    return (await (await leadline.send(path, { method: 'POST', body })).json()) as GrantedLease;
  };
  await leadline.set();
  const first = await lease('a');
  await leadline.send(path, { method: 'DELETE' });

  const [other, again] = [await lease('b'), await lease('a')];

  expect(other.number).not.toBe(first.number);
  expect(again.number).toBe(first.number);
});
