/**
 * Fits the rates of attribution to the worlds for fitting: `node bench/attribution/fit.ts` writes
 * `worker/core/attribution/fitted-model.ts`. The rates by time are calls counted, divided by the time in which they could have
 * come; the other figures are those with the least log loss. Run `npm run format` afterwards.
 */
import { writeFileSync } from 'node:fs';
import {
  type Calibration,
  type Kind,
  type Model,
  type PromptCalls,
  type RateTable,
  rightShare,
  shareOnSite,
} from '../../worker/core/attribution/model.ts';
import type { KeptVisit } from '../../worker/dni/evidence.ts';
import { isotonic } from './isotonic.ts';
import { attributing } from './judge.ts';
import { type Judged, logLoss, mean } from './scores.ts';
import { OVERFLOW, runSite, type SimulatedCall, type SiteResult, WARM_UP_MS } from './site.ts';
import { DAY_MS, fittingWorlds, HOUR_MS, MINUTE_MS, type World } from './worlds.ts';

/** To be raised with each fit that changes the figures. */
const VERSION = '2';
const TARGET = 'worker/core/attribution/fitted-model.ts';
const WORLDS = 32;
/** The search uses every so many, since it reads each call some forty times. */
const SEARCHED_EVERY = 4;
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

const IDENTITY: Calibration = [
  [0, 0],
  [1, 1],
];

function main(): void {
  const counters = {
    visit: new Counter(VISIT_EDGES),
    tap: new Counter(TAP_EDGES),
    again: new Counter(VISIT_EDGES),
    unknown: new Counter([0, LONGEST_MS]),
  };
  const histories = fittingWorlds(WORLDS, SEED).map((world) => observe(world, counters));
  const start: Model = {
    version: VERSION,
    visit: counters.visit.table(),
    tap: falling(counters.tap.table()),
    again: counters.again.table(),
    unknown: counters.unknown.table()[0]?.[1] ?? 0,
    unknownBesideOthers: 0.085,
    newVisit: 1.2e-3,
    takenVisit: 0.03,
    prompt: { share: 0.5, calls: 50, slope: ofKinds(() => 0) },
    calibration: ofKinds(() => IDENTITY),
  };
  const found = searched(
    start,
    histories.filter((_, index) => index % SEARCHED_EVERY === 0),
  );
  const fitted = [1, 2].reduce((model) => calibrated(model, histories), found);
  const text = `/** Rates of calls, fitted to simulated sites by \`node bench/attribution/fit.ts\`. Not edited by hand. */
import type { Model } from './model.ts';

export const MODEL: Model = ${JSON.stringify(fitted, undefined, 2)};
`;
  writeFileSync(TARGET, text);
}

/** Fits the calibration, while the former calls have the confidences of the present one. */
function calibrated(model: Model, histories: readonly History[]): Model {
  const told = {
    ...model,
    prompt: { ...model.prompt, slope: ofKinds(() => 0) },
    calibration: ofKinds(() => IDENTITY),
  };
  const said = histories.flatMap((calls) => calls.map(attributing(model, told)));
  const share = mean(
    said.map(({ promptCalls: { calls, prompt } = NO_CALLS }) => prompt / Math.max(1, calls)),
  );
  const prompt = { ...model.prompt, share: rounded(share) };
  const fits = ofKinds((kind) => {
    const ofKind = said.filter((judged) => judged.kind === kind);
    return SLOPES.map((slope) => {
      const tried = { ...model, prompt: { ...prompt, slope: ofKinds(() => slope) } };
      return calibrationOf(ofKind, tried, kind);
    }).reduce((best, fit) => (fit.loss < best.loss ? fit : best));
  });
  console.log(prompt.share, JSON.stringify(ofKinds((kind) => [fits[kind].slope, fits[kind].loss])));
  return {
    ...model,
    prompt: { ...prompt, slope: ofKinds((kind) => fits[kind].slope) },
    calibration: ofKinds((kind) => fits[kind].calibration),
  };
}

const ofKinds = <Value>(value: (kind: Kind) => Value): Record<Kind, Value> => ({
  first: value('first'),
  again: value('again'),
  other: value('other'),
});

const NO_CALLS: PromptCalls = { calls: 0, prompt: 0 };
/** The slopes that are tried. */
const SLOPES = Array.from({ length: 25 }, (_, index) => index * 0.5 - 2);

interface Fit {
  slope: number;
  calibration: Calibration;
  loss: number;
}

/** Returns the calibration of shares of rates with a slope, and its log loss. */
function calibrationOf(said: readonly Judged[], model: Model, kind: Kind): Fit {
  const onSite = said.map((judged) => ({
    ...judged,
    confidence: shareOnSite(judged.confidence, judged.promptCalls ?? NO_CALLS, { model, kind }),
  }));
  const calibration = isotonic(onSite);
  const loss = logLoss(
    onSite.map((judged) => ({ ...judged, confidence: rightShare(calibration, judged.confidence) })),
  );
  return { slope: model.prompt.slope[kind], calibration, loss };
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

/** Sets one of the searched figures. */
const FIGURES: readonly ((model: Model, factor: number) => Model)[] = [
  (model, factor) => ({ ...model, unknown: rounded(model.unknown * factor) }),
  (model, factor) => ({ ...model, unknownBesideOthers: rounded(model.unknownBesideOthers * factor) }),
  (model, factor) => ({ ...model, takenVisit: rounded(model.takenVisit * factor) }),
  (model, factor) => ({ ...model, newVisit: rounded(model.newVisit * factor) }),
];

/** Changes one figure after the other as long as the log loss falls. */
function searched(start: Model, histories: readonly History[]): Model {
  let best = start;
  let least = lossOf(best, histories);
  for (const factor of [1.2]) {
    for (const figure of FIGURES) {
      for (const step of [factor, 1 / factor]) {
        for (;;) {
          const tried = figure(best, step);
          const loss = lossOf(tried, histories);
          if (loss >= least) break;
          [best, least] = [tried, loss];
        }
      }
    }
    console.log(least, JSON.stringify({ ...best, visit: 0, tap: 0, again: 0, calibration: 0 }));
  }
  return best;
}

const lossOf = (model: Model, histories: readonly History[]): number =>
  logLoss(histories.flatMap((calls) => calls.map(attributing(model))));

const rounded = (value: number): number => Number(value.toPrecision(3));

main();
