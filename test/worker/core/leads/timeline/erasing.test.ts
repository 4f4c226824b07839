/** What is erased from timelines a stretch at a time: every event is in one stretch, the first and the last one too. */
import { expect, test } from 'vitest';
import { renameInEvents } from '../../../../../worker/core/leads/timeline/erasing.ts';
import { openCompanyDatabase } from '../../../visits/evidence/sqlite-storage.ts';

test('a user is renamed from the start of a stretch to before its end, and nobody else', () => {
  const database = openCompanyDatabase();
  const types = ['lead_assigned', 'lead_unassigned'];
  for (const number of [1, 2, 3, 4, 5, 6]) {
    database.run(
      `INSERT INTO events (event_number, event_id, lead_number, origin_number, type, event_time, inbound, online, created_by, data)
       VALUES (?1, ?1, 1, 1, ?2, 0, 0, 0, 'system', ?3)`,
      number,
      types[number % 2] ?? '',
      JSON.stringify({
        from: { id: 'ann', name: 'Ann' },
        to: { id: number === 4 ? 'ann' : 'bo', name: 'Bo' },
      }),
    );
  }
  database.run("UPDATE events SET type = 'note' WHERE event_number = 3");

  renameInEvents(database, { userId: 'ann', name: 'Erased user', start: 2, end: 5 });

  const names = database.all(
    "SELECT data ->> '$.from.name' AS first, data ->> '$.to.name' AS second FROM events ORDER BY event_number",
  );
  expect(names.map(({ first, second }) => [first, second])).toEqual([
    ['Ann', 'Bo'],
    ['Erased user', 'Bo'],
    ['Ann', 'Bo'],
    ['Erased user', 'Erased user'],
    ['Ann', 'Bo'],
    ['Ann', 'Bo'],
  ]);
});
