/** Chunks: the part of a column that belongs to 2,048 neighbouring lead numbers. */
const CHUNK_BITS = 11;
/** Leads in a chunk: few enough that building one holds up no request for long, and so many that a million leads are 489 chunks. */
export const CHUNK_SIZE = 1 << CHUNK_BITS;

/** Which chunk a lead is in; lead numbers stay far below 2^31. */
export function chunkOf(leadNumber: number): number {
  return leadNumber >> CHUNK_BITS;
}

/** Where in its chunk a lead is. */
export function slotOf(leadNumber: number): number {
  return leadNumber & (CHUNK_SIZE - 1);
}

/** A chunk as it is stored: see `column_chunks` in docs/storage.md. */
export interface StoredChunk {
  codes: ArrayBuffer | null;
  content: string | null;
}

/** What the chunks of all kinds of column have in common; `Value` is what one lead has in the column. */
export interface Chunk<Value> {
  /** Sets a lead's value; undefined: there is no such lead (any more). */
  set(slot: number, value: Value | undefined): void;
  /** Bytes of memory, about. */
  size(): number;
  store(): StoredChunk;
}

export class NumberChunk implements Chunk<number> {
  readonly numbers: Float64Array;

  constructor(stored?: StoredChunk) {
    const codes = stored?.codes ?? undefined;
    this.numbers = codes === undefined ? new Float64Array(CHUNK_SIZE).fill(NaN) : new Float64Array(codes);
  }

  set(slot: number, value: number | undefined): void {
    this.numbers[slot] = value ?? NaN;
  }

  size(): number {
    return this.numbers.byteLength;
  }

  store(): StoredChunk {
    return { codes: this.numbers.slice().buffer, content: null };
  }
}
