/**
 * Selects a page of many leads in a given order without sorting them all: it finds the values at both ends of the page (Hoare's
 * FIND) and sorts only the leads between them. Pure, except for the data that the keys read.
 */

/**
 * A key by which leads are ordered. A lead without a value comes last in both directions. `valuesOf` returns the numbers to
 * compare for many leads, by index in `leads`: smaller numbers come first, Infinity means no value.
 */
export type SortKey =
  | {
      kind: 'number';
      direction: 1 | -1;
      /** Returns the value of a lead, NaN if it has none. */
      valueOf(leadNumber: number): number;
      valuesOf(leads: Int32Array): Float64Array;
    }
  | {
      kind: 'text';
      direction: 1 | -1;
      /** Returns the UTF-16 unit at an index, 0 after the end of the text. An empty text counts as no value. */
      unitAt(leadNumber: number, index: number): number;
      /** Returns `orderOfUnits` of the three units from an index on. The index must not be beyond the end of any of the texts. */
      valuesOf(leads: Int32Array, from: number): Float64Array;
    };

/** The requested part of the order: from `start` to before `end`. */
export interface Window {
  start: number;
  end: number;
}

/** Reads the ids of leads: the last key, ascending, so that the order is total. */
export type ReadIds = (leadNumbers: readonly number[]) => ReadonlyMap<number, string>;

/** UTF-16 units of a text that fit exactly into a number: 3 times 16 bits. */
const PACKED_UNITS = 3;
const UNIT = 0x10000;

/** Returns the number that a number key compares. */
export function orderOfNumber(value: number, direction: 1 | -1): number {
  return Number.isNaN(value) ? Infinity : value * direction;
}

/**
 * Returns the number that a text key compares: three units as one number. A folded text contains no unit 0.
 * @param packed the result of `packUnits`
 */
export function orderOfUnits(packed: number, from: number, direction: 1 | -1): number {
  // A text that ends at its beginning is no value; one that ends later comes before longer ones.
  return packed === 0 && from === 0 ? Infinity : packed * direction;
}

/** Packs three units into a number that compares like them. */
export function packUnits(first: number, second: number, third: number): number {
  return (first * UNIT + second) * UNIT + third;
}

/** From this many leads on, a sample excludes most leads from a page near the beginning. */
export const LEAST_FOR_SAMPLE = 20_000;
const SAMPLE_SIZE = 4_096;

/** Returns the lead numbers of the page, in order. */
export function selectPage(
  leads: Int32Array,
  keys: readonly SortKey[],
  { start, end }: Window,
  readIds: ReadIds,
): number[] {
  return selectFrom(leads, startOf(keys), { start, end: Math.min(end, leads.length) }, readIds);
}

/** A key and, for texts, the unit from which on they must still be compared. */
type Stage = SortKey & { from: number };

function startOf(keys: readonly SortKey[]): Stage[] {
  return keys.map((key) => ({ ...key, from: 0 }));
}

function selectFrom(leads: Int32Array, stages: readonly Stage[], window: Window, readIds: ReadIds): number[] {
  if (window.start >= window.end) return [];
  const [stage, ...rest] = stages;
  if (stage === undefined) return byIds(leads, readIds).slice(window.start, window.end);
  const values = stage.kind === 'number' ? stage.valuesOf(leads) : stage.valuesOf(leads, stage.from);
  const first = leadsUpToBound(leads, values, window.end);
  if (first !== undefined) return selectFrom(first, stages, window, readIds);
  const low = valueAt(values, window.start);
  const high = valueAt(values, window.end - 1);
  const next = (value: number): Stage[] => [...nextStage(stage, value), ...rest];
  const parts = partition(leads, values, { low, high });
  const from = window.start - parts.below;
  if (low === high) {
    return selectFrom(parts.low, next(low), { start: from, end: window.end - parts.below }, readIds);
  }
  const left = window.end - parts.below - parts.low.length - parts.middle.length;
  return [
    ...selectFrom(parts.low, next(low), { start: from, end: parts.low.length }, readIds),
    ...sorted(parts.middle, stages, readIds),
    ...selectFrom(parts.high, next(high), { start: 0, end: left }, readIds),
  ];
}

/**
 * Estimates from a sorted sample a value that the first `end` leads do not exceed; Infinity if the sample is not sufficient. The
 * estimate takes a little more than twice the page's share of the sample, so that it is rarely too low. If it is, the page is
 * selected from all leads.
 */
export function boundOfPage(sample: Float64Array, { end, of }: { end: number; of: number }): number {
  return sample[Math.ceil((2 * end * sample.length) / of) + 16] ?? Infinity;
}

