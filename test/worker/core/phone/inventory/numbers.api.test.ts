/** Numbers that are searched, bought, imported, mended and given back at a carrier, over HTTP. */
import { expect, test, vi } from 'vitest';
import { answerOf } from '../../../../harness/builders.ts';
import { problemOf, sendAs, type TestUser } from '../../../../harness/client.ts';
import { dniSettings, location, putSettings } from '../../../../harness/dni-company.ts';
import { goldenFiles } from '../../../../harness/golden.ts';
import { FakeTelnyx } from '../../../../harness/carrier/markets/fake-telnyx.ts';
import { FakeTwilio } from '../../../../harness/carrier/markets/fake-twilio.ts';
import { serveCarrier } from '../../../../harness/carrier/markets/serve-carrier.ts';
import { workerUrl } from '../../../../harness/worker-url.ts';
import { AUSTIN, type CallCompany, makeCallCompany } from '../calls/call-company.ts';

/** No other file of tests has this account: of the companies that share one, a number is of one only. */
const ACCOUNT_ID = 'AC7100';
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

interface Market<Carrier = FakeTwilio> {
  company: CallCompany;
  carrier: Carrier;
  url: string;
  ask: (method: string, rest: string, body?: unknown, user?: TestUser) => Promise<Response>;
  account: { carrier: string; account_id: string };
}

/** A key as Telnyx shows it: 32 bytes in base64. */
const PUBLIC_KEY = Buffer.alloc(32, 1).toString('base64');

