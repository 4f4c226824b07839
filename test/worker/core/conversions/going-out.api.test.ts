/** Conversions go out: from a visit and a call to the platform, the file and the log, on a Worker whose hosts are fakes. */
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { sha256Hex } from '../../../../worker/core/engine/storage/sha256.ts';
import { type OwnWorker, startWorker } from '../../../harness/own-worker.ts';
import { AdCompany, type FakePlatform, PATIENCE, startPlatform } from './platform-company.ts';

const GCLID = 'Cj0KCQiA_abcdefghijklmnop';
const FBCLID = 'IwAR0abcdefghijklmnop';
const MSCLKID = 'f894f652ea334e739002f7167ab8f8e3';
const CALLER = '+12065550199';
const EUR_50 = { unit: 'EUR', value: 50 };

let worker: OwnWorker;
let meta: FakePlatform;
/** Stands for Google’s hosts and Microsoft’s. */
let others: FakePlatform;

beforeAll(async () => {
  meta = await startPlatform(() => ({ status: 200 }));
  others = await startPlatform(() => ({ status: 200 }));
  worker = await startWorker(
    {},
    {
      outbound: {
        'graph.facebook.com': meta.url,
        'oauth2.googleapis.com': others.url,
        'datamanager.googleapis.com': others.url,
        'www.google-analytics.com': others.url,
        'capi.uet.microsoft.com': others.url,
      },
    },
  );
});
afterAll(async () => {
  await worker.close();
  await meta.close();
  await others.close();
});
beforeEach(() => {
  meta.calls.length = 0;
  others.calls.length = 0;
  meta.reply = ({ body }) => ({
    status: 200,
    body: { events_received: (body['data'] as unknown[]).length, fbtrace_id: 'trace-1' },
  });
});

/** A company with a rule that reports calls of a minute. */
async function withRule(
  platforms: string[],
  value: unknown = EUR_50,
): Promise<AdCompany & { ruleId: string }> {
  const company = await AdCompany.make(worker);
  if (platforms.includes('google_ads')) {
    await company.put('/conversions/platforms/google_ads', {
      enabled: true,
      settings: { conversion_name: 'Phone call' },
    });
  }
  if (platforms.includes('meta')) {
    await company.put('/conversions/platforms/meta', {
      enabled: true,
      settings: { dataset_id: '123', event_name: 'Lead', action_source: 'phone_call', contact_data: true },
      secret: 'EAAB-token',
    });
  }
  const { rule_id: ruleId } = await company.ask<{ rule_id: string }>('/conversions/rules', {
    name: 'Real calls',
    // Several visitors tap the number within a second, so that none of them is sure.
    when: { what: 'call', talk_seconds: 60, min_confidence: 0.5 },
    value,
    platforms,
  });
  return Object.assign(company, { ruleId });
}

/** Fetches a file with a key of the scope `conversions`. */
async function fetchFile(company: AdCompany, query = '', name = 'google_ads'): Promise<string> {
  const { key } = await company.ask<{ key: string }>('/api_keys', {
    name: 'Google',
    scopes: ['conversions'],
    owner: 'company',
  });
  const { url, path } = company.session;
  const headers = { Authorization: `Basic ${Buffer.from(`google:${key}`).toString('base64')}` };
  const response = await fetch(`${url}${path}/conversions/${name}.csv${query}`, { headers });
  expect(response.status).toBe(200);
  const elsewhere = await fetch(`${url}${path}/leads/recent`, { headers });
  expect([elsewhere.status, ((await elsewhere.json()) as { code: string }).code]).toEqual([
    403,
    'insufficient_scope',
  ]);
  return response.text();
}