/** Returns the leads up to the estimated bound of the page; undefined if the bound does not exclude most leads. */
function leadsUpToBound(leads: Int32Array, values: Float64Array, end: number): Int32Array | undefined {
  if (leads.length < LEAST_FOR_SAMPLE) return undefined;
  const step = Math.floor(values.length / SAMPLE_SIZE);
  const sample = Float64Array.from(
    { length: SAMPLE_SIZE },
    (_, index) => values[index * step] ?? 0,
  ).toSorted();
  const bound = boundOfPage(sample, { end, of: leads.length });
  const first = new Int32Array(Math.floor(leads.length / 2));
  let count = 0;
  for (let index = 0; index < values.length; index += 1) {
    if ((values[index] ?? 0) > bound) continue;
    if (count === first.length) return undefined;
    first[count] = leads[index] ?? 0;
    count += 1;
  }
  return count < end ? undefined : first.slice(0, count);
}

/**
 * Returns the stage that compares the rest of the texts after equal units. Returns no stage if the texts have ended, which is
 * then true for the whole class.
 */
function nextStage(stage: Stage, value: number): Stage[] {
  const hasEnded = value === Infinity || Math.abs(value) % UNIT === 0;
  return stage.kind === 'number' || hasEnded ? [] : [{ ...stage, from: stage.from + PACKED_UNITS }];
}

interface Parts {
  /** Leads whose value is less than `low`. */
  below: number;
  low: Int32Array;
  middle: number[];
  high: Int32Array;
}

function partition(
  leads: Int32Array,
  values: Float64Array,
  { low, high }: { low: number; high: number },
): Parts {
  const lowest: number[] = [];
  const middle: number[] = [];
  const highest: number[] = [];
  let below = 0;
  for (let index = 0; index < leads.length; index += 1) {
    const value = values[index] ?? 0;
    const lead = leads[index] ?? 0;
    if (value < low) below += 1;
    else if (value === low) lowest.push(lead);
    else if (value < high) middle.push(lead);
    else if (value === high) highest.push(lead);
  }
  return { below, low: Int32Array.from(lowest), middle, high: Int32Array.from(highest) };
}

/** Returns the value that would be at `rank` in sorted order. */
function valueAt(values: Float64Array, rank: number): number {
  const work = values.slice();
  let left = 0;
  let right = work.length - 1;
  while (left < right) {
    const { low, high } = divide(work, left, right);
    if (rank <= high) right = high;
    else if (rank >= low) left = low;
    else break;
  }
  return work[rank] ?? 0;
}

/** Partitions the values so that those up to `high` are not greater than those from `low` on. */
function divide(work: Float64Array, left: number, right: number): { low: number; high: number } {
  const pivot = medianOf(work, left, right);
  let low = left;
  let high = right;
  while (low <= high) {
    while ((work[low] ?? 0) < pivot) low += 1;
    while ((work[high] ?? 0) > pivot) high -= 1;
    if (low > high) break;
    const value = work[low] ?? 0;
    work[low] = work[high] ?? 0;
    work[high] = value;
    low += 1;
    high -= 1;
  }
  return { low, high };
}

/** Returns the median of three values, so that sorted input is not slow. */
function medianOf(values: Float64Array, left: number, right: number): number {
  const first = values[left] ?? 0;
  const middle = values[(left + right) >> 1] ?? 0;
  const last = values[right] ?? 0;
  return Math.max(Math.min(first, middle), Math.min(Math.max(first, middle), last));
}

function sorted(leads: readonly number[], stages: readonly Stage[], readIds: ReadIds): number[] {
  const ids = readIds(leads);
  return leads.toSorted((a, b) => {
    for (const stage of stages) {
      const order = compare(stage, a, b);
      if (order !== 0) return order;
    }
    return compareTexts(ids.get(a) ?? '', ids.get(b) ?? '');
  });
}

function compare(stage: Stage, a: number, b: number): number {
  if (stage.kind === 'number') return compareNumbers(stage.valueOf(a), stage.valueOf(b), stage.direction);
  for (let index = stage.from; ; index += 1) {
    const [left, right] = [stage.unitAt(a, index), stage.unitAt(b, index)];
    if (left === right) {
      if (left === 0) return 0;
      continue;
    }
    if (index === 0 && (left === 0 || right === 0)) return left === 0 ? 1 : -1;
    return (left - right) * stage.direction;
  }
}

function compareNumbers(left: number, right: number, direction: 1 | -1): number {
  if (Number.isNaN(left) || Number.isNaN(right))
    return Number(Number.isNaN(left)) - Number(Number.isNaN(right));
  return (left - right) * direction;
}

function byIds(leads: Int32Array, readIds: ReadIds): number[] {
  const numbers = [...leads];
  if (numbers.length < 2) return numbers;
  const ids = readIds(numbers);
  return numbers.toSorted((a, b) => compareTexts(ids.get(a) ?? '', ids.get(b) ?? ''));
}

function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
