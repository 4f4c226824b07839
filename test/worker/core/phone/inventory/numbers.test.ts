/** Numbers that are searched, bought, imported, mended and given back at a carrier, over HTTP. */
import { expect, test, vi } from 'vitest';
import { answerOf } from '../../../../harness/builders.ts';
import { problemOf, sendAs, type TestUser } from '../../../../harness/client.ts';
import { goldenFiles } from '../../../../harness/golden.ts';
import { startServerForTest } from '../../../../harness/receiver.ts';
import { workerUrl } from '../../../../harness/worker-url.ts';
import { AUSTIN, type CallCompany, makeCallCompany } from '../calls/call-company.ts';
import { FakeCarrier } from './kills/fake-carrier.ts';

const PATIENCE = { timeout: 30_000, interval: 100 };
const ON_SALE = ['+15125550201', '+15125550202'];
const OLD = { voice_url: 'https://old.example/voice', voice_method: 'GET', sms_url: '' };

interface Listed {
  number_id: string;
  number: string;
  state: string;
  wiring: string;
  is_pending: boolean;
  detail: string | null;
}

interface Market {
  company: CallCompany;
  carrier: FakeCarrier;
  url: string;
  ask: (method: string, rest: string, body?: unknown, user?: TestUser) => Promise<Response>;
  account: { carrier: 'twilio'; account_id: string };
}

/** A company whose account is at a carrier that works. */
async function openMarket(): Promise<Market> {
  const company = await makeCallCompany();
  const carrier = new FakeCarrier(Math.random, () => undefined);
  carrier.isTroubled = false;
  carrier.onSale.push(...ON_SALE);
  const { url } = await startServerForTest((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const answering = async (): Promise<void> => {
        const { method = 'GET', url = '' } = request;
        const answer = await carrier.answer(`http://carrier.test${url}`, { method, body });
        response.writeHead(answer.status, { 'Content-Type': 'application/json' });
        response.end(await answer.text());
      };
      void answering();
    });
  });
  const account = { carrier: 'twilio', account_id: 'AC1' } as const;
  const carriers = [{ ...account, secrets: ['s'], api: { user: 'SK1', secret: 'key', base: url } }];
  await answerOf(await sendAs(company.superadmin, 'PUT', `${company.path}/calls/settings`, { carriers }));
  return {
    company,
    carrier,
    url,
    ask: (method, rest, body, user = company.superadmin) =>
      sendAs(user, method, `${company.path}/numbers${rest}`, body),
    account,
  };
}

const list = async ({ ask }: Market): Promise<Listed[]> =>
  (await answerOf<{ numbers: Listed[] }>(await ask('GET', ''))).numbers;

/** Waits until the carrier was asked for everything. */
async function settled(market: Market): Promise<Listed[]> {
  await vi.waitUntil(async () => (await list(market)).every((each) => !each.is_pending), PATIENCE);
  return list(market);
}

const buy = ({ ask, account }: Market, numbers: readonly string[], price = 1.15): Promise<Response> =>
  ask('POST', '/buy', { ...account, monthly_price: price, numbers: numbers.map((number) => ({ number })) });

test('numbers are found with their price, bought once, and send their calls here', async () => {
  const market = await openMarket();
  const { company, carrier, ask, account } = market;
  const near = await answerOf<{ numbers: { number: string; monthly_price: number; currency: string }[] }>(
    await ask('GET', `/available?${new URLSearchParams({ ...account, near: 'austin' })}`),
  );
  expect(near.numbers.map((each) => [each.number, each.monthly_price, each.currency])).toEqual(
    ON_SALE.map((number) => [number, 1.15, 'USD']),
  );
  expect(carrier.searches).toEqual([expect.stringContaining('NearLatLong=30.2672%2C-97.7431')]);

  await answerOf(await buy(market, ON_SALE));
  await answerOf(await buy(market, ON_SALE));
  const bought = await settled(market);
  expect(bought.map((each) => [each.number, each.state, each.wiring])).toEqual(
    ON_SALE.map((number) => [number, 'active', 'ready']),
  );
  expect(carrier.ledger.toSorted()).toEqual(ON_SALE);
  expect(carrier.owned.get(ON_SALE[0] ?? '')).toMatchObject({
    voice_url: `${workerUrl()}/carriers/twilio/${company.companyId}/call#rc=2&rp=all`,
    voice_method: 'POST',
    sms_url: `${workerUrl()}/carriers/twilio/${company.companyId}/text`,
  });
  const { monthly_cost: cost, orders_left: left } = await answerOf<Record<string, number>>(
    await ask('GET', ''),
  );
  expect([cost, left]).toEqual([2.3, 98]);
});

