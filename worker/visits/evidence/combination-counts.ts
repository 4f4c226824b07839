/** Counts by combinations of values, within a bound: the rarest texts become `other`. Pure. */

/** Most combinations of a day. */
export const MOST_COMBINATIONS = 2_000;
/** Replaces texts that are too rare. */
export const OTHER = 'other';

/** The values of a combination. An unknown one is null. */
type Combination = Readonly<Record<string, string | number | null>>;

/** How often a combination occurred. */
export interface Counted<Of extends Combination> {
  of: Of;
  count: number;
}

type Counts<Of extends Combination> = Map<string, Counted<Of>>;

/** How combinations are merged. */
export interface Merging<Of extends Combination> {
  /** Members whose rarest texts become `other`, in this order. */
  texts: readonly (keyof Of & string)[];
  /** Values that the rarest combinations get if that is not enough. */
  rest: Partial<Of>;
}

export class CombinationCounts<Of extends Combination> {
  readonly #merging: Merging<Of>;
  #counts: Counts<Of> = new Map();

  constructor(merging: Merging<Of>) {
    this.#merging = merging;
  }

  /** Adds to the count of a combination. */
  add(of: Of, count = 1): void {
    addTo(this.#counts, { of, count });
    // Twice the bound, so that a day of many campaigns is not merged at every visit.
    if (this.#counts.size > 2 * MOST_COMBINATIONS) this.#counts = merged(this.#counts, this.#merging);
  }

  /** Returns the counts, at most `MOST_COMBINATIONS`. Their sum is that of all that were added. */
  list(): Counted<Of>[] {
    return [...merged(this.#counts, this.#merging).values()];
  }
}

/** Merges the rarest texts, and if that is not enough the rarest combinations, until the bound is kept. */
function merged<Of extends Combination>(counts: Counts<Of>, { texts, rest }: Merging<Of>): Counts<Of> {
  const left = new Map(counts);
  for (const member of texts) mergeRareTexts(left, member);
  const rarestFirst = [...left.values()].toSorted((a, b) => a.count - b.count);
  for (const { of } of rarestFirst) {
    if (left.size <= MOST_COMBINATIONS) break;
    move(left, of, { ...of, ...rest });
  }
  return left;
}

function mergeRareTexts<Of extends Combination>(left: Counts<Of>, member: keyof Of & string): void {
  const byText = Map.groupBy(left.values(), ({ of }) => String(of[member] ?? OTHER));
  byText.delete(OTHER);
  const rarestFirst = [...byText]
    .map(([text, list]) => ({ text, list, total: list.reduce((sum, { count }) => sum + count, 0) }))
    .toSorted((a, b) => a.total - b.total || (a.text < b.text ? -1 : 1));
  for (const { list } of rarestFirst) {
    if (left.size <= MOST_COMBINATIONS) return;
    for (const { of } of list) move(left, of, { ...of, [member]: OTHER });
  }
}

/** Adds the count of a combination, as it is now, to that of another one. */
function move<Of extends Combination>(left: Counts<Of>, from: Of, to: Of): void {
  const count = left.get(keyOf(from))?.count ?? 0;
  left.delete(keyOf(from));
  addTo(left, { of: to, count });
}

function addTo<Of extends Combination>(counts: Counts<Of>, { of, count }: Counted<Of>): void {
  const key = keyOf(of);
  counts.set(key, { of, count: (counts.get(key)?.count ?? 0) + count });
}

function keyOf(of: Combination): string {
  return JSON.stringify(Object.values(of));
}
