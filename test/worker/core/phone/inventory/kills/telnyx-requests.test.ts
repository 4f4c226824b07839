/** Requests to Telnyx are those of its own library, which reads the fake Telnyx as it reads the real one. */
import Telnyx from 'telnyx';
import { afterEach, expect, test, vi } from 'vitest';
import { marketOf, ourAddresses } from '../../../../../../worker/core/phone/inventory/markets/markets.ts';
import type {
  CarrierMarket,
  Wanted,
} from '../../../../../../worker/core/phone/inventory/markets/carrier-market.ts';
import type { CarrierRequest } from '../../../../../harness/carrier/markets/fake-carrier.ts';
import { FakeTelnyx } from '../../../../../harness/carrier/markets/fake-telnyx.ts';
import { Network } from '../../../../../harness/carrier/markets/network.ts';

const COMPANY_ID = '00000000-0000-4000-8000-000000000001';
const BASE = 'https://carrier.example';
const ACCOUNT = {
  carrier: 'telnyx' as const,
  account_id: 'A1',
  secrets: [],
  api: { user: '', secret: 'key', base: BASE },
};
const ADDRESSES = ourAddresses('telnyx', { origin: 'https://leadline.example', companyId: COMPANY_ID });
const NUMBER = '+15125551000';
const NAME = `Leadline leadline.example ${COMPANY_ID}`;
const ANYWHERE: Wanted = { country: 'US', type: 'local', limit: 20 };

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A fake Telnyx, our market and Telnyx's own library, and the requests that they send. */
function openTelnyx(): { telnyx: FakeTelnyx; market: CarrierMarket; library: Telnyx; sent: unknown[] } {
  const telnyx = new FakeTelnyx();
  telnyx.onSale.push(NUMBER);
  const network = new Network(telnyx);
  const sent: unknown[] = [];
  network.sent = ({ url, method = 'GET', body = '' }: CarrierRequest) => {
    const { pathname, searchParams } = new URL(url);
    const query = Object.fromEntries(searchParams);
    sent.push({ method, pathname, query, body: body === '' ? null : (JSON.parse(body) as unknown) });
  };
  vi.stubGlobal('fetch', network.fetch.bind(network));
  const fetchOfLibrary: typeof fetch = async (url, init = {}) => {
    const headers = Object.fromEntries(new Headers(init.headers ?? {}));
    return network.fetch(String(url instanceof Request ? url.url : url), {
      method: (init.method ?? 'GET').toUpperCase(),
      headers: {
        Authorization: headers['authorization'] ?? '',
        'Content-Type': headers['content-type'] ?? '',
      },
      body: typeof init.body === 'string' ? init.body : null,
    });
  };
  return {
    telnyx,
    market: marketOf(ACCOUNT, COMPANY_ID, { mayBePrivate: false }),
    library: new Telnyx({ apiKey: 'key', baseURL: `${BASE}/v2`, fetch: fetchOfLibrary, maxRetries: 0 }),
    sent,
  };
}

/** Returns the requests of some work. */
async function requestsOf(sent: unknown[], work: () => Promise<unknown>): Promise<unknown[]> {
  sent.length = 0;
  await work();
  return sent.splice(0);
}

test('a search asks as the library does, and shows prices and places', async () => {
  const { market, library, sent } = openTelnyx();
  const near = { latitude: '30', longitude: '-97', city: 'Austin', region: 'TX' };
  const ours = await requestsOf(sent, () =>
    market.search({ ...ANYWHERE, area_code: '512', contains: 'CAB', near }),
  );
  const theirs = await requestsOf(sent, async () => {
    await library.availablePhoneNumbers.list({
      filter: {
        country_code: 'US',
        phone_number_type: 'local',
        features: ['voice'],
        limit: 20,
        national_destination_code: '512',
        locality: 'Austin',
        administrative_area: 'TX',
        best_effort: true,
        phone_number: { contains: '222' },
      },
    });
    await library.requirements.list({
      filter: { country_code: 'US', action: 'ordering', phone_number_type: 'local' },
    });
  });

  expect(ours).toEqual(theirs);
  expect(await market.search(ANYWHERE)).toEqual({
    kind: 'done',
    value: [
      {
        number: NUMBER,
        city: 'Austin',
        region: 'TX',
        postalCode: '',
        hasMessages: true,
        needsAddress: false,
        price: { amount: 1, currency: 'USD' },
        setupPrice: 1,
      },
    ],
  });
});

test.for([
  [{ postal_code: '78701' }, 'postal code'],
  [{ contains: '55*1' }, '*'],
  [{ near: { latitude: '1', longitude: '1', city: '', region: '' } }, 'city and state'],
] as const)(
  'Telnyx is not asked for %o, and the refusal says what it can search for',
  async ([wanted, word]) => {
    const { market, sent } = openTelnyx();
    const answer = await market.search({ ...ANYWHERE, ...wanted });

    expect(answer).toMatchObject({ kind: 'refused', detail: expect.stringContaining(word) });
    expect(sent).toEqual([]);
  },
);

