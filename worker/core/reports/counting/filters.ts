/** The filters of a report. Pure. */
import { OUTCOMES } from '../../../shared/contact/outcomes.ts';
import { WEEK_DAYS } from '../../engine/times/relative-ranges.ts';
import type { Dictionary, NumberedTouch } from '../facts/dictionary.ts';
import {
  FIRST_TIME,
  type FactChunk,
  LOST_IN_MENU,
  NOT_A_LEAD,
  RESCUED,
  SPAM,
  type StoredKind,
} from '../facts/fact-chunk.ts';
import type { Dimension, FactKind, Part } from './definitions.ts';
import { FILTER_NAMES, type FilterName, type ReportScope } from './schema.ts';
import {
  confidenceGroup,
  CONFIDENCES,
  hasDimension,
  HIGH,
  isTouch,
  LOW,
  MEDIUM,
  ownValue,
  type StateOf,
  touchValue,
} from './values.ts';

const ANSWERED = OUTCOMES.indexOf('answered') + 1;
const BLOCKED = OUTCOMES.indexOf('blocked') + 1;

/** Tells whether a fact is counted. */
export type Test = (chunk: FactChunk, slot: number) => boolean;

/** The filters of a query that are set. */
export function filtersOf(scope: ReportScope): [FilterName, string][] {
  return FILTER_NAMES.flatMap((name): [FilterName, string][] => {
    const value = scope[name];
    return value === undefined ? [] : [[name, value]];
  });
}

/** Returns the groupings and filters that a kind of data has no property for. */
export function missingOf(kind: FactKind, names: readonly (Dimension | FilterName)[]): string[] {
  return names.filter((name) => (name === 'first_time' ? kind !== 'call' : !hasDimension(kind, name)));
}

/** Returns whether a touch passes the filters by visit. */
export function touchTest(scope: ReportScope, dictionary: Dictionary): (touch: NumberedTouch) => boolean {
  const wanted = filtersOf(scope).flatMap(([name, value]) =>
    name !== 'first_time' && isTouch(name) ? [[name, textNumber(dictionary, value)] as const] : [],
  );
  return (touch) => wanted.every(([name, number]) => touchValue(touch, name) === number);
}

/** Returns the tests of a fact by filters of its own, and by what is left out. */
export function factTests(
  kind: StoredKind,
  scope: ReportScope,
  { dictionary, stateOf }: { dictionary: Dictionary; stateOf: StateOf },
): Test[] {
  const tests: Test[] = leftOut(kind, scope);
  for (const [name, value] of filtersOf(scope)) {
    if (name === 'hour' || name === 'weekday') continue;
    if (name === 'first_time') {
      const bit = value === 'true' ? FIRST_TIME : 0;
      // Of withheld callers nobody knows.
      tests.push(
        (chunk, slot) => ((chunk.flags[slot] ?? 0) & FIRST_TIME) === bit && chunk.person[slot] !== 0,
      );
    } else if (!isTouch(name)) {
      const read = ownValue(kind, name, stateOf);
      const wanted = numberOf(name, value, dictionary);
      tests.push((chunk, slot) => read(chunk, slot) === wanted);
    }
  }
  return tests;
}

/** Returns the hour and the weekday that are asked for. */
export function timeFilter({ hour, weekday }: ReportScope): { hour: number | null; weekday: number | null } {
  return {
    hour: hour === undefined ? null : Number(hour),
    weekday: weekday === undefined ? null : WEEK_DAYS.indexOf(weekday),
  };
}

/** Blocked calls are spam; they, calls that people marked and forms that look like spam are left out unless asked for. */
function leftOut(kind: StoredKind, { include, outcome }: ReportScope): Test[] {
  const tests: Test[] = [];
  if (kind === 'form' && !include.includes('spam'))
    tests.push((chunk, slot) => ((chunk.flags[slot] ?? 0) & SPAM) === 0);
  if (kind !== 'call') return tests;
  if (!include.includes('spam') && outcome !== 'blocked')
    tests.push((chunk, slot) => chunk.outcome[slot] !== BLOCKED);
  if (!include.includes('not_a_lead'))
    tests.push((chunk, slot) => ((chunk.flags[slot] ?? 0) & NOT_A_LEAD) === 0);
  return tests;
}

function numberOf(name: Dimension, value: string, dictionary: Dictionary): number {
  if (name === 'outcome') return OUTCOMES.findIndex((outcome) => outcome === value) + 1;
  if (name === 'confidence') return CONFIDENCES.findIndex((group) => group === value);
  return textNumber(dictionary, value);
}

/** Returns the number of a filter's text, which facts that are not loaded yet will have. An empty one is unknown. */
function textNumber(dictionary: Dictionary, text: string): number {
  return dictionary.numberOf(text === '' ? null : text);
}

/** Tells whether a call reached nobody, by its outcome. */
export function isMissed(outcome: number): boolean {
  return outcome > ANSWERED && outcome !== BLOCKED;
}

/** Tells whether a call was answered, by its outcome. */
export function isAnswered(outcome: number): boolean {
  return outcome === ANSWERED;
}

/** Returns the test of a part of a list. @param isWon tells whether a state, the number of a text, is won */
export function partTest(only: Part | undefined, isWon: (state: number) => boolean): Test | undefined {
  const flag =
    (bit: number): Test =>
    (chunk, slot) =>
      ((chunk.flags[slot] ?? 0) & bit) !== 0;
  const group =
    (wanted: number): Test =>
    (chunk, slot) =>
      confidenceGroup(chunk.confidence[slot] ?? 0) === wanted;
  const outcome =
    (of: (outcome: number) => boolean): Test =>
    (chunk, slot) =>
      of(chunk.outcome[slot] ?? 0);
  if (only === undefined) return undefined;
  const tests: Readonly<Record<Part, Test>> = {
    first_time: (chunk, slot) => flag(FIRST_TIME)(chunk, slot) && chunk.person[slot] !== 0,
    rescued: flag(RESCUED),
    not_called_back: (chunk, slot) =>
      isMissed(chunk.outcome[slot] ?? 0) && ((chunk.flags[slot] ?? 0) & RESCUED) === 0,
    lost_in_menu: flag(LOST_IN_MENU),
    answered: outcome(isAnswered),
    missed: outcome(isMissed),
    ended: outcome((value) => isAnswered(value) || isMissed(value)),
    high_confidence: group(HIGH),
    medium_confidence: group(MEDIUM),
    low_confidence: group(LOW),
    won: (chunk, slot) => isWon(chunk.who[slot] ?? 0),
  };
  return tests[only];
}
