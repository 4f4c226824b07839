import { expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers, type PeopledCompany } from '../../../harness/builders.ts';
import { problemOf, sendAs } from '../../../harness/client.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const VEHICLES = {
  display_name: 'Vehicles',
  custom_fields: [
    { name: 'plate', label: 'Plate', type: 'text', is_identifier: true },
    { name: 'seats', label: 'Seats', type: 'number' },
    { name: 'kind', label: 'Kind', type: 'dropdown', choices: ['Van', 'Truck'] },
  ],
};

interface Meta {
  adm_id: string;
  [member: string]: unknown;
}

async function makeModule({ path, manager }: PeopledCompany, overrides: object = {}): Promise<Meta> {
  return answerOf<Meta>(await sendAs(manager, 'POST', `${path}/adms`, { ...VEHICLES, ...overrides }));
}

test('a company without modules has an empty list, and modules are listed by name', async () => {
  const company = await makeCompanyWithUsers();
  const { path, agent } = company;
  const list = async (): Promise<unknown> => answerOf(await sendAs(agent, 'GET', `${path}/adms`));
  expect(await list()).toEqual([]);

  const vehicles = await makeModule(company);
  const contracts = await makeModule(company, { display_name: 'Contracts' });

  expect(await list()).toEqual([
    { display_name: 'Contracts', adm_id: contracts.adm_id, type: 'custom' },
    { display_name: 'Vehicles', adm_id: vehicles.adm_id, type: 'custom' },
  ]);
});

test('the meta of a module has every member of the interface, defaults filled in', async () => {
  const company = await makeCompanyWithUsers();
  const { adm_id: admId } = await makeModule(company);

  const meta = await sendAs(company.agent, 'GET', `${company.path}/adms/${admId}/meta`);

  expect(admId).toMatch(UUID);
  expect(await answerOf(meta)).toEqual({
    display_name: 'Vehicles',
    adm_id: admId,
    type: 'custom',
    custom_fields: [
      { name: 'plate', label: 'Plate', type: 'text', is_identifier: true, auto_generated: false },
      { name: 'seats', label: 'Seats', type: 'number', is_identifier: false, auto_generated: false },
      {
        name: 'kind',
        label: 'Kind',
        type: 'dropdown',
        choices: ['Van', 'Truck'],
        is_identifier: false,
        auto_generated: false,
      },
    ],
    i18n: {
      lead_title_singular: 'Vehicles',
      lead_sentence_singular: 'vehicles',
      lead_sentence_plural: 'vehicles',
      lead_title_plural: 'Vehicles',
    },
    restrictions: {},
  });
});

test('a refusal of a new module lists all faults', async () => {
  const { path, manager } = await makeCompanyWithUsers();

  const response = await sendAs(manager, 'POST', `${path}/adms`, {
    custom_fields: [
      { name: 'fields', label: 'Fields', type: 'text' },
      { name: 'kind', label: 'Kind', type: 'dropdown' },
      { name: 'kind', label: 'Kind', type: 'complex' },
      { name: 'born', label: 'Born', type: 'date', is_identifier: true, auto_generated: true },
    ],
    restrictions: { create: ['king'], remove: [] },
    i18n: { title: 'x' },
  });

  expect(response.status).toBe(400);
  const { errors } = await problemOf(response);
  expect(errors.map(({ pointer, code }) => `${pointer} ${code}`).sort((a, b) => a.localeCompare(b))).toEqual([
    '/custom_fields/0/name invalid_parameter',
    '/custom_fields/1/choices missing_parameter',
    '/custom_fields/2/name duplicate_id',
    '/custom_fields/2/type invalid_parameter',
    '/custom_fields/3/auto_generated invalid_choice',
    '/custom_fields/3/is_identifier invalid_choice',
    '/display_name missing_parameter',
    '/i18n/title unknown_parameter',
    '/restrictions/create/0 invalid_parameter',
    '/restrictions/remove unknown_parameter',
  ]);
});

