/**
 * A chunk of terms: which of the column's terms each lead has. Leads with the same terms share one code, so that a lead
 * costs one or two bytes, and a filter or a count is decided once a code and not once a lead.
 */
import { type Chunk, CHUNK_SIZE, type StoredChunk } from './chunk.ts';

/** The code of a slot without a lead. */
export const NO_LEAD = 0;

/** The terms of a column and their numbers, in the order in which they were met. */
export class TermDictionary {
  readonly terms: string[] = [];
  readonly #numbers = new Map<string, number>();

  /** The number of a term; a new one gets the next. */
  numberOf(term: string): number {
    const known = this.#numbers.get(term);
    if (known !== undefined) return known;
    this.#numbers.set(term, this.terms.length);
    return this.terms.push(term) - 1;
  }

  /** The number of a term; undefined when no lead ever had it. */
  find(term: string): number | undefined {
    return this.#numbers.get(term);
  }
}

export class TermChunk implements Chunk<readonly string[]> {
  codes: Uint8Array | Uint16Array = new Uint8Array(CHUNK_SIZE);
  /** By code: the numbers of the terms. Code 0 is no lead. */
  readonly combinations: (readonly number[])[] = [[]];
  /** By code: how many slots have it. */
  readonly counts: number[] = [CHUNK_SIZE];
  readonly #dictionary: TermDictionary;
  /** By the only term, and by all terms of those that have several or none. */
  readonly #codeOfTerm = new Map<string, number>();
  readonly #codeOfTerms = new Map<string, number>();

  constructor(dictionary: TermDictionary, stored?: StoredChunk) {
    this.#dictionary = dictionary;
    if (stored === undefined) return;
    const combinations = JSON.parse(stored.content ?? '[]') as string[][];
    for (const terms of combinations) this.#code(terms);
    const codes = stored.codes ?? new ArrayBuffer(CHUNK_SIZE);
    this.codes = codes.byteLength === CHUNK_SIZE ? new Uint8Array(codes) : new Uint16Array(codes);
    this.counts.fill(0);
    for (const code of this.codes) this.counts[code] = (this.counts[code] ?? 0) + 1;
  }

  set(slot: number, terms: readonly string[] | undefined): void {
    // First the code: a new one may replace the array.
    const code = terms === undefined ? NO_LEAD : this.#code(terms);
    const before = this.codes[slot] ?? NO_LEAD;
    this.counts[before] = (this.counts[before] ?? 0) - 1;
    this.counts[code] = (this.counts[code] ?? 0) + 1;
    this.codes[slot] = code;
  }

  size(): number {
    return this.codes.byteLength + this.combinations.length * 100;
  }

  store(): StoredChunk {
    const { terms } = this.#dictionary;
    const combinations = this.combinations.slice(1).map((numbers) => numbers.map((number) => terms[number]));
    return { codes: this.codes.slice().buffer, content: JSON.stringify(combinations) };
  }

  #code(terms: readonly string[]): number {
    const [first = ''] = terms;
    const [known, key]: [Map<string, number>, string] =
      terms.length === 1 ? [this.#codeOfTerm, first] : [this.#codeOfTerms, JSON.stringify(terms)];
    const code = known.get(key) ?? this.#addCode(terms);
    known.set(key, code);
    return code;
  }

  #addCode(terms: readonly string[]): number {
    const numbers = [...new Set(terms)].map((term) => this.#dictionary.numberOf(term));
    const code = this.combinations.push(numbers) - 1;
    this.counts.push(0);
    if (code === 256 && this.codes instanceof Uint8Array) this.codes = Uint16Array.from(this.codes);
    return code;
  }
}
