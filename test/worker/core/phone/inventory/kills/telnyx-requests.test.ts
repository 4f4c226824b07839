/** Requests to Telnyx are those that its own library sends (test/oracles). */
import { afterEach, expect, test, vi } from 'vitest';
import { marketOf, ourAddresses } from '../../../../../../worker/core/phone/inventory/markets/markets.ts';
import type {
  CarrierMarket,
  Wanted,
} from '../../../../../../worker/core/phone/inventory/markets/carrier-market.ts';
import {
  isChange,
  NUMBER_ON_SALE,
  type TelnyxOnNetwork,
  telnyxOnNetwork,
} from '../../../../../harness/carrier/markets/sent-requests.ts';
import theirs from '../../../../../oracles/recorded/telnyx-requests.json' with { type: 'json' };

const COMPANY_ID = '00000000-0000-4000-8000-000000000001';
const BASE = 'https://carrier.example';
const ACCOUNT = {
  carrier: 'telnyx' as const,
  account_id: 'A1',
  secrets: [],
  api: { user: '', secret: 'key', base: BASE },
};
const ADDRESSES = ourAddresses('telnyx', { origin: 'https://leadline.example', companyId: COMPANY_ID });
const NAME = `Leadline leadline.example ${COMPANY_ID}`;
const ANYWHERE: Wanted = { country: 'US', type: 'local', limit: 20 };

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A fake Telnyx and our market. */
function openTelnyx(): TelnyxOnNetwork & { market: CarrierMarket } {
  const opened = telnyxOnNetwork();
  vi.stubGlobal('fetch', opened.network.fetch.bind(opened.network));
  return { ...opened, market: marketOf(ACCOUNT, COMPANY_ID, { mayBePrivate: false }) };
}

test('a search asks as the library does, and shows prices and places', async () => {
  const { market, requestsOf } = openTelnyx();
  const near = { latitude: '30', longitude: '-97', city: 'Austin', region: 'TX' };
  const ours = await requestsOf(() =>
    market.search({ ...ANYWHERE, area_code: '512', contains: 'CAB', near }),
  );

  expect(ours).toEqual(theirs.search);
  expect(await market.search(ANYWHERE)).toEqual({
    kind: 'done',
    value: [
      {
        number: NUMBER_ON_SALE,
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
    const { market, requestsOf } = openTelnyx();
    let answer: unknown;
    const sent = await requestsOf(async () => {
      answer = await market.search({ ...ANYWHERE, ...wanted });
    });

    expect(answer).toMatchObject({ kind: 'refused', detail: expect.stringContaining(word) });
    expect(sent).toEqual([]);
  },
);

test('an order asks as the library does: price, application, profile, order, and the order again', async () => {
  const { telnyx, market, requestsOf } = openTelnyx();
  const order = { number: NUMBER_ON_SALE, name: '', reference: 'leadline-1', addresses: ADDRESSES };
  const ours = await requestsOf(async () => {
    const terms = await market.prepare(order);
    if (terms.kind === 'done') await market.order(order, terms.value);
    await market.orderState('leadline-1');
  });

  expect(ours).toEqual(theirs.order);
  expect(telnyx.numbers.find(NUMBER_ON_SALE)?.entry).toMatchObject({
    connection_id: telnyx.numbers.applications.named(NAME)[0]?.id,
    messaging_profile_id: telnyx.numbers.profiles.named(NAME)[0]?.id,
  });
});

test('a number is found, wired, put back and given back as the library does it', async () => {
  const { telnyx, market, requestsOf } = openTelnyx();
  telnyx.own(NUMBER_ON_SALE, { forwarding: { forwards_to: '+12125550199', forwarding_type: 'always' } });
  const owned = await market.find(NUMBER_ON_SALE);
  if (owned.kind !== 'done' || owned.value === undefined) throw new Error('It is not found.');
  const number = owned.value;
  const former = telnyx.settingsOf(NUMBER_ON_SALE);
  const ours = await requestsOf(async () => {
    await market.wire(number, ADDRESSES);
    const wired = await market.find(NUMBER_ON_SALE);
    if (wired.kind === 'done' && wired.value !== undefined)
      await market.putBack(wired.value, number.settings);
    await market.release(number.carrierNumberId);
  });

  expect(former).toContain('"forwards_to":"+12125550199"');
  expect(ours.filter(isChange)).toEqual(theirs.changes);
  expect(telnyx.released).toEqual([NUMBER_ON_SALE]);
  expect(await market.find(NUMBER_ON_SALE)).toEqual({ kind: 'done', value: undefined });
});
