/** Two companies of a deployment that use one account at a carrier: a number belongs to one of them. */
import { describe, expect, test, vi } from 'vitest';
import { answerOf, makeCompanyWithUsers, type PeopledCompany } from '../../../../harness/builders.ts';
import { problemOf, sendAs, sendAsOperator } from '../../../../harness/client.ts';
import { dniSettings, putSettings } from '../../../../harness/dni-company.ts';
import { FakeTwilio } from '../../../../harness/carrier/markets/fake-twilio.ts';
import { serveCarrier } from '../../../../harness/carrier/markets/serve-carrier.ts';
import { workerUrl } from '../../../../harness/worker-url.ts';

const PATIENCE = { timeout: 30_000, interval: 50 };
/** A number that carriers connect, other than those of examples. */
let numbers = 2_000;
function freshNumber(): string {
  numbers += 1;
  return `+1415${String(Math.floor(Math.random() * 500) + 200)}${numbers}`;
}

interface Shared {
  carrier: FakeTwilio;
  accountId: string;
  one: PeopledCompany;
  other: PeopledCompany;
}

async function shareAccount(): Promise<Shared> {
  const carrier = new FakeTwilio();
  const base = await serveCarrier(carrier);
  const accountId = `AC${crypto.randomUUID().replaceAll('-', '')}`;
  const api = { user: 'SK1', secret: 'key', base };
  const carriers = [{ carrier: 'twilio', account_id: accountId, secrets: ['s'], api }];
  const make = async (): Promise<PeopledCompany> => {
    const company = await makeCompanyWithUsers();
    await answerOf(await sendAs(company.superadmin, 'PUT', `${company.path}/calls/settings`, { carriers }));
    return company;
  };
  return { carrier, accountId, one: await make(), other: await make() };
}

function importNumber({ accountId }: Shared, company: PeopledCompany, number: string): Promise<Response> {
  const body = { carrier: 'twilio', account_id: accountId, numbers: [number] };
  return sendAs(company.superadmin, 'POST', `${company.path}/numbers/import`, body);
}

function buy({ accountId }: Shared, company: PeopledCompany, number: string): Promise<Response> {
  const order = { carrier: 'twilio', account_id: accountId, monthly_price: 2, numbers: [{ number }] };
  return sendAs(company.superadmin, 'POST', `${company.path}/numbers/buy`, order);
}

function list(company: PeopledCompany, number: string): Promise<Response> {
  const entry = { phone_number: number, source: 'paid_search' };
  return putSettings(company.companyId, dniSettings({ numbers: [entry] }));
}

async function unlist(company: PeopledCompany, number: string): Promise<Response> {
  const path = `${company.path}/calls/settings`;
  const settings = await answerOf<object>(await sendAs(company.superadmin, 'GET', path));
  return sendAs(company.superadmin, 'PUT', path, { ...settings, unlisted_numbers: [number] });
}

async function numbersOf({ superadmin, path }: PeopledCompany): Promise<string[]> {
  const body = await answerOf<{ numbers: { number: string }[] }>(
    await sendAs(superadmin, 'GET', `${path}/numbers`),
  );
  return body.numbers.map(({ number }) => number);
}

/** Waits until the number sends its calls to the company. */
async function ringsAt({ carrier }: Shared, number: string, company: PeopledCompany): Promise<void> {
  const address = `${workerUrl()}/carriers/twilio/${company.companyId}/call`;
  await vi.waitUntil(() => carrier.owned.get(number)?.['voice_url']?.startsWith(address) === true, PATIENCE);
}

const WAYS = {
  import: (shared: Shared, company: PeopledCompany, number: string) => importNumber(shared, company, number),
  purchase: (shared: Shared, company: PeopledCompany, number: string) => buy(shared, company, number),
  settings: (_: Shared, company: PeopledCompany, number: string) => list(company, number),
  unlisted_numbers: (_: Shared, company: PeopledCompany, number: string) => unlist(company, number),
};
const POINTERS = {
  import: '/numbers/0',
  purchase: '/numbers/0/number',
  settings: '/numbers/0/phone_number',
  unlisted_numbers: '/unlisted_numbers/0',
};
type Way = keyof typeof WAYS;
const NAMES = Object.keys(WAYS) as Way[];
const HELD: Way[] = ['import', 'settings', 'unlisted_numbers'];

describe.for(HELD)('a number that a company has by %s', (held) => {
  test.for(NAMES)('is refused to another by %s, beside the field', async (way) => {
    const shared = await shareAccount();
    const number = freshNumber();
    shared.carrier.own(number);
    await answerOf(await WAYS[held](shared, shared.one, number));

    const refused = await problemOf(await WAYS[way](shared, shared.other, number));

    expect(refused).toMatchObject({
      status: 409,
      code: 'identifier_taken',
      detail: expect.stringContaining(number) as string,
      errors: [{ pointer: POINTERS[way] }],
    });
    expect(await numbersOf(shared.other)).toEqual([]);
    if (held === 'import') await ringsAt(shared, number, shared.one);
  });
});

