import { describe, expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers, type PeopledCompany } from '../../../../../harness/builders.ts';
import { sendAs } from '../../../../../harness/client.ts';
import { getImport, importFile, type ImportedRow } from '../../../../../harness/csv.ts';
import {
  createLead,
  eventTypes,
  getEvents,
  getLead,
  type LeadClient,
  sendLead,
} from '../../../../../harness/leads.ts';

const field = {
  sortable: true,
  field_facet: false,
  pinned: false,
  print_lines: 1,
  cardinality: 1,
  field_group: 'deal',
};
const part = { sortable: false, summary: false, field_facet: false, print_lines: 1 };

function superadminOf({ superadmin, path }: PeopledCompany): LeadClient {
  return { user: superadmin, path };
}

async function makeClient(fields: object[] = []): Promise<LeadClient> {
  const company = await makeCompanyWithUsers();
  if (fields.length > 0) {
    await answerOf(await sendAs(company.superadmin, 'PUT', `${company.path}/lead_settings/fields`, fields));
  }
  return superadminOf(company);
}

async function setOptions({ user, path }: LeadClient, options: object): Promise<void> {
  const body = { name: 'Acme Plumbing', default_region: 'US', ...options };
  await answerOf(await sendAs(user, 'PUT', `${path}/settings`, body));
}

async function countLeads(client: LeadClient): Promise<number> {
  const answer = await sendLead(client, 'GET', '/recent_leads?relative=last_2_days');
  return (await answerOf<{ count: number }>(answer)).count;
}

/** Row number and status of each row. */
function outcomes(rows: readonly ImportedRow[]): [number, string][] {
  return rows.map(({ row, status }) => [row, status]);
}

/** Row number, and column and code of each of its errors. */
function failures(rows: readonly ImportedRow[]): [number, ...string[]][] {
  return rows.flatMap(({ row, errors = [] }): [number, ...string[]][] =>
    errors.map(({ column = '', code }) => [row, column, code]),
  );
}

