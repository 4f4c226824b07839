/**
 * Fits the rates of attribution to the worlds for fitting: `node bench/attribution/fit.ts` writes
 * `worker/core/attribution/fitted-model.ts`. The rates by time are calls counted, divided by the time in which they could have
 * come; the other figures are those with the least log loss. Run `npm run format` afterwards.
 */
import { writeFileSync } from 'node:fs';
import type { Model, RateTable } from '../../worker/core/attribution/model.ts';
import type { KeptVisit } from '../../worker/dni/evidence.ts';
import { attributing } from './judge.ts';
import { logLoss } from './scores.ts';
import { OVERFLOW, runSite, type SimulatedCall, type SiteResult, WARM_UP_MS } from './site.ts';
import { DAY_MS, fittingWorlds, HOUR_MS, MINUTE_MS, type World } from './worlds.ts';

/** To be raised with each fit that changes the figures. */
const VERSION = '1';
const TARGET = 'worker/core/attribution/fitted-model.ts';
const WORLDS = 10;
/** The search uses some of them, since it reads each call a hundred times. */
const SEARCHED = 4;
const SEED = 7;
/** Evidence is used for so long. */
const LONGEST_MS = 30 * DAY_MS;

/** Edges of the spans in which calls are counted. */
const VISIT_EDGES = [
  ...[0, 0.5, 1, 2, 3, 4, 6, 8, 11, 15, 20, 25, 30, 40].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 4, 8, 16, 24, 48, 96, 192, 720].map((hours) => hours * HOUR_MS),
];
const TAP_EDGES = [0, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 60, 120].map((seconds) => seconds * 1_000);

/** Counts calls by a time since something, and the time in which they could have come. */
class Counter {
  readonly #edges: readonly number[];
  readonly #calls: number[];
  readonly #exposure: number[];

  constructor(edges: readonly number[]) {
    this.#edges = edges;
    this.#calls = edges.slice(1).map(() => 0);
    this.#exposure = edges.slice(1).map(() => 0);
  }

  /** Counts a call so long after. */
  call(time: number): void {
    const next = this.#edges.findIndex((edge) => edge > time);
    if (next > 0) this.#calls[next - 1] = (this.#calls[next - 1] ?? 0) + 1;
  }

  /** Counts the time from the beginning of a span until `until`. */
  expose(until: number): void {
    this.#exposure.forEach((minutes, index) => {
      const span = Math.min(until, this.#edges[index + 1] ?? 0) - (this.#edges[index] ?? 0);
      if (span > 0) this.#exposure[index] = minutes + span / MINUTE_MS;
    });
  }

  /** Returns calls a minute, at the middle of each span on a logarithmic scale. Half a call is added, since none is no proof. */
  table(): RateTable {
    return this.#calls.map((calls, index) => {
      const [from = 0, until = 0] = this.#edges.slice(index);
      const middle = Math.sqrt(Math.max(from, until / 8) * until);
      return [Math.round(middle), rounded((calls + 0.5) / (this.#exposure[index] ?? 1))] as const;
    });
  }
}

interface Counters {
  visit: Counter;
  tap: Counter;
  again: Counter;
  unknown: Counter;
}

/** The calls of a world, for the search. */
type History = SimulatedCall[];

function main(): void {
  const counters = {
    visit: new Counter(VISIT_EDGES),
    tap: new Counter(TAP_EDGES),
    again: new Counter(VISIT_EDGES),
    unknown: new Counter([0, LONGEST_MS]),
  };
  console.time('worlds');
  const histories = fittingWorlds(WORLDS, SEED).map((world) => {
    console.log(world.name, Date.now());
    return observe(world, counters);
  });
  console.timeEnd('worlds');
  const start: Model = {
    version: VERSION,
    visit: counters.visit.table(),
    tap: falling(counters.tap.table()),
    again: counters.again.table(),
    unknown: counters.unknown.table()[0]?.[1] ?? 0,
    unknownBesideOthers: 0.2,
    newVisit: 3e-4,
    takenVisit: 0.01,
  };
  const fitted = searched(start, histories.slice(0, SEARCHED));
  const text = `/** Rates of calls, fitted to simulated sites by \`node bench/attribution/fit.ts\`. Not edited by hand. */
import type { Model } from './model.ts';

export const MODEL: Model = ${JSON.stringify(fitted, undefined, 2)};
`;
  writeFileSync(TARGET, text);
}