/** A company with an account at a carrier, by default Twilio. */
async function openMarket(): Promise<Market>;
async function openMarket<Carrier extends FakeTelnyx | FakeTwilio>(
  carrier: Carrier,
): Promise<Market<Carrier>>;
async function openMarket(carrier: FakeTelnyx | FakeTwilio = new FakeTwilio()): Promise<Market<unknown>> {
  const company = await makeCallCompany();
  carrier.onSale.push(...ON_SALE);
  const url = await serveCarrier(carrier);
  const isTelnyx = carrier instanceof FakeTelnyx;
  const account = { carrier: isTelnyx ? 'telnyx' : 'twilio', account_id: ACCOUNT_ID };
  const api = { ...(isTelnyx ? {} : { user: 'SK1' }), secret: 'key', base: url };
  const carriers = [{ ...account, secrets: [isTelnyx ? PUBLIC_KEY : 's'], api }];
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

const list = async ({ ask }: Market<unknown>): Promise<Listed[]> =>
  (await answerOf<{ numbers: Listed[] }>(await ask('GET', ''))).numbers;

/** Waits until the carrier was asked for everything. */
async function settled(market: Market<unknown>): Promise<Listed[]> {
  await vi.waitUntil(async () => (await list(market)).every((each) => !each.is_pending), PATIENCE);
  return list(market);
}

const buy = (
  { ask, account }: Market<unknown>,
  numbers: readonly string[],
  price = 1.15,
): Promise<Response> =>
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

test('the answer to putting back several numbers is that of the golden file', async () => {
  const market = await openMarket();
  const { carrier, ask, account } = market;
  carrier.own(AUSTIN, OLD);
  await answerOf(await ask('POST', '/import', { ...account, numbers: [AUSTIN] }));
  const [imported] = await settled(market);
  const ids = { number_ids: [imported?.number_id] };
  await goldenFiles('calls')('put-back-numbers', await ask('POST', '/put_back', ids));

  await vi.waitUntil(async () => (await list(market)).length === 0, PATIENCE);
  expect((await problemOf(await ask('POST', '/put_back', ids))).errors).toMatchObject([
    { pointer: '/number_ids/0', code: 'not_found' },
  ]);
});

test('at Telnyx numbers are found near a location, bought, checked and given back', async () => {
  const market = await openMarket(new FakeTelnyx());
  const { company, carrier, ask, account } = market;
  const austin = location('austin', {
    city: 'Austin',
    state: 'TX',
    latitude: '30.2672',
    longitude: '-97.7431',
  });
  const numbers = [{ phone_number: AUSTIN, location_id: 'austin' }];
  await putSettings(company.companyId, dniSettings({ locations: [austin], numbers }));
  const near = await answerOf<{ numbers: Record<string, unknown>[] }>(
    await ask('GET', `/available?${new URLSearchParams({ ...account, near: 'austin' })}`),
  );
  expect(near.numbers).toMatchObject(
    ON_SALE.map((number) => ({ number, monthly_price: 1, setup_price: 1, currency: 'USD', city: 'Austin' })),
  );
  expect(carrier.searches).toEqual([expect.stringContaining('locality%5D=Austin')]);
  const refused = await ask('GET', `/available?${new URLSearchParams({ ...account, postal_code: '78701' })}`);
  expect((await problemOf(refused)).detail).toContain('Telnyx does not search by postal code');

  await answerOf(await buy(market, ON_SALE, 1));
  await answerOf(await buy(market, ON_SALE, 1));
  const lane = `${workerUrl()}/carriers/telnyx/${company.companyId}`;
  expect((await settled(market)).map(({ state, wiring }) => `${state} ${wiring}`)).toEqual([
    'active ready',
    'active ready',
  ]);
  expect([carrier.ledger.toSorted(), carrier.faults]).toEqual([ON_SALE, []]);
  expect(carrier.callsOf(ON_SALE[0] ?? '')).toBe(`${lane}/call`);
  expect(carrier.numbers.profiles.entries).toMatchObject([{ webhook_url: `${lane}/text` }]);

  carrier.own(AUSTIN, { forwarding: { forwards_to: '+12125550199', forwarding_type: 'always' } });
  const check = async (): Promise<Record<string, unknown> | undefined> => {
    const path = `${company.path}/calls/accounts/check`;
    const answer = await sendAs(company.superadmin, 'POST', path, account);
    const { numbers } = await answerOf<{ numbers: Record<string, unknown>[] }>(answer);
    return numbers.find(({ number }) => number === AUSTIN);
  };
  expect(await check()).toMatchObject({
    state: 'wrong',
    addresses: [{ found: 'forwarded to +12125550199' }, {}, {}, { found: null }],
  });
  await answerOf(await ask('POST', '/import', { ...account, numbers: [AUSTIN] }));
  await settled(market);
  expect(await check()).toMatchObject({ state: 'ready' });
});

test.for([new FakeTwilio(), new FakeTelnyx()])(
  '60 numbers are imported and put back in one go',
  async (carrier) => {
    const market = await openMarket(carrier);
    const { ask, account } = market;
    const sixty = Array.from({ length: 60 }, (_, index) => `+1512555${2000 + index}`);
    carrier.mostOnPage = 25;
    for (const number of sixty) carrier.own(number);
    const before = sixty.map((number) => carrier.settingsOf(number));
    const [locked = ''] = sixty.slice(30);
    carrier.locked.add(locked);
    const { numbers, is_complete: isComplete } = await answerOf<{
      numbers: { number: string; changes: { before: string | null; after: string }[] }[];
      is_complete: boolean;
    }>(await ask('GET', `/importable?${new URLSearchParams(account)}`));
    expect([numbers.map(({ number }) => number).toSorted(), isComplete]).toEqual([sixty, true]);
    expect(numbers.every(({ changes }) => changes.length === 4)).toBe(true);

    await answerOf(await ask('POST', '/import', { ...account, numbers: sixty }));
    const imported = await settled(market);
    const failed = imported.filter(({ wiring }) => wiring !== 'ready');
    expect(failed).toMatchObject([
      { number: locked, detail: expect.stringContaining('The carrier answered 4') },
    ]);
    const ids = imported.map(({ number_id: id }) => id);
    expect(
      (await answerOf<{ numbers: unknown[] }>(await ask('POST', '/put_back', { number_ids: ids }))).numbers,
    ).toHaveLength(60);
    await vi.waitUntil(async () => (await list(market)).length === 0, PATIENCE);
    expect(sixty.map((number) => carrier.settingsOf(number))).toEqual(before);
  },
);
