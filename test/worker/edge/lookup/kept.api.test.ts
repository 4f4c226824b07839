/** Cached decisions of visitors: their lifetime, their cost, and when they must not be used. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answerKey } from '../../../../worker/shared/cache-keys.ts';
import { freshIp, type Visitor, visitorHeaders } from '../../../harness/client.ts';
import { dniSettings } from '../../../harness/dni-company.ts';
import { type FaultyLeadline, startFaultyLeadline } from '../../../harness/faulty-leadline.ts';
import { AUSTIN, BOULDER, type SwapPlan, visitorKey } from './ask.ts';

const DAY_MS = 24 * 3_600_000;
const PAID = { url: 'https://example.com/?gclid=1' };
/** A network in Texas, where the closest branch is Austin. */
const ZIPS = Array.from({ length: 20 }, (_, index) => String(78701 + index)).filter((zip) => zip !== '78706');

let leadline: FaultyLeadline;
let ahead = 0;

beforeAll(async () => {
  leadline = await startFaultyLeadline();
});
afterAll(() => leadline.close());
beforeEach(async () => {
  await leadline.set({ ahead });
  await leadline.counts();
});

async function answer(
  companyId: string,
  visitor: Visitor & { zip?: string; body?: unknown } = {},
): Promise<[number: string, cache: string | null]> {
  const response = await leadline.ask(companyId, { cf: AUSTIN, ...visitor });
  const { phone_number: number } = (await response.json()) as { phone_number: string };
  return [number, response.headers.get('Leadline-Cache')];
}

async function planFor(companyId: string, visitor: Visitor): Promise<SwapPlan> {
  const response = await leadline.send(`/dni/swap/${companyId}`, {
    method: 'POST',
    headers: { 'Content-Type': 'text/plain', ...visitorHeaders({ cf: AUSTIN, ...visitor }) },
    body: '{}',
  });
  return (await response.json()) as SwapPlan;
}

function save(companyId: string, settings: unknown): Promise<Response> {
  return leadline.sendAsOperator('PUT', `/dni/api/companies/${companyId}/settings`, settings);
}

/** Writes a visitor's entry of another version or data centre into KV. */
async function seed(companyId: string, ip: string, kept: unknown): Promise<void> {
  await (await leadline.cache()).put(answerKey(companyId, visitorKey(ip)), JSON.stringify(kept));
}

describe('a visitor with a known place', () => {
  test('costs one KV read and one KV write when new, and nothing when returning', async () => {
    const companyId = await leadline.makeCompany();
    const visitor = { ip: freshIp() };
    await leadline.counts();

    await answer(companyId, visitor);
    const first = await leadline.counts();
    await answer(companyId, visitor);
    const second = await leadline.counts();

    expect(first).toMatchObject({ reads: { answer: 1 }, writes: { answer: 1 }, objects: 0 });
    expect([first.reads['place'], first.writes['place']]).toEqual([undefined, undefined]);
    expect(second).toEqual({ reads: {}, writes: {}, objects: 0 });
  });

  test('keeps their number for exactly cache_days', async () => {
    const companyId = await leadline.makeCompany({ settings: { cache_days: 2 } });
    const visitor = { ip: freshIp() };
    await answer(companyId, { ...visitor, body: PAID });

    await leadline.set({ ahead: (ahead += 1.9 * DAY_MS) });
    const before = await answer(companyId, visitor);
    await leadline.set({ ahead: (ahead += 0.2 * DAY_MS) });
    const after = await answer(companyId, visitor);

    expect(before).toEqual(['+15125550102', 'hit']);
    expect(after).toEqual(['+15125550101', 'miss']);
  });
});

describe('a change of the settings takes effect at once for returning visitors', () => {
  test('a new target is swapped, a removed one no longer', async () => {
    const companyId = await leadline.makeCompany({ settings: { targets: [{ number: '+18005550133' }] } });
    const visitor = { ip: freshIp() };
    expect((await planFor(companyId, visitor)).swaps.map(({ from }) => from)).toEqual(['+18005550133']);

    await save(companyId, dniSettings({ targets: [{ number: '+18005550144' }] }));

    const plan = await planFor(companyId, visitor);
    expect(plan.swaps).toEqual([{ from: '+18005550144', to: '+15125550101', sms: false }]);
  });

  test('a new number with more conditions is shown', async () => {
    const companyId = await leadline.makeCompany();
    const visitor = { ip: freshIp() };
    await answer(companyId, visitor);
    const settings = dniSettings() as { numbers: unknown[] };

    const better = { phone_number: '+15125550188', location_id: 'austin', source: 'direct' };
    await save(companyId, { ...settings, numbers: [...settings.numbers, better] });

    expect(await answer(companyId, visitor)).toEqual(['+15125550188', 'hit']);
  });

  test('a visit from a removed source is decided again', async () => {
    const sources = [{ name: 'ads', when: { channel: 'paid_search' } }];
    const companyId = await leadline.makeCompany({ settings: { sources } });
    const visitor = { ip: freshIp() };
    await answer(companyId, { ...visitor, body: PAID });

    await save(companyId, dniSettings());

    expect(await answer(companyId, { ...visitor, body: PAID })).toEqual(['+15125550102', 'miss']);
  });
});

