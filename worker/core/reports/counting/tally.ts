/** Sums of records by group: counters, distinct people, and values for medians. Pure. */

/** The counters of a group, in the order of their columns. */
export const COUNTERS = [
  'calls',
  'firstTime',
  'answered',
  'missed',
  'rescued',
  'lostInMenu',
  'high',
  'medium',
  'low',
  'texts',
  'forms',
  'leads',
  'won',
  'value',
  'visits',
  'taps',
  'cost',
  'costs',
] as const;
export type Counter = (typeof COUNTERS)[number];
const WIDTH = COUNTERS.length;
const AT = Object.fromEntries(COUNTERS.map((name, index) => [name, index])) as Record<Counter, number>;
export const COUNTER_AT: Readonly<Record<Counter, number>> = AT;

/** Added to values, so that days before 1970 in some zone, and the Monday before them, have a place too. */
const OFFSET = 16;

/** Numbers values from 0 on in the order in which they occur. */
class Dense {
  #numbers = new Int32Array(256).fill(-1);
  #count = 0;

  /** Returns the number of a value and adds it if it is new. */
  numberOf(value: number): number {
    const known = this.#numbers[value + OFFSET] ?? -1;
    return known === -1 ? this.#added(value) : known;
  }

  /** Returns the number of a value; undefined if it did not occur. */
  find(value: number): number | undefined {
    const known = this.#numbers[value + OFFSET] ?? -1;
    return known === -1 ? undefined : known;
  }

  #added(value: number): number {
    const at = value + OFFSET;
    if (at >= this.#numbers.length) {
      const longer = new Int32Array(2 * at + 2).fill(-1);
      longer.set(this.#numbers);
      this.#numbers = longer;
    }
    this.#count += 1;
    this.#numbers[at] = this.#count - 1;
    return this.#count - 1;
  }
}

/** A list of numbers that grows. */
class Numbers {
  #list = new Int32Array(1_024);
  length = 0;

  push(value: number): void {
    if (this.length === this.#list.length) {
      const longer = new Int32Array(this.length * 2);
      longer.set(this.#list);
      this.#list = longer;
    }
    this.#list[this.length] = value;
    this.length += 1;
  }

  list(): Int32Array {
    return this.#list.subarray(0, this.length);
  }
}

/** Numbers of groups: seconds for medians, people to be counted once. */
class Values {
  readonly #groups = new Numbers();
  readonly #values = new Numbers();

  add(group: number, value: number): void {
    this.#groups.push(group);
    this.#values.push(value);
  }