test('an order asks as the library does: price, application, profile, order, and the order again', async () => {
  const { market, library, sent } = openTelnyx();
  const order = { number: NUMBER, name: '', reference: 'leadline-1', addresses: ADDRESSES };
  const ours = await requestsOf(sent, async () => {
    const terms = await market.prepare(order);
    if (terms.kind === 'done') await market.order(order, terms.value);
    await market.orderState('leadline-1');
  });
  const { library: other, sent: sentByOther } = openTelnyx();
  const theirs = await requestsOf(sentByOther, async () => {
    await other.availablePhoneNumbers.list({
      filter: {
        country_code: 'US',
        national_destination_code: '512',
        phone_number: { starts_with: '5551000' },
        limit: 10,
      },
    });
    await other.texmlApplications.list({ filter: { friendly_name: NAME }, 'page[size]': 250 });
    await other.outboundVoiceProfiles.list({ sort: 'created_at', 'page[size]': 250 });
    const application = await other.texmlApplications.create({
      friendly_name: NAME,
      active: true,
      voice_url: ADDRESSES.call,
      voice_fallback_url: ADDRESSES.fallback,
      voice_method: 'post',
      status_callback: ADDRESSES.status,
      status_callback_method: 'post',
      inbound: { shaken_stir_enabled: true },
      outbound: { outbound_voice_profile_id: '1293384261075731499' },
    });
    await other.messagingProfiles.list({ filter: { name: NAME }, 'page[size]': 250 });
    const profile = await other.messagingProfiles.create({
      name: NAME,
      enabled: true,
      webhook_url: ADDRESSES.text,
      webhook_api_version: '2',
      whitelisted_destinations: ['*'],
    });
    await other.numberOrders.create({
      phone_numbers: [{ phone_number: NUMBER }],
      customer_reference: 'leadline-1',
      connection_id: application.data?.id ?? '',
      messaging_profile_id: profile.data?.id ?? '',
    });
    await other.numberOrders.list({ filter: { customer_reference: 'leadline-1' } });
  });

  expect(ours).toEqual(theirs);
  expect(ours.length).toBeGreaterThan(7);
  const delivered = await library.phoneNumbers.list({ filter: { phone_number: '15125551000' } });
  expect(delivered.data).toMatchObject([{ phone_number: NUMBER, status: 'active', connection_name: NAME }]);
});

test('a number is found, wired, put back and given back as the library does it', async () => {
  const { telnyx, market, library, sent } = openTelnyx();
  telnyx.own(NUMBER, { forwarding: { forwards_to: '+12125550199', forwarding_type: 'always' } });
  const owned = await market.find(NUMBER);
  if (owned.kind !== 'done' || owned.value === undefined) throw new Error('It is not found.');
  const number = owned.value;
  const id = number.carrierNumberId;
  const former = telnyx.settingsOf(NUMBER);
  const isChange = (request: unknown): boolean => /PATCH|DELETE/.test(JSON.stringify(request));
  const ours = await requestsOf(sent, async () => {
    await market.wire(number, ADDRESSES);
    const wired = await market.find(NUMBER);
    if (wired.kind === 'done' && wired.value !== undefined)
      await market.putBack(wired.value, number.settings);
    await market.release(id);
  });
  const connection = telnyx.numbers.applications.named(NAME)[0]?.id ?? '';
  const profile = telnyx.numbers.profiles.named(NAME)[0]?.id ?? '';
  const forwarding = { forwards_to: '+12125550199', forwarding_type: 'always' } as const;
  const { telnyx: second, library: other, sent: sentByOther } = openTelnyx();
  second.own(NUMBER);
  const theirs = await requestsOf(sentByOther, async () => {
    const voice = (isOn: boolean): Promise<unknown> =>
      other.phoneNumbers.voice.update(id, {
        call_forwarding: { call_forwarding_enabled: isOn, ...forwarding },
      });
    const change = (work: Promise<unknown>): Promise<unknown> => work.catch(() => undefined);
    await change(other.phoneNumbers.update(id, { connection_id: connection }));
    await change(voice(false));
    await change(other.phoneNumbers.messaging.update(id, { messaging_profile_id: profile }));
    await change(other.phoneNumbers.update(id, { connection_id: number.settings['connection_id'] ?? '' }));
    await change(voice(true));
    await change(other.phoneNumbers.messaging.update(id, { messaging_profile_id: '' }));
    await change(other.phoneNumbers.delete(id));
  });

  expect(former).toContain('"forwards_to":"+12125550199"');
  expect(ours.filter(isChange)).toEqual(theirs.filter(isChange));
  expect(telnyx.released).toEqual([NUMBER]);
  // The library finds what the market has found.
  const listed = await library.phoneNumbers.list({ filter: { phone_number: '15125551000' } });
  expect(listed.data).toMatchObject([{ phone_number: NUMBER, status: 'deleted' }]);
  expect(await market.find(NUMBER)).toEqual({ kind: 'done', value: undefined });
});

test('the library reads 60 numbers of the fake Telnyx, page by page', async () => {
  const { telnyx, library } = openTelnyx();
  for (let index = 0; index < 60; index += 1) telnyx.own(`+1512555${2000 + index}`);
  const numbers: string[] = [];
  for await (const each of library.phoneNumbers.list({ 'page[size]': 25 })) numbers.push(each.phone_number);

  expect(new Set(numbers).size).toBe(60);
});
