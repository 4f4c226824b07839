/** Counts facts by group, in the days of a report and in those that it is compared with. Pure. */
import type { WeekDay } from '../../engine/times/relative-ranges.ts';
import type { Dictionary, NumberedTouch } from '../facts/dictionary.ts';
import { FIRST_TIME, type FactChunk, NO_SECONDS, RESCUED, type StoredKind } from '../facts/fact-chunk.ts';
import { creditsOf } from './credits.ts';
import type { LocalTimes } from './days.ts';
import type { Dimension, MetricName } from './definitions.ts';
import { factTests, isAnswered, isMissed, missingOf, type Test, timeFilter, touchTest } from './filters.ts';
import type { ReportScope } from './schema.ts';
import { COUNTER_AT, Tally } from './tally.ts';
import {
  confidenceGroup,
  isTime,
  isTouch,
  ownValue,
  type StateOf,
  timeValue,
  touchValue,
  weekdayOf,
} from './values.ts';

const DAY = 86_400;
const HOUR = 3_600;
/** The counters by group of confidence. */
const CONFIDENCE_AT: readonly number[] = [0, COUNTER_AT.high, COUNTER_AT.medium, COUNTER_AT.low];

/** The days of a report or of its comparison, with the sums. Times are seconds since the epoch. */
export interface Period {
  from: number;
  until: number;
  /** Days that are added to those of its records, so that both periods have the same groups. */
  shift: number;
  groups: Tally;
  totals: Tally;
}

/** Returns a period with nothing in it. */
export function emptyPeriod(
  times: LocalTimes,
  { first, last, until }: { first: number; last: number; until: number },
  shift: number,
): Period {
  return {
    from: times.startOf(first - shift),
    until: Math.min(times.startOf(last - shift + 1), until),
    shift,
    groups: new Tally(),
    totals: new Tally(),
  };
}

/** What a scan counts, and how. */
export interface ScanRules {
  scope: ReportScope;
  by: readonly Dimension[];
  metrics: readonly MetricName[];
  times: LocalTimes;
  weekStart: WeekDay;
  dictionary: Dictionary;
  stateOf: StateOf;
  isWon: (state: number) => boolean;
  /** Returns the factor from a currency, the number of a text, to the company's; NaN if it is unknown. */
  rateOf: (unit: number) => number;
}

/** A credit with the values of the groupings by visit; those of other groupings are 0. */
interface ValuedCredit {
  weight: number;
  values: readonly [number, number];
}

/** One grouping of a fact. */
type ReadValue = (chunk: FactChunk, slot: number, at: { day: number; local: number }) => number;

export class Scan {
  readonly #rules: ScanRules;
  readonly #kind: StoredKind;
  readonly #periods: readonly Period[];
  readonly #tests: readonly Test[];
  readonly #passesTouch: (touch: NumberedTouch) => boolean;
  readonly #time: { hour: number | null; weekday: number | null };
  /** The credits of paths that were met, by path. */
  readonly #credits: (readonly ValuedCredit[] | undefined)[] = [];
  readonly #readers: readonly [ReadValue | undefined, ReadValue | undefined];
  /** Whether this kind of data has the properties of all groupings; otherwise it is in the totals only. */
  readonly #isGrouped: boolean;
  readonly #wants: { people: boolean; ring: boolean; talk: boolean };

  constructor(kind: StoredKind, rules: ScanRules, periods: readonly Period[]) {
    this.#kind = kind;
    this.#rules = rules;
    this.#periods = periods;
    this.#tests = factTests(kind, rules.scope, rules);
    this.#passesTouch = touchTest(rules.scope, rules.dictionary);
    this.#time = timeFilter(rules.scope);
    this.#readers = [this.#readerOf(rules.by[0]), this.#readerOf(rules.by[1])];
    this.#isGrouped = rules.by.length > 0 && missingOf(kind, rules.by).length === 0;
    const wants = (name: MetricName): boolean => rules.metrics.includes(name);
    this.#wants = { people: wants('callers'), ring: wants('ring_median'), talk: wants('talk_median') };
  }