describe('the file of Google Ads', () => {
  test('has each consented call once, under the same id each time, and counts as sent for a key alone', async () => {
    const company = await withRule(['google_ads']);
    const call = await company.callAfterVisit({ click_ids: { gclid: GCLID } });
    const [waiting] = await company.settled(call, 'waiting');
    const { url, path, authorization } = company.session;
    const looked = await fetch(`${url}${path}/conversions/google_ads.csv`, { headers: { authorization } });
    const lookedAt = await looked.text();
    const [still] = await company.conversionsOf(call);
    const first = await fetchFile(company);
    const again = await fetchFile(company, '?format=data-manager');

    const [parameters, header, line, ...rest] = first.split('\r\n');
    expect(parameters).toBe('Parameters:TimeZone=+0000');
    expect(header).toBe(
      'Google Click ID,Conversion Name,Conversion Time,Conversion Value,Conversion Currency,Order ID,Ad User Data,Ad Personalization',
    );
    expect(line).toMatch(
      new RegExp(
        `^${GCLID},Phone call,\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\+0000,50,EUR,${waiting?.conversion_id},Granted,Granted$`,
      ),
    );
    expect(rest).toEqual(['']);
    expect(lookedAt).toBe(first);
    expect(still?.status).toBe('waiting');
    expect(again).toBe(`${header}\r\n${line}\r\n`);
    expect(await company.conversionsOf(call)).toMatchObject([{ status: 'sent', sent_value: EUR_50 }]);
  });

  test('leaves out calls that are too short, without consent, click id or visit, each for its reason', async () => {
    const company = await withRule(['google_ads']);
    const reasons: (string | null | undefined)[] = [];
    for (const [touch, seconds] of [
      [{ click_ids: { gclid: GCLID } }, 20],
      [{ click_ids: { gclid: GCLID }, ad_user_data: 'denied' }, 90],
      [{ click_ids: { gclid: GCLID }, ad_user_data: null }, 90],
      [{ click_ids: { gclid: '=HYPERLINK("x")' } }, 90],
    ] as const) {
      const id = await company.callAfterVisit(touch, { seconds });
      reasons.push((await company.settled(id, 'skipped'))[0]?.reason);
    }
    const preview = await company.ask<{ rules: { platforms: { summary: string }[] }[] }>(
      '/conversions/preview',
    );

    expect(reasons).toEqual(['too_few_seconds', 'no_consent', 'no_consent', 'no_click_id']);
    expect(await fetchFile(company)).not.toContain('Phone call');
    expect(preview.rules[0]?.platforms[0]?.summary).toBe(
      '0 would be sent, 4 not: 2 without consent, 1 without a click id, 1 under 60 seconds.',
    );
  });

  test('fills the columns of the company’s own template', async () => {
    const company = await withRule(['google_ads']);
    await company.put('/conversions/platforms/google_ads', {
      enabled: true,
      settings: {
        conversion_name: 'Phone call',
        contact_data: true,
        header: 'GCLID,Phone Number,Conversion Name,Conversion Time,Note',
      },
    });
    await company.callAfterVisit({ click_ids: {} }, { from: CALLER });
    const [, header, line] = (await fetchFile(company)).split('\r\n');

    expect(header).toBe('GCLID,Phone Number,Conversion Name,Conversion Time,Note');
    expect(line).toMatch(new RegExp(`^,${sha256Hex(CALLER)},Phone call,[^,]+,$`));
  });
});

