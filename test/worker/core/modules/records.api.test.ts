import { describe, expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers, type PeopledCompany } from '../../../harness/builders.ts';
import { problemOf, sendAs, type TestUser } from '../../../harness/client.ts';

const FIELDS = [
  { name: 'plate', label: 'Plate', type: 'text', is_identifier: true },
  { name: 'number', label: 'Number', type: 'number' },
  { name: 'kind', label: 'Kind', type: 'dropdown', choices: ['Van', 'Truck'] },
  { name: 'extras', label: 'Extras', type: 'multiselect', choices: ['Rack', 'Radio'] },
  { name: 'price', label: 'Price', type: 'currency' },
  { name: 'bought', label: 'Bought on', type: 'date' },
];

interface DataRecord {
  record_id: string;
  adm_id: string;
  fields: Record<string, unknown[]>;
  created_time: string;
  modified_time: string;
}

/** The path of the records of a new module. */
async function makeRecords({ path, manager }: PeopledCompany, overrides: object = {}): Promise<string> {
  const body = { display_name: 'Vehicles', custom_fields: FIELDS, ...overrides };
  const { adm_id: admId } = await answerOf<{ adm_id: string }>(
    await sendAs(manager, 'POST', `${path}/adms`, body),
  );
  return `${path}/adms/${admId}/records`;
}

async function create(caller: TestUser, records: string, body: object): Promise<DataRecord> {
  return answerOf<DataRecord>(await sendAs(caller, 'POST', records, body));
}

test('a record is created from its fields, directly or in fields, and can be read', async () => {
  const company = await makeCompanyWithUsers();
  const records = await makeRecords(company);
  const fields = {
    plate: ['TX 7'],
    number: ['12.50'],
    kind: ['Van'],
    extras: [['Rack', 'Radio']],
    price: [{ unit: 'USD', value: 12_000.5 }],
    bought: ['2026-02-28'],
  };

  const first = await create(company.agent, records, fields);
  const second = await create(company.agent, records, { fields: { number: 7 } });
  const read = await sendAs(company.agent, 'GET', `${records}/${first.record_id}`);

  expect(first).toEqual({
    record_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    adm_id: records.split('/').at(-2),
    fields,
    created_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
    modified_time: first.created_time,
  });
  expect(second.fields).toEqual({ number: ['7'] });
  expect(await answerOf(read)).toEqual(first);
});

test('records are listed in pages, newest first, with their number', async () => {
  const company = await makeCompanyWithUsers();
  const records = await makeRecords(company);
  expect(await answerOf(await sendAs(company.agent, 'GET', records))).toEqual({ count: 0, records: [] });
  const made: DataRecord[] = [];
  for (const number of [1, 2, 3]) made.unshift(await create(company.agent, records, { number }));

  const all = await sendAs(company.agent, 'GET', records);
  const page = await sendAs(company.agent, 'GET', `${records}?start=1&size=1`);
  const beyond = await sendAs(company.agent, 'GET', `${records}?start=9`);
  const bad = await sendAs(company.agent, 'GET', `${records}?start=-1&size=many`);

  expect(await answerOf(all)).toEqual({ count: 3, records: made });
  expect(await answerOf(page)).toEqual({ count: 3, records: [made[1]] });
  expect(await answerOf(beyond)).toEqual({ count: 3, records: [] });
  expect((await problemOf(bad)).errors.map(({ parameter }) => parameter)).toEqual(['start', 'size']);
});

test('an update changes the fields that it names, clears with null, and without a change keeps the time', async () => {
  const company = await makeCompanyWithUsers();
  const records = await makeRecords(company);
  const before = await create(company.agent, records, { plate: 'A', number: '1.50', kind: ['Van'] });
  const url = `${records}/${before.record_id}`;

  const same = await answerOf<DataRecord>(
    await sendAs(company.agent, 'POST', url, { number: 1.5, kind: 'Van' }),
  );
  const changed = await answerOf<DataRecord>(
    await sendAs(company.agent, 'POST', url, { fields: { kind: ['Truck'], number: null, plate: ['A'] } }),
  );

  expect(same).toEqual(before);
  expect(changed.fields).toEqual({ plate: ['A'], kind: ['Truck'] });
  expect(changed.created_time).toBe(before.created_time);
  expect(Date.parse(changed.modified_time)).toBeGreaterThanOrEqual(Date.parse(before.modified_time));
  expect(await answerOf(await sendAs(company.agent, 'GET', url))).toEqual(changed);
});

