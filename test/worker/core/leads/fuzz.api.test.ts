import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers, type PeopledCompany } from '../../../harness/builders.ts';
import { beginBulk } from '../../../harness/bulk.ts';
import { send, sendAs } from '../../../harness/client.ts';
import { createLead, getEvents, type LeadClient, sendLead } from '../../../harness/leads.ts';
import { effort } from '../../../harness/effort.ts';

/** Requests are sent in batches, so that thousands of them take seconds. */
const BATCHES = effort(12, 60);
const BATCH_SIZE = 40;
const SEED = 20_261_121;

interface FuzzRequest {
  method: string;
  path: string;
  body?: string | Uint8Array<ArrayBuffer>;
  contentType?: string;
}

let company: PeopledCompany;
let client: LeadClient;
let leadIds: string[];
let noteId: string;
let bulkId: string;

beforeAll(async () => {
  company = await makeCompanyWithUsers();
  client = { user: company.superadmin, path: company.path };
  const field = {
    label: 'x',
    sortable: false,
    field_facet: false,
    pinned: false,
    print_lines: 1,
    cardinality: 1,
    field_group: 'g',
  };
  const types = ['text', 'number', 'date', 'datetime', 'currency', 'url'];
  const fields = types.map((type) => ({ ...field, name: `a_${type}`, type }));
  await answerOf(await sendAs(company.superadmin, 'PUT', `${company.path}/lead_settings/fields`, fields));
  leadIds = [await createLead(client, { name: 'Ann' }), await createLead(client), await createLead(client)];
  const note = await answerOf<{ data: { event_id: string } }>(
    await sendLead(client, 'POST', `/${leadIds[0]}/note`, { message: 'x' }),
  );
  noteId = note.data.event_id;
  const bulk = await beginBulk(client, { action: 'tags', add: ['x'], lead_ids: leadIds.slice(0, 1) });
  bulkId = bulk.bulk_id;
});

const nastyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    'a\udfff',
    '\u{1f600}'.repeat(50),
    '%_\\',
    `'; DROP TABLE leads; --`,
    '"',
    '<script>',
    '../..',
    '${7*7}',
    'ﬀ',
    'x'.repeat(70_000),
    '9'.repeat(400),
    '1e400',
    '-0',
    '__proto__',
    'constructor',
    '+15125550100',
    'a@b.example',
    'NaN',
    '2026-02-30',
    '2026-01-01T00:00:00Z',
    '9999999999999999999999',
  ),
);
const nastyNumber = fc.oneof(
  fc.double(),
  fc.constantFrom(0, -0, 1e308, 5e-324, 2 ** 53, -(2 ** 63), 1e21, Number.MAX_SAFE_INTEGER),
);
const nastyValue: fc.Arbitrary<unknown> = fc.oneof(
  nastyText,
  nastyNumber,
  fc.constantFrom(null, true, false, [], {}, [[]], [null], [{}]),
  fc.array(nastyText, { maxLength: 4 }),
  fc.dictionary(nastyText, nastyText, { maxKeys: 3 }),
);

