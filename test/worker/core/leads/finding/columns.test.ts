/** Columns that stay in memory while leads are added. */
import { expect, test } from 'vitest';
import { CHUNK_SIZE } from '../../../../../worker/core/leads/finding/columns/chunk.ts';
import type { NumbersOf } from '../../../../../worker/core/leads/finding/columns/column.ts';
import { Columns } from '../../../../../worker/core/leads/finding/columns/columns.ts';
import { MortalCompany } from '../../engine/context/mortal-company.ts';

const CREATED: NumbersOf = { kind: 'numbers', name: 'created', valueOf: ({ creationTime }) => creationTime };

test('leads of several chunks that were added at once are all in the column', async () => {
  const { database } = new MortalCompany(1, 0);
  let changes = 0;
  const add = (leadNumber: number): void => {
    database.run(
      `INSERT INTO leads (lead_number, lead_id, state, creation_time, modification_time, last_event_time, document, change_number)
       VALUES (?1, 'lead-' || ?1, 'open', ?1, 0, 0, '{}', ?2)`,
      leadNumber,
      (changes += 1),
    );
  };
  const columns = new Columns({ database });
  const read = (leadNumbers: readonly number[]): Promise<unknown> =>
    columns.read({ needed: [CREATED] }, (snapshot) => {
      const { chunks } = snapshot.numbers(CREATED);
      return leadNumbers.map((place) => chunks[Math.floor(place / CHUNK_SIZE)]?.numbers[place % CHUNK_SIZE]);
    });
  add(1);
  expect(await read([1])).toEqual([1]);
  const added = [1, 2, 3, 4].map((chunk) => chunk * CHUNK_SIZE + 7);

  for (const leadNumber of added) add(leadNumber);

  expect(await read(added)).toEqual(added);
});
