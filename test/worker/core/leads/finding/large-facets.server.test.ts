/**
 * Facets over more values than a company's object can hold.
 *
 * @module-tag full: 100,001 leads
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerOf } from '../../../../harness/builders.ts';
import { basic, freshIp, problemOf } from '../../../../harness/client.ts';
import { type FaultServer, startFaultServer } from '../../../../harness/fault-server.ts';
import { OPERATOR_TOKEN } from '../../../../harness/operator-token.ts';

/** One more than are counted. */
const LEADS = 100_001;

interface View {
  count: number;
  leads: unknown[];
  facets: {
    id: string;
    total_available_facets: number;
    values: { id: string; count: number }[];
    not_counted?: string;
  }[];
}

let server: FaultServer;
let authorization: string;
let path: string;
let view: string;

beforeAll(async () => {
  server = await startFaultServer();
  const email = 'sue@acme.test';
  const operator = `Bearer ${OPERATOR_TOKEN}`;
  const { company_id: companyId } = await answerOf<{ company_id: string }>(
    await send('POST', '/operator/companies', operator, {
      name: 'Acme',
      default_region: 'US',
      superadmin: { name: 'Sue', email },
    }),
  );
  const token = await answerOf<string>(await send('POST', '/operator/tokens', operator, { email }));
  authorization = basic(email, token);
  path = `/companies/${companyId}`;
  const facet = { type: 'text', field_facet: true };
  await answerOf(
    await send('PUT', `${path}/lead_settings/fields`, authorization, [
      { name: 'plate', label: 'Plate', ...facet },
      { name: 'city', label: 'City', ...facet },
    ]),
  );
  const views = await answerOf<[{ smart_view_id: string }]>(
    await send('GET', `${path}/smart_views`, authorization),
  );
  view = `${path}/smart_views/${views[0].smart_view_id}`;
  await server.fetch(`/test/sql/${companyId}`, {
    method: 'POST',
    body: `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${LEADS})
      INSERT INTO leads (lead_id, state, creation_time, modification_time, last_event_time, document, change_number)
      SELECT 'lead-' || n, 'open', n, n, n, json_object('emails', json('[]'), 'phones', json('[]'),
        'sourceTags', json('[]'), 'aliases', json('[]'),
        'fields', json_object('plate', json_array('P ' || n), 'city', json_array('C ' || (n % 7)))), n
      FROM numbers`,
  });
});

afterAll(() => server.close());

async function send(method: string, address: string, credentials: string, body?: unknown): Promise<Response> {
  const headers = {
    Authorization: credentials,
    'Content-Type': 'application/json',
    'CF-Connecting-IP': freshIp(),
  };
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  return server.fetch(address, init);
}

test('a facet with too many values to count says so, and everything else is exact', async () => {
  const { count, leads, facets } = await answerOf<View>(await send('GET', `${view}?count=2`, authorization));

  expect(count).toBe(LEADS);
  expect(leads).toHaveLength(2);
  expect(facets.find(({ id }) => id === 'lead_field_str_plate')).toMatchObject({
    total_available_facets: 0,
    values: [],
    not_counted: 'too_many_values',
  });
  const cities = facets.find(({ id }) => id === 'lead_field_str_city');
  expect(cities?.not_counted).toBeUndefined();
  expect(cities?.values.reduce((sum, value) => sum + value.count, 0)).toBe(LEADS);
});

test('a filter by that facet is refused with its name, and a filter by another one works', async () => {
  const filtered = (filters: object): Promise<Response> =>
    send('GET', `${view}?count=1&filters=${encodeURIComponent(JSON.stringify(filters))}`, authorization);

  const refused = await filtered({ lead_field_str_plate: ['P 17'] });
  const { count } = await answerOf<View>(await filtered({ lead_field_str_city: ['C 1'] }));

  expect(refused.status).toBe(409);
  expect(await problemOf(refused)).toMatchObject({ code: 'field_too_large', field: 'plate' });
  expect(count).toBe(Math.ceil(LEADS / 7));
});