describe('Meta', () => {
  test('gets the event with its click and hashed phone number, and the log says that it was accepted', async () => {
    const company = await withRule(['meta']);
    const fbp = 'fb.1.1700000000000.123456';
    const call = await company.callAfterVisit(
      {
        click_ids: { fbclid: FBCLID },
        ids: {
          fbp,
          fbc: null,
          ga_client_id: null,
          ga_session_ids: {},
          user_agent: 'Browser/1',
          read_time: Date.now(),
        },
      },
      { from: CALLER },
    );
    const [logged] = await company.settled(call, 'accepted');

    expect(logged).toMatchObject({ request_id: 'trace-1', sent_value: EUR_50, detail: null });
    expect(meta.calls).toHaveLength(1);
    const [{ path, body }] = meta.calls as [FakePlatform['calls'][number]];
    const [event] = body['data'] as Record<string, unknown>[];
    expect(path).toBe('/v25.0/123/events');
    expect(body).toMatchObject({ access_token: 'EAAB-token' });
    expect(body).not.toHaveProperty('test_event_code');
    expect(event).toMatchObject({
      event_name: 'Lead',
      action_source: 'phone_call',
      event_id: logged?.conversion_id,
      opt_out: false,
      custom_data: { value: 50, currency: 'EUR' },
      user_data: {
        fbc: expect.stringMatching(new RegExp(`^fb\\.1\\.\\d{13}\\.${FBCLID}$`)) as unknown,
        fbp,
        client_user_agent: 'Browser/1',
        ph: [sha256Hex(CALLER.slice(1))],
      },
    });
    expect(String(event?.['event_time'])).toMatch(/^\d{10}$/);
  });

  test('refuses one event of several, which is found, and gets the others once', async () => {
    const company = await withRule(['meta']);
    const bad = 'IwARbadbadbadbadbad';
    const counted = new Map<unknown, number>();
    meta.reply = ({ body }) => {
      const events = body['data'] as { event_id: string; user_data: { fbc: string } }[];
      if (events.some(({ user_data: { fbc } }) => fbc.endsWith(bad))) {
        return { status: 400, body: { error: { message: 'Invalid EAAB-token', code: 100 } } };
      }
      for (const { event_id: id } of events) counted.set(id, (counted.get(id) ?? 0) + 1);
      return { status: 200, body: { events_received: events.length } };
    };
    // After the first failure it rests, so that the others wait and go together.
    meta.reply = (
      (reply) => (call) =>
        meta.calls.length === 1 ? { status: 503 } : reply(call)
    )(meta.reply);
    const good = await company.callAfterVisit({ click_ids: { fbclid: FBCLID } });
    const others: string[] = [];
    for (const fbclid of [bad, `${FBCLID}2`, `${FBCLID}3`]) {
      others.push(await company.callAfterVisit({ click_ids: { fbclid } }));
    }
    // Saved settings end the rest.
    await company.put('/conversions/platforms/meta', {
      enabled: true,
      settings: { dataset_id: '123', event_name: 'Lead', action_source: 'phone_call' },
    });
    const logs = await Promise.all([good, ...others].map((id) => company.settled(id, 'accepted', 'refused')));

    expect(logs.map(([log]) => log?.status)).toEqual(['accepted', 'refused', 'accepted', 'accepted']);
    expect(logs[1]?.[0]?.detail).toBe('Invalid …');
    expect([...counted.values()]).toEqual([1, 1, 1]);
  });

  test('that answers 429 rests as long as it asks, and a wrong token is said', async () => {
    const company = await withRule(['meta']);
    meta.reply = () => ({ status: 429, headers: { 'Retry-After': '3600' } });
    const call = await company.callAfterVisit({ click_ids: { fbclid: FBCLID } });
    const health = async (): Promise<Record<string, unknown> | undefined> =>
      (await company.ask<{ platforms: Record<string, unknown>[] }>('/conversions/health')).platforms.find(
        ({ platform }) => platform === 'meta',
      );
    await vi.waitUntil(async () => (await health())?.['failures'] === 1, PATIENCE);
    const resting = await health();
    meta.reply = () => ({ status: 400, body: { error: { message: 'Bad token', code: 190 } } });
    await company.put('/conversions/platforms/meta', {
      enabled: true,
      settings: { dataset_id: '123', event_name: 'Lead', action_source: 'phone_call', test_event_code: 'T1' },
    });
    await vi.waitUntil(async () => (await health())?.['failures'] === 1 && meta.calls.length === 2, PATIENCE);
    const tested = await company.ask<unknown>('/conversions/platforms/meta/test', {});

    expect(Date.parse(String(resting?.['resting_until']))).toBeGreaterThan(Date.now() + 3_500_000);
    expect(await company.conversionsOf(call)).toMatchObject([{ status: 'waiting' }]);
    expect(await health()).toMatchObject({ last_attempt: { is_ok: false, detail: 'Bad token' } });
    expect(tested).toEqual({ platform: 'meta', is_ok: false, detail: 'Bad token' });
    expect(meta.calls.at(-1)?.body).toMatchObject({ test_event_code: 'T1' });
  });

  test('keeps its secret to itself: no answer, log or database has it', async () => {
    const company = await withRule(['meta']);
    const texts = await Promise.all(
      ['/conversions/platforms', '/audit', '/changes'].map(async (path) =>
        JSON.stringify(await company.ask<unknown>(path)),
      ),
    );

    expect(texts.join('')).toContain('secret_set');
    expect(texts.join('')).not.toContain('EAAB-token');
  });
});