test('at SignalWire, which says no price, what was accepted counts', async () => {
  const market = await openMarket();
  const { company, carrier, ask, url } = market;
  const api = { user: 'P1', secret: 'key', base: url };
  const carriers = [{ carrier: 'signalwire', account_id: 'P1', secrets: ['s'], api }];
  await answerOf(await sendAs(company.superadmin, 'PUT', `${company.path}/calls/settings`, { carriers }));
  const account = { carrier: 'signalwire', account_id: 'P1' };
  const { numbers } = await answerOf<{ numbers: { monthly_price: number | null }[] }>(
    await ask('GET', `/available?${new URLSearchParams(account)}`),
  );
  expect(numbers.map((each) => each.monthly_price)).toEqual([null, null]);
  const [number = ''] = ON_SALE;
  await answerOf(await ask('POST', '/buy', { ...account, monthly_price: 0.5, numbers: [{ number }] }));

  expect(await settled(market)).toMatchObject([
    { carrier: 'signalwire', state: 'active', monthly_price: 0.5 },
  ]);
  expect(carrier.paths.at(-1)).toBe('/api/laml/2010-04-01/Accounts/P1/IncomingPhoneNumbers.json');
  const lane = `${workerUrl()}/carriers/signalwire/${company.companyId}`;
  expect(carrier.owned.get(number)).toMatchObject({ voice_url: `${lane}/call`, sms_url: `${lane}/text` });
});

test('a number that the account has is not bought but imported, and can be put back', async () => {
  const market = await openMarket();
  const { carrier, ask, account } = market;
  carrier.own(AUSTIN, OLD);
  await answerOf(await buy(market, [AUSTIN]));
  expect(await settled(market)).toMatchObject([
    { state: 'refused', detail: 'The account has this number already; import it instead.' },
  ]);
  expect(carrier.owned.get(AUSTIN)).toMatchObject(OLD);

  const { numbers } = await answerOf<{
    numbers: { number: string; is_known: boolean; changes: { use: string; before: string | null }[] }[];
  }>(await ask('GET', `/importable?${new URLSearchParams(account)}`));
  expect(numbers).toMatchObject([{ number: AUSTIN, is_known: false }]);
  expect(numbers[0]?.changes[0]).toMatchObject({ use: 'call', before: `GET ${OLD.voice_url}` });
  await answerOf(await ask('POST', '/import', { ...account, numbers: [AUSTIN] }));
  const [imported] = await settled(market);
  expect(imported).toMatchObject({ state: 'imported', wiring: 'ready', has_former: true });
  expect(carrier.owned.get(AUSTIN)?.['voice_url']).toContain('/carriers/twilio/');

  await answerOf(await ask('POST', `/${imported?.number_id}/put_back`));
  await vi.waitUntil(async () => (await list(market)).length === 0, PATIENCE);
  expect(carrier.owned.get(AUSTIN)).toMatchObject(OLD);
  expect(carrier.ledger).toEqual([]);
});

test('a number whose addresses others have changed is mended', async () => {
  const market = await openMarket();
  const { carrier, ask } = market;
  const [number = ''] = ON_SALE;
  await answerOf(await buy(market, [number]));
  const [bought] = await settled(market);
  Object.assign(carrier.owned.get(number) ?? {}, OLD);
  await answerOf(await ask('POST', `/${bought?.number_id}/mend`));
  await settled(market);

  expect(carrier.owned.get(number)?.['voice_url']).toContain('/carriers/twilio/');
});

