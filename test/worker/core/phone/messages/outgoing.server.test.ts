/** The countries to which messages and calls go out, and the bounds of messages in an hour. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { faultOfDestination } from '../../../../../worker/core/company/settings/destinations.ts';
import { answerOf } from '../../../../harness/builders.ts';
import { problemOf, sendAs, type TestUser } from '../../../../harness/client.ts';
import { createLead } from '../../../../harness/leads.ts';
import { ask, openCompany, startMortalWorker } from '../../../../harness/mortal-worker.ts';
import { AUSTIN, branches, type CallCompany, freshCaller, makeCallCompany } from '../calls/call-company.ts';

const SATELLITE = '+881612345678';
const PREMIUM = '+19005550100';

/** A company with a lead for each phone, and these bounds. */
const makeCompany = async (
  outgoing: object,
  phones: readonly string[] = [freshCaller()],
): Promise<{ company: CallCompany; leads: string[] }> => {
  const company = await makeCallCompany();
  await setOutgoing(company, outgoing);
  const session = { user: company.superadmin, path: company.path };
  const leads: string[] = [];
  for (const phone of phones) leads.push(await createLead(session, { phone }));
  return { company, leads };
};

const setOutgoing = async ({ superadmin, path }: CallCompany, outgoing: object): Promise<void> => {
  const options = { name: 'Acme', default_region: 'US', group_visibility: 'all', outgoing };
  await answerOf(await sendAs(superadmin, 'PUT', `${path}/settings`, options));
};

const write = (user: TestUser, { path }: CallCompany, lead: string | undefined): Promise<Response> =>
  sendAs(user, 'POST', `${path}/leads/${lead}/text`, { message: 'Hi.', number: AUSTIN });

test('messages to a lead, by a user and of the company are bounded by the hour, and a refusal says until when', async () => {
  const bounds = { texts_per_lead: 2, texts_per_user: 3, texts_per_company: 4 };
  const { company, leads } = await makeCompany(bounds, [freshCaller(), freshCaller(), freshCaller()]);
  const { superadmin, manager } = company;
  const statuses: number[] = [];
  const send = async (user: TestUser, lead: number): Promise<Response> => {
    const response = await write(user, company, leads[lead]);
    statuses.push(response.status);
    return response;
  };

  await send(superadmin, 0);
  await send(superadmin, 0);
  const third = await send(superadmin, 0);
  await send(superadmin, 1);
  const ofUser = await send(superadmin, 2);
  await send(manager, 1);
  const ofCompany = await send(manager, 2);

  expect(statuses).toEqual([200, 200, 429, 200, 429, 200, 429]);
  const wait = Number(third.headers.get('Retry-After'));
  expect(wait).toBeGreaterThan(3_600 - 1);
  expect(wait).toBeLessThanOrEqual(4_200);
  const problems = await Promise.all([third, ofUser, ofCompany].map((response) => problemOf(response)));
  expect(problems.map(({ code }) => code)).toEqual(['rate_limited', 'rate_limited', 'rate_limited']);
  expect(problems.map(({ detail }) => detail?.split(' in an hour')[0])).toEqual([
    'At most 2 texts to this lead',
    'At most 3 texts by one user',
    'At most 4 texts of the company',
  ]);
});

test('a refused message does not count, and a request that is repeated with its key counts once', async () => {
  const { company, leads } = await makeCompany({ texts_per_lead: 2 }, [freshCaller()]);
  const path = `${company.path}/leads/${leads[0]}/text`;
  const refused = { message: 'Hi.', number: '+12025550100' };
  for (let time = 0; time < 3; time += 1) {
    expect((await sendAs(company.superadmin, 'POST', path, refused)).status).toBe(400);
  }
  const headers = { 'Idempotency-Key': 'text-1' };
  for (let time = 0; time < 3; time += 1) {
    const body = { message: 'Hi.', number: AUSTIN };
    expect((await sendAs(company.superadmin, 'POST', path, body, headers)).status).toBe(200);
  }
  expect((await write(company.superadmin, company, leads[0])).status).toBe(200);
  expect((await write(company.superadmin, company, leads[0])).status).toBe(429);
});