/**
 * Raises each rate to the highest of the later ones. Hardly anybody calls in the first second after a tap, but the clocks of the
 * carrier and the edge differ by more than that.
 */
function falling(table: RateTable): RateTable {
  return table.map(([time], index) => [time, Math.max(...table.slice(index).map(([, rate]) => rate))]);
}

/** Runs a world, and counts. */
function observe(world: World, counters: Counters): History {
  const former = new Map<string, SimulatedCall>();
  const history: History = [];
  const result = runSite(world, (call) => {
    history.push(call);
    countCall(call, former.get(call.caller ?? ''), counters);
    if (call.caller !== undefined) former.set(call.caller, call);
  });
  const end = world.days * DAY_MS;
  for (const { time } of former.values()) counters.again.expose(Math.min(LONGEST_MS, end - time));
  exposeShown(result, end, counters);
  return history;
}

function countCall(
  { time, truth, taps, number, isAnonymous }: SimulatedCall,
  former: SimulatedCall | undefined,
  { visit, tap, again, unknown }: Counters,
): void {
  if (former !== undefined) again.expose(time - former.time);
  if (former?.number === number) {
    if (truth !== undefined && former.truth?.visitId === truth.visitId) again.call(time - former.time);
    return;
  }
  const own = taps.find(({ visitId }) => truth !== undefined && visitId === truth.visitId);
  if (own !== undefined) tap.call(time - own.time);
  else if (truth !== undefined) visit.call(time - truth.seenTime);
  else if (!isAnonymous && number !== OVERFLOW) unknown.call(0);
}

/** Counts how long each visit and each tap could have brought a call. */
function exposeShown(
  { shown, asked, tapped }: SiteResult,
  end: number,
  { visit, tap, unknown }: Counters,
): void {
  for (const [number, times] of asked) if (number !== OVERFLOW) exposeGaps(times, end, unknown);
  for (const sights of shown.values()) {
    const last = new Map<string, KeptVisit>();
    for (const { visit: sight } of sights) {
      const before = last.get(sight.visitId);
      if (before !== undefined && before.seenTime >= WARM_UP_MS)
        visit.expose(sight.seenTime - before.seenTime);
      last.set(sight.visitId, sight);
    }
    for (const { seenTime } of last.values())
      if (seenTime >= WARM_UP_MS) visit.expose(Math.min(LONGEST_MS, end - seenTime));
  }
  for (const taps of tapped.values())
    for (const { time } of taps) if (time >= WARM_UP_MS) tap.expose(LONGEST_MS);
}

/** Counts how long strangers could have called a number. */
function exposeGaps(times: readonly number[], end: number, unknown: Counter): void {
  times.forEach((time, index) => {
    if (time >= WARM_UP_MS) unknown.expose((times[index + 1] ?? end) - time);
  });
}

/** Changes one figure after the other as long as the log loss falls. */
function searched(start: Model, histories: readonly History[]): Model {
  const names = ['unknownBesideOthers', 'newVisit'] as const;
  let best = start;
  console.time('loss');
  let least = lossOf(best, histories);
  console.timeEnd('loss');
  for (const factor of [3, 1.5, 1.2, 1.1, 1.03, 1.01]) {
    for (const name of names) {
      for (const step of [factor, 1 / factor]) {
        for (;;) {
          const tried = { ...best, [name]: Math.min(1, rounded(best[name] * step)) };
          const loss = lossOf(tried, histories);
          if (loss >= least) break;
          [best, least] = [tried, loss];
        }
      }
    }
    console.log(least, JSON.stringify({ ...best, visit: 0, tap: 0, again: 0, unknown: 0 }));
  }
  return best;
}

const lossOf = (model: Model, histories: readonly History[]): number =>
  logLoss(histories.flatMap((calls) => calls.map(attributing(model))));

const rounded = (value: number): number => Number(value.toPrecision(3));

main();