test('a number in the settings is not given back; another one is kept for 30 days first', async () => {
  const market = await openMarket();
  const { carrier, ask, account } = market;
  carrier.own(AUSTIN);
  await answerOf(await ask('POST', '/import', { ...account, numbers: [AUSTIN] }));
  await answerOf(await buy(market, ON_SALE.slice(0, 1)));
  const [used, free] = (await settled(market)).toSorted((one) => (one.number === AUSTIN ? -1 : 1));

  expect((await problemOf(await ask('POST', `/${used?.number_id}/release`))).code).toBe('in_use');
  const released = await answerOf<{ state: string; release_time: string }>(
    await ask('POST', `/${free?.number_id}/release`),
  );
  expect(released.state).toBe('quarantined');
  expect((Date.parse(released.release_time) - Date.now()) / 86_400_000).toBeCloseTo(30, 1);
  expect(await answerOf(await ask('POST', `/${free?.number_id}/keep`))).toMatchObject({
    state: 'active',
    release_time: null,
  });
});

test('what others have bought, what costs more, and what is above the cap is refused', async () => {
  const market = await openMarket();
  const { carrier, ask } = market;
  const [number = '', other = ''] = ON_SALE;
  carrier.taken.add(number);
  await answerOf(await buy(market, [number]));
  expect(await settled(market)).toMatchObject([
    { state: 'refused', detail: 'The carrier answered 400: The number is not available.' },
  ]);
  expect((await problemOf(await buy(market, [other], 1))).code).toBe('precondition_failed');
  await answerOf(await ask('PUT', '/limits', { monthly_cap: 1 }));
  expect((await problemOf(await buy(market, [other]))).code).toBe('over_budget');
  expect(carrier.ledger).toEqual([]);
});

test('managers see the numbers, super admins order them', async () => {
  const market = await openMarket();
  const { company, ask } = market;
  const statuses = await Promise.all([
    ask('GET', '', undefined, company.manager),
    ask('GET', '', undefined, company.agent),
    ask('PUT', '/limits', { monthly_cap: 1 }, company.manager),
    ask('POST', '/buy', {}, company.manager),
  ]);

  expect(statuses.map(({ status }) => status)).toEqual([200, 403, 403, 403]);
});

test('the answers about numbers are those of the golden files', async () => {
  const market = await openMarket();
  const { carrier, ask, account } = market;
  carrier.own(AUSTIN, OLD);
  const compare = goldenFiles('calls');
  const golden = async <Body>(name: string, ...request: Parameters<typeof ask>): Promise<Body> =>
    compare<Body>(name, await ask(...request));
  const query = new URLSearchParams({ ...account, area_code: '512' });
  await golden('available-numbers', 'GET', `/available?${query}`);
  await golden('number-limits', 'PUT', '/limits', { monthly_cap: 50 });
  const numbers = [{ number: ON_SALE[0], name: 'Austin, Google' }];
  await golden('buy-numbers', 'POST', '/buy', { ...account, monthly_price: 1.15, numbers });
  await settled(market);
  await golden('importable-numbers', 'GET', `/importable?${new URLSearchParams(account)}`);
  await golden('import-numbers', 'POST', '/import', { ...account, numbers: [AUSTIN] });
  const [imported, bought] = await settled(market);
  await golden('numbers', 'GET', '');
  await golden('mend-number', 'POST', `/${bought?.number_id}/mend`);
  await settled(market);
  await golden('release-number', 'POST', `/${bought?.number_id}/release`);
  await golden('keep-number', 'POST', `/${bought?.number_id}/keep`);
  const undone = await golden<{ is_pending: boolean }>(
    'put-back-number',
    'POST',
    `/${imported?.number_id}/put_back`,
  );
  expect(undone.is_pending).toBe(true);
});
