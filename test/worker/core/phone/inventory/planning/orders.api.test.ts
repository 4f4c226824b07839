/** Numbers that are ordered together: planned near places, bought, imported, checked; over HTTP. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { answerOf } from '../../../../../harness/builders.ts';
import { problemOf, sendAs } from '../../../../../harness/client.ts';
import {
  ACCOUNT,
  accountAt,
  type MarketServer,
  startMarket,
} from '../../../../../harness/carrier/market-server.ts';
import { goldenFiles } from '../../../../../harness/golden.ts';
import { AUSTIN, type CallCompany, makeCallCompany } from '../../calls/call-company.ts';

const PATIENCE = { timeout: 30_000, interval: 100 };
const OLD = { voice_url: 'https://old.example/voice', voice_method: 'GET' };
const AUSTIN_PLACE = {
  location_id: 'austin',
  country: 'US',
  latitude: '30.2672',
  longitude: '-97.7431',
  city: 'Austin',
  state: 'TX',
};

interface Listed {
  number_id: string;
  number: string;
  state: string;
  wiring: string;
  is_pending: boolean;
  order_id: string | null;
  used_for: object | null;
}

interface Planned {
  places: {
    location_id: string;
    reach: string | null;
    numbers: { number: string; city: string; region: string; monthly_price: number | null }[];
  }[];
}

let server: MarketServer;
beforeAll(async () => {
  server = await startMarket();
});
afterAll(() => server.close());

type Ask = (method: string, rest: string, body?: unknown) => Promise<Response>;

async function openCompany(): Promise<{ company: CallCompany; ask: Ask }> {
  const company = await makeCallCompany({ carriers: [accountAt(server.url)] });
  server.market.state.owned = {};
  server.fail(undefined);
  const ask: Ask = (method, rest, body) =>
    sendAs(company.superadmin, method, `${company.path}/numbers${rest}`, body);
  return { company, ask };
}

async function settled(ask: Ask): Promise<Listed[]> {
  const list = async (): Promise<Listed[]> =>
    (await answerOf<{ numbers: Listed[] }>(await ask('GET', ''))).numbers;
  await vi.waitUntil(async () => (await list()).every((each) => !each.is_pending), PATIENCE);
  return list();
}

const place = (id: string, members: object = {}): object => ({
  ...AUSTIN_PLACE,
  location_id: id,
  ...members,
});

test('each place gets a number near it, and where none is sold there one of its state or country', async () => {
  const { ask } = await openCompany();
  const places = [
    place('north'),
    place('south'),
    // 140 miles from the only area of Montana.
    place('miles-city', { latitude: '46.41', longitude: '-105.84', city: 'Miles City', state: 'MT' }),
    place('juneau', { latitude: 58.3, longitude: -134.42, city: 'Juneau', state: 'AK' }),
    place('london', { country: 'GB', latitude: '51.5', longitude: '-0.12', city: 'London', state: '' }),
  ];
  const { places: planned } = await answerOf<Planned>(await ask('POST', '/plan', { ...ACCOUNT, places }));

  expect(planned.map(({ location_id: id, reach, numbers: [first] }) => [id, reach, first?.region])).toEqual([
    ['north', 'near', 'TX'],
    ['south', 'near', 'TX'],
    ['miles-city', 'region', 'MT'],
    ['juneau', 'country', 'AL'],
    ['london', null, undefined],
  ]);
  const [north, south] = planned.map(({ numbers }) => numbers.map(({ number }) => number));
  expect([north?.length, south?.length]).toEqual([5, 5]);
  expect(south).not.toContain(north?.[0]);
  expect(planned[0]?.numbers[0]).toMatchObject({ monthly_price: 1.15, city: 'Austin' });

  const except = north ?? [];
  const again = await answerOf<Planned>(
    await ask('POST', '/plan', { ...ACCOUNT, places: [place('north')], except }),
  );
  expect(except).not.toContain(again.places[0]?.numbers[0]?.number);
});

test('a plan has at most eight places, and needs a carrier that answers', async () => {
  const { ask } = await openCompany();
  const nine = Array.from({ length: 9 }, (_, index) => place(`place-${index}`));
  expect((await ask('POST', '/plan', { ...ACCOUNT, places: nine })).status).toBe(400);
  expect((await ask('POST', '/plan', { ...ACCOUNT, places: [place('a', { latitude: 'x' })] })).status).toBe(
    400,
  );
  server.fail(500);
  const refused = await problemOf(await ask('POST', '/plan', { ...ACCOUNT, places: [place('a')] }));
  expect(refused.code).toBe('bad_gateway');
});

test('places count as searches, of which there are 300 in an hour', async () => {
  const { ask } = await openCompany();
  const places = Array.from({ length: 8 }, (_, index) => place(`place-${index}`));
  const codes: string[] = [];
  while (codes.length < 40) {
    const answer = await ask('POST', '/plan', { ...ACCOUNT, places });
    if (answer.status !== 200) {
      codes.push((await problemOf(answer)).code);
      break;
    }
    codes.push('planned');
  }
  expect(codes.filter((code) => code === 'planned')).toHaveLength(37);
  expect(codes.at(-1)).toBe('rate_limited');
});

test('a number remembers what it was ordered for, and what the order was', async () => {
  const { ask } = await openCompany();
  const meant = { place: 'Austin, TX', location_id: 'austin', source: 'yelp' };
  const numbers = [{ number: '+15125550170', name: 'Austin', ...meant }, { number: '+15125550171' }];
  const bought = await answerOf<{ order_id: string; numbers: Listed[] }>(
    await ask('POST', '/buy', { ...ACCOUNT, monthly_price: 1.15, numbers }),
  );
  expect(bought.numbers).toMatchObject([
    { order_id: bought.order_id, ...meant },
    { order_id: bought.order_id, place: '', location_id: null, source: null },
  ]);
  expect(await settled(ask)).toMatchObject([{ state: 'active', ...meant }, { state: 'active' }]);
  // What is there already keeps its order.
  const again = await answerOf<{ order_id: string; numbers: Listed[] }>(
    await ask('POST', '/buy', { ...ACCOUNT, monthly_price: 1.15, numbers: [{ number: '+15125550170' }] }),
  );
  expect(again.order_id).not.toBe(bought.order_id);
  expect(again.numbers).toMatchObject([{ order_id: bought.order_id, ...meant }]);
});

test('a number that costs more than was accepted for it is refused with its price', async () => {
  const { ask } = await openCompany();
  const numbers = [{ number: '+15125550170' }, { number: '+18005550170', monthly_price: 2.15 }];
  const order = { ...ACCOUNT, monthly_price: 1.15, numbers };
  server.market.prices = { local: '1.15', 'toll free': '2.50' };
  const refused = await problemOf(await ask('POST', '/buy', order));
  expect(refused).toMatchObject({
    code: 'precondition_failed',
    price: { number: '+18005550170', amount: 2.5, currency: 'USD' },
  });
  server.market.prices = { local: '1.15', 'toll free': '2.15' };
  await answerOf(await ask('POST', '/buy', order));
  await settled(ask);
  expect(await answerOf(await ask('GET', ''))).toMatchObject({ monthly_cost: 3.3 });
});

test('imported numbers count with their price, and remember with which others they came', async () => {
  const { ask } = await openCompany();
  const numbers = Array.from({ length: 3 }, (_, index) => `+1512555011${index}`);
  for (const number of [...numbers, AUSTIN]) server.market.own(number, OLD);
  const other = await answerOf<{ order_id: string }>(
    await ask('POST', '/import', { ...ACCOUNT, numbers: [AUSTIN] }),
  );
  const { order_id: order } = await answerOf<{ order_id: string }>(
    await ask('POST', '/import', { ...ACCOUNT, numbers }),
  );
  const listed = await settled(ask);
  expect(await answerOf(await ask('GET', ''))).toMatchObject({ monthly_cost: 4.6, orders_left: 100 });
  expect(listed.map(({ number, order_id: id }) => [number, id])).toEqual([
    [AUSTIN, other.order_id],
    ...numbers.map((number) => [number, order]),
  ]);
  const ids = listed.flatMap((each) => (each.order_id === order ? each.number_id : []));
  await answerOf(await ask('POST', '/put_back', { number_ids: ids }));
  await vi.waitUntil(async () => (await settled(ask)).length === 1, PATIENCE);
  expect(server.market.state.owned[numbers[0] ?? '']).toMatchObject(OLD);
});

test('an import has at most 500 numbers, and is not refused by the monthly cap', async () => {
  const { ask } = await openCompany();
  await answerOf(await ask('PUT', '/limits', { monthly_cap: 1 }));
  const numbers = Array.from({ length: 501 }, (_, index) => `+1512555${String(1000 + index)}`);
  expect((await ask('POST', '/import', { ...ACCOUNT, numbers })).status).toBe(400);
  for (const number of numbers.slice(0, 500)) server.market.own(number, OLD);
  const imported = await answerOf<{ numbers: Listed[] }>(
    await ask('POST', '/import', { ...ACCOUNT, numbers: numbers.slice(0, 500) }),
  );
  expect(imported.numbers).toHaveLength(500);
  const bought = await ask('POST', '/buy', {
    ...ACCOUNT,
    monthly_price: 1.15,
    numbers: [{ number: '+15125550170' }],
  });
  expect((await problemOf(bought)).code).toBe('over_budget');
});

test('a check finds the numbers that others have changed, and says which account it could not read', async () => {
  const { ask } = await openCompany();
  server.market.own(AUSTIN);
  await answerOf(await ask('POST', '/import', { ...ACCOUNT, numbers: [AUSTIN] }));
  await settled(ask);
  Object.assign(server.market.state.owned[AUSTIN] ?? {}, OLD);
  expect(await answerOf(await ask('POST', '/check'))).toMatchObject({
    numbers: [{ number: AUSTIN, wiring: 'wrong' }],
    failures: [],
  });
  server.fail(503);
  expect(await answerOf(await ask('POST', '/check'))).toMatchObject({
    numbers: [{ wiring: 'wrong' }],
    failures: [{ ...ACCOUNT, detail: 'The carrier answered 503.' }],
  });
});

test('only super admins plan and check', async () => {
  const { company } = await openCompany();
  const statuses = await Promise.all(
    ['/plan', '/check'].map(async (rest) => {
      const answer = await sendAs(company.manager, 'POST', `${company.path}/numbers${rest}`, {});
      return answer.status;
    }),
  );
  expect(statuses).toEqual([403, 403]);
});

test('the answers about plans and checks are those of the golden files', async () => {
  const { ask } = await openCompany();
  const compare = goldenFiles('calls');
  await compare('plan-numbers', await ask('POST', '/plan', { ...ACCOUNT, places: [AUSTIN_PLACE] }));
  server.market.own(AUSTIN, OLD);
  await answerOf(await ask('POST', '/import', { ...ACCOUNT, numbers: [AUSTIN] }));
  await settled(ask);
  Object.assign(server.market.state.owned[AUSTIN] ?? {}, OLD);
  const { numbers } = await compare<{ numbers: Listed[] }>('check-numbers', await ask('POST', '/check'));
  expect(numbers).toMatchObject([{ used_for: { location_id: 'austin', source: 'paid_search' } }]);
});
