import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers } from '../../../../harness/builders.ts';
import { sendAs } from '../../../../harness/client.ts';
import { createLead } from '../../../../harness/leads.ts';
import { effort } from '../../../../harness/effort.ts';

const REQUESTS = effort(400, 1_500);
const AT_A_TIME = 20;
const SEED = 20_261_121;

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '"',
    '""',
    "'",
    '%',
    '_',
    '\\',
    '*',
    'NEAR(a b, 2)',
    'a AND NOT b',
    '-a',
    '^a',
    '{a b}:c',
    'x'.repeat(300),
    '😀😀😀',
    '三つの',
    '\u0301\u0301\u0301',
    '+++',
    '(0)',
    '00000000000000000',
    '__proto__',
    'constructor',
  ),
);
/** Sometimes a valid value, so that later parts of the request are reached as well. */
function mostly<Good, Bad>(good: fc.Arbitrary<Good>, bad: fc.Arbitrary<Bad>): fc.Arbitrary<Good | Bad> {
  return fc.oneof({ weight: 12, arbitrary: good }, { weight: 1, arbitrary: bad });
}

const number = mostly(
  fc.constantFrom('0', '1', '7', '200'),
  fc.oneof(text, fc.constantFrom('-1', '501', '1e9', '99999999999999999999', 'NaN', '1.5')),
);
const value: fc.Arbitrary<unknown> = fc.oneof(
  text,
  fc.double(),
  fc.constantFrom(null, true, [], {}),
  fc.array(text, { maxLength: 3 }),
);
const facetId = mostly(
  fc.constantFrom('state', 'user_assigned', 'lead_group', 'lead_field_str_city'),
  fc.oneof(text, fc.constantFrom('lead_creation_time', '__proto__', 'toString')),
);
const ids = fc.oneof(text, fc.array(text, { maxLength: 3 }));
const filters = mostly(fc.dictionary(facetId, mostly(ids, value), { maxKeys: 2 }), value);
const ranges = fc.record({ lead_creation_time: fc.record({ from: value, to: value }, { requiredKeys: [] }) });
const order = fc.record({ order: mostly(fc.constantFrom('asc', 'desc'), value) });
const sortField = mostly(fc.constantFrom('name', 'state', 'city', 'lead_modification_time'), text);
const sort = mostly(fc.dictionary(sortField, mostly(order, value), { maxKeys: 3 }), value);
const json = (part: fc.Arbitrary<unknown>): fc.Arbitrary<string> =>
  mostly(
    part.map((each) => JSON.stringify(each) ?? ''),
    text,
  );

interface FuzzRequest {
  method: 'GET' | 'POST';
  path: string;
  query: Record<string, string>;
  body?: unknown;
}

const some = <Member>(entries: Record<string, fc.Arbitrary<Member>>): fc.Arbitrary<Record<string, Member>> =>
  fc.record(entries, { requiredKeys: [] }) as fc.Arbitrary<Record<string, Member>>;
const range = {
  relative: mostly(fc.constantFrom('last_week', 'all_time'), text),
  tz_offset: number,
  tz: mostly(fc.constantFrom('UTC', 'Asia/Tokyo', ''), text),
};

const request: fc.Arbitrary<FuzzRequest> = fc.oneof(
  fc.record({
    method: fc.constant('GET' as const),
    path: fc.constant('/leads/search'),
    query: some<string>({
      q: text,
      search_fields: mostly(fc.constantFrom('', 'city', 'city,name'), text),
      user_scope: mostly(fc.constant(''), text),
      exclude_notes: mostly(fc.constantFrom('0', 'false'), text),
      exclude_emails: fc.constantFrom('0', '1'),
      start: number,
      limit: number,
    }),
  }),
  fc.record({
    method: fc.constant('GET' as const),
    path: fc.constant('/smart_views/VIEW'),
    query: some<string>({
      ...range,
      filters: json(mostly(filters, ranges)),
      sort: json(sort),
      count: number,
      start: number,
    }),
  }),
  fc.record({
    method: fc.constant('POST' as const),
    path: fc.constant('/smart_views/VIEW/aggregations'),
    query: some<string>(range),
    body: some<unknown>({
      facets: fc.oneof(
        fc.dictionary(
          facetId,
          fc.oneof(some<unknown>({ search: value, sort_by: value, sort_order: value, limit: value }), value),
          { maxKeys: 3 },
        ),
        value,
      ),
      filters,
    }),
  }),
  fc.record({
    method: fc.constant('POST' as const),
    path: fc.constantFrom('/smart_views', '/smart_views/VIEW/modify'),
    query: fc.constant({}),
    body: some<unknown>({ name: value, filters, sort }),
  }),
);

test('no request to search and smart views answers 500, and every refusal lists its faults', async () => {
  const { superadmin, path } = await makeCompanyWithUsers();
  const fields = [{ name: 'city', label: 'City', type: 'text', field_facet: true, sortable: true }];
  await answerOf(await sendAs(superadmin, 'PUT', `${path}/lead_settings/fields`, fields));
  const lead = await createLead(
    { user: superadmin, path },
    { name: 'Ann', lead_fields: { city: ['Austin'] } },
  );
  await sendAs(superadmin, 'POST', `${path}/leads/${lead}/note`, { message: 'a AND b' });
  const view = await answerOf<{ smart_view_id: string }>(
    await sendAs(superadmin, 'POST', `${path}/smart_views`, { name: 'x' }),
  );
  const sample = fc.sample(request, { numRuns: REQUESTS, seed: SEED });
  const statuses = new Map<number, number>();
  const check = async ({ method, path: rest, query, body }: FuzzRequest): Promise<void> => {
    const url = `${path}${rest.replace('VIEW', view.smart_view_id)}?${new URLSearchParams(query)}`;
    const response = await sendAs(superadmin, method, url, body);
    const answer = (await response.json()) as { errors?: unknown[] };
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    const isSound = response.status === 200 || (response.status === 400 && (answer.errors ?? []).length > 0);
    expect({ isSound, method, url, body, status: response.status, answer: isSound || answer }).toMatchObject({
      isSound: true,
    });
  };
  for (let start = 0; start < sample.length; start += AT_A_TIME) {
    await Promise.all(sample.slice(start, start + AT_A_TIME).map(check));
  }

  // Both kinds are among them, so that neither half of the test is empty.
  expect(statuses.get(200)).toBeGreaterThan(REQUESTS / 15);
  expect(statuses.get(400)).toBeGreaterThan(REQUESTS / 15);
}, 120_000);