test('the company writes to its own country until its options name others, and to no satellite or premium number', async () => {
  const phones = [SATELLITE, PREMIUM, '+442079460958', '+17875550100'];
  const { company, leads } = await makeCompany({}, phones);
  const statuses = async (): Promise<number[]> => {
    const answers = await Promise.all(leads.map((lead) => write(company.superadmin, company, lead)));
    return answers.map(({ status }) => status);
  };

  // Puerto Rico counts as the United States.
  expect(await statuses()).toEqual([403, 403, 403, 200]);
  const problem = await problemOf(await write(company.superadmin, company, leads[2]));
  expect(problem).toMatchObject({ code: 'destination_not_allowed', countries: ['US'] });
  await setOutgoing(company, { countries: ['us', 'GB'] });
  expect(await statuses()).toEqual([403, 403, 200, 200]);
});

test.for([
  [{ countries: [] }, '/outgoing/countries'],
  [{ countries: ['XX'] }, '/outgoing/countries/0'],
  [{ texts_per_lead: 0 }, '/outgoing/texts_per_lead'],
  [{ texts_per_company: 1e9 }, '/outgoing/texts_per_company'],
  [{ texts_per_day: 1 }, '/outgoing/texts_per_day'],
] as const)('invalid bounds are refused: %j', async ([outgoing, pointer]) => {
  const { path, superadmin } = await makeCallCompany();
  const body = { name: 'Acme', default_region: 'US', outgoing };
  const refused = await sendAs(superadmin, 'PUT', `${path}/settings`, body);

  expect(refused.status).toBe(400);
  expect((await problemOf(refused)).errors?.map((error) => error.pointer)).toEqual([pointer]);
});

test('a user is not forwarded to a country, a satellite or a premium number that the company does not ring', async () => {
  const { path, superadmin, agent } = await makeCallCompany();
  const forward = (numbers: string): Promise<Response> =>
    sendAs(superadmin, 'POST', `${path}/users/${agent.userId}/modify`, { forward_numbers: numbers });

  const wrong = [SATELLITE, PREMIUM, '+442079460958', '512-555-0150, nonsense'];
  const refused = await Promise.all(wrong.map((numbers) => forward(numbers)));
  expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  expect(await problemOf(await forward(SATELLITE))).toMatchObject({
    code: 'invalid_phone',
    errors: [{ pointer: '/forward_numbers' }],
  });
  expect((await forward('512-555-0150, +15125550151')).status).toBe(200);

  const settings = { defaults: { ring: [{ number: PREMIUM }] }, carriers: [] };
  expect((await sendAs(superadmin, 'PUT', `${path}/calls/settings`, settings)).status).toBe(400);
});

test('numbers of no country are distinguished from those of a country, assigned or not', () => {
  const isAllowed = (phone: string): boolean => faultOfDestination(phone, ['US', 'GB']) === undefined;

  expect(['+15125550100', '+12005550100', '+18005550111', '+447700900123'].map(isAllowed)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  const others = ['+870773111632', '+882161234567', '+97912345678', '+447012345678', '+18765550100'];
  expect(others.map(isAllowed)).toEqual([false, false, false, false, false]);
});

test('messages still count after the object was killed', { tags: ['full'] }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadline-texts-'));
  let worker = await startMortalWorker(folder);
  try {
    const session = await openCompany(worker.url);
    const send = (method: string, path: string, body: unknown): Promise<Response> =>
      fetch(worker.url + path, {
        method,
        headers: { Authorization: session.authorization, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    const companyId = session.path.split('/')[2] ?? '';
    const carriers = [{ carrier: 'twilio', account_id: 'AC1', secrets: ['token'] }];
    await answerOf(await send('PUT', `/dni/api/companies/${companyId}/settings`, branches('')));
    await answerOf(await send('PUT', `${session.path}/calls/settings`, { carriers }));
    const options = { name: 'Acme', default_region: 'US', outgoing: { texts_per_user: 1 } };
    await answerOf(await send('PUT', `${session.path}/settings`, options));
    const { lead_ids: leads } = await ask<{ lead_ids: string[] }>(session, `${session.path}/leads/create`, {
      phone: '+12065550123',
    });
    const text = { message: 'Hi.', number: AUSTIN };
    const path = `${session.path}/leads/${leads[0]}/text`;
    expect((await send('POST', path, text)).status).toBe(200);

    await worker.kill();
    worker = await startMortalWorker(folder);

    expect((await send('POST', path, text)).status).toBe(429);
  } finally {
    await worker.kill();
    rmSync(folder, { recursive: true, force: true });
  }
});
