/**
 * A chunk of folded texts: one long string, which the engine's own string search scans in one call. Each lead has a run in it:
 * its values separated by newlines, with a carriage return at the end. Folded values contain neither. Changed leads are kept
 * beside the string until there are enough of them to rebuild it.
 */
import { type Chunk, CHUNK_SIZE, type StoredChunk } from './chunk.ts';
import { packUnits } from './ordered-pages.ts';

/** Separates the values of a lead. */
export const VALUE_END = '\n';
/** Follows the last value of a lead. */
export const RUN_END = '\r';

const VALUE_END_UNIT = VALUE_END.charCodeAt(0);
const RUN_END_UNIT = RUN_END.charCodeAt(0);

/** Most changed leads that are kept beside the string before it is rebuilt. */
const MAX_CHANGED = 128;

export class TextChunk implements Chunk<readonly string[]> {
  #text: string;
  /** The start of each run; the last entry is the length. */
  #starts: Uint32Array;
  readonly #changed = new Map<number, string>();

  constructor(stored?: StoredChunk) {
    this.#text = stored?.content ?? RUN_END.repeat(CHUNK_SIZE);
    this.#starts = startsOf(this.#text);
  }

  /** The string. Runs of slots in `changed` are outdated. */
  get text(): string {
    return this.#text;
  }

  get starts(): Uint32Array {
    return this.#starts;
  }

  /** The runs that replace those in the string, by slot. */
  get changed(): ReadonlyMap<number, string> {
    return this.#changed;
  }

  set(slot: number, texts: readonly string[] | undefined): void {
    this.#changed.set(slot, `${(texts ?? []).join(VALUE_END)}${RUN_END}`);
    if (this.#changed.size > MAX_CHANGED) this.compact();
  }

  /** Sets the values of many leads. */
  fill(values: readonly (readonly string[] | undefined)[]): void {
    this.#changed.clear();
    this.#text = values.map((texts) => `${(texts ?? []).join(VALUE_END)}${RUN_END}`).join('');
    this.#starts = startsOf(this.#text);
  }

  /** Returns the UTF-16 unit at an index of the lead's first value; 0 after its end. */
  unitAt(slot: number, index: number): number {
    const changed = this.#changed.size === 0 ? undefined : this.#changed.get(slot);
    return changed === undefined
      ? unitOf(this.#text, (this.#starts[slot] ?? 0) + index)
      : unitOf(changed, index);
  }

  /**
   * Returns three units of the lead's first value from an index on, packed by `packUnits`. The index must not be beyond the end.
   */
  packedAt(slot: number, index: number): number {
    const changed = this.#changed.size === 0 ? undefined : this.#changed.get(slot);
    const text = changed ?? this.#text;
    const at = changed === undefined ? (this.#starts[slot] ?? 0) + index : index;
    const first = unitOf(text, at);
    const second = first === 0 ? 0 : unitOf(text, at + 1);
    const third = second === 0 ? 0 : unitOf(text, at + 2);
    return packUnits(first, second, third);
  }

  size(): number {
    return this.#text.length + this.#starts.byteLength;
  }

  store(): StoredChunk {
    this.compact();
    return { codes: null, content: this.#text };
  }

  compact(): void {
    if (this.#changed.size === 0) return;
    const runs = Array.from({ length: CHUNK_SIZE }, (_, slot) => {
      return this.#changed.get(slot) ?? this.#text.slice(this.#starts[slot], this.#starts[slot + 1]);
    });
    this.#changed.clear();
    this.#text = runs.join('');
    this.#starts = startsOf(this.#text);
  }
}

function unitOf(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  return unit === VALUE_END_UNIT || unit === RUN_END_UNIT ? 0 : unit;
}

function startsOf(text: string): Uint32Array {
  const starts = new Uint32Array(CHUNK_SIZE + 1);
  for (let slot = 0; slot < CHUNK_SIZE; slot += 1) {
    starts[slot + 1] = text.indexOf(RUN_END, starts[slot]) + 1;
  }
  return starts;
}
