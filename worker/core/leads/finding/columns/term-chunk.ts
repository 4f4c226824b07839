/**
 * A chunk of terms: the terms of each lead. Leads with the same terms share one code. So a lead costs one or two bytes, and a
 * filter or a count is evaluated once for each code instead of each lead.
 */
import { type Chunk, CHUNK_SIZE, type StoredChunk } from './chunk.ts';

/** The code of a slot without a lead. */
export const NO_LEAD = 0;

/** Most codes in a chunk before it drops the unused ones. Leads need at most half as many. */
const MAX_CODES = 2 * CHUNK_SIZE;

/** Bytes of a term in addition to its characters: its object and its entries in the list and the map. */
const TERM_BYTES = 80;
/** Bytes of a code: its entries in the lists of combinations and of counts. */
const CODE_BYTES = 16;
/** Bytes of a code that can be looked up by its terms. */
const KNOWN_BYTES = 60;

/** The terms of a column and their numbers, which are given in order of first use. */
export class TermDictionary {
  readonly terms: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #alone: (readonly [number])[] = [];
  #bytes = 0;

  /** Approximate bytes of memory. */
  get size(): number {
    return this.#bytes;
  }

  /** Returns the number of a term. A new term gets the next number. */
  numberOf(term: string): number {
    const known = this.#numbers.get(term);
    if (known !== undefined) return known;
    this.#numbers.set(term, this.terms.length);
    this.#bytes += TERM_BYTES + term.length;
    return this.terms.push(term) - 1;
  }

  /** Returns the number of a term; undefined if no lead ever had it. */
  find(term: string): number | undefined {
    return this.#numbers.get(term);
  }

  /** Returns the numbers of terms, each once. For a single term, all chunks share one object. */
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
  /** The numbers of the terms by code. Code 0 means no lead. */
  readonly combinations: (readonly number[])[] = [[]];
  /** The number of slots by code. */
  readonly counts: number[] = [CHUNK_SIZE];
  readonly #dictionary: TermDictionary;
  /** Codes by their terms. Built when a lead is set, freed by `settle`. */
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
    // The code is read first, because a new code may replace the array with all codes in it.
    const code = terms === undefined ? NO_LEAD : this.#codeOf(terms);
    const before = this.codes[slot] ?? NO_LEAD;
    this.counts[before] = (this.counts[before] ?? 0) - 1;
    this.counts[code] = (this.counts[code] ?? 0) + 1;
    this.codes[slot] = code;
  }

  /** Frees the memory that is needed only for writing. */
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

  /** Drops the unused codes and renumbers the others. */
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

/** Returns the key of a combination of terms. */
function keyOf(terms: readonly string[]): string {
  return terms.length === 1 ? `=${terms[0]}` : JSON.stringify(terms);
}
