import { expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers, type PeopledCompany } from '../../../harness/builders.ts';
import { problemOf, sendAs, type TestUser } from '../../../harness/client.ts';

interface DataRecord {
  record_id: string;
  adm_id: string;
  fields: Record<string, unknown[]>;
}

/** The path of the records of a new module. */
async function makeRecords({ path, manager }: PeopledCompany, restrictions: object = {}): Promise<string> {
  const { adm_id: admId } = await answerOf<{ adm_id: string }>(
    await sendAs(manager, 'POST', `${path}/adms`, {
      display_name: 'Vehicles',
      custom_fields: [
        { name: 'plate', label: 'Plate', type: 'text', is_identifier: true },
        { name: 'no', label: 'No.', type: 'number', is_identifier: true, auto_generated: true },
      ],
      restrictions,
    }),
  );
  return `${path}/adms/${admId}/records`;
}

const create = async (caller: TestUser, records: string, plate: string): Promise<DataRecord> =>
  answerOf<DataRecord>(await sendAs(caller, 'POST', records, { plate }));

test('a removed record is deleted, its identifiers are free, and stream and log report it once', async () => {
  const company = await makeCompanyWithUsers();
  const { agent, superadmin, path } = company;
  const records = await makeRecords(company);
  const { record_id: recordId, adm_id: admId } = await create(agent, records, 'TX 7');
  const kept = await create(agent, records, 'TX 8');
  const url = `${records}/${recordId}`;

  const removed = await sendAs(agent, 'POST', `${url}/remove`);

  expect(await answerOf(removed)).toEqual({ adm_id: admId, record_id: recordId });
  expect(await answerOf(await sendAs(agent, 'GET', records))).toEqual({ count: 1, records: [kept] });
  expect((await sendAs(agent, 'GET', url)).status).toBe(404);
  expect((await sendAs(agent, 'POST', url, { plate: 'TX 9' })).status).toBe(404);
  expect((await sendAs(agent, 'POST', `${url}/remove`)).status).toBe(404);
  const again = await create(agent, records, 'tx 7');
  expect(again.record_id).not.toBe(recordId);
  // A generated number of a removed record is not used again.
  expect(again.fields['no']).toEqual(['3']);

  const { changes } = await answerOf<{ changes: { data: object }[] }>(
    await sendAs(superadmin, 'GET', `${path}/changes?types=record.removed`),
  );
  expect(changes.map(({ data }) => data)).toEqual([
    { company_id: company.companyId, adm_id: admId, record_id: recordId },
  ]);
  const { entries } = await answerOf<{ entries: object[] }>(
    await sendAs(superadmin, 'GET', `${path}/audit?action=record.removed`),
  );
  expect(entries).toMatchObject([{ subject: `record:${recordId}`, detail: { adm_id: admId } }]);
});

test('a caller who may not update records or has an older version cannot remove a record', async () => {
  const company = await makeCompanyWithUsers();
  const { agent, manager } = company;
  const records = await makeRecords(company, { update: ['manager'] });
  const url = `${records}/${(await create(agent, records, 'A')).record_id}`;
  const tag = (await sendAs(agent, 'GET', url)).headers.get('ETag') ?? '';
  await answerOf(await sendAs(manager, 'POST', url, { plate: 'B' }));

  const forbidden = await sendAs(agent, 'POST', `${url}/remove`);
  const late = await sendAs(manager, 'POST', `${url}/remove`, undefined, { 'If-Match': tag });

  expect([forbidden.status, (await problemOf(forbidden)).code]).toEqual([403, 'permission_denied']);
  expect(late.status).toBe(412);
  expect((await sendAs(agent, 'GET', url)).status).toBe(200);
});

test('a record can be removed only in its own module and company', async () => {
  const [company, stranger] = [await makeCompanyWithUsers(), await makeCompanyWithUsers()];
  const [records, other] = [await makeRecords(company), await makeRecords(company)];
  const { record_id: recordId } = await create(company.agent, records, 'A');

  for (const [caller, path] of [
    [company.superadmin, `${other}/${recordId}`],
    [company.superadmin, `${records}/no-uuid`],
    [company.superadmin, `${company.path}/adms/${crypto.randomUUID()}/records/${recordId}`],
    [stranger.superadmin, `${records}/${recordId}`],
  ] as const) {
    expect((await sendAs(caller, 'POST', `${path}/remove`)).status).toBe(404);
  }
  expect((await sendAs(company.agent, 'GET', `${records}/${recordId}`)).status).toBe(200);
});

test('a repeated request with its Idempotency-Key gets the first answer', async () => {
  const company = await makeCompanyWithUsers();
  const records = await makeRecords(company);
  const { record_id: recordId } = await create(company.agent, records, 'A');
  const remove = (): Promise<Response> =>
    sendAs(company.agent, 'POST', `${records}/${recordId}/remove`, undefined, {
      'Idempotency-Key': 'remove-it-once',
    });

  const first = await answerOf(await remove());

  expect(await answerOf(await remove())).toEqual(first);
});