const decision = {
  phone_number: '+15125550102',
  location_id: 'austin',
  source: 'paid_search',
  reason: 'closest',
  // Late enough for all tests here, which move the clock forward.
  time: Date.now() + 30 * DAY_MS,
};

describe('an entry of another version', () => {
  test('with the same shape: the visitor keeps their number', async () => {
    const companyId = await leadline.makeCompany();
    const ip = freshIp();
    await seed(companyId, ip, { shape: 1, own: decision });

    expect(await answer(companyId, { ip })).toEqual(['+15125550102', 'hit']);
  });

  test.for([
    ['a later shape', { shape: 2, own: decision }],
    ['an entry without a number', { shape: 1, own: { ...decision, phone_number: undefined } }],
    ['an entry of another kind', [1, 'x', null]],
    ['an expired one', { shape: 1, own: { ...decision, time: 1 } }],
    ['half a shape', { shape: 1, own: null, zips: { '78701': 7 } }],
    ['text', 'kept'],
  ] as const)('%s: the visitor gets a new decision', async ([, kept]) => {
    const companyId = await leadline.makeCompany();
    const ip = freshIp();
    await seed(companyId, ip, kept);

    expect(await answer(companyId, { ip })).toEqual(['+15125550101', 'miss']);
    expect(await answer(companyId, { ip, zip: '78701' })).toEqual(['+15125550101', 'miss']);
  });
});

describe('forced postal codes of a visitor', () => {
  test('keep their numbers, and the writes of a visitor are limited', async () => {
    const companyId = await leadline.makeCompany();
    const visitor = { ip: freshIp() };
    await leadline.counts();

    const first: [string, string | null][] = [];
    for (const zip of ZIPS) first.push(await answer(companyId, { ...visitor, zip, body: PAID }));
    const again: [string, string | null][] = [];
    for (const zip of ZIPS) again.push(await answer(companyId, { ...visitor, zip }));
    const { writes } = await leadline.counts();

    expect(new Set(first.map(String))).toEqual(new Set(['+15125550102,miss']));
    // Sixteen are stored; the others get a new decision for each visit.
    expect(again.slice(0, 16).map(String)).toEqual(Array<string>(16).fill('+15125550102,hit'));
    expect(again.slice(16).map(String)).toEqual(Array<string>(ZIPS.length - 16).fill('+15125550101,miss'));
    expect(writes['answer']).toBe(16);
  });

  test('can be replaced a day later, without the decision for the visitor’s own place', async () => {
    const companyId = await leadline.makeCompany();
    const visitor = { ip: freshIp() };
    await answer(companyId, { ...visitor, body: PAID });
    for (const zip of ZIPS.slice(0, 16)) await answer(companyId, { ...visitor, zip });
    await leadline.set({ ahead: (ahead += 1.1 * DAY_MS) });

    const late = ZIPS[16]!;
    expect(await answer(companyId, { ...visitor, zip: late })).toEqual(['+15125550101', 'miss']);
    expect(await answer(companyId, { ...visitor, zip: late })).toEqual(['+15125550101', 'hit']);
    expect(await answer(companyId, { ...visitor, zip: ZIPS[0]! })).toEqual(['+15125550101', 'miss']);
    expect(await answer(companyId, visitor)).toEqual(['+15125550102', 'hit']);
  });

  test('that only KV has are not lost when another one is cached', async () => {
    const companyId = await leadline.makeCompany();
    const ip = freshIp();
    await seed(companyId, ip, { shape: 1, zips: { '78701': decision } });

    await answer(companyId, { ip, zip: '78702' });

    expect(await answer(companyId, { ip, zip: '78701' })).toEqual(['+15125550102', 'hit']);
  });
});

describe('the preview of a returning visitor', () => {
  const preview = async (
    companyId: string,
    query: Record<string, string>,
  ): Promise<Record<string, unknown>> => {
    const path = `/dni/preview/${companyId}?${new URLSearchParams(query)}`;
    return (await (await leadline.sendAsOperator('GET', path)).json()) as Record<string, unknown>;
  };

  test('has the time, source and place of the cached decision', async () => {
    const companyId = await leadline.makeCompany();
    const ip = freshIp();
    await leadline.ask(companyId, { ip, cf: { ...BOULDER, city: 'Boulder' }, body: PAID });

    const { visitor, place } = await preview(companyId, { ip });

    expect(visitor).toEqual({
      is_bot: false,
      kept_answer: {
        phone_number: '+13035550102',
        location_id: 'denver',
        source: 'paid_search',
        swaps: [{ from: '+18005550100', to: '+13035550102', sms: false }],
        decided: expect.stringMatching(/^20\d\d-.*Z$/) as string,
        expires: expect.stringMatching(/^20\d\d-.*Z$/) as string,
        reason: 'closest',
        place: {
          postal_code: '80302',
          region: 'US-CO',
          country: 'US',
          city: 'Boulder',
          found_by: 'network of the request',
        },
      },
    });
    expect(place).toMatchObject({ region: 'US-CO', found_by: 'kept for this IP' });
    const { kept_answer: kept } = visitor as { kept_answer: { decided: string; expires: string } };
    expect(Date.parse(kept.expires) - Date.parse(kept.decided)).toBe(30 * DAY_MS);
  });
});