describe('an import', () => {
  test('upserts every row, with its fields, events and source tags', async () => {
    const client = await makeClient([
      { ...field, name: 'size', label: 'Size', type: 'number' },
      {
        ...field,
        name: 'address',
        label: 'Address',
        type: 'complex',
        sub_fields: [{ ...part, name: 'city', label: 'City', type: 'text' }],
      },
    ]);
    const old = await createLead(client, { email: 'bob@example.com', name: 'Bob', source_tags: ['Website'] });

    const answer = await importFile(
      client,
      'email,phone,name,source_tags,state,size,address.city\r\n' +
        'ann@example.com,(512) 555-0100,"Lee, Ann",Fair; Google,contacted,12.50,"Austin"\r\n' +
        'BOB@example.com,,,Fair,,,\r\n',
    );

    expect(answer).toMatchObject({
      status: 'done',
      dry_run: false,
      count: 2,
      processed: 2,
      created: 1,
      updated: 1,
      failed: 0,
    });
    expect(outcomes(answer.rows)).toEqual([
      [1, 'created'],
      [2, 'updated'],
    ]);
    expect(await getLead(client, answer.rows[0]?.lead_id ?? '')).toMatchObject({
      name: 'Lee, Ann',
      emails: [{ email: 'ann@example.com', type: 'Work' }],
      phones: [{ phone: '+15125550100', type: 'Work' }],
      source_tags: ['Fair', 'Google'],
      state: 'contacted',
      lead_fields: { size: ['12.50'], address: [{ city: ['Austin'] }] },
    });
    expect(answer.rows[1]?.lead_id).toBe(old);
    expect(await getLead(client, old)).toMatchObject({ name: 'Bob', source_tags: ['Website', 'Fair'] });
    expect(await eventTypes(client, old)).toEqual(['lead_modified', 'lead_created']);
    expect((await getEvents(client, old))[0]?.data.created_by).toBe(`user:${client.user.userId}`);
  });

  test('maps columns ignoring case, and leaves out those mapped to null or nothing', async () => {
    const client = await makeClient([{ ...field, name: 'motto', label: 'Motto', type: 'text' }]);

    const answer = await importFile(
      client,
      'E-mail address,Name,Slogan,Internal,Old\nann@example.com,Ann,"Carpe; diem",x,y\n',
      { mapping: JSON.stringify({ 'E-mail address': 'email', Slogan: 'motto', Internal: null, Old: '' }) },
    );

    expect(answer).toMatchObject({ created: 1, ignored_columns: ['Internal', 'Old'] });
    expect(await getLead(client, answer.rows[0]?.lead_id ?? '')).toMatchObject({
      name: 'Ann',
      lead_fields: { motto: ['Carpe; diem'] },
    });
  });

  test('imports a column without a name that a mapping names', async () => {
    const client = await makeClient();

    const answer = await importFile(client, 'email,\nann@example.com,Ann\n', { mapping: '{"": "name"}' });

    expect(answer).toMatchObject({ created: 1, failed: 0 });
    expect(await getLead(client, answer.rows[0]?.lead_id ?? '')).toMatchObject({ name: 'Ann' });
  });

  test('finds the lead of an earlier row, and follows the source option', async () => {
    const client = await makeClient();
    await setOptions(client, { source_update: 'overwrite' });

    const { rows } = await importFile(
      client,
      'email,phone,name,source_tags\n' +
        'ann@example.com,,Ann,Fair\n' +
        'ann@example.com,+1 512 555 0100,Ann Lee,Web\n' +
        ',512-555-0100,Ann M. Lee,\n',
    );

    expect(outcomes(rows)).toEqual([
      [1, 'created'],
      [2, 'updated'],
      [3, 'updated'],
    ]);
    expect(new Set(rows.map(({ lead_id }) => lead_id)).size).toBe(1);
    const lead = await getLead(client, rows[0]?.lead_id ?? '');
    expect(lead).toMatchObject({ name: 'Ann M. Lee', source_tags: ['Web'] });
  });

  test('keeps the lead’s value for an empty cell, and skips empty rows without losing count', async () => {
    const client = await makeClient();
    const leadId = await createLead(client, { email: 'ann@example.com', name: 'Ann', source_tags: ['Fair'] });

    const answer = await importFile(
      client,
      'email,name,source_tags,phone\nann@example.com, ,,\n\n,,,\nbob@example.com,,,\n',
    );

    expect(answer).toMatchObject({ count: 2, updated: 1, created: 1 });
    expect(outcomes(answer.rows)).toEqual([
      [1, 'updated'],
      [4, 'created'],
    ]);
    expect(await getLead(client, leadId)).toMatchObject({ name: 'Ann', source_tags: ['Fair'] });
  });

  test.for([
    ['semicolons', 'email;name\nann@example.com;"Lee; Ann"\n'],
    ['tabs', 'email\tname\nann@example.com\tLee; Ann\n'],
    ['a byte order mark', '\uFEFFemail,name\nann@example.com,Lee; Ann\n'],
    ['line ends of CR', 'email,name\rann@example.com,Lee; Ann\r'],
    ['mixed line ends', 'email,name\r\nann@example.com,Lee; Ann\nbob@example.com,Bob\r\n'],
    ['no last line end', 'email,name\nann@example.com,"Lee; Ann"'],
  ])('accepts a file with %s', async ([, file]) => {
    const client = await makeClient();

    const { rows, failed } = await importFile(client, file ?? '');

    expect(failed).toBe(0);
    expect(await getLead(client, rows[0]?.lead_id ?? '')).toMatchObject({ name: 'Lee; Ann' });
  });

  test('keeps a cell with several lines, quotes and separators unchanged', async () => {
    const client = await makeClient();

    const { rows } = await importFile(client, 'name,email\n"Ann ""the\r\nboss"", Lee",ann@example.com\n');

    expect((await getLead(client, rows[0]?.lead_id ?? '')).name).toBe('Ann "the\r\nboss", Lee');
  });

  test('of a file with only a header is done at once', async () => {
    const client = await makeClient();

    expect(await importFile(client, 'email,name\n')).toMatchObject({ status: 'done', count: 0, rows: [] });
  });

  test('can be read by its id, in pages and by status', async () => {
    const client = await makeClient();
    const emails = Array.from({ length: 450 }, (_, row) =>
      row % 100 === 7 ? 'nobody' : `lead${row}@x.test`,
    );
    const { import_id, rows } = await importFile(client, ['email', ...emails].join('\n'));

    const page = await getImport(client, import_id, '?start=198&size=4');
    const failed = await getImport(client, import_id, '?status=failed&start=1&size=3');

    expect(page).toMatchObject({
      status: 'done',
      count: 450,
      processed: 450,
      created: 445,
      failed: 5,
      start: 198,
    });
    expect(page.rows).toEqual(rows.slice(198, 202));
    expect(failed.rows.map(({ row }) => row)).toEqual([108, 208, 308]);
  });
});

