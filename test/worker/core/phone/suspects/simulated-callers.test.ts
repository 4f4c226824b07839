/**
 * Simulated first callers with a known truth. What the shares of people and machines are is assumed, see `docs/benchmarks.md`; the
 * score is the product's.
 */
import { expect, test } from 'vitest';
import { type CallerFacts, LIKELY_SPAM, scoreOf } from '../../../../../worker/core/phone/rules/suspects.ts';

/** How often a first caller shows a sign, and presses 1 when asked. */
interface Kind {
  lowAttestation: number;
  failed: number;
  impossible: number;
  neighbor: number;
  manyNumbers: number;
  /** One earlier call that ended within seconds, and several. */
  shortOnce: number;
  shortOften: number;
  pressesOne: number;
}

/** Somebody who calls a company for the first time: pocket calls, forwarded calls that lost their signature, people of a small town. */
const PERSON: Kind = {
  lowAttestation: 0.08,
  failed: 0.003,
  impossible: 0.001,
  neighbor: 0.02,
  manyNumbers: 0.004,
  shortOnce: 0.04,
  shortOften: 0.005,
  pressesOne: 0.95,
};

/** A machine that dials lists. */
const MACHINE: Kind = {
  lowAttestation: 0.45,
  failed: 0.15,
  impossible: 0.1,
  neighbor: 0.35,
  manyNumbers: 0.3,
  shortOnce: 0.2,
  shortOften: 0.3,
  pressesOne: 0.02,
};

type Sign = Exclude<keyof Kind, 'pressesOne'>;
const SIGNS: readonly (readonly [Sign, Partial<CallerFacts>])[] = [
  ['lowAttestation', { attestation: 'C' }],
  ['failed', { verification: 'failed' }],
  ['impossible', { isPossible: false }],
  ['neighbor', { from: '+15125559999' }],
  ['manyNumbers', { numbersCalled: 3 }],
  ['shortOnce', { shortCalls: 1 }],
  ['shortOften', { shortCalls: 2 }],
];

/** Returns the share of callers of a kind who are taken for spam: of all ways to show signs, each with its probability. */
function suspects(kind: Kind): number {
  let share = 0;
  for (let way = 0; way < 2 ** SIGNS.length; way += 1) {
    const shown = SIGNS.filter((_, index) => (way & (1 << index)) !== 0);
    const facts: CallerFacts = Object.assign(
      { from: '+12065550123', number: '+15125550102', isPossible: true, numbersCalled: 1, shortCalls: 0 },
      ...shown.map(([, each]) => each),
    );
    const probability = SIGNS.reduce(
      (product, [sign], index) => product * ((way & (1 << index)) === 0 ? 1 - kind[sign] : kind[sign]),
      1,
    );
    if (scoreOf(facts).score >= LIKELY_SPAM) share += probability;
  }
  return share;
}

test('of a thousand people who call first at most one is turned away, and most machines are', () => {
  const [people, machines] = [suspects(PERSON), suspects(MACHINE)];

  expect(people).toBeCloseTo(0.0186, 3);
  expect(people * (1 - PERSON.pressesOne)).toBeLessThan(0.001);
  expect(machines * (1 - MACHINE.pressesOne)).toBeGreaterThan(0.7);
});
