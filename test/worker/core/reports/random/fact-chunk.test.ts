/** The stored form of facts. */
import { expect, test } from 'vitest';
import { Dictionary } from '../../../../../worker/core/reports/facts/dictionary.ts';
import { FactChunk } from '../../../../../worker/core/reports/facts/fact-chunk.ts';

test.each(['call', 'text', 'form', 'lead'] as const)(
  'a chunk of %ss is restored, and derived anew if its form is another',
  (kind) => {
    const stored = new FactChunk(kind).store(new Dictionary());
    const longer = new Uint8Array(stored.codes.byteLength + 1);
    const shorter = new Uint8Array(stored.codes.byteLength - 1);

    expect(FactChunk.restore(kind, stored, new Dictionary())).toBeInstanceOf(FactChunk);
    for (const { buffer: codes } of [longer, shorter]) {
      expect(FactChunk.restore(kind, { ...stored, codes }, new Dictionary())).toBeUndefined();
    }
    expect(FactChunk.restore(kind === 'lead' ? 'call' : 'lead', stored, new Dictionary())).toBeUndefined();
  },
);
