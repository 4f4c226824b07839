/** Which leads of a chunk changed, read from the database in parts. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { chunkOf } from '../../../../../worker/core/leads/finding/columns/chunk.ts';
import { ChunkChanges } from '../../../../../worker/core/leads/finding/columns/chunk-loader.ts';
import { openDatabase } from '../../../visits/evidence/sqlite-storage.ts';

/** The changes that are read at once. */
const PART = 5_000;
const BASELINE = readFileSync('worker/core/engine/storage/migrations/001-baseline.sql', 'utf8');

test.each([PART, PART + 1, 2 * PART, 2 * PART + 300])(
  'of %i changes none is missed, also where a part is exactly full',
  async (count) => {
    const database = openDatabase(BASELINE);
    // Each change is of a chunk of its own, since a chunk remembers a few hundred.
    const place = (change: number): number => change * 2_048;
    for (let change = 1; change <= count; change += 1) {
      database.run(
        'INSERT INTO removed_leads (lead_number, change_number) VALUES (?, ?)',
        place(change),
        change,
      );
    }
    const changes = new ChunkChanges(database, count);
    await changes.readSince(0);

    const missed = Array.from({ length: count }, (_, index) => index + 1).filter(
      (change) => changes.after(chunkOf(place(change)), 0)?.length !== 1,
    );
    expect(missed).toEqual([]);
  },
);
