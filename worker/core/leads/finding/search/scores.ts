/**
 * Counts and selects leads by the scores of a search. A page has the best scores first and, within a score, the newest leads. A
 * score is one byte, by chunk and slot; `NO_MATCH` stands for no match. Pure.
 */
import { CHUNK_SIZE } from '../columns/chunk.ts';
import type { NumberColumn } from '../columns/column.ts';
import { boundOfPage, LEAST_FOR_SAMPLE } from '../columns/ordered-pages.ts';

export const NO_MATCH = 255;

/** One of this many slots is in the sample that limits which leads with the same score can be on a page. */
const SAMPLED_SLOTS = 64;

/** Counts the leads by score. */
export function countScores(scores: readonly Uint8Array[]): Uint32Array {
  const counts = new Uint32Array(NO_MATCH + 1);
  for (const chunkScores of scores) {
    for (let slot = 0; slot < CHUNK_SIZE; slot += 1) {
      const score = chunkScores[slot] ?? NO_MATCH;
      counts[score] = (counts[score] ?? 0) + 1;
    }
  }
  return counts;
}

/** Returns the scores of the leads from position `start` to before `end`, with the number of leads before each score. */
export function scoresBetween(
  counts: Uint32Array,
  { start, end }: { start: number; end: number },
): { score: number; count: number; before: number }[] {
  const found: { score: number; count: number; before: number }[] = [];
  let before = 0;
  for (let score = 0; score < NO_MATCH && before < end; score += 1) {
    const count = counts[score] ?? 0;
    if (count > 0 && before + count > start) found.push({ score, count, before });
    before += count;
  }
  return found;
}

/**
 * Returns leads with a score, ascending, among which are the newest ones. If there are many, returns hardly more than requested.
 */
export function newestLeads(
  scores: readonly Uint8Array[],
  { chunks }: NumberColumn,
  { score, count, most }: { score: number; count: number; most: number },
): Int32Array {
  const range = { from: score, to: score };
  if (count < LEAST_FOR_SAMPLE) return leadsWithScores(scores, range);
  const sample: number[] = [];
  scores.forEach((chunkScores, chunk) => {
    for (let slot = chunk % SAMPLED_SLOTS; slot < CHUNK_SIZE; slot += SAMPLED_SLOTS) {
      if (chunkScores[slot] === score) sample.push(-(chunks[chunk]?.numbers[slot] ?? 0));
    }
  });
  const oldest = -boundOfPage(Float64Array.from(sample).toSorted(), { end: most, of: count });
  const newest = leadsWithScores(scores, range, { chunks, oldest });
  return newest.length < most ? leadsWithScores(scores, range) : newest;
}

/** Returns the numbers of the leads whose score is in a range and whose time is not before `oldest`, ascending. */
export function leadsWithScores(
  scores: readonly Uint8Array[],
  { from, to }: { from: number; to: number },
  times?: { chunks: NumberColumn['chunks']; oldest: number },
): Int32Array {
  let found = new Int32Array(CHUNK_SIZE);
  let length = 0;
  const oldest = times?.oldest ?? -Infinity;
  scores.forEach((chunkScores, chunk) => {
    const numbers = times?.chunks[chunk]?.numbers;
    if (length + CHUNK_SIZE > found.length) found = grown(found);
    for (let slot = 0; slot < CHUNK_SIZE; slot += 1) {
      const score = chunkScores[slot] ?? NO_MATCH;
      if (score < from || score > to) continue;
      if (numbers !== undefined && (numbers[slot] ?? 0) < oldest) continue;
      found[length] = chunk * CHUNK_SIZE + slot;
      length += 1;
    }
  });
  return found.subarray(0, length);
}

function grown(numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(numbers.length * 2);
  larger.set(numbers);
  return larger;
}
