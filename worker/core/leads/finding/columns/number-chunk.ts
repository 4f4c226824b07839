/** A chunk of numbers: one a lead, NaN where it has none. */
import { type Chunk, CHUNK_SIZE, type StoredChunk } from './chunk.ts';

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