test('a refusal of a record lists all faults, and nothing is written', async () => {
  const company = await makeCompanyWithUsers();
  const records = await makeRecords(company);
  const faults = async (body: unknown): Promise<string[]> => {
    const response = await sendAs(company.agent, 'POST', records, body);
    expect(response.status).toBe(400);
    return (await problemOf(response)).errors.map(({ pointer, code }) => `${pointer} ${code}`);
  };

  expect(
    await faults({
      number: 'many',
      kind: ['Bus'],
      price: [{ unit: 'XXX', value: 1 }],
      bought: '2026-02-30',
      plate: ['A', 'B'],
      colour: 'red',
    }),
  ).toEqual([
    '/number invalid_parameter',
    '/kind/0 invalid_choice',
    '/price/0/unit invalid_choice',
    '/bought invalid_parameter',
    '/plate cardinality_exceeded',
    '/colour unknown_parameter',
  ]);
  expect(await faults({ fields: { kind: 'Bus' }, number: 1 })).toEqual([
    '/number unknown_parameter',
    '/fields/kind invalid_choice',
  ]);
  expect(await faults({ fields: 7 })).toEqual(['/fields invalid_parameter']);
  expect(await faults([])).toEqual([' invalid_parameter']);
  expect(await answerOf(await sendAs(company.agent, 'GET', records))).toEqual({ count: 0, records: [] });
});

describe('identifiers', () => {
  test('a value is unique in a module in every spelling, and the refusal names the record that has it', async () => {
    const company = await makeCompanyWithUsers();
    const records = await makeRecords(company, {
      custom_fields: [
        ...FIELDS.slice(0, 1),
        { name: 'serial', label: 'No.', type: 'number', is_identifier: true },
      ],
    });
    const other = await makeRecords(company);
    const holder = await create(company.agent, records, { plate: 'Tx-7', serial: '007.50' });
    await create(company.agent, other, { plate: 'Tx-7' });

    for (const [body, field] of [
      [{ plate: ' TX-7 ' }, 'plate'],
      [{ serial: 7.5 }, 'serial'],
    ] as const) {
      const refused = await sendAs(company.agent, 'POST', records, body);
      expect(refused.status).toBe(409);
      expect(await problemOf(refused)).toMatchObject({
        code: 'identifier_taken',
        field,
        record_id: holder.record_id,
      });
    }
  });

  test('a former identifier is free, and a refused change changes nothing', async () => {
    const company = await makeCompanyWithUsers();
    const records = await makeRecords(company);
    const first = await create(company.agent, records, { plate: 'A', kind: 'Van' });
    const second = await create(company.agent, records, { plate: 'B', kind: 'Van' });
    const update = (record: DataRecord, body: object): Promise<Response> =>
      sendAs(company.agent, 'POST', `${records}/${record.record_id}`, body);

    const refused = await update(second, { plate: 'A', kind: 'Truck' });
    expect(refused.status).toBe(409);
    expect(await answerOf(await sendAs(company.agent, 'GET', `${records}/${second.record_id}`))).toEqual(
      second,
    );
    await answerOf(await update(first, { plate: null }));
    expect((await update(second, { plate: 'A' })).status).toBe(200);
    expect((await update(second, { plate: 'a' })).status).toBe(200);
  });

  test('a field becomes an identifier only when its values are unique', async () => {
    const company = await makeCompanyWithUsers();
    const records = await makeRecords(company);
    const modify = (isIdentifier: boolean): Promise<Response> =>
      sendAs(company.manager, 'POST', records.replace(/records$/, 'modify'), {
        custom_fields: [{ name: 'number', label: 'Number', type: 'number', is_identifier: isIdentifier }],
      });
    const [one, two] = [
      await create(company.agent, records, { number: 1 }),
      await create(company.agent, records, { number: '1.0' }),
    ];

    const refused = await modify(true);
    await sendAs(company.agent, 'POST', `${records}/${two?.record_id}`, { number: 2 });
    const accepted = await modify(true);
    const taken = await sendAs(company.agent, 'POST', records, { number: 1 });

    expect([refused.status, accepted.status, taken.status]).toEqual([409, 200, 409]);
    expect(await problemOf(taken)).toMatchObject({ record_id: one?.record_id });
  });

  test('of many concurrent new records with one identifier, one is created', async () => {
    const company = await makeCompanyWithUsers();
    const records = await makeRecords(company);

    const responses = await Promise.all(
      Array.from({ length: 10 }, () => sendAs(company.agent, 'POST', records, { plate: 'same' })),
    );

    expect(responses.filter((response) => response.status === 200)).toHaveLength(1);
    expect(responses.filter((response) => response.status === 409)).toHaveLength(9);
  });
});