  /** Counts the facts of a chunk. */
  count(chunk: FactChunk): void {
    const at = { day: 0, local: 0 };
    for (let slot = 0; slot < chunk.time.length; slot += 1) {
      const time = chunk.time[slot] ?? 0;
      const period = time === 0 ? undefined : this.#periodOf(time);
      if (period === undefined || !this.#tests.every((test) => test(chunk, slot))) continue;
      at.local = this.#rules.times.local(time);
      at.day = Math.floor(at.local / DAY) + period.shift;
      if (this.#isAtTime(at)) this.#add(period, chunk, slot, at);
    }
  }

  /** Visits the facts that the rules count in the first period. */
  select(chunk: FactChunk, found: (slot: number) => void): void {
    const at = { day: 0, local: 0 };
    for (let slot = 0; slot < chunk.time.length; slot += 1) {
      const time = chunk.time[slot] ?? 0;
      if (time === 0 || this.#periodOf(time) === undefined) continue;
      if (!this.#tests.every((test) => test(chunk, slot))) continue;
      at.local = this.#rules.times.local(time);
      at.day = Math.floor(at.local / DAY);
      if (this.#isAtTime(at) && this.#creditsOf(chunk.path[slot] ?? 0).length > 0) found(slot);
    }
  }

  #periodOf(time: number): Period | undefined {
    for (const period of this.#periods) if (time >= period.from && time < period.until) return period;
    return undefined;
  }

  #isAtTime({ day, local }: { day: number; local: number }): boolean {
    const { hour, weekday } = this.#time;
    if (weekday !== null && weekdayOf(day) !== weekday) return false;
    return hour === null || Math.floor((local - Math.floor(local / DAY) * DAY) / HOUR) === hour;
  }

  #add(period: Period, chunk: FactChunk, slot: number, at: { day: number; local: number }): void {
    const credits = this.#creditsOf(chunk.path[slot] ?? 0);
    const [first, second] = this.#readers;
    let sum = 0;
    for (const { weight, values } of credits) {
      sum += weight;
      if (!this.#isGrouped) continue;
      const group = period.groups.group(
        first === undefined ? values[0] : first(chunk, slot, at),
        second === undefined ? values[1] : second(chunk, slot, at),
      );
      this.#addFact(period.groups, { group, weight }, chunk, slot);
    }
    if (sum === 0) return;
    const all = { group: period.totals.group(0, 0), weight: Math.abs(sum - 1) < 1e-9 ? 1 : sum };
    this.#addFact(period.totals, all, chunk, slot);
  }

  #addFact(tally: Tally, to: { group: number; weight: number }, chunk: FactChunk, slot: number): void {
    if (this.#kind === 'call') this.#addCall(tally, to, chunk, slot);
    else if (this.#kind === 'text') tally.add(to.group, COUNTER_AT.texts, to.weight);
    else this.#addLead(tally, to, chunk, slot);
  }

  #addCall(
    tally: Tally,
    { group, weight }: { group: number; weight: number },
    chunk: FactChunk,
    slot: number,
  ): void {
    const outcome = at(chunk.outcome, slot);
    const flags = at(chunk.flags, slot);
    tally.add(group, COUNTER_AT.calls, weight);
    tally.add(group, CONFIDENCE_AT[confidenceGroup(at(chunk.confidence, slot))] ?? 0, weight);
    if ((flags & FIRST_TIME) !== 0) tally.add(group, COUNTER_AT.firstTime, weight);
    if ((flags & RESCUED) !== 0) tally.add(group, COUNTER_AT.rescued, weight);
    const person = at(chunk.person, slot);
    if (this.#wants.people && person !== 0) tally.addPerson(group, person);
    if (isMissed(outcome)) tally.add(group, COUNTER_AT.missed, weight);
    if (!isAnswered(outcome)) return;
    tally.add(group, COUNTER_AT.answered, weight);
    this.#addTimes(tally, group, { ring: at(chunk.ring, slot), talk: at(chunk.talk, slot) });
  }

  #addTimes(tally: Tally, group: number, { ring, talk }: { ring: number; talk: number }): void {
    if (this.#wants.ring && ring !== NO_SECONDS) tally.ring.add(group, ring);
    if (this.#wants.talk && talk !== NO_SECONDS) tally.talk.add(group, talk);
  }

  #addLead(
    tally: Tally,
    { group, weight }: { group: number; weight: number },
    chunk: FactChunk,
    slot: number,
  ): void {
    tally.add(group, COUNTER_AT.leads, weight);
    if (!this.#rules.isWon(chunk.who[slot] ?? 0)) return;
    tally.add(group, COUNTER_AT.won, weight);
    const value = (chunk.value[slot] ?? 0) * this.#rules.rateOf(chunk.unit[slot] ?? 0);
    if (Number.isFinite(value)) tally.add(group, COUNTER_AT.value, weight * value);
  }

  /** Returns the credits of a path that pass the filters, one for each group. */
  #creditsOf(path: number): readonly ValuedCredit[] {
    const known = this.#credits[path];
    if (known !== undefined) return known;
    const credits: ValuedCredit[] = [];
    for (const { touch, weight } of creditsOf(this.#rules.dictionary.pathOf(path), this.#rules.scope.model)) {
      if (!this.#passesTouch(touch)) continue;
      const values = [this.#touchValue(touch, 0), this.#touchValue(touch, 1)] as const;
      const same = credits.findIndex((one) => one.values[0] === values[0] && one.values[1] === values[1]);
      const before = credits[same];
      if (before === undefined) credits.push({ weight, values });
      else credits[same] = { values, weight: before.weight + weight };
    }
    this.#credits[path] = credits;
    return credits;
  }

  #touchValue(touch: NumberedTouch, index: 0 | 1): number {
    const dimension = this.#rules.by[index];
    return dimension !== undefined && isTouch(dimension) ? touchValue(touch, dimension) : 0;
  }

  /** Returns how a grouping reads a fact; undefined for groupings by visit, which credits have. */
  #readerOf(dimension: Dimension | undefined): ReadValue | undefined {
    if (dimension === undefined || isTouch(dimension)) return undefined;
    if (!isTime(dimension)) return ownValue(this.#kind, dimension, this.#rules.stateOf);
    const { weekStart } = this.#rules;
    return (_chunk, _slot, at) => timeValue(dimension, at, weekStart);
  }
}

/** Returns a value of a column. */
function at(column: Uint8Array | Uint16Array | Int32Array, slot: number): number {
  return column[slot] ?? 0;
}
