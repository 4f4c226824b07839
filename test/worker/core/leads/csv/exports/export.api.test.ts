import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers, type PeopledCompany } from '../../../../../harness/builders.ts';
import { problemOf, sendAs } from '../../../../../harness/client.ts';
import { exportFile, getImport, importFile, rowsOf } from '../../../../../harness/csv.ts';
import { createLead, getLead, type Lead, type LeadClient, sendLead } from '../../../../../harness/leads.ts';

const CHOICES = ['red', 'a; b', 'x | y', String.raw`back\slash`, '=SUM(1)'];

const common = {
  label: 'Label',
  sortable: false,
  field_facet: false,
  pinned: false,
  print_lines: 1,
  field_group: '',
};
const part = { label: 'Label', sortable: false, summary: false, field_facet: false, print_lines: 1 };

/** Every type of field, with a single value and with any number of values. */
const TYPES = [
  ['text', {}],
  ['number', {}],
  ['dropdown', { choices: CHOICES }],
  ['date', {}],
  ['datetime', {}],
  ['multiselect', { choices: CHOICES }],
  ['currency', {}],
  ['url', {}],
] as const;
const FIELDS = [
  ...TYPES.flatMap(([type, more]) => [
    { ...common, ...more, name: `one_${type}`, type, cardinality: 1 },
    { ...common, ...more, name: `many_${type}`, type, cardinality: 0 },
  ]),
  ...[1, 0].map((cardinality) => ({
    ...common,
    name: cardinality === 1 ? 'one_complex' : 'many_complex',
    type: 'complex',
    cardinality,
    sub_fields: TYPES.map(([type, more]) => ({ ...part, ...more, name: type, type })),
  })),
];

function clientOf({ superadmin, path }: PeopledCompany): LeadClient {
  return { user: superadmin, path };
}

const DOLLAR = { name: 'US Dollar', unit: 'USD', symbol: '$', rate: 1, company_default: true };
const EURO = { name: 'Euro', unit: 'EUR', symbol: '&euro;', rate: 0.92 };

async function makeClient(fields: object[] = []): Promise<LeadClient> {
  const company = await makeCompanyWithUsers();
  if (fields.length > 0) {
    const settings = `${company.path}/lead_settings`;
    const currencies = { currencies: [DOLLAR, EURO] };
    await answerOf(await sendAs(company.superadmin, 'PUT', `${settings}/fields`, fields));
    await answerOf(await sendAs(company.superadmin, 'PUT', `${settings}/currencies`, currencies));
  }
  return clientOf(company);
}

/** The members of a lead that users write, which an export and an import transfer. */
function contentOf({ name, emails, phones, source_tags, tags, state, lead_fields }: Lead): object {
  return { name, emails, phones, source_tags, tags, state, lead_fields };
}