test('agents cannot create or change modules', async () => {
  const company = await makeCompanyWithUsers();
  const { adm_id: admId } = await makeModule(company);
  const { path, agent } = company;

  const create = await sendAs(agent, 'POST', `${path}/adms`, VEHICLES);
  const modify = await sendAs(agent, 'POST', `${path}/adms/${admId}/modify`, { display_name: 'Mine' });

  expect([create.status, modify.status]).toEqual([403, 403]);
});

test('an edit changes the given members; a field keeps its type, even after it was removed', async () => {
  const company = await makeCompanyWithUsers();
  const { path, manager } = company;
  const { adm_id: admId } = await makeModule(company);
  const modify = (body: object): Promise<Response> =>
    sendAs(manager, 'POST', `${path}/adms/${admId}/modify`, body);

  const renamed = await modify({ display_name: 'Fleet', i18n: { lead_title_singular: 'Vehicle' } });
  expect(await answerOf(renamed)).toMatchObject({
    display_name: 'Fleet',
    custom_fields: [{ name: 'plate' }, { name: 'seats' }, { name: 'kind' }],
    i18n: { lead_title_singular: 'Vehicle', lead_title_plural: 'Fleet' },
  });
  await answerOf(await modify({ custom_fields: VEHICLES.custom_fields.slice(0, 1) }));

  const changed = await modify({ custom_fields: [{ name: 'seats', label: 'Seats', type: 'text' }] });

  expect(changed.status).toBe(400);
  expect((await problemOf(changed)).errors).toMatchObject([
    { pointer: '/custom_fields/0/type', allowed: ['number'] },
  ]);
});

test('the meta has an ETag, and a change with an old one answers 412', async () => {
  const company = await makeCompanyWithUsers();
  const { path, manager } = company;
  const { adm_id: admId } = await makeModule(company);
  const url = `${path}/adms/${admId}`;
  const tag = (await sendAs(manager, 'GET', `${url}/meta`)).headers.get('ETag') ?? '';

  const known = await sendAs(manager, 'GET', `${url}/meta`, undefined, { 'If-None-Match': tag });
  const saved = await sendAs(manager, 'POST', `${url}/modify`, { display_name: 'A' }, { 'If-Match': tag });
  const late = await sendAs(manager, 'POST', `${url}/modify`, { display_name: 'B' }, { 'If-Match': tag });

  expect([known.status, saved.status, late.status]).toEqual([304, 200, 412]);
});

test('each change of a module raises its version by one, as the change stream tells', async () => {
  const company = await makeCompanyWithUsers();
  const { path, manager, superadmin } = company;
  const { adm_id: admId } = await makeModule(company);
  for (const name of ['A', 'B'])
    await answerOf(await sendAs(manager, 'POST', `${path}/adms/${admId}/modify`, { display_name: name }));

  const { changes } = await answerOf<{
    changes: { type: string; data: { id?: string; version?: number } }[];
  }>(await sendAs(superadmin, 'GET', `${path}/changes`));

  const versions = changes.filter(({ data }) => data.id === admId).map(({ data }) => data.version);
  expect(versions).toEqual([1, 2, 3]);
});

test('every operation on an unknown module answers 404', async () => {
  const { path, manager } = await makeCompanyWithUsers();
  const other = await makeCompanyWithUsers();
  const { adm_id: foreign } = await makeModule(other);

  for (const admId of [foreign, crypto.randomUUID(), 'no-uuid']) {
    const responses = [
      await sendAs(manager, 'GET', `${path}/adms/${admId}/meta`),
      await sendAs(manager, 'POST', `${path}/adms/${admId}/modify`, { nonsense: 1 }),
      await sendAs(manager, 'GET', `${path}/adms/${admId}/records`),
      await sendAs(manager, 'POST', `${path}/adms/${admId}/records`, {}),
    ];
    expect(responses.map((response) => response.status)).toEqual([404, 404, 404, 404]);
  }
});