test('Google, Analytics and Microsoft get a call with a token, once, and a file has it too', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  const settings: Record<string, [settings: Record<string, unknown>, secret?: string]> = {
    google_data_manager: [
      { customer_id: '123-456-7890', conversion_action_id: '11' },
      JSON.stringify({ client_email: 'ads@project.iam', private_key: pem }),
    ],
    ga4: [{ measurement_id: 'G-ABC123', event_name: 'generate_lead' }, 'ga-secret'],
    microsoft_uet: [{ tag_id: '42', event_name: 'phone_call' }, 'uet-token'],
    microsoft_ads: [{ conversion_name: 'Phone call' }],
  };
  others.reply = ({ path }) => {
    if (path === '/token') return { status: 200, body: { access_token: 'google-token', expires_in: 3600 } };
    return path.includes('ingest')
      ? { status: 200, body: { requestId: 'request-1' } }
      : { status: 200, body: {} };
  };
  const known = await AdCompany.make(worker);
  for (const [platform, [fields, secret]] of Object.entries(settings)) {
    const body = { enabled: true, settings: fields, ...(secret === undefined ? {} : { secret }) };
    await known.put(`/conversions/platforms/${platform}`, body);
  }
  await known.ask('/conversions/rules', {
    name: 'Calls',
    when: { what: 'call' },
    value: EUR_50,
    platforms: Object.keys(settings),
  });
  const call = await known.callAfterVisit({
    click_ids: { gclid: GCLID, msclkid: MSCLKID },
    ids: {
      fbp: null,
      fbc: null,
      ga_client_id: '12.34',
      ga_session_ids: { ABC123: '56' },
      user_agent: 'Browser/1',
      read_time: Date.now() - 1_000,
    },
  });
  await vi.waitUntil(
    async () => (await known.conversionsOf(call)).filter(({ status }) => status === 'waiting').length === 1,
    PATIENCE,
  );
  const file = await fetchFile(known, '', 'microsoft_ads');
  const log = await known.conversionsOf(call);
  const requests = others.calls.map(({ path, headers: { authorization } }) => [path, authorization]);
  const tested = await known.ask<unknown>('/conversions/platforms/google_data_manager/test', {});

  expect(log.map(({ platform, status, request_id: id }) => [platform, status, id]).toSorted(byName)).toEqual([
    ['ga4', 'sent', null],
    ['google_data_manager', 'sent', 'request-1'],
    ['microsoft_ads', 'sent', null],
    ['microsoft_uet', 'accepted', null],
  ]);
  expect(requests.toSorted(byName)).toEqual([
    ['/mp/collect?measurement_id=G-ABC123&api_secret=ga-secret', undefined],
    ['/token', undefined],
    ['/v1/42/events', 'Bearer uet-token'],
    ['/v1/events:ingest', 'Bearer google-token'],
  ]);
  expect(file).toMatch(new RegExp(`\r\n${MSCLKID},Phone call,\\d{4}-\\d\\d-\\d\\d [\\d:]{8},50,EUR\r\n$`));
  expect(tested).toEqual({
    platform: 'google_data_manager',
    is_ok: true,
    detail: 'Google took the test; nothing was counted.',
  });
  // The token is kept in memory.
  expect(others.calls.filter(({ path }) => path === '/token')).toHaveLength(1);
  expect(others.calls.at(-1)?.body).toMatchObject({ validateOnly: true });
});

test('erasing a person deletes what was reported of their calls', async () => {
  const company = await withRule(['google_ads']);
  const call = await company.callAfterVisit({ click_ids: { gclid: GCLID } });
  const { lead_id: lead } = await company.ask<{ lead_id: string }>(`/calls/${call}`);
  const erased = await company.ask<{ erased: { conversions: number } }>(`/leads/${lead}/erase`, {});

  expect(erased.erased.conversions).toBe(1);
  expect(await company.conversionsOf(call)).toEqual([]);
});

test('a changed rule prices nothing anew unless asked to, and people’s values follow', async () => {
  const company = await withRule(['google_ads']);
  const call = await company.callAfterVisit({ click_ids: { gclid: GCLID } });
  const change = async (body: object): Promise<unknown> =>
    company.ask(`/conversions/rules/${company.ruleId}/modify`, body);
  await change({ value: { unit: 'EUR', value: 80 } });
  await company.ask(`/calls/${call}/modify`, { tags: ['x'] });
  const [kept] = await company.conversionsOf(call);
  await change({ restate: true });
  await vi.waitUntil(async () => (await company.conversionsOf(call))[0]?.value?.value === 80, PATIENCE);
  await change({ value: 'lead', restate: true });
  await company.settled(call, 'skipped');
  await company.ask(`/calls/${call}/modify`, { value: { unit: 'USD', value: 120 } });

  expect(kept?.value).toEqual(EUR_50);
  expect(await company.conversionsOf(call)).toMatchObject([
    { status: 'waiting', value: { unit: 'USD', value: 120 } },
  ]);
});

function byName([one]: readonly unknown[], [other]: readonly unknown[]): number {
  return String(one) < String(other) ? -1 : 1;
}
