/**
 * A chunk of terms: which of the column's terms each lead has. Leads with the same terms share one code, so that a lead
 * costs one or two bytes, and a filter or a count is decided once a code and not once a lead.
 */
import { type Chunk, CHUNK_SIZE, type StoredChunk } from './chunk.ts';

/** The code of a slot without a lead. */
export const NO_LEAD = 0;

/** Codes that a chunk gives out before it drops those that no lead has any more; leads need half as many at the most. */
const MAX_CODES = 2 * CHUNK_SIZE;

/** Bytes of a term beside its characters: its object, its place in the list and in the map. */
const TERM_BYTES = 80;
/** Bytes of a code: its place in the lists of combinations and of counts. */
const CODE_BYTES = 16;
/** Bytes of a code that can be looked up by its terms. */
const KNOWN_BYTES = 60;

/** The terms of a column and their numbers, in the order in which they were met. */
export class TermDictionary {
  readonly terms: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #alone: (readonly [number])[] = [];
  #bytes = 0;

  /** Bytes of memory, about. */
  get size(): number {
    return this.#bytes;
  }

  /** The number of a term; a new one gets the next. */
  numberOf(term: string): number {
    const known = this.#numbers.get(term);
    if (known !== undefined) return known;
    this.#numbers.set(term, this.terms.length);
    this.#bytes += TERM_BYTES + term.length;
    return this.terms.push(term) - 1;
  }

  /** The number of a term; undefined when no lead ever had it. */
  find(term: string): number | undefined {
    return this.#numbers.get(term);
  }

  /** The numbers of terms, each once. Those of one term alone are the same object in every chunk. */
  combinationOf(terms: readonly string[]): readonly number[] {
    const [first] = terms;
    if (first === undefined || terms.length > 1) {
      return [...new Set(terms)].map((term) => this.numberOf(term));
    }
    const number = this.numberOf(first);
    return (this.#alone[number] ??= [number]);
  }
}

export class TermChunk implements Chunk<readonly string[]> {
  codes: Uint8Array | Uint16Array = new Uint8Array(CHUNK_SIZE);
  /** By code: the numbers of the terms. Code 0 is no lead. */
  readonly combinations: (readonly number[])[] = [[]];
  /** By code: how many slots have it. */
  readonly counts: number[] = [CHUNK_SIZE];
  readonly #dictionary: TermDictionary;
  /** Codes by their terms; made when a lead is set, and given up by `settle`. */
  #known: Map<string, number> | undefined;

  constructor(dictionary: TermDictionary, stored?: StoredChunk) {
    this.#dictionary = dictionary;
    if (stored === undefined) return;
    const combinations = JSON.parse(stored.content ?? '[]') as string[][];
    for (const terms of combinations) this.#addCode(terms);
    const codes = stored.codes ?? new ArrayBuffer(CHUNK_SIZE);
    this.codes = codes.byteLength === CHUNK_SIZE ? new Uint8Array(codes) : new Uint16Array(codes);
    this.counts.fill(0);
    for (const code of this.codes) this.counts[code] = (this.counts[code] ?? 0) + 1;
  }

  set(slot: number, terms: readonly string[] | undefined): void {
    // First the code: a new one may replace the array, and all codes in it.
    const code = terms === undefined ? NO_LEAD : this.#codeOf(terms);
    const before = this.codes[slot] ?? NO_LEAD;
    this.counts[before] = (this.counts[before] ?? 0) - 1;
    this.counts[code] = (this.counts[code] ?? 0) + 1;
    this.codes[slot] = code;
  }

  /** Gives up what only writing needs. */
  settle(): void {
    this.#known = undefined;
  }

  size(): number {
    const known = (this.#known?.size ?? 0) * KNOWN_BYTES;
    return this.codes.byteLength + this.combinations.length * CODE_BYTES + known;
  }

  store(): StoredChunk {
    this.#dropUnused();
    const { terms } = this.#dictionary;
    const combinations = this.combinations.slice(1).map((numbers) => numbers.map((number) => terms[number]));
    return { codes: this.codes.slice().buffer, content: JSON.stringify(combinations) };
  }

  #codeOf(terms: readonly string[]): number {
    const key = keyOf(terms);
    const code = this.#codes().get(key);
    if (code !== undefined) return code;
    if (this.combinations.length >= MAX_CODES) this.#dropUnused();
    const added = this.#addCode(terms);
    this.#codes().set(key, added);
    return added;
  }

  #codes(): Map<string, number> {
    const { terms } = this.#dictionary;
    this.#known ??= new Map(
      this.combinations
        .map((numbers, code) => [keyOf(numbers.map((number) => terms[number] ?? '')), code] as const)
        .slice(1),
    );
    return this.#known;
  }

  #addCode(terms: readonly string[]): number {
    const code = this.combinations.push(this.#dictionary.combinationOf(terms)) - 1;
    this.counts.push(0);
    if (code === 256 && this.codes instanceof Uint8Array) this.codes = Uint16Array.from(this.codes);
    return code;
  }

  /** Numbers the codes that leads have anew, from the first on. */
  #dropUnused(): void {
    const used = this.combinations.map((_, code) => code === NO_LEAD || (this.counts[code] ?? 0) > 0);
    const codes = used.map((isUsed, code) => ({ isUsed, code })).filter(({ isUsed }) => isUsed);
    if (codes.length === this.combinations.length) return;
    const renumbered = new Map(codes.map(({ code }, index) => [code, index]));
    const combinations = codes.map(({ code }) => this.combinations[code] ?? []);
    const counts = codes.map(({ code }) => this.counts[code] ?? 0);
    this.combinations.splice(0, this.combinations.length, ...combinations);
    this.counts.splice(0, this.counts.length, ...counts);
    for (let slot = 0; slot < CHUNK_SIZE; slot += 1) {
      this.codes[slot] = renumbered.get(this.codes[slot] ?? NO_LEAD) ?? NO_LEAD;
    }
    if (combinations.length <= 256) this.codes = Uint8Array.from(this.codes);
    this.#known = undefined;
  }
}

/** What tells one combination of terms from another. */
function keyOf(terms: readonly string[]): string {
  return terms.length === 1 ? `=${terms[0]}` : JSON.stringify(terms);
}
