/**
 * Chooses the tracking numbers that replace the printed numbers for a visitor. Numbers are indexed by their conditions, so that a
 * choice looks up each combination of conditions, not each number. Pure.
 */
import { isPool, type LeasedNumbers, shownNumber } from '../../../dni/pure/number-entries.ts';
import type { DniNumber, DniPool, DniSettings, DniTarget } from '../../../dni/schema.ts';

/** The values that numbers may have conditions on. */
export interface NumberQuestion {
  /** Name of the visit's source. */
  source: string;
  /** The chosen location, or undefined when the company has none. */
  locationId: string | undefined;
}

/** A swap on the page: the printed number `from` is replaced by `to`. E.164. */
export interface Swap {
  from: string;
  to: string;
  /** Whether `to` takes text messages, so that message links may be swapped too. */
  sms: boolean;
}

/** The parts of the settings that a choice needs. */
interface Numbers {
  settings: Pick<DniSettings, 'default_number' | 'targets'>;
  numbers: NumberTable;
}

/** The conditions of a number. */
type Conditions = readonly ('source' | 'location' | 'target')[];

/**
 * Combinations of conditions in order of priority: most conditions first. Among equally many, the one with the company's
 * preferred condition comes first, then the one with the target.
 */
const PRIORITIES: Readonly<Record<DniSettings['prefer'], readonly Conditions[]>> = {
  source: [
    ['source', 'location', 'target'],
    ['source', 'target'],
    ['source', 'location'],
    ['location', 'target'],
    ['source'],
    ['target'],
    ['location'],
    [],
  ],
  location: [
    ['source', 'location', 'target'],
    ['location', 'target'],
    ['source', 'location'],
    ['source', 'target'],
    ['location'],
    ['target'],
    ['source'],
    [],
  ],
};

/** Chooses the numbers of one company. */
export class NumberTable {
  readonly #numbers = new Map<string, DniNumber>();
  readonly #order: readonly Conditions[];

  constructor({ numbers, prefer }: Pick<DniSettings, 'numbers' | 'prefer'>) {
    this.#order = PRIORITIES[prefer];
    for (const number of numbers) {
      const key = keyOf(number.source, number.location_id, number.target);
      if (!this.#numbers.has(key)) this.#numbers.set(key, number);
    }
  }

  /**
   * Chooses the number for a target: the one with most conditions, among those whose conditions all hold.
   * @returns undefined when no number applies
   */
  choose(question: NumberQuestion, target: DniTarget): DniNumber | undefined {
    const locationId = target.location_id ?? question.locationId;
    for (const conditions of this.#order) {
      if (!mayReplace(conditions, target)) continue;
      const number = this.#numbers.get(
        keyOf(
          conditions.includes('source') ? question.source : undefined,
          conditions.includes('location') ? locationId : undefined,
          conditions.includes('target') ? target.number : undefined,
        ),
      );
      if (number !== undefined) return number;
    }
    return undefined;
  }
}

/** Chooses the number for the company's default number, which the lookup answers; the default itself when none applies. */
export function choosePhoneNumber(
  { settings, numbers }: Numbers,
  question: NumberQuestion,
  leased?: LeasedNumbers,
): string {
  const target = { number: settings.default_number };
  const entry = numbers.choose(question, target);
  return entry === undefined ? settings.default_number : shownNumber(entry, leased);
}

/** Chooses the swaps of a page: one for each target that gets another number. */
export function chooseSwaps(
  { settings, numbers }: Numbers,
  question: NumberQuestion,
  leased?: LeasedNumbers,
): Swap[] {
  return settings.targets.flatMap((target) => {
    const number = numbers.choose(question, target);
    const isNational = target.location_id === undefined;
    const unswapped = isNational ? settings.default_number : target.number;
    const to = number === undefined ? unswapped : shownNumber(number, leased);
    return to === target.number ? [] : [{ from: target.number, to, sms: number?.sms ?? false }];
  });
}

/**
 * Lists the pools from which a visit needs a number: for the company's default number, and for each target.
 * @param isForDefault whether the default number alone is asked for
 */
export function choosePools(
  { settings, numbers }: Numbers,
  question: NumberQuestion,
  isForDefault: boolean,
): DniPool[] {
  const targets = [{ number: settings.default_number }, ...(isForDefault ? [] : settings.targets)];
  const pools = new Map<string, DniPool>();
  for (const target of targets) {
    const entry = numbers.choose(question, target);
    if (entry !== undefined && isPool(entry)) pools.set(entry.pool, entry);
  }
  return [...pools.values()];
}

/** Tells whether all conditions of one number hold, as `choose` decides. */
export function applies(number: DniNumber, question: NumberQuestion, target: DniTarget): boolean {
  const locationId = target.location_id ?? question.locationId;
  const conditions: Conditions = [
    ...(number.location_id === undefined ? [] : (['location'] as const)),
    ...(number.target === undefined ? [] : (['target'] as const)),
  ];
  return (
    mayReplace(conditions, target) &&
    (number.source ?? question.source) === question.source &&
    (number.location_id ?? locationId) === locationId &&
    (number.target ?? target.number) === target.number
  );
}

/** Tells whether a number may replace a target: a branch's own number needs one for that branch or for that target. */
function mayReplace(conditions: Conditions, target: DniTarget): boolean {
  return target.location_id === undefined || conditions.includes('location') || conditions.includes('target');
}

/** Builds a key. Ids and numbers contain no blanks; the source, which may, comes last. */
function keyOf(
  source: string | undefined,
  locationId: string | undefined,
  target: string | undefined,
): string {
  return `${locationId ?? ''} ${target ?? ''} ${source ?? ''}`;
}
