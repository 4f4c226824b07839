/** The calls of people who were never on a simulated site: wrong numbers, people who saved a number, and machines. */
import type { Happening } from './people.ts';
import { exponential, type Random, randomOf } from './random.ts';
import { DAY_MS, HOUR_MS, type World } from './worlds.ts';

type Call = Extract<Happening, { kind: 'call' }>;

/** People who have saved a number, for each number. */
const SAVED_BY = 4;
/** The part of all numbers that a machine dials. */
const DIALLED_SHARE = 0.4;

/** Draws them in no order. @param numbers of the pool */
export function drawStrangers(world: World, numbers: readonly string[]): Happening[] {
  const random = randomOf(world.seed + 900_000);
  return [...drawPeople(world, numbers, random), ...drawMachines(world, numbers, random)];
}

function* drawPeople(
  { days, strangersPerNumber, savedShare, withheldShare }: World,
  numbers: readonly string[],
  random: Random,
): Generator<Call> {
  const mean = DAY_MS / (strangersPerNumber * numbers.length);
  let count = 0;
  for (let time = exponential(random, mean); time < days * DAY_MS; time += exponential(random, mean)) {
    count += 1;
    const number = numbers[Math.floor(random() * numbers.length)] ?? '';
    const isSaved = random() < savedShare;
    const own = isSaved ? `saved ${number} ${Math.floor(random() * SAVED_BY)}` : `stranger ${count}`;
    const caller = !isSaved && random() < withheldShare ? undefined : own;
    yield { kind: 'call', time, visit: undefined, number, caller, again: false };
  }
}

/** A machine dials a part of the numbers in the hours of business, with a number of its own. */
function* drawMachines(
  { days, spamPerDay }: World,
  numbers: readonly string[],
  random: Random,
): Generator<Call> {
  for (let time = 0, count = 0; time < days * DAY_MS; count += 1) {
    time += exponential(random, DAY_MS / spamPerDay);
    const begin = time - (time % DAY_MS) + (9 + 8 * random()) * HOUR_MS;
    for (const number of numbers) {
      if (random() >= DIALLED_SHARE) continue;
      const dialled = begin + random() * HOUR_MS;
      yield {
        kind: 'call',
        time: dialled,
        visit: undefined,
        number,
        caller: `machine ${count}`,
        again: false,
      };
    }
  }
}
