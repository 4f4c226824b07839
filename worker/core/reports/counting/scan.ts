/** Counts facts by group, in the days of a report and in those that it is compared with. Pure. */
import type { WeekDay } from '../../engine/times/relative-ranges.ts';
import type { Dictionary, NumberedTouch } from '../facts/dictionary.ts';
import {
  FIRST_TIME,
  type FactChunk,
  LOST_IN_MENU,
  NO_SECONDS,
  RESCUED,
  type StoredKind,
} from '../facts/fact-chunk.ts';
import { creditsOf } from './credits.ts';
import type { LocalTimes } from './days.ts';
import type { Dimension, MetricName } from './definitions.ts';
import { factTests, isAnswered, isMissed, missingOf, type Test, timeFilter, touchTest } from './filters.ts';
import type { ReportScope } from './schema.ts';
import { COUNTER_AT, type Counter, Tally } from './tally.ts';
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

/** The counters that each kind of facts adds to. */
const COUNTERS_OF: Readonly<Record<StoredKind, readonly Counter[]>> = {
  call: ['calls', 'firstTime', 'answered', 'missed', 'rescued', 'lostInMenu', 'high', 'medium', 'low'],
  text: ['texts'],
  form: ['forms'],
  lead: ['leads', 'won', 'value'],
};

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
  /** Tells whether a source of the company, the number of a text, is paid for. */
  isPaid: (source: number) => boolean;
  /** Returns the factor from a currency, the number of a text, to the company's; NaN if it is unknown. */
  rateOf: (unit: number) => number;
}