describe('a dry run', () => {
  test('writes nothing and answers like the real run', async () => {
    const client = await makeClient();
    await createLead(client, { email: 'old@example.com', phone: '512 555 0101', name: 'Old' });
    const file = [
      'email,phone,name,state',
      'new@example.com,,New,',
      'old@example.com,512 555 0199,Old,contacted',
      ',512 555 0199,By the new number,',
      'new@example.com,nonsense,New,lost',
      // A row of a later batch that matches a lead of the first batch.
      ...Array.from({ length: 400 }, (_, row) => `filler${row}@example.com,,,`),
      'new@example.com,512 555 0155,Newer,',
      ',512 555 0155,Newest,',
      'old@example.com,512 555 0155,Two leads,',
    ].join('\n');
    const before = await countLeads(client);

    const rehearsed = await importFile(client, file, { dry_run: 'true' });
    const after = await countLeads(client);
    const real = await importFile(client, file);

    expect(rehearsed).toMatchObject({ dry_run: true, status: 'done', created: 401, updated: 5, failed: 1 });
    expect(after).toBe(before);
    expect(real).toMatchObject({ dry_run: false, created: 401, updated: 5, failed: 1 });
    const told = ({ row, status, matched_on, errors }: ImportedRow): object => ({
      row,
      status,
      matched_on,
      errors,
    });
    expect(rehearsed.rows.map(told)).toEqual(real.rows.map(told));
    // An existing lead is named; a lead that only the dry run knows has no id.
    expect(rehearsed.rows[0]).not.toHaveProperty('lead_id');
    expect(rehearsed.rows[1]?.lead_id).toBe(real.rows[1]?.lead_id);
  });
});

describe('a dry run over existing leads', () => {
  test('answers by which identifier each row matched, and the values before and after', async () => {
    const client = await makeClient([{ ...field, name: 'motto', label: 'Motto', type: 'text' }]);
    const lead_fields = { motto: ['Old motto'] };
    await createLead(client, { email: 'ann@example.com', phone: '512 555 0101', name: 'Ann', lead_fields });
    const file = [
      'email,phone,name,motto',
      'ANN@example.com,,Anna,New motto',
      'ann@example.com,512 555 0101,,',
      ',512 555 0101,Annie,',
      `ann@example.com,,,${'long '.repeat(600)}`,
      'new@example.com,,New,',
    ].join('\n');

    const { rows } = await importFile(client, file, { dry_run: 'true' });
    const real = await importFile(client, file);

    expect(
      rows.map(({ matched_on, changes, further_changes }) => [matched_on, changes, further_changes]),
    ).toEqual([
      [
        'email',
        [
          { field: 'name', before: 'Ann', after: 'Anna' },
          { field: 'lead_fields.motto', before: ['Old motto'], after: ['New motto'] },
        ],
        undefined,
      ],
      ['email_and_phone', [], undefined],
      // The lead after an earlier row of the file.
      ['phone', [{ field: 'name', before: 'Anna', after: 'Annie' }], undefined],
      ['email', [], 1],
      [undefined, undefined, undefined],
    ]);
    expect(real.rows.map(({ matched_on }) => matched_on)).toEqual(rows.map(({ matched_on }) => matched_on));
    expect(real.rows.filter((row) => 'changes' in row)).toEqual([]);
  });
});

