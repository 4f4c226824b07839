/** Compares a chunk of terms with a plain list: each lead has the terms that were written last. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { CHUNK_SIZE } from '../../../../../worker/core/leads/finding/columns/chunk.ts';
import {
  NO_LEAD,
  TermChunk,
  TermDictionary,
} from '../../../../../worker/core/leads/finding/columns/term-chunk.ts';

/** The number of leads by term, counted by the chunk and in the list. */
function countsOf(chunk: TermChunk, { terms }: TermDictionary): Map<string, number> {
  const counts = new Map<string, number>();
  chunk.combinations.forEach((numbers, code) => {
    if (code === NO_LEAD) return;
    for (const number of numbers) {
      const term = terms[number] ?? '';
      const leads = (counts.get(term) ?? 0) + (chunk.counts[code] ?? 0);
      if (leads > 0) counts.set(term, leads);
    }
  });
  return counts;
}

function naiveCounts(leads: readonly (readonly string[] | undefined)[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const terms of leads) {
    for (const term of new Set(terms)) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return counts;
}

test('counts stay exact when all leads change to new values far more often than there are codes', () => {
  const dictionary = new TermDictionary();
  const chunk = new TermChunk(dictionary);
  const leads: string[][] = [];
  // 35 changes of 2,048 leads are 71,680 values, more than a two-byte code can distinguish.
  for (let change = 0; change < 35; change += 1) {
    for (let slot = 0; slot < CHUNK_SIZE; slot += 1) {
      const terms = [`${2026 + change}-01-01T00:00:00.${slot}Z`];
      leads[slot] = terms;
      chunk.set(slot, terms);
    }
  }

  expect(countsOf(chunk, dictionary)).toEqual(naiveCounts(leads));
  expect(chunk.combinations.length).toBeLessThanOrEqual(2 * CHUNK_SIZE);
});

test('for random writes, stored in between or not, the counts are those of a plain list', () => {
  const terms = fc.option(fc.array(fc.nat(5_000).map(String), { maxLength: 3 }), { nil: undefined });
  const write = fc.record({ slot: fc.nat(CHUNK_SIZE - 1), terms });
  fc.assert(
    fc.property(
      fc.array(fc.array(write, { minLength: 500, maxLength: 3_000 }), { maxLength: 4 }),
      (rounds) => {
        let dictionary = new TermDictionary();
        let chunk = new TermChunk(dictionary);
        const leads: (string[] | undefined)[] = [];
        for (const writes of rounds) {
          for (const { slot, terms } of writes) {
            leads[slot] = terms;
            chunk.set(slot, terms);
          }
          const stored = chunk.store();
          dictionary = new TermDictionary();
          chunk = new TermChunk(dictionary, stored);
        }

        expect(countsOf(chunk, dictionary)).toEqual(naiveCounts(leads));
        expect(chunk.counts[NO_LEAD]).toBe(CHUNK_SIZE - leads.filter((lead) => lead !== undefined).length);
      },
    ),
    { numRuns: 30 },
  );
});