/** A credit with the values of the groupings by visit; those of other groupings are 0. */
interface ValuedCredit {
  weight: number;
  first: number;
  second: number;
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
  /** How the groupings read a fact; undefined for groupings by visit, which credits have. */
  readonly #first: ReadValue | undefined;
  readonly #second: ReadValue | undefined;
  /** The chunk that is being counted. */
  #chunk: FactChunk | undefined;
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
    this.#first = this.#readerOf(rules.by[0]);
    this.#second = this.#readerOf(rules.by[1]);
    this.#isGrouped = rules.by.length > 0 && missingOf(kind, rules.by).length === 0;
    const wants = (name: MetricName): boolean => kind === 'call' && rules.metrics.includes(name);
    this.#wants = { people: wants('callers'), ring: wants('ring_median'), talk: wants('talk_median') };
  }

  /** Counts the facts of a chunk. */
  count(chunk: FactChunk): void {
    this.#chunk = chunk;
    const at = { day: 0, local: 0 };
    for (let slot = 0; slot < chunk.time.length; slot += 1) {
      const time = chunk.time[slot] ?? 0;
      const period = time === 0 ? undefined : this.#periodOf(time);
      if (period === undefined || !this.#passes(chunk, slot)) continue;
      at.local = this.#rules.times.local(time);
      at.day = Math.max(0, Math.floor(at.local / DAY) + period.shift);
      if (this.#isAtTime(at)) this.#add(period, chunk, slot, at);
    }
  }

  /** Visits the facts that the rules count in the first period. */
  select(chunk: FactChunk, found: (slot: number) => void): void {
    const at = { day: 0, local: 0 };
    for (let slot = 0; slot < chunk.time.length; slot += 1) {
      const time = chunk.time[slot] ?? 0;
      if (time === 0 || this.#periodOf(time) === undefined) continue;
      if (!this.#passes(chunk, slot)) continue;
      at.local = this.#rules.times.local(time);
      at.day = Math.floor(at.local / DAY);
      if (this.#isAtTime(at) && this.#creditsOf(chunk.path[slot] ?? 0).length > 0) found(slot);
    }
  }

  #passes(chunk: FactChunk, slot: number): boolean {
    for (const test of this.#tests) if (!test(chunk, slot)) return false;
    return true;
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
    const [read, readOther] = [this.#first, this.#second];
    let sum = 0;
    for (const credit of credits) {
      sum += credit.weight;
      if (!this.#isGrouped) continue;
      const first = read === undefined ? credit.first : read(chunk, slot, at);
      const second = readOther === undefined ? credit.second : readOther(chunk, slot, at);
      this.#addFact(period.groups, period.groups.group(first, second), credit.weight, slot);
    }
    if (sum === 0) return;
    const all = period.totals.group(0, 0);
    if (this.#isGrouped) this.#addDetails(period.totals, all, chunk, slot);
    else this.#addFact(period.totals, all, Math.abs(sum - 1) < 1e-9 ? 1 : sum, slot);
  }

  /** Adds up the groups, once all chunks are counted: faster than counting each fact twice. */
  finish(): void {
    if (!this.#isGrouped) return;
    for (const { groups, totals } of this.#periods) {
      const all = totals.group(0, 0);
      for (const counter of COUNTERS_OF[this.#kind]) {
        for (let group = 0; group < groups.groupCount; group += 1)
          totals.add(all, COUNTER_AT[counter], groups.count(group, counter));
      }
    }
  }

  #addFact(tally: Tally, group: number, weight: number, slot: number): void {
    const chunk = this.#chunk;
    if (chunk === undefined) return;
    if (this.#kind === 'text') tally.add(group, COUNTER_AT.texts, weight);
    else if (this.#kind === 'form') tally.add(group, COUNTER_AT.forms, weight);
    else if (this.#kind === 'lead') this.#addLead(tally, { group, weight }, chunk, slot);
    else {
      this.#addCall(tally, group, weight, slot);
      this.#addDetails(tally, group, chunk, slot);
    }
  }

  #addCall(tally: Tally, group: number, weight: number, slot: number): void {
    const chunk = this.#chunk;
    if (chunk === undefined) return;
    const outcome = at(chunk.outcome, slot);
    const flags = at(chunk.flags, slot);
    tally.add(group, COUNTER_AT.calls, weight);
    tally.add(group, CONFIDENCE_AT[confidenceGroup(at(chunk.confidence, slot))] ?? 0, weight);
    if ((flags & FIRST_TIME) !== 0 && at(chunk.person, slot) !== 0)
      tally.add(group, COUNTER_AT.firstTime, weight);
    if ((flags & RESCUED) !== 0) tally.add(group, COUNTER_AT.rescued, weight);
    if ((flags & LOST_IN_MENU) !== 0) tally.add(group, COUNTER_AT.lostInMenu, weight);
    if (isMissed(outcome)) tally.add(group, COUNTER_AT.missed, weight);
    if (isAnswered(outcome)) tally.add(group, COUNTER_AT.answered, weight);
  }

  /** Adds the person and the times of a call. */
  #addDetails(tally: Tally, group: number, chunk: FactChunk, slot: number): void {
    const { people, ring, talk } = this.#wants;
    if (!people && !ring && !talk) return;
    const person = at(chunk.person, slot);
    if (people && person !== 0) tally.addPerson(group, person);
    if (!isAnswered(at(chunk.outcome, slot))) return;
    const [ringSeconds, talkSeconds] = [at(chunk.ring, slot), at(chunk.talk, slot)];
    if (ring && ringSeconds !== NO_SECONDS) tally.addRing(group, ringSeconds);
    if (talk && talkSeconds !== NO_SECONDS) tally.addTalk(group, talkSeconds);
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
    const { dictionary, scope, isPaid } = this.#rules;
    for (const { touch, weight } of creditsOf(dictionary.pathOf(path), scope.model, isPaid)) {
      if (!this.#passesTouch(touch)) continue;
      const [first, second] = [this.#touchValue(touch, 0), this.#touchValue(touch, 1)];
      const same = credits.findIndex((one) => one.first === first && one.second === second);
      const before = credits[same];
      if (before === undefined) credits.push({ weight, first, second });
      else credits[same] = { first, second, weight: before.weight + weight };
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
    if (dimension === 'hour') return (_chunk, _slot, at) => timeValue(dimension, at, weekStart);
    // Most facts follow another one of their day.
    let [lastDay, lastValue] = [NaN, 0];
    return (_chunk, _slot, at) => {
      if (at.day !== lastDay) [lastDay, lastValue] = [at.day, timeValue(dimension, at, weekStart)];
      return lastValue;
    };
  }
}

/** Returns a value of a column. */
function at(column: Uint8Array | Uint16Array | Int32Array, slot: number): number {
  return column[slot] ?? 0;
}
