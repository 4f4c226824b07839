/**
 * Each notification is told once by mail and once on each browser, whatever happens: an object that is killed at any moment
 * between the cause and the delivery, a service that refuses or is silent, before or after it took a message. Quiet hours and
 * digests are kept.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { zoneClock } from '../../../../../../worker/core/engine/times/local-clock.ts';
import { afterQuiet } from '../../../../../../worker/core/people/notifications/due-times.ts';
import { notify } from '../../../../../../worker/core/people/notifications/notifications.ts';
import { effort } from '../../../../../harness/effort.ts';
import { pick } from '../../../reports/random/random-company.ts';
import { type Channel, countOf, mail, type Person, push, Run, START, ZONE } from './channel-run.ts';

const STEPS = 40;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('each notification is told once by mail, whenever the object is killed', async () => {
  expect(await tellOnce(mail, effort(15, 300))).toBeGreaterThan(0);
});

test('each notification is told once on each browser, whenever the object is killed', async () => {
  expect(await tellOnce(push, effort(5, 100))).toBeGreaterThan(0);
});

/** Checks random runs. @returns how often a message arrived again */
async function tellOnce(channel: Channel, runs: number): Promise<number> {
  let repetitions = 0;
  for (let seed = 1; seed <= runs; seed += 1) {
    vi.setSystemTime(START);
    const run = new Run(seed, channel);
    const told = new Map<string, Person>();
    for (let step = 0; step < STEPS; step += 1) {
      const person = pick(run.random, run.people);
      const name = `report ${String(step)}.`;
      run.write((context) => {
        notify(context, { type: 'report.ready', userId: person.userId, data: { name, console_path: '/' } });
      });
      told.set(name, person);
      await run.tell(pick(run.random, [0, 3_000, 10_000, MINUTE, HOUR, 7 * HOUR]));
    }
    run.isTroubled = false;
    await run.tell(72 * HOUR);

    expect(run.isDone, `seed ${String(seed)} ends`).toBe(true);
    for (const person of run.people) {
      const names = [...told].flatMap(([name, { userId }]) => (userId === person.userId ? [name] : []));
      for (const end of person.ends) {
        // It may have taken a message twice, with the same id: mail programs and browsers show it once.
        const arrived = run.taken.filter(({ to }) => to === end);
        const messages = [...Map.groupBy(arrived, ({ id }) => id).values()];
        repetitions += arrived.length - messages.length;
        expect(messages.filter((copies) => new Set(copies.map(({ text }) => text)).size !== 1)).toEqual([]);
        const own = messages.flatMap(([first]) => first ?? []);
        expect(sum(own.map(countOf)), `seed ${String(seed)}: ${end}`).toBe(names.length);
        const named = names.map((name) => own.filter(({ text }) => text.includes(name)).length);
        expect(Math.max(...named)).toBe(1);
        expect(sum(named)).toBe(sum(own.map((message) => Math.min(countOf(message), channel.mostNamed))));
        expect(arrived.filter(({ time }) => !isAllowed(time, person))).toEqual([]);
      }
    }
  }
  return repetitions;
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

/** Tells whether a person may be sent something at this time. */
function isAllowed(time: number, { quietHours }: Person): boolean {
  const clock = zoneClock(ZONE);
  return clock !== undefined && afterQuiet(time, quietHours, clock) === time;
}
