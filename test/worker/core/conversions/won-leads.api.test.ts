/** Won leads as conversions: the visit that brought the lead, its value, later values, and leads that are lost again. */
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type OwnWorker, startWorker } from '../../../harness/own-worker.ts';
import { AdCompany, type FakePlatform, PATIENCE, startPlatform } from './platform-company.ts';

const GCLID = 'Cj0KCQiA_abcdefghijklmnop';
const ALL = ['google_data_manager', 'google_ads'];

let worker: OwnWorker;
let google: FakePlatform;

beforeAll(async () => {
  google = await startPlatform(({ path }) =>
    path === '/token'
      ? { status: 200, body: { access_token: 'google-token', expires_in: 3600 } }
      : { status: 200, body: { requestId: 'request-1' } },
  );
  const outbound = { 'oauth2.googleapis.com': google.url, 'datamanager.googleapis.com': google.url };
  worker = await startWorker({}, { outbound });
});
afterAll(async () => {
  await worker.close();
  await google.close();
});
beforeEach(() => {
  google.calls.length = 0;
});

/** A company whose leads are worth their field `quote`, and a rule that reports won ones. */
async function withWonRule(value: unknown = 'lead'): Promise<AdCompany> {
  const company = await AdCompany.make(worker);
  const fields = await company.ask<object[]>('/lead_settings/fields');
  const quote = { name: 'quote', label: 'Quote', type: 'currency', cardinality: 1 };
  await company.put('/lead_settings/fields', [...fields, quote]);
  const options = await company.ask<object>('/settings');
  await company.put('/settings', { ...options, won: { states: ['closed_won'], value_field: 'quote' } });
  const pem = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  });
  await company.put('/conversions/platforms/google_data_manager', {
    enabled: true,
    settings: { customer_id: '123-456-7890', conversion_action_id: '11' },
    secret: JSON.stringify({ client_email: 'ads@project.iam', private_key: pem }),
  });
  await company.put('/conversions/platforms/google_ads', {
    enabled: true,
    settings: { conversion_name: 'Sale' },
  });
  await company.ask('/conversions/rules', {
    name: 'Sales',
    when: { what: 'lead_won' },
    value,
    platforms: ALL,
  });
  return company;
}

async function leadOf(company: AdCompany, call: string): Promise<string> {
  return (await company.ask<{ lead_id: string }>(`/calls/${call}`)).lead_id;
}

function values(): (readonly [id: unknown, value: unknown])[] {
  return google.calls
    .filter(({ path }) => path.includes('ingest'))
    .flatMap(({ body }) => body['events'] as Record<string, unknown>[])
    .map((event) => [event['transactionId'], event['conversionValue']]);
}

test('a lead that is won counts once, for the visit that brought it; a later value restates it where the platform can', async () => {
  const company = await withWonRule();
  const call = await company.callAfterVisit({ click_ids: { gclid: GCLID } });
  const lead = await leadOf(company, call);
  const modify = (body: object): Promise<unknown> => company.ask(`/leads/${lead}/modify`, body);
  await modify({ lead_fields: { quote: [{ unit: 'USD', value: 800 }] } });
  expect(await company.conversionsOf(lead)).toEqual([]);

  await modify({ state: 'closed_won' });
  const preview = await company.ask<{ rules: { platforms: { summary: string }[] }[] }>(
    '/conversions/preview',
  );
  await vi.waitUntil(() => values().length === 1, PATIENCE);
  const first = await company.settled(lead, 'sent', 'waiting');
  expect(preview.rules[0]?.platforms[0]?.summary).toBe('1 would be sent.');
  expect(google.calls.at(-1)?.body['events']).toMatchObject([
    { adIdentifiers: { gclid: GCLID }, conversionValue: 800, currency: 'USD' },
  ]);
  expect(first.map(({ platform, value }) => [platform, value?.value]).toSorted(byName)).toEqual([
    ['google_ads', 800],
    ['google_data_manager', 800],
  ]);

  await modify({ lead_fields: { quote: [{ unit: 'USD', value: 950 }] } });
  await vi.waitUntil(() => values().length === 2, PATIENCE);
  const id = first[0]?.conversion_id;
  expect(values()).toEqual([
    [id, 800],
    [id, 950],
  ]);
  // Another word about the lead says nothing to the platform.
  await modify({ name: 'Robin' });
  await vi.waitUntil(
    async () =>
      (await company.conversionsOf(lead)).some(
        ({ platform, sent_value: sent }) => platform === 'google_data_manager' && sent?.value === 950,
      ),
    PATIENCE,
  );
  expect(values()).toHaveLength(2);
});