  /** Returns the values of each group, as parts of one array. */
  byGroup(groupCount: number): Int32Array[] {
    const [groups, values] = [this.#groups.list(), this.#values.list()];
    const ends = new Int32Array(groupCount + 1);
    for (const group of groups) ends[group + 1] = (ends[group + 1] ?? 0) + 1;
    for (let group = 1; group <= groupCount; group += 1)
      ends[group] = (ends[group] ?? 0) + (ends[group - 1] ?? 0);
    const starts = ends.slice();
    const sorted = new Int32Array(values.length);
    for (let index = 0; index < values.length; index += 1) {
      const group = groups[index] ?? 0;
      const to = starts[group] ?? 0;
      sorted[to] = values[index] ?? 0;
      starts[group] = to + 1;
    }
    return Array.from({ length: groupCount }, (_, group) => sorted.subarray(ends[group], ends[group + 1]));
  }
}

/** Counts the different numbers of each list. People are lead numbers, or negative numbers of calls. */
function countDifferent(lists: readonly Int32Array[]): Int32Array {
  let [least, most] = [0, 0];
  for (const list of lists) {
    for (const value of list) {
      if (value < least) least = value;
      else if (value > most) most = value;
    }
  }
  // The last list in which a number occurred, from 1 on: no set has to be built.
  const seen = new Int32Array(most - least + 1);
  return Int32Array.from(lists, (list, index) => {
    let count = 0;
    for (const value of list) {
      if (seen[value - least] === index + 1) continue;
      seen[value - least] = index + 1;
      count += 1;
    }
    return count;
  });
}

/** From so many values on, counting them is faster than sorting. */
const MANY = 4_096;
/** Greater than all values. */
const RANGE = 65_536;

/** Returns the median, the mean of the middle two of an even number; NaN of nothing. Reorders the values. */
export function median(values: Int32Array): number {
  const { length } = values;
  if (length === 0) return NaN;
  const sorted = length < MANY ? values.sort() : undefined;
  const counts = sorted === undefined ? countsOf(values) : undefined;
  const at = (rank: number): number =>
    counts === undefined ? (sorted?.[rank] ?? NaN) : valueAt(counts, rank);
  const middle = length >> 1;
  return length % 2 === 1 ? at(middle) : (at(middle - 1) + at(middle)) / 2;
}

function countsOf(values: Int32Array): Int32Array {
  const counts = new Int32Array(RANGE);
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

function valueAt(counts: Int32Array, rank: number): number {
  let value = 0;
  for (let left = rank - (counts[0] ?? 0); left >= 0; left -= counts[value] ?? 0) value += 1;
  return value;
}

export class Tally {
  readonly #firsts = new Dense();
  readonly #seconds = new Dense();
  /** The groups by the numbers of both values; -1: there is none. */
  readonly #groups: Int32Array[] = [];
  readonly #keys: [number, number][] = [];
  readonly #people = new Values();
  readonly #ring = new Values();
  readonly #talk = new Values();
  #counters = new Float64Array(64 * WIDTH);

  /** Returns the group of two values, which are 0 or more. */
  group(first: number, second: number): number {
    const row = this.#firsts.numberOf(first);
    const column = this.#seconds.numberOf(second);
    const known = this.#groups[row]?.[column] ?? -1;
    return known === -1 ? this.#added(row, column, [first, second]) : known;
  }

  /** Returns the group of two values; undefined if nothing was counted for it. */
  find(first: number, second: number): number | undefined {
    const [row, column] = [this.#firsts.find(first), this.#seconds.find(second)];
    if (row === undefined || column === undefined) return undefined;
    const group = this.#groups[row]?.[column] ?? -1;
    return group === -1 ? undefined : group;
  }

  get groupCount(): number {
    return this.#keys.length;
  }

  /** Returns the values of a group. */
  keyOf(group: number): readonly [number, number] {
    return this.#keys[group] ?? [0, 0];
  }

  /** Adds to a counter of a group. */
  add(group: number, counter: number, amount: number): void {
    const at = group * WIDTH + counter;
    this.#counters[at] = (this.#counters[at] ?? 0) + amount;
  }

  /** Counts a person, once in each group. */
  addPerson(group: number, person: number): void {
    this.#people.add(group, person);
  }

  addRing(group: number, seconds: number): void {
    this.#ring.add(group, seconds);
  }

  addTalk(group: number, seconds: number): void {
    this.#talk.add(group, seconds);
  }

  count(group: number, counter: Counter): number {
    return this.#counters[group * WIDTH + AT[counter]] ?? 0;
  }

  /** Returns the number of people of each group. */
  people(): Int32Array {
    return countDifferent(this.#people.byGroup(this.groupCount));
  }

  /** Returns the medians of each group; NaN of nothing. */
  medians(): { ring: Float64Array; talk: Float64Array } {
    const ofEach = (values: Values): Float64Array =>
      Float64Array.from(values.byGroup(this.groupCount), median);
    return { ring: ofEach(this.#ring), talk: ofEach(this.#talk) };
  }

  #added(row: number, column: number, key: [number, number]): number {
    const known = this.#groups[row] ?? new Int32Array(0);
    let columns = known;
    if (column >= known.length) {
      columns = new Int32Array(Math.max(8, 2 * column + 1)).fill(-1);
      columns.set(known);
      this.#groups[row] = columns;
    }
    const group = this.#keys.push(key) - 1;
    columns[column] = group;
    if (this.#keys.length * WIDTH > this.#counters.length) {
      const larger = new Float64Array(this.#counters.length * 2);
      larger.set(this.#counters);
      this.#counters = larger;
    }
    return group;
  }
}
