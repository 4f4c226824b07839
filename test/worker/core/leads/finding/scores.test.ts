import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { CHUNK_SIZE, NumberChunk } from '../../../../../worker/core/leads/finding/columns/chunk.ts';
import {
  countScores,
  leadsWithScores,
  newestLeads,
  NO_MATCH,
  scoresBetween,
} from '../../../../../worker/core/leads/finding/search/scores.ts';

/** Enough leads that one score has more of them than the sampling needs. */
const CHUNKS = 20;

interface Company {
  scores: Uint8Array[];
  chunks: NumberChunk[];
}

/** Leads of which most have the score 65. Their times follow their numbers, are random, or have few distinct values. */
function companyOf(seed: number, times: 'ascending' | 'random' | 'few'): Company {
  let state = seed + 1;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
  const timeOf = { ascending: (lead: number) => lead, random: () => random(1_000_000), few: () => random(3) };
  const indexes = Array.from({ length: CHUNKS }, (_, chunk) => chunk);
  return {
    scores: indexes.map(() =>
      Uint8Array.from({ length: CHUNK_SIZE }, () => [65, 65, 65, 65, 65, 65, 1, NO_MATCH][random(8)] ?? 65),
    ),
    chunks: indexes.map((chunk) => {
      const column = new NumberChunk();
      for (let slot = 0; slot < CHUNK_SIZE; slot += 1)
        column.set(slot, timeOf[times](chunk * CHUNK_SIZE + slot));
      return column;
    }),
  };
}

test('the newest leads of a score are among the selected ones, for every distribution of times', () => {
  fc.assert(
    fc.property(
      fc.nat(),
      fc.constantFrom('ascending', 'random', 'few'),
      fc.constantFrom(1, 50, 250, 5_000, 25_000),
      (seed, times, most) => {
        const { scores, chunks } = companyOf(seed, times);
        const count = countScores(scores)[65] ?? 0;
        const timeOf = (lead: number): number =>
          chunks[Math.floor(lead / CHUNK_SIZE)]?.numbers[lead % CHUNK_SIZE] ?? 0;
        const all = [...leadsWithScores(scores, { from: 65, to: 65 })];
        const wanted = Math.min(most, count);

        const found = [...newestLeads(scores, { chunks }, { score: 65, count, most: wanted })];

        expect(all).toHaveLength(count);
        const newest = (leads: number[]): number[] =>
          leads
            .map(timeOf)
            .toSorted((a, b) => b - a)
            .slice(0, wanted);
        expect(newest(found)).toEqual(newest(all));
      },
    ),
    { numRuns: 30 },
  );
});

test('only few of many leads with a score are selected for a page near the beginning', () => {
  const { scores, chunks } = companyOf(7, 'random');
  const count = countScores(scores)[65] ?? 0;

  expect(newestLeads(scores, { chunks }, { score: 65, count, most: 50 }).length).toBeLessThan(count / 10);
});

test('a page has the scores of its positions, with the number of leads before each', () => {
  const counts = new Uint32Array(NO_MATCH + 1);
  counts[1] = 10;
  counts[65] = 30;
  counts[NO_MATCH] = 1_000;

  expect(scoresBetween(counts, { start: 5, end: 15 })).toEqual([
    { score: 1, count: 10, before: 0 },
    { score: 65, count: 30, before: 10 },
  ]);
  expect(scoresBetween(counts, { start: 10, end: 20 })).toEqual([{ score: 65, count: 30, before: 10 }]);
  expect(scoresBetween(counts, { start: 40, end: 50 })).toEqual([]);
});