describe('a row that cannot be imported', () => {
  test('does not stop the others, and names the column and the reason', async () => {
    const client = await makeClient([
      { ...field, name: 'size', label: 'Size', type: 'number' },
      { ...field, name: 'worth', label: 'Worth', type: 'currency', cardinality: 0 },
      { ...field, name: 'likes', label: 'Likes', type: 'multiselect', choices: ['a', 'b'] },
      {
        ...field,
        name: 'address',
        label: 'Address',
        type: 'complex',
        cardinality: 0,
        sub_fields: [
          { ...part, name: 'city', label: 'City', type: 'text' },
          { ...part, name: 'value', label: 'Value', type: 'date' },
        ],
      },
    ]);

    const { rows, created } = await importFile(
      client,
      'E-mail,phone,state,lead_group,size,worth,likes,address.city,address.value,source_tags\n' +
        'ann@,123,lost,nowhere,many,12.50,a; c,Austin,yesterday,\n' +
        ',,,,1,USD 1; XXX 2,,,,\n' +
        'fine@example.com,,,,1.5,USD 12.50; USD -3,a; b,Austin | Boston,2026-01-02 | ,Fair\n' +
        'short@example.com,1\n' +
        'long@example.com,,,,,,,,,,,\n' +
        `tags@example.com,,,,,,,,,${'x'.repeat(101)}\n`,
      { mapping: '{"E-mail": "email"}' },
    );

    expect(created).toBe(1);
    expect(failures(rows)).toEqual([
      [1, 'E-mail', 'invalid_email'],
      [1, 'phone', 'invalid_phone'],
      [1, 'state', 'unknown_state'],
      [1, 'lead_group', 'unknown_group'],
      [1, 'size', 'invalid_parameter'],
      [1, 'worth', 'invalid_parameter'],
      [1, 'likes', 'invalid_choice'],
      [1, 'address.value', 'invalid_parameter'],
      [2, 'worth', 'invalid_choice'],
      [2, '', 'identifier_required'],
      [4, '', 'invalid_csv'],
      [5, '', 'invalid_csv'],
      [6, 'source_tags', 'invalid_parameter'],
    ]);
    expect(rows[0]?.errors?.find(({ column }) => column === 'worth')?.detail).toBe(
      'Write an amount as USD 12.50.',
    );
    expect(await getLead(client, rows[2]?.lead_id ?? '')).toMatchObject({
      lead_fields: {
        size: ['1.5'],
        worth: [
          { unit: 'USD', value: 12.5 },
          { unit: 'USD', value: -3 },
        ],
        likes: [['a', 'b']],
        address: [{ city: ['Austin'], value: ['2026-01-02'] }, { city: ['Boston'] }],
      },
    });
  });

  test('is a row whose lead the agent may not edit, also in a dry run', async () => {
    const company = await makeCompanyWithUsers();
    const theirs = await createLead(superadminOf(company), { email: 'theirs@example.com', name: 'Theirs' });
    const assigned = { to_user_email: company.colleague.email };
    await sendLead(superadminOf(company), 'POST', `/${theirs}/assign`, assigned);
    const agent = { user: company.agent, path: company.path };
    const file = 'email,name\nmine@example.com,Mine\ntheirs@example.com,Taken\nmine@example.com,Mine again\n';

    const rehearsed = await importFile(agent, file, { dry_run: '1' });
    const { import_id, rows } = await importFile(agent, file);

    for (const answer of [rehearsed.rows, rows]) {
      expect(outcomes(answer)).toEqual([
        [1, 'created'],
        [2, 'failed'],
        [3, 'updated'],
      ]);
      expect(failures(answer)).toEqual([[2, '', 'permission_denied']]);
    }
    expect((await getLead(superadminOf(company), theirs)).name).toBe('Theirs');
    const path = `/import/${import_id}`;
    expect((await sendLead({ user: company.colleague, path: company.path }, 'GET', path)).status).toBe(404);
    expect((await sendLead({ user: company.manager, path: company.path }, 'GET', path)).status).toBe(200);
  });

  test('is a row whose identifiers belong to two leads, if the company rejects that', async () => {
    const client = await makeClient();
    await setOptions(client, { upsert_conflict: 'reject' });
    const email = await createLead(client, { email: 'ann@example.com' });
    const phone = await createLead(client, { phone: '512 555 0100' });

    const { rows } = await importFile(client, 'email,phone\nann@example.com,512 555 0100\n');

    expect(rows[0]?.errors).toMatchObject([{ code: 'ambiguous_match', lead_ids: [email, phone] }]);
  });
});