test('of a lead that is lost again nothing more is sent, and the log says so', async () => {
  const company = await withWonRule({ unit: 'EUR', value: 50 });
  const call = await company.callAfterVisit({ click_ids: { gclid: GCLID } });
  const lead = await leadOf(company, call);
  await company.ask(`/leads/${lead}/change_state`, { state: 'closed_won' });
  await vi.waitUntil(() => values().length === 1, PATIENCE);
  await vi.waitUntil(
    async () => (await company.conversionsOf(lead)).some(({ status }) => status === 'sent'),
    PATIENCE,
  );
  await company.ask(`/leads/${lead}/modify`, { state: 'open' });
  const lost = await company.conversionsOf(lead);
  await company.ask(`/leads/${lead}/modify`, { lead_fields: { quote: [{ unit: 'USD', value: 5 }] } });
  const inFile = await company.ask<object>('/conversions/outbox?platform=google_ads&status=waiting');

  expect(lost.map(({ platform, status, reason }) => [platform, status, reason]).toSorted(byName)).toEqual([
    ['google_ads', 'skipped', 'not_won'],
    ['google_data_manager', 'sent', 'not_won'],
  ]);
  expect(inFile).toEqual({ conversions: [] });
  expect(values()).toHaveLength(1);

  await company.ask(`/leads/${lead}/modify`, { state: 'closed_won' });
  const again = await company.conversionsOf(lead);
  expect(again.map(({ platform, status, reason }) => [platform, status, reason]).toSorted(byName)).toEqual([
    ['google_ads', 'waiting', null],
    ['google_data_manager', 'sent', null],
  ]);
});

test('of two won leads that are merged nothing is sent again, and the survivor restates what was sent', async () => {
  const company = await withWonRule({ unit: 'EUR', value: 50 });
  const [one, other] = [
    await leadOf(company, await company.callAfterVisit({ click_ids: { gclid: GCLID } })),
    await leadOf(company, await company.callAfterVisit({ click_ids: { gclid: GCLID } })),
  ];
  const log = async (lead: string): Promise<unknown[]> =>
    (await company.conversionsOf(lead))
      .map(({ platform, status, reason, conversion_id: id }) => [platform, status, reason, id])
      .toSorted(byName);
  await company.ask(`/leads/${other}/modify`, { state: 'closed_won' });
  await vi.waitUntil(() => values().length === 1, PATIENCE);
  await company.settled(other, 'sent', 'waiting');
  const before = (await log(other)) as [string, string, null, string][];
  // The survivor is won by the merge, and keeps the id that the platform knows.
  await company.ask(`/leads/${one}/merge`, { with: other, retain_fields: ['state'] });
  expect(await log(one)).toEqual(before);
  expect(await log(other)).toEqual([]);
  await company.ask(`/leads/${one}/modify`, { name: 'Robin' });
  expect(await log(one)).toEqual(before);

  // Apart again, each has its own; the first one is not won.
  await company.ask(`/leads/${one}/unmerge`, { lead_id: other });
  expect(await log(one)).toEqual([]);
  expect(await log(other)).toEqual(before);

  // Both have gone out when they are merged again.
  await company.ask(`/leads/${one}/modify`, { state: 'closed_won' });
  await vi.waitUntil(() => values().length === 2, PATIENCE);
  await company.settled(one, 'sent', 'waiting');
  const own = await log(one);
  await company.ask(`/leads/${one}/merge`, { with: other });
  expect(await log(one)).toEqual(own);
  expect(await log(other)).toEqual(
    before.map(([platform, status, , id]) => [
      platform,
      status === 'waiting' ? 'skipped' : status,
      'merged',
      id,
    ]),
  );
  await company.ask(`/leads/${one}/modify`, { name: 'Kim' });
  expect(values()).toHaveLength(2);
  expect(new Set(values().map(([id]) => id)).size).toBe(2);
});

test('leads that were won before the rule, or without a visit, a value or a state that is won, send nothing', async () => {
  const company = await withWonRule();
  const {
    lead_ids: [manual],
  } = await company.ask<{ lead_ids: [string] }>('/leads/create', {
    email: `robin.${crypto.randomUUID()}@example.com`,
    state: 'closed_won',
  });
  const call = await company.callAfterVisit({ click_ids: { gclid: GCLID } });
  const lead = await leadOf(company, call);
  await company.ask(`/leads/${lead}/modify`, { state: 'closed_won' });
  await company.settled(lead, 'skipped');
  const reasonsOf = async (id: string): Promise<(string | null)[]> =>
    (await company.conversionsOf(id)).map(({ reason }) => reason);

  expect(await reasonsOf(manual)).toEqual(['no_visit', 'no_visit']);
  expect(await reasonsOf(lead)).toEqual(['no_value', 'no_value']);
  await company.ask('/conversions/rules', {
    name: 'Later',
    when: { what: 'lead_won', sources: ['email'] },
    value: { unit: 'EUR', value: 1 },
    platforms: ['google_ads'],
  });
  await company.ask(`/leads/${lead}/modify`, { name: 'Kim' });
  expect(await company.conversionsOf(lead)).toHaveLength(2);
  const erased = await company.ask<{ erased: { conversions: number } }>(`/leads/${lead}/erase`, {});
  expect(erased.erased.conversions).toBe(2);
  expect(values()).toEqual([]);
});

test('a rule for won leads takes no conditions of calls', async () => {
  const company = await AdCompany.make(worker);
  const when = { what: 'lead_won', talk_seconds: 60 };
  const rule = { name: 'Sales', when, value: 'lead', platforms: ['google_ads'] };
  await expect(company.ask('/conversions/rules', rule)).rejects.toThrow(/400/);
});

function byName([one]: readonly unknown[], [other]: readonly unknown[]): number {
  return String(one) < String(other) ? -1 : 1;
}
