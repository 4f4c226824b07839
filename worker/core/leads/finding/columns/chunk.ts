/** Chunks. A chunk is the part of a column for 2,048 consecutive lead numbers. */
const CHUNK_BITS = 11;
/**
 * Leads in a chunk: few enough that building a chunk does not hold up requests for long, and so many that a million leads need
 * only 489 chunks.
 */
export const CHUNK_SIZE = 1 << CHUNK_BITS;

/** Returns the chunk of a lead. Lead numbers stay far below 2^31. */
export function chunkOf(leadNumber: number): number {
  return leadNumber >> CHUNK_BITS;
}

/** Returns the slot of a lead in its chunk. */
export function slotOf(leadNumber: number): number {
  return leadNumber & (CHUNK_SIZE - 1);
}

/** A stored chunk; see `column_chunks` in docs/storage.md. */
export interface StoredChunk {
  codes: ArrayBuffer | null;
  content: string | null;
}

/** The interface of chunks of all kinds of columns. `Value` is the value of one lead in the column. */
export interface Chunk<Value> {
  /** Sets a lead's value; undefined if the lead does not exist (any more). */
  set(slot: number, value: Value | undefined): void;
  /** Returns the approximate bytes of memory. */
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
