import { expect, test } from 'vitest';
import { makeCompany } from '../../../harness/builders.ts';
import { problemOf, send, sendAsOperator } from '../../../harness/client.ts';

test('the operator creates a company with a given id', async () => {
  const companyId = crypto.randomUUID();

  const response = await sendAsOperator('POST', '/operator/companies', {
    company_id: companyId,
    name: 'Acme',
    default_region: 'us',
  });

  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ company_id: companyId });
});

test('an existing company stays unchanged', async () => {
  const companyId = await makeCompany();

  const response = await sendAsOperator('POST', '/operator/companies', {
    company_id: companyId,
    name: 'Another',
    default_region: 'DE',
  });

  expect(response.status).toBe(409);
  expect(await problemOf(response)).toMatchObject({ code: 'company_exists', company_id: companyId });
});

test('all faults of the body are listed at once', async () => {
  const response = await sendAsOperator('POST', '/operator/companies', {
    company_id: 'not-a-uuid',
    default_region: 'Texas',
    colour: 'red',
  });

  expect(response.status).toBe(400);
  const { errors } = await problemOf(response);
  expect(errors.map(({ pointer, code }) => [pointer, code])).toEqual([
    ['/company_id', 'invalid_parameter'],
    ['/name', 'missing_parameter'],
    ['/default_region', 'invalid_parameter'],
    ['/colour', 'unknown_parameter'],
  ]);
});

test.for([
  [undefined, 'credentials_required'],
  ['Basic b3BlcmF0b3I6eA==', 'credentials_required'],
  ['Bearer wrong', 'invalid_credentials'],
] as const)('Authorization %s is refused', async ([authorization, code]) => {
  const response = await send('/operator/companies', {
    method: 'POST',
    headers: authorization === undefined ? {} : { Authorization: authorization },
    body: '{}',
  });

  expect(response.status).toBe(401);
  expect(response.headers.get('WWW-Authenticate')).toBe('Bearer realm="leadline"');
  expect(await problemOf(response)).toMatchObject({ code });
});

test('an unknown path is a 404 and an unsupported method a 405 with the allowed ones', async () => {
  const unknown = await send('/nothing-here');
  const wrongMethod = await sendAsOperator('DELETE', '/operator/companies');

  expect(unknown.status).toBe(404);
  expect(unknown.headers.get('Content-Type')).toBe('application/problem+json');
  expect(wrongMethod.status).toBe(405);
  expect(wrongMethod.headers.get('Allow')).toBe('POST, OPTIONS');
});

test("a client's request id is kept if it is well-formed, else replaced", async () => {
  const echoed = await send('/nothing-here', { headers: { 'X-Request-Id': 'abc-1' } });
  const replaced = await send('/nothing-here', { headers: { 'X-Request-Id': 'no spaces allowed' } });

  expect(echoed.headers.get('X-Request-Id')).toBe('abc-1');
  expect((await problemOf(echoed)).request_id).toBe('abc-1');
  expect(replaced.headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/);
});