test.for(HELD)(
  'a number that a company has by %s is refused to one that names another account',
  async (held) => {
    const shared = await shareAccount();
    const { other } = shared;
    const number = freshNumber();
    shared.carrier.own(number);
    await answerOf(await WAYS[held](shared, shared.one, number));
    const path = `${other.path}/calls/settings`;
    const { carriers } = await answerOf<{ carriers: { api: { base: string } }[] }>(
      await sendAs(other.superadmin, 'GET', path),
    );
    const api = { user: 'SK1', secret: 'key', base: carriers[0]?.api.base };
    const madeUp = [{ carrier: 'twilio', account_id: 'ACmadeup', secrets: ['s'], api }];
    await answerOf(await sendAs(other.superadmin, 'PUT', path, { carriers: madeUp }));

    const refused = await problemOf(await importNumber({ ...shared, accountId: 'ACmadeup' }, other, number));

    expect(refused).toMatchObject({ code: 'identifier_taken', errors: [{ pointer: '/numbers/0' }] });
    expect((await unlist(other, number)).status).toBe(409);
  },
);

test('of an account that two companies share, each is offered what is its own or nobody’s', async () => {
  const shared = await shareAccount();
  const [theirs, free] = [freshNumber(), freshNumber()];
  for (const number of [theirs, free]) shared.carrier.own(number);
  await answerOf(await importNumber(shared, shared.one, theirs));
  const offered = async ({ superadmin, path }: PeopledCompany): Promise<string[]> => {
    const query = new URLSearchParams({ carrier: 'twilio', account_id: shared.accountId });
    const answer = await sendAs(superadmin, 'GET', `${path}/numbers/importable?${query}`);
    const { numbers: found } = await answerOf<{ numbers: { number: string }[] }>(answer);
    return found.map(({ number }) => number).toSorted();
  };

  expect(await offered(shared.one)).toEqual([theirs, free].toSorted());
  expect(await offered(shared.other)).toEqual([free]);
});

test('of two companies that import a number at once, one gets it', async () => {
  const shared = await shareAccount();
  const number = freshNumber();
  shared.carrier.own(number);

  const answers = await Promise.all(
    [shared.one, shared.other, shared.one, shared.other].map((company) =>
      importNumber(shared, company, number),
    ),
  );

  const listed = [await numbersOf(shared.one), await numbersOf(shared.other)];
  expect(listed.flat()).toEqual([number]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  await ringsAt(shared, number, listed[0]?.length === 1 ? shared.one : shared.other);
});

test('a dry run says the same and takes nothing', async () => {
  const shared = await shareAccount();
  const number = freshNumber();
  const path = `/dni/api/companies/${shared.other.companyId}/settings?dry_run=true`;
  const draft = dniSettings({ numbers: [{ phone_number: number, source: 'paid_search' }] });
  await answerOf(await sendAsOperator('PUT', path, draft));

  await answerOf(await list(shared.one, number));
  const refused = await problemOf(await sendAsOperator('PUT', path, draft));

  expect(refused).toMatchObject({
    code: 'identifier_taken',
    errors: [{ pointer: '/numbers/0/phone_number' }],
  });
});

test('a company saves what it has, again and in other places', async () => {
  const shared = await shareAccount();
  const number = freshNumber();
  shared.carrier.own(number);

  const saved = [
    await importNumber(shared, shared.one, number),
    await list(shared.one, number),
    await unlist(shared.one, number),
    await list(shared.one, number),
  ];

  expect(saved.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});

test('a number of examples is in the settings of as many as like, until one has it at a carrier', async () => {
  const shared = await shareAccount();
  const number = `+1415555${String(Math.floor(Math.random() * 100) + 100).padStart(4, '0')}`;
  shared.carrier.own(number);
  const listed = [await list(shared.one, number), await list(shared.other, number)];
  const taken = await problemOf(await importNumber(shared, shared.other, number));

  expect(listed.map(({ status }) => status)).toEqual([200, 200]);
  expect(taken).toMatchObject({ code: 'identifier_taken' });
});

test('the operator moves a number, and then it belongs to the other company', async () => {
  const shared = await shareAccount();
  const { one, other, carrier } = shared;
  const number = freshNumber();
  carrier.own(number);
  await answerOf(await list(one, number));
  await answerOf(await importNumber(shared, one, number));
  await ringsAt(shared, number, one);

  const moved = await sendAsOperator('POST', '/operator/numbers/move', {
    number,
    company_id: other.companyId,
  });
  const nobodys = await sendAsOperator('POST', '/operator/numbers/move', {
    number,
    company_id: crypto.randomUUID(),
  });
  await answerOf(await importNumber(shared, other, number));

  expect(await answerOf(moved)).toEqual({
    number,
    company_id: other.companyId,
    former_company_ids: [one.companyId],
  });
  expect(nobodys.status).toBe(404);
  await ringsAt(shared, number, other);
  expect(await numbersOf(one)).toEqual([]);
  expect((await importNumber(shared, one, number)).status).toBe(409);
  // What is in its settings stays, and does not keep it from saving others.
  expect((await list(one, number)).status).toBe(200);
});

test('an erased company frees its numbers', async () => {
  const shared = await shareAccount();
  const number = freshNumber();
  await answerOf(await list(shared.one, number));
  const { name } = await answerOf<{ name: string }>(
    await sendAs(shared.one.superadmin, 'GET', `${shared.one.path}/settings`),
  );
  await answerOf(await sendAsOperator('POST', `/operator/companies/${shared.one.companyId}/erase`, { name }));

  expect((await list(shared.other, number)).status).toBe(200);
});
