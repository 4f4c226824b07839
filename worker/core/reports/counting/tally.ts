/** Sums of records by group: counters, distinct people, and values for medians. Pure. */

/** The counters of a group, in the order of their columns. */
export const COUNTERS = [
  'calls',
  'firstTime',
  'answered',
  'missed',
  'rescued',
  'high',
  'medium',
  'low',
  'texts',
  'leads',
  'won',
  'value',
  'visits',
  'cost',
  'costs',
] as const;
export type Counter = (typeof COUNTERS)[number];
const WIDTH = COUNTERS.length;
const AT = Object.fromEntries(COUNTERS.map((name, index) => [name, index])) as Record<Counter, number>;
export const COUNTER_AT: Readonly<Record<Counter, number>> = AT;

/** A set of pairs of whole numbers, with open addressing: many times smaller and faster than a Set of texts. */
class Pairs {
  #firsts = new Int32Array(1_024).fill(-1);
  #seconds = new Int32Array(1_024);
  /** In the order in which pairs were added. */
  #positions = new Int32Array(1_024);
  size = 0;

  /** Returns the position of a pair, and adds it if it is new. First numbers are 0 or more. */
  position(first: number, second: number): number {
    if (this.size * 2 >= this.#firsts.length) this.#grow();
    const slot = this.#slotOf(first, second);
    if (this.#firsts[slot] !== -1) return this.#positions[slot] ?? 0;
    this.#firsts[slot] = first;
    this.#seconds[slot] = second;
    this.#positions[slot] = this.size;
    this.size += 1;
    return this.size - 1;
  }

  /** Returns the position of a pair; undefined if it is not in the set. */
  find(first: number, second: number): number | undefined {
    const slot = this.#slotOf(first, second);
    return this.#firsts[slot] === -1 ? undefined : this.#positions[slot];
  }

  #slotOf(first: number, second: number): number {
    const mask = this.#firsts.length - 1;
    let slot = hash(first, second) & mask;
    while (this.#firsts[slot] !== -1 && (this.#firsts[slot] !== first || this.#seconds[slot] !== second))
      slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const [firsts, seconds, positions] = [this.#firsts, this.#seconds, this.#positions];
    this.#firsts = new Int32Array(firsts.length * 4).fill(-1);
    this.#seconds = new Int32Array(firsts.length * 4);
    this.#positions = new Int32Array(firsts.length * 4);
    for (let from = 0; from < firsts.length; from += 1) {
      const first = firsts[from] ?? -1;
      if (first === -1) continue;
      const to = this.#slotOf(first, seconds[from] ?? 0);
      this.#firsts[to] = first;
      this.#seconds[to] = seconds[from] ?? 0;
      this.#positions[to] = positions[from] ?? 0;
    }
  }
}

/** Mixes two numbers (the finalizer of MurmurHash3). */
function hash(first: number, second: number): number {
  let mixed = Math.imul(first, 0x9e3779b1) ^ second;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
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

/** Values of groups, for their medians. */
class Values {
  readonly #groups = new Numbers();
  readonly #values = new Numbers();

  add(group: number, value: number): void {
    this.#groups.push(group);
    this.#values.push(value);
  }

  /** Returns the median of each group; NaN for one without values. */
  medians(groupCount: number): Float64Array {
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
    return Float64Array.from({ length: groupCount }, (_, group) =>
      median(sorted.subarray(ends[group], ends[group + 1])),
    );
  }
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
  readonly #groups = new Pairs();
  readonly #keys: [number, number][] = [];
  readonly #people = new Pairs();
  readonly #peopleOf = new Numbers();
  readonly ring = new Values();
  readonly talk = new Values();
  #counters = new Float64Array(64 * WIDTH);

  /** Returns the group of two values. */
  group(first: number, second: number): number {
    const group = this.#groups.position(first, second);
    if (group === this.#keys.length) {
      this.#keys.push([first, second]);
      if (this.#keys.length * WIDTH > this.#counters.length) {
        const larger = new Float64Array(this.#counters.length * 2);
        larger.set(this.#counters);
        this.#counters = larger;
      }
    }
    return group;
  }

  /** Returns the group of two values; undefined if nothing was counted for it. */
  find(first: number, second: number): number | undefined {
    return this.#groups.find(first, second);
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

  /** Counts a person once in each group. */
  addPerson(group: number, person: number): void {
    const before = this.#people.size;
    if (this.#people.position(group, person) === before) this.#peopleOf.push(group);
  }

  count(group: number, counter: Counter): number {
    return this.#counters[group * WIDTH + AT[counter]] ?? 0;
  }

  /** Returns the number of people of each group. */
  people(): Int32Array {
    const counts = new Int32Array(this.groupCount);
    for (const group of this.#peopleOf.list()) counts[group] = (counts[group] ?? 0) + 1;
    return counts;
  }
}