describe('an export', () => {
  test('is a CSV file with a line for each lead, newest modification first', async () => {
    const client = await makeClient([
      { ...common, name: 'motto', type: 'text', cardinality: 1 },
      {
        ...common,
        name: 'address',
        type: 'complex',
        cardinality: 0,
        sub_fields: [{ ...part, name: 'city', type: 'text' }],
      },
    ]);
    const ann = await createLead(client, {
      name: 'Lee, "Ann"',
      emails: [
        { type: 'Work', email: 'ann@example.com' },
        { type: 'Personal', email: 'ann@example.org' },
      ],
      phones: [{ type: 'Mobile', phone: '512 555 0100', extension: '12' }],
      source_tags: ['Fair', 'a; b'],
      tags: ['VIP', 'b; c'],
      lead_fields: {
        motto: ['line 1\nline 2'],
        address: [{ city: ['Austin', 'Dallas'] }, { city: ['Boston'] }],
      },
    });
    const bob = await createLead(client, { email: 'bob@example.com' });
    await sendLead(client, 'POST', `/${bob}/assign`, { to_user_email: client.user.email });

    const response = await sendLead(client, 'GET', '/export.csv');

    expect(response.headers.get('Content-Type')).toMatch(/^text\/csv; charset=utf-8/);
    expect(response.headers.get('Content-Disposition')).toMatch(
      /^attachment; filename="leads-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(response.headers.get('Cache-Control')).toBe('private, no-store');
    const file = await response.text();
    expect(file.split('\r\n')[0]).toBe(
      'lead_id,name,email,email.type,phone,phone.type,source_tags,tags,state,lead_group,aliases,' +
        'lead_source,source_first,source_last,campaign_first,campaign_last,landing_page,assigned_to,' +
        'lead_creation_time,lead_modification_time,motto,address.city',
    );
    const [first, second, ...more] = rowsOf(file);
    expect(more).toEqual([]);
    expect(first).toMatchObject({ lead_id: bob, email: 'bob@example.com', assigned_to: client.user.email });
    expect(second).toMatchObject({
      lead_id: ann,
      name: 'Lee, "Ann"',
      email: 'ann@example.com; ann@example.org',
      'email.type': 'Work; Personal',
      phone: "'+15125550100 ext. 12",
      'phone.type': 'Mobile',
      source_tags: String.raw`Fair; a\; b`,
      tags: String.raw`VIP; b\; c`,
      motto: 'line 1\nline 2',
      'address.city': 'Austin; Dallas | Boston',
      assigned_to: '',
    });
    expect(file.endsWith('\r\n')).toBe(true);
  });

  test('has only the leads in the scope of its user', async () => {
    const company = await makeCompanyWithUsers();
    const client = clientOf(company);
    await createLead(client, { email: 'free@example.com' });
    const theirs = await createLead(client, { email: 'theirs@example.com' });
    await sendLead(client, 'POST', `/${theirs}/assign`, { to_user_email: company.colleague.email });

    const file = await exportFile({ user: company.agent, path: company.path });

    expect(rowsOf(file).map(({ email }) => email)).toEqual(['free@example.com']);
  });

  test('of no leads has only a header', async () => {
    expect(await exportFile(await makeClient())).toMatch(/^lead_id,[^\r\n]+\r\n$/);
  });

  test('streams thousands of leads completely', async () => {
    const client = await makeClient();
    const emails = Array.from({ length: 3_000 }, (_, row) => `lead${row}@example.com`);
    await importFile(client, ['email', ...emails].join('\n'));

    const exported = rowsOf(await exportFile(client)).map(({ email }) => email);

    expect(new Set(exported)).toEqual(new Set(emails));
    expect(exported).toHaveLength(emails.length);
  });

  test.for(['=1+1', '+1+1', '-1+1', '@SUM(1)', '\t=1', '\r=1', '＝1+1', "'=1", "''", "'tis"])(
    'writes %j so that no spreadsheet runs it, and an import reads it back',
    async (name) => {
      const client = await makeClient([{ ...common, name: 'motto', type: 'text', cardinality: 1 }]);
      await createLead(client, { email: 'ann@example.com', lead_fields: { motto: [name] } });

      const file = await exportFile(client);

      const [cell = ''] = rowsOf(file).map(({ motto }) => motto);
      expect(cell).not.toMatch(/^[=+\-@\t\r＝]/);
      const copy = await makeClient([{ ...common, name: 'motto', type: 'text', cardinality: 1 }]);
      const { rows } = await importFile(copy, file, { mapping: '{"lead_group": null}' });
      expect((await getLead(copy, rows[0]?.lead_id ?? '')).lead_fields['motto']).toEqual([name]);
    },
  );

  test('leaves a negative number unchanged', async () => {
    const client = await makeClient([{ ...common, name: 'size', type: 'number', cardinality: 1 }]);
    await createLead(client, { email: 'ann@example.com', lead_fields: { size: ['-12.5'] } });

    expect(rowsOf(await exportFile(client))[0]?.['size']).toBe('-12.5');
  });
});

describe('an export of a selection', () => {
  let client: LeadClient;
  let viewId: string;
  beforeAll(async () => {
    client = await makeClient([{ ...common, name: 'motto', type: 'text', cardinality: 1, sortable: true }]);
    await importFile(
      client,
      'email,name,state,motto\n' +
        'ann@example.com,Ann Lee,open,b\nbob@example.com,Bob Lee,contacted,a\ncid@example.com,Cid Moss,open,c\n',
    );
    const view = { name: 'Open', filters: { state: ['open'] }, sort: { name: { order: 'desc' } } };
    const made = await answerOf<{ smart_view_id: string }>(
      await sendAs(client.user, 'POST', `${client.path}/smart_views`, view),
    );
    viewId = made.smart_view_id;
  });

  const names = async (query: Record<string, string>): Promise<(string | undefined)[]> =>
    rowsOf(await exportFile(client, `?${new URLSearchParams(query)}`)).map(({ name }) => name);

  test('has the leads of a smart view, in its order', async () => {
    expect(await names({ smart_view_id: viewId })).toEqual(['Cid Moss', 'Ann Lee']);
  });

  test('follows filters, relative and sort, with or without a view', async () => {
    const sort = JSON.stringify({ motto: { order: 'asc' } });

    expect(await names({ smart_view_id: viewId, sort })).toEqual(['Ann Lee', 'Cid Moss']);
    expect(await names({ sort, relative: 'last_2_days' })).toEqual(['Bob Lee', 'Ann Lee', 'Cid Moss']);
    expect(await names({ filters: JSON.stringify({ state: ['contacted'] }) })).toEqual(['Bob Lee']);
    expect(await names({ relative: 'last_year' })).toEqual([]);
  });

  test('has the leads that a search finds, best first', async () => {
    expect(new Set(await names({ q: 'lee' }))).toEqual(new Set(['Ann Lee', 'Bob Lee']));
    expect(await names({ q: 'cid@' })).toEqual(['Cid Moss']);
    expect(await names({ q: 'nobody' })).toEqual([]);
  });

  test('has the leads of a search that includes notes', async () => {
    const [bob] = rowsOf(await exportFile(client, '?q=bob%20lee'));
    await answerOf(
      await sendLead(client, 'POST', `/${bob?.['lead_id']}/note`, { message: 'Wants a heron.' }),
    );
    expect(await names({ q: 'heron' })).toEqual([]);
    expect(await names({ q: 'heron', exclude_notes: 'false' })).toEqual(['Bob Lee']);
  });

  test('has the leads with the given ids, in that order, each once, and the survivor of a merged lead', async () => {
    const company = await makeCompanyWithUsers();
    const owner = clientOf(company);
    const make = (name: string): Promise<string> => createLead(owner, { name, email: `${name}@example.com` });
    const [ann, bob, cid, dan] = await Promise.all(['ann', 'bob', 'cid', 'dan'].map(make));
    await answerOf(await sendLead(owner, 'POST', `/${ann}/merge`, { with: cid }));
    await sendLead(owner, 'POST', `/${dan}/assign`, { to_user_email: company.colleague.email });
    const lead_ids = [bob, cid, crypto.randomUUID(), ann?.toUpperCase(), dan, bob];

    const whole = await sendLead(owner, 'POST', '/export.csv', { lead_ids });
    expect(whole.headers.get('Content-Disposition')).toMatch(/^attachment; filename="leads-/);
    expect(rowsOf(await whole.text()).map(({ name }) => name)).toEqual(['bob', 'ann', 'dan']);
    const agent = { user: company.agent, path: company.path };
    const own = rowsOf(await (await sendLead(agent, 'POST', '/export.csv', { lead_ids })).text());
    expect(own.map(({ name }) => name)).toEqual(['bob', 'ann']);
    const { entries } = await answerOf<{ entries: { detail: object }[] }>(
      await sendAs(company.superadmin, 'GET', `${company.path}/audit?action=leads.exported`),
    );
    expect(entries.map(({ detail }) => detail)).toEqual([{ lead_ids: 6 }, { lead_ids: 6 }]);
    for (const body of [
      {},
      { lead_ids: [] },
      { lead_ids, q: 'ann' },
      { lead_ids: Array(10_001).fill(bob) },
    ]) {
      expect((await sendLead(owner, 'POST', '/export.csv', body)).status).toBe(400);
    }
  });

  test.for([
    [{ smart_view_id: crypto.randomUUID() }, 404, 'not_found'],
    [{ filters: '{"colour": ["red"]}' }, 400, 'unknown_facet'],
    [{ sort: '{"size": {"order": "asc"}}' }, 400, 'unsortable_field'],
    [{ relative: 'tomorrow' }, 400, 'unknown_range'],
    [{ q: 'ab' }, 400, 'query_too_short'],
    [{ q: 'abc', search_fields: 'colour' }, 400, 'unknown_lead_field'],
    [{ q: 'abc', filters: '{"colour": ["red"]}' }, 400, 'unknown_facet'],
  ] as const)('with %j is refused with %i %s', async ([query, status, code]) => {
    const response = await sendLead(client, 'GET', `/export.csv?${new URLSearchParams(query)}`);

    expect(response.status).toBe(status);
    expect((await problemOf(response)).code).toBe(code);
  });

  test('for an import has no apostrophes, and its import gives exactly', async () => {
    const original = await makeClient(FIELDS);
    const names = ['=1+1', "'=1+1", "''quoted", '-5', '@home'];
    const phones = names.map((_, index) => `+1512555010${index}`);
    for (const [index, name] of names.entries()) await createLead(original, { name, phone: phones[index] });

    const forSpreadsheets = await exportFile(original);
    const file = await exportFile(original, '?for=import');
    const copy = await makeClient(FIELDS);
    await importFile(copy, file, { mapping: '{"lead_group": null}' });

    expect(new Set(rowsOf(file).map(({ phone }) => phone))).toEqual(new Set(phones));
    expect(rowsOf(forSpreadsheets).every(({ phone = '' }) => phone.startsWith("'+"))).toBe(true);
    expect(rowsOf(file).filter(({ name = '' }) => !names.includes(name))).toMatchObject([{ name: "''=1+1" }]);
    expect(carriedOver(await exportFile(copy, '?for=import'))).toEqual(carriedOver(file));
    expect((await sendLead(original, 'GET', '/export.csv?for=paper')).status).toBe(400);
  });

  test(
    'has every lead once, although leads change and move while it streams',
    { tags: ['full'], timeout: 120_000 },
    async () => {
      const crowd = await makeClient();
      const emails = Array.from({ length: 12_000 }, (_, row) => `lead${row}@example.com`);
      const { import_id: importId } = await importFile(crowd, ['email', ...emails].join('\n'));
      const status = async (): Promise<string> => (await getImport(crowd, importId, '?size=0')).status;
      await expect.poll(status, { timeout: 60_000 }).toBe('done');

      const { body } = await sendLead(crowd, 'GET', '/export.csv');
      const pieces: Uint8Array[] = [];
      for await (const piece of body ?? []) {
        // The oldest leads become the newest, which changes the order.
        if (pieces.length < 20) {
          const email = emails[pieces.length * 3];
          await sendLead(crowd, 'POST', '/upsert', { email, name: 'Moved' });
          await createLead(crowd);
        }
        pieces.push(piece);
      }

      const exported = rowsOf(Buffer.concat(pieces).toString('utf8')).map(({ email }) => email);
      expect(exported).toHaveLength(emails.length);
      expect(new Set(exported)).toEqual(new Set(emails));
    },
  );
});

/** Texts with all characters that are special in CSV, in cells, or for a spreadsheet. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ',',
        ';',
        '; ',
        ' | ',
        ' || ',
        '|',
        '\\',
        '"',
        "'",
        '=',
        '+',
        '-',
        '@',
        '\t',
        '\r',
        '\n',
        '\r\n',
        ' ',
      ),
      fc.constantFrom('😀', 'é', '＝', 'USD 1', '\uFEFF', '\u00A0'),
      fc.string({ unit: 'grapheme', maxLength: 4 }),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((pieces) => pieces.join(''))
  // Blank values count as absent; a lone surrogate is not valid text.
  .filter((value) => value.trim() !== '' && value.isWellFormed());
const amount = fc.record({
  unit: fc.constantFrom('USD', 'EUR'),
  value: fc
    .oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
    .map((value) => value + 0),
});
const VALUES: Record<string, fc.Arbitrary<unknown>> = {
  text,
  number: fc.constantFrom('0', '12.50', '-3', '.5', '1000000000000000000001'),
  dropdown: fc.constantFrom(...CHOICES),
  date: fc.constantFrom('2026-02-28', '1999-12-31'),
  datetime: fc.constantFrom('2026-03-02T09:30:00.000Z', '1970-01-01T00:00:00.001Z'),
  multiselect: fc.subarray(CHOICES, { minLength: 1 }),
  currency: amount,
  url: fc.constantFrom('https://example.com/?a=1;b=2', 'http://example.com/a|b\\c'),
};

function listOf(type: string, maxLength: number): fc.Arbitrary<unknown[]> {
  return fc.array(VALUES[type] ?? text, { minLength: 1, maxLength });
}

function complexOf(maxLength: number): fc.Arbitrary<unknown[]> {
  const parts = Object.fromEntries(TYPES.map(([type]) => [type, listOf(type, 3)]));
  const value = fc.record(parts, { requiredKeys: [] }).filter((record) => Object.keys(record).length > 0);
  return fc.array(value, { minLength: 1, maxLength });
}

const leadFields = fc.record(
  Object.fromEntries([
    ...TYPES.flatMap(([type]) => [
      [`one_${type}`, listOf(type, 1)],
      [`many_${type}`, listOf(type, 3)],
    ]),
    ['one_complex', complexOf(1)],
    ['many_complex', complexOf(3)],
  ]) as Record<string, fc.Arbitrary<unknown[]>>,
  { requiredKeys: [] },
);
const randomLead = fc.record({
  name: text.map((name) => name.trim()),
  emailType: fc.constantFrom('Work', 'Personal', 'a; b'),
  source_tags: fc.uniqueArray(
    text.map((tag) => tag.trim()),
    { maxLength: 4, selector: (tag) => tag.toLowerCase() },
  ),
  tags: fc.uniqueArray(
    text.map((tag) => tag.trim()),
    { maxLength: 4, selector: (tag) => tag.toLowerCase() },
  ),
  extension: fc.constantFrom(undefined, '12', '*1#'),
  lead_fields: leadFields,
});

describe('an import into another company reads the file of an export', () => {
  test(
    'for random leads with every type of field, and the export of the copy is identical',
    { tags: ['full'] },
    async () => {
      const [leads = []] = fc.sample(fc.array(randomLead, { minLength: 150, maxLength: 150 }), {
        numRuns: 1,
        ...(process.env['SEED'] === undefined ? {} : { seed: Number(process.env['SEED']) }),
      });
      const original = await makeClient(FIELDS);
      await Promise.all(
        leads.map(({ emailType, extension, ...lead }, index) =>
          createLead(original, {
            ...lead,
            emails: [
              { type: emailType, email: `lead.${index}@example.com` },
              { type: 'Work', email: `other.${index}@example.com` },
            ],
            phones: [
              {
                type: 'Mobile',
                phone: `+1512555${String(1000 + index)}`,
                ...(extension === undefined ? {} : { extension }),
              },
              { type: 'Work', phone: `+44207946${String(1000 + index)}` },
            ],
          }),
        ),
      );
      const file = await exportFile(original);

      const copy = await makeClient(FIELDS);
      // The group of another company is not known here.
      const answer = await importFile(copy, file, { mapping: '{"lead_group": null}' });

      expect(answer.rows.filter(({ status }) => status !== 'created')).toEqual([]);
      expect(answer.ignored_columns).toEqual(
        expect.arrayContaining(['lead_id', 'assigned_to', 'lead_creation_time', 'lead_modification_time']),
      );
      const written = rowsOf(file);
      for (const { row, lead_id: copied = '' } of answer.rows) {
        const before = await getLead(original, written[row - 1]?.['lead_id'] ?? '');
        expect(contentOf(await getLead(copy, copied))).toEqual(contentOf(before));
      }
      expect(carriedOver(await exportFile(copy))).toEqual(carriedOver(file));
    },
  );
});

/** The cells that do not depend on the company and the time. */
function carriedOver(file: string): Record<string, string>[] {
  const own = ['lead_id', 'lead_group', 'lead_creation_time', 'lead_modification_time'];
  return rowsOf(file)
    .map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !own.includes(name))))
    .toSorted((left, right) => (left['email'] ?? '').localeCompare(right['email'] ?? ''));
}
