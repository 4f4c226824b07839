/**
 * A page out of a great many leads in some order, without sorting them all: the values at both ends of the page are
 * selected (Hoare's FIND), and only what lies between is sorted. Pure but for what the keys read.
 */

/** What leads are ordered by. A lead without a value comes last, whatever the direction. */
export type SortKey =
  | { kind: 'number'; direction: 1 | -1; valueOf(leadNumber: number): number }
  | { kind: 'text'; direction: 1 | -1; valueOf(leadNumber: number): string };

/** The part of the order that is wanted: from `start`, up to `end` and without it. */
export interface Window {
  start: number;
  end: number;
}

/** Reads the ids of leads: the last key, ascending, so that the order is total. */
export type ReadIds = (leadNumbers: readonly number[]) => ReadonlyMap<number, string>;

/** UTF-16 units of a text that fit a number exactly: 3 times 16 bits. */
const PACKED_UNITS = 3;
const UNIT = 0x10000;

/** The lead numbers of the page, in order. */
export function selectPage(
  leads: Int32Array,
  keys: readonly SortKey[],
  { start, end }: Window,
  readIds: ReadIds,
): number[] {
  const window = { start, end: Math.min(end, leads.length) };
  if (window.start >= window.end) return [];
  const [key, ...rest] = keys;
  if (key === undefined) return byIds(leads, readIds).slice(window.start, window.end);
  const values = new Float64Array(leads.length);
  const isText = key.kind === 'text';
  leads.forEach((lead, index) => {
    const value = isText ? packed(key.valueOf(lead), 0) : key.valueOf(lead);
    values[index] = Number.isNaN(value) ? Infinity : value * key.direction;
  });
  const low = valueAt(values, window.start);
  const high = valueAt(values, window.end - 1);
  const next = (value: number): SortKey[] => (isText ? [...deeper(key, value), ...rest] : rest);
  const parts = partition(leads, values, { low, high });
  const from = window.start - parts.below;
  if (low === high) {
    return selectPage(parts.low, next(low), { start: from, end: window.end - parts.below }, readIds);
  }
  const left = window.end - parts.below - parts.low.length - parts.middle.length;
  return [
    ...selectPage(parts.low, next(low), { start: from, end: parts.low.length }, readIds),
    ...sorted(parts.middle, keys, readIds),
    ...selectPage(parts.high, next(high), { start: 0, end: left }, readIds),
  ];
}

/** The rest of a text key, after units that are the same; none when the texts have ended. */
function deeper(key: SortKey & { kind: 'text' }, value: number): SortKey[] {
  if (value === Infinity || Math.abs(value) % UNIT === 0) return [];
  const { direction } = key;
  const after = (lead: number): string => key.valueOf(lead).slice(PACKED_UNITS);
  // A text that ends here comes before those that go on, and is not one without a value.
  const ends: SortKey = {
    kind: 'number',
    direction,
    valueOf: (lead) => (after(lead) === '' ? 0 : 1),
  };
  return [ends, { kind: 'text', direction, valueOf: after }];
}

/** The first units of a text as a number that compares like them; NaN for no text. Folding leaves no unit 0. */
function packed(text: string, at: number): number {
  if (text === '') return NaN;
  const unit = (index: number): number => (index < text.length ? text.charCodeAt(index) : 0);
  return (unit(at) * UNIT + unit(at + 1)) * UNIT + unit(at + 2);
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

/** The value that would stand at `rank` if they were sorted. */
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

/** Moves values so that those up to `high` are no greater than those from `low` on. */
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

/** The median of three, so that sorted input is no bad case. */
function medianOf(values: Float64Array, left: number, right: number): number {
  const first = values[left] ?? 0;
  const middle = values[(left + right) >> 1] ?? 0;
  const last = values[right] ?? 0;
  return Math.max(Math.min(first, middle), Math.min(Math.max(first, middle), last));
}

function sorted(leads: readonly number[], keys: readonly SortKey[], readIds: ReadIds): number[] {
  const ids = readIds(leads);
  return leads.toSorted((a, b) => {
    for (const key of keys) {
      const order = compare(key, a, b);
      if (order !== 0) return order;
    }
    return compareTexts(ids.get(a) ?? '', ids.get(b) ?? '');
  });
}

function compare(key: SortKey, a: number, b: number): number {
  const [left, right] = [key.valueOf(a), key.valueOf(b)];
  const [isLeftMissing, isRightMissing] = [isMissing(left), isMissing(right)];
  if (isLeftMissing || isRightMissing) return Number(isLeftMissing) - Number(isRightMissing);
  if (left === right) return 0;
  return (left < right ? -1 : 1) * key.direction;
}

function isMissing(value: number | string): boolean {
  return value === '' || Number.isNaN(value);
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