/** The members of the routes' bodies, sometimes with a valid value. */
const members: Record<string, fc.Arbitrary<unknown>> = {
  email: fc.constantFrom('a@b.example', 'x'),
  phone: fc.constantFrom('5125550100', 'x'),
  name: nastyText,
  source_tags: fc.array(nastyText, { maxLength: 60 }),
  tags: fc.array(nastyText, { maxLength: 60 }),
  emails: fc.array(fc.record({ email: nastyText, type: nastyText }), { maxLength: 3 }),
  phones: fc.array(fc.record({ phone: nastyText, type: nastyText }), { maxLength: 3 }),
  state: fc.constantFrom('open', 'nowhere'),
  lead_group: nastyText,
  lead_fields: fc.dictionary(
    fc.constantFrom('a_text', 'a_number', 'a_date', 'a_datetime', 'a_currency', 'a_url', 'nothing'),
    nastyValue,
    { maxKeys: 4 },
  ),
  to_user_email: nastyText,
  from_user_email: nastyText,
  with: nastyText,
  retain_fields: nastyValue,
  merge_fields: nastyValue,
  lead_id: nastyText,
  operations: fc.array(
    fc.record(
      {
        op: fc.constantFrom('create', 'upsert', 'modify', 'remove'),
        lead_id: nastyText,
        lead: fc.oneof(nastyValue, fc.record({ email: nastyText, name: nastyText }, { requiredKeys: [] })),
        if_match: nastyText,
      },
      { requiredKeys: ['op'] },
    ),
    { maxLength: 4 },
  ),
  action: fc.constantFrom('assign', 'unassign', 'change_state', 'tags', 'explode'),
  filters: fc.dictionary(
    fc.constantFrom('state', 'name', 'phone', 'lead_creation_time', 'lead_field_str_a_number', 'nothing'),
    fc.oneof(
      nastyValue,
      fc.record({ contains: nastyText }),
      fc.record({ from: nastyText, to: nastyText }, { requiredKeys: [] }),
      fc.record({ not: nastyValue }),
    ),
    { maxKeys: 3 },
  ),
  lead_ids: fc.array(nastyText, { maxLength: 3 }),
  add: fc.array(nastyText, { maxLength: 3 }),
  remove: nastyValue,
  message: nastyText,
  comment: nastyText,
  type: fc.constantFrom('sms', 'call', 'lead_created', 5),
  event_time: nastyText,
  data: nastyValue,
};
const body: fc.Arbitrary<string | Uint8Array<ArrayBuffer>> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .subarray(Object.keys(members), { minLength: 1, maxLength: 4 })
      .chain((names) =>
        fc.record(Object.fromEntries(names.map((name) => [name, fc.oneof(members[name]!, nastyValue)]))),
      )
      .map((value) => JSON.stringify(value)),
  },
  {
    weight: 2,
    arbitrary: fc
      .oneof(
        fc.record({ operations: members.operations! }),
        fc.record(
          {
            action: members.action!,
            filters: members.filters!,
            state: fc.constantFrom('open', 'contacted'),
            add: members.add!,
          },
          { requiredKeys: ['action', 'filters'] },
        ),
      )
      .map((value) => JSON.stringify(value)),
  },
  { weight: 1, arbitrary: nastyValue.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string() },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 40 }).map((bytes) => new Uint8Array(bytes)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '['.repeat(20_000),
      `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
      '{"email":"a@b.example","email":"x"}',
      `{"lead_fields":${'['.repeat(3_000)}${']'.repeat(3_000)}}`,
      '{"__proto__":{"email":"a@b.example"}}',
      '\ufeff{}',
    ),
  },
);
const query = fc
  .dictionary(
    fc.constantFrom(
      'start',
      'size',
      'cursor',
      'ids',
      'relative',
      'from',
      'to',
      'tz_offset',
      'tz',
      'created_from',
      'created_relative',
      'dry_run',
    ),
    fc.oneof(nastyText, fc.constantFrom('today', 'all_time', '1', '-1', '[]', '["x"]', '1e9')),
    { maxKeys: 4 },
  )
  .map((parameters) => new URLSearchParams(parameters).toString().slice(0, 4_000));

function request(): fc.Arbitrary<FuzzRequest> {
  const segment = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...leadIds) },
    {
      weight: 1,
      arbitrary: nastyText.map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 200)),
    },
  );
  const verb = fc.constantFrom(
    'modify',
    'assign',
    'unassign',
    'change_state',
    'merge',
    'unmerge',
    'note',
    `note/${noteId}`,
    `note/${noteId}/restore`,
    'events',
    `events/note/${noteId}/comments`,
    '',
  );
  const path = fc.oneof(
    { weight: 4, arbitrary: fc.tuple(segment, verb).map(([lead, action]) => `/${lead}/${action}`) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        '/create',
        '/upsert',
        '/search/ids',
        '/recent_leads',
        '/batch',
        '/bulk',
        '/bulk',
        `/bulk/${bulkId}`,
        `/bulk/${bulkId}/cancel`,
        `/bulk/${bulkId}/undo`,
      ),
    },
  );
  return fc
    .record({
      method: fc.constantFrom('GET', 'POST', 'POST', 'POST', 'PUT', 'DELETE'),
      path: fc.tuple(path, query).map(([route, parameters]) => `${route}?${parameters}`),
      body,
      contentType: fc.constantFrom(
        ...Array(8).fill('application/json'),
        'text/plain',
        'application/json; charset=latin1',
      ),
    })
    .map(({ method, ...rest }) => (method === 'GET' ? { method, path: rest.path } : { method, ...rest }));
}

async function statusOf({ method, path, body: sent, contentType }: FuzzRequest): Promise<number> {
  const ask = (): Promise<Response> => send(`${company.path}/leads${path}`, init);
  const init: RequestInit = {
    method,
    headers: {
      Authorization: client.user.authorization,
      ...(contentType === undefined ? {} : { 'Content-Type': contentType }),
    },
    ...(sent === undefined ? {} : { body: sent }),
  };
  const response = await ask();
  const text = await response.text();
  const isProblem = response.headers.get('Content-Type') === 'application/problem+json';
  if (response.status >= 500 || isProblem !== response.status >= 400)
    throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return response.status;
}

/** Waits until the background work is done. */
async function bulkSettled(): Promise<void> {
  const list = await answerOf<{ bulk_operations: { status: string }[] }>(
    await sendLead(client, 'GET', '/bulk?size=100'),
  );
  const isOver = list.bulk_operations.every(({ status }) => ['done', 'cancelled', 'undone'].includes(status));
  if (!isOver) await bulkSettled();
}

/** All leads with their modification times, and all timelines. Every write changes this. */
async function dump(): Promise<string> {
  await bulkSettled();
  const recent = await sendLead(client, 'GET', '/recent_leads?relative=last_7_days');
  const { leads, count } = await answerOf<{ leads: unknown[]; count: number }>(recent);
  return JSON.stringify([leads, count, await getEvents(client, leadIds[0]!)]);
}

test('no request answers 500, and refused requests change nothing', async () => {
  let refusedBatches = 0;
  let before = await dump();
  await fc.assert(
    fc.asyncProperty(fc.array(request(), { minLength: BATCH_SIZE, maxLength: BATCH_SIZE }), async (batch) => {
      const statuses = await Promise.all(batch.map(statusOf));
      const writes = statuses.filter((status, index) => status < 400 && batch[index]!.method !== 'GET');
      const after = await dump();
      if (writes.length === 0) refusedBatches += 1;
      expect(writes.length > 0 ? before : after).toBe(before);
      before = after;
    }),
    { numRuns: BATCHES, seed: SEED, endOnFailure: true },
  );
  expect(refusedBatches).toBeGreaterThan(0);
}, 120_000);
