/** What of a person is derived again when the visits before their contacts change. */
import { expect, test } from 'vitest';
import { itemsOfPerson } from '../../../../worker/core/reports/facts/derivation.ts';
import { MortalCompany } from '../engine/context/mortal-company.ts';

test('of a person with very many calls the newest are derived again, and the lead', () => {
  const { database } = new MortalCompany(1, 0);
  database.run(
    `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1001)
     INSERT INTO events (event_id, lead_number, origin_number, type, event_time, inbound, online, created_by, data)
     SELECT 'event-' || n, 5, 5, 'call', n, 1, 1, 'carrier', '{}' FROM numbers`,
  );
  database.run(
    `INSERT INTO calls (call_id, carrier, carrier_call_id, direction, number, started_time, prior_calls, event_id,
       modification_time, facts, remarks)
     SELECT event_id, 'twilio', event_id, 'inbound', '+15125550140', event_time, 0, event_id, 0, '{}', '{}' FROM events`,
  );
  const [oldest, ...newest] = database
    .all<{ call_number: number }>('SELECT call_number FROM calls ORDER BY started_time')
    .map(({ call_number: item }) => item);

  const items = itemsOfPerson(database, 5);

  expect(items).toContainEqual({ kind: 'lead', item: 5 });
  expect(items).not.toContainEqual({ kind: 'call', item: oldest });
  expect(items.filter(({ kind }) => kind === 'call').map(({ item }) => item)).toEqual(newest.toReversed());
});
