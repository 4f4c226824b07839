/** The simulated sites: what they draw, and what they let the rules know. */
import { expect, test } from 'vitest';
import { drawHappenings } from '../../../bench/attribution/people.ts';
import { runSite, type SimulatedCall } from '../../../bench/attribution/site.ts';
import {
  DAY_MS,
  fittingWorlds,
  HOUR_MS,
  JUDGED_WORLDS,
  type World,
} from '../../../bench/attribution/worlds.ts';

/** A world of two weeks, of which the first ten days are not judged. */
function small(name: string, changes: Partial<World> = {}): World {
  const world = JUDGED_WORLDS.find((each) => each.name === name) as World;
  return { ...world, days: 16, ...changes };
}

function callsOf(world: World): SimulatedCall[] {
  const calls: SimulatedCall[] = [];
  runSite(world, (call) => calls.push(call));
  return calls;
}

test('the same seed gives the same calls, another one others', () => {
  const world = small('usual');
  const first = callsOf(world);

  expect(first.length).toBeGreaterThan(50);
  expect(callsOf(world)).toEqual(first);
  expect(callsOf({ ...world, seed: world.seed + 1 })).not.toEqual(first);
});

test('no world for fitting has the seed of one for judging', () => {
  const seeds = fittingWorlds(50, 7).map(({ seed }) => seed);

  expect(new Set([...seeds, ...JUDGED_WORLDS.map(({ seed }) => seed)]).size).toBe(50 + JUDGED_WORLDS.length);
});

test('visits, taps and calls are as frequent as the world says, and more by day than by night', () => {
  const world = small('usual', { days: 30, repeatShare: 0, secondCallerShare: 0 });
  const happenings = drawHappenings(world);
  const begun = happenings.filter((each) => each.kind === 'ask' && each.time === each.visit.begin);
  const firstCalls = happenings.filter(
    (each) =>
      each.kind === 'call' &&
      !each.again &&
      each.visit !== undefined &&
      each.caller?.startsWith('second') !== true,
  );
  const hourOf = ({ time }: { time: number }): number => Math.floor((time % DAY_MS) / HOUR_MS);

  const expected = (world.newVisitorsPerDay * 30) / (1 - world.returnShare);
  expect(begun.length / expected).toBeCloseTo(1, 1);
  expect(firstCalls.length / begun.length).toBeCloseTo(world.callShare, 2);
  expect(begun.filter((each) => hourOf(each) === 10).length).toBeGreaterThan(
    5 * begun.filter((each) => hourOf(each) === 3).length,
  );
});

test('people call again, colleagues share a number, strangers and machines dial what they were never shown', () => {
  const world = small('switchboards', { days: 40, spamPerDay: 1 });
  const calls = callsOf(world);
  const callers = new Set(calls.flatMap(({ caller }) => caller ?? []));
  const of = (kind: string): SimulatedCall[] =>
    calls.filter(({ caller }) => caller?.startsWith(kind) === true);
  const truths = (kind: string): Set<string | undefined> =>
    new Set(of(kind).map(({ truth }) => truth?.visitId));

  expect(calls.length).toBeGreaterThan(1.3 * callers.size);
  expect(new Set(of('switchboard').map(({ caller }) => caller)).size).toBeLessThan(
    of('switchboard').length / 4,
  );
  expect(truths('switchboard').size).toBeGreaterThan(10);
  expect(new Set(of('machine').map(({ number }) => number)).size).toBeGreaterThan(5);
  for (const kind of ['machine', 'saved', 'stranger']) expect([...truths(kind)]).toEqual([undefined]);
  expect(calls.some(({ caller }) => caller === undefined)).toBe(true);
});

test('a rule knows nothing of what comes after the call', () => {
  const calls = callsOf(small('usual'));
  const late = calls.flatMap(({ time, visits, taps, leases }) => [
    ...leases.filter(({ from }) => from > time),
    ...visits.filter(({ seenTime }) => seenTime > time),
    ...taps.filter((tap) => tap.time > time),
  ]);

  expect(calls.length).toBeGreaterThan(50);
  expect(late).toEqual([]);
});

test('without storage no visit is known, and a tiny pool has no number for many', () => {
  const unknown = callsOf(small('no storage allowed'));
  const { overflow } = runSite(small('tiny pool'), () => {});

  expect(unknown.length).toBeGreaterThan(50);
  expect(unknown.flatMap(({ visits, truth }) => [...visits, truth].filter(Boolean))).toEqual([]);
  expect(overflow).toBeGreaterThan(0.2);
});