test('the server generates the values of generated fields and accepts none for them', async () => {
  const company = await makeCompanyWithUsers();
  const records = await makeRecords(company, {
    custom_fields: [
      { name: 'no', label: 'No.', type: 'number', is_identifier: true, auto_generated: true },
      { name: 'key', label: 'Key', type: 'text', auto_generated: true },
      { name: 'made', label: 'Made', type: 'datetime', auto_generated: true },
      ...FIELDS.slice(0, 1),
    ],
  });

  const first = await create(company.agent, records, { plate: 'A' });
  const refused = await sendAs(company.agent, 'POST', records, { plate: 'a' });
  const second = await create(company.agent, records, { plate: 'B' });
  const given = await sendAs(company.agent, 'POST', records, { no: ['9'] });
  const changed = await sendAs(company.agent, 'POST', `${records}/${first.record_id}`, { no: null });

  expect(first.fields).toEqual({
    no: ['1'],
    key: [expect.stringMatching(/^[0-9a-f-]{36}$/)],
    made: [first.created_time],
    plate: ['A'],
  });
  expect(refused.status).toBe(409);
  expect(second.fields['no']).toEqual(['2']);
  for (const response of [given, changed]) {
    expect(response.status).toBe(400);
    expect((await problemOf(response)).errors).toMatchObject([{ pointer: '/no', code: 'invalid_parameter' }]);
  }
});

test('restrictions name the roles that may read, create and update records, and super admins always may', async () => {
  const company = await makeCompanyWithUsers();
  const { agent, manager, superadmin } = company;
  const records = await makeRecords(company, {
    restrictions: { read: ['manager', 'agent'], create: ['manager'], update: [] },
  });
  const { record_id: recordId } = await create(manager, records, { number: 1 });
  const url = `${records}/${recordId}`;
  const statuses = async (caller: TestUser): Promise<number[]> => [
    (await sendAs(caller, 'GET', records)).status,
    (await sendAs(caller, 'GET', url)).status,
    (await sendAs(caller, 'POST', records, {})).status,
    (await sendAs(caller, 'POST', url, {})).status,
  ];

  expect(await statuses(agent)).toEqual([200, 200, 403, 403]);
  expect(await statuses(manager)).toEqual([200, 200, 200, 403]);
  expect(await statuses(superadmin)).toEqual([200, 200, 200, 200]);
  expect((await sendAs(agent, 'POST', `${records}/${crypto.randomUUID()}`, {})).status).toBe(404);
});

test('the values of a removed field are back when it is defined again', async () => {
  const company = await makeCompanyWithUsers();
  const records = await makeRecords(company);
  const record = await create(company.agent, records, { plate: 'A', number: 1 });
  const url = `${records}/${record.record_id}`;
  const modify = async (fields: object[]): Promise<void> => {
    const path = records.replace(/records$/, 'modify');
    await answerOf(await sendAs(company.manager, 'POST', path, { custom_fields: fields }));
  };
  const read = async (): Promise<DataRecord> => answerOf<DataRecord>(await sendAs(company.agent, 'GET', url));

  await modify(FIELDS.slice(0, 1));
  expect((await read()).fields).toEqual({ plate: ['A'] });
  await answerOf(await sendAs(company.agent, 'POST', url, { plate: 'B' }));
  await modify(FIELDS);

  expect((await read()).fields).toEqual({ plate: ['B'], number: ['1'] });
});

test('a reader with the current record gets 304, and a writer with an old one 412', async () => {
  const company = await makeCompanyWithUsers();
  const records = await makeRecords(company);
  const { record_id: recordId } = await create(company.agent, records, { number: 1 });
  const url = `${records}/${recordId}`;
  const tag = (await sendAs(company.agent, 'GET', url)).headers.get('ETag') ?? '';

  const known = await sendAs(company.agent, 'GET', url, undefined, { 'If-None-Match': tag });
  const saved = await sendAs(company.agent, 'POST', url, { number: 2 }, { 'If-Match': tag });
  const late = await sendAs(company.agent, 'POST', url, { number: 3 }, { 'If-Match': tag });

  expect([known.status, saved.status, late.status]).toEqual([304, 200, 412]);
});

test('a record of another module and an unknown record answer 404', async () => {
  const company = await makeCompanyWithUsers();
  const records = await makeRecords(company);
  const other = await makeRecords(company);
  const { record_id: foreign } = await create(company.agent, other, { number: 1 });

  for (const recordId of [foreign, crypto.randomUUID(), 'no-uuid']) {
    expect((await sendAs(company.agent, 'GET', `${records}/${recordId}`)).status).toBe(404);
    expect((await sendAs(company.agent, 'POST', `${records}/${recordId}`, {})).status).toBe(404);
  }
});
