import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { dniSettings } from '../../../harness/dni-company.ts';
import { freshIp, problemOf, type Visitor } from '../../../harness/client.ts';
import { type FaultyLeadline, startFaultyLeadline } from '../../../harness/faulty-leadline.ts';
import { startServer } from '../../../harness/own-worker.ts';
import { withinOneMinute } from '../../../harness/minutes.ts';
import type { Fault } from '../../../faults/faults.ts';
import { answerKey } from '../../../../worker/shared/cache-keys.ts';
import { type Answer, AUSTIN, visitorKey } from './ask.ts';

const MINUTE_MS = 60_000;

/** The resolver's answers by IP. For a missing entry it does not answer. */
const resolverAnswers = new Map<string, { status: number; body: string }>();

let leadline: FaultyLeadline;
let resolver: Awaited<ReturnType<typeof startServer>>;

beforeAll(async () => {
  resolver = await startServer((request, response) => {
    const answer = resolverAnswers.get(decodeURIComponent(request.url?.slice(1) ?? ''));
    if (answer !== undefined) response.writeHead(answer.status).end(answer.body);
  });
  leadline = await startFaultyLeadline({ GEO_URL: `${resolver.url}/{ip}` });
});

afterAll(async () => {
  await leadline.close();
  await resolver.close();
});

let ahead = 0;

// An hour later, so that no service is still paused after failures in the test before.
beforeEach(async () => {
  await later(60);
  await Promise.all([leadline.counts(), leadline.logs()]);
});

async function breakBindings(...faults: Fault[]): Promise<void> {
  await leadline.set({ faults });
}

/** Moves the clock, and ends all other faults. */
async function later(minutes: number, ...faults: Fault[]): Promise<void> {
  ahead += minutes * MINUTE_MS;
  await leadline.set({ ahead, faults });
}

function ask(companyId: string, visitor: Visitor = {}): Promise<Response> {
  return leadline.ask(companyId, { cf: AUSTIN, ...visitor });
}

async function numberFor(companyId: string, visitor: Visitor = {}): Promise<string> {
  const response = await ask(companyId, visitor);
  expect(response.status).toBe(200);
  return ((await response.json()) as Answer).phone_number;
}

/** Fills the isolate's memory with large settings of other companies, so that it drops all earlier ones. */
async function fillMemory(): Promise<void> {
  const { locations } = dniSettings() as { locations: object[] };
  const extra_params = { story: 'x'.repeat(3_900) };
  const many = Array.from({ length: 220 }, (_, index) => ({
    ...locations[0],
    location_id: `branch-${index}`,
    extra_params,
  }));
  for (let count = 0; count < 15; count += 1) {
    await leadline.makeCompany({ settings: { locations: [...locations, ...many] } });
  }
}

describe('a visitor still gets the best known number', () => {
  test.for([
    [['kv-read']],
    [['kv-hang']],
    [['kv-write']],
    [['kv-read', 'kv-write']],
    [['rate-limit']],
    [['rate-limit-hang']],
  ] as const)('with %o broken from the start', async ([faults]) => {
    const companyId = await leadline.makeCompany();

    await breakBindings(...faults);

    expect(await numberFor(companyId)).toBe('+15125550101');
  });

  test.for([['company'], ['company-hang']] as const)(
    'with %s broken: KV has the settings',
    async ([fault]) => {
      const companyId = await leadline.makeCompany();

      await breakBindings(fault);

      expect(await numberFor(companyId)).toBe('+15125550101');
    },
  );

  test('with everything broken, if the settings have been read before', async () => {
    const companyId = await leadline.makeCompany();
    await numberFor(companyId);

    await breakBindings('kv-read', 'kv-write', 'company', 'rate-limit');

    expect(await numberFor(companyId)).toBe('+15125550101');
  });

  test('and keeps it while KV refuses writes', async () => {
    const companyId = await leadline.makeCompany();
    const visitor = { ip: freshIp() };
    await breakBindings('kv-write');
    await numberFor(companyId, visitor);

    const again = await ask(companyId, visitor);

    expect(again.headers.get('Leadline-Cache')).toBe('hit');
  });

  test('only if no number is known, the answer is a 503 with Retry-After', async () => {
    const companyId = await leadline.makeCompany({ pastEdge: true });
    await breakBindings('kv-read', 'company');

    const response = await ask(companyId);
    const { objects } = await leadline.counts();
    const again = await ask(companyId);

    expect([response.status, again.status]).toEqual([503, 503]);
    expect(response.headers.get('Retry-After')).toBe('5');
    expect(await problemOf(response)).toMatchObject({ code: 'service_unavailable' });
    // The failure is remembered, so the second request called no binding.
    expect([objects > 0, (await leadline.counts()).objects]).toEqual([true, 0]);
  });

  test('without waiting, after any time without an answer', { tags: ['full'] }, async () => {
    const companyId = await leadline.makeCompany();
    const visitor = { ip: freshIp() };
    await numberFor(companyId, visitor);
    await breakBindings('kv-hang', 'company-hang', 'rate-limit-hang');
    await later(11, 'kv-hang', 'company-hang', 'rate-limit-hang');
    // The first request after the pause waits for new settings, and then all know the failure.
    await numberFor(companyId, visitor);
    // After three failures in a row a service is paused.
    await Promise.all([ask(companyId), ask(companyId), ask(companyId)]);
    await leadline.counts();

    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(companyId)));
    const { objects, reads } = await leadline.counts();

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect([objects, reads['answer'] ?? 0, reads['settings'] ?? 0]).toEqual([0, 0, 0]);
  });

  test('and a cached number is not overwritten while KV does not answer', async () => {
    const companyId = await leadline.makeCompany();
    const visitor = { ip: freshIp() };
    const paid = {
      source: 'paid_search',
      location_id: 'austin',
      phone_number: '+15125550102',
      reason: 'closest',
      time: Date.now(),
    };
    const key = answerKey(companyId, visitorKey(visitor.ip));
    await (await leadline.cache()).put(key, JSON.stringify({ shape: 1, own: paid }));
    await breakBindings('kv-read');
    expect(await numberFor(companyId, visitor)).toBe('+15125550101');

    await later(2);

    expect(await numberFor(companyId, visitor)).toBe('+15125550102');
  });
});

describe('the settings', () => {
  test('for many waiting visitors are read once', async () => {
    const companyId = await leadline.makeCompany({ pastEdge: true });

    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(companyId)));

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await leadline.counts()).reads['settings']).toBe(1);
  });

  test('saved through this isolate are used, though KV still returns the old ones', async () => {
    const companyId = await leadline.makeCompany();
    const settings = `/dni/api/companies/${companyId}/settings`;
    const number = '+18005550177';
    await numberFor(companyId);
    await breakBindings('kv-settings-lag');

    const changed = { ...dniSettings(), numbers: [], default_number: number };
    expect((await leadline.sendAsOperator('PUT', settings, changed)).status).toBe(200);

    expect(await numberFor(companyId)).toBe(number);
    await later(1, 'kv-settings-lag');
    // Twice: the first request causes a read of the new settings after its answer.
    expect([await numberFor(companyId), await numberFor(companyId)]).toEqual([number, number]);
  });

  test('saved through this isolate and dropped from memory are read from the company, never from KV’s older copy', async () => {
    const companyId = await leadline.makeCompany();
    await breakBindings('kv-settings-lag');
    const changed = { ...dniSettings(), numbers: [], default_number: '+18005550178' };
    const settings = `/dni/api/companies/${companyId}/settings`;
    expect((await leadline.sendAsOperator('PUT', settings, changed)).status).toBe(200);

    await fillMemory();
    await leadline.counts();

    expect(await numberFor(companyId)).toBe('+18005550178');
    expect((await leadline.counts()).objects).toBeGreaterThan(0);
  });

  test('of real companies are not displaced by unknown ids', async () => {
    const companyId = await leadline.makeCompany();
    await numberFor(companyId);
    const ids = Array.from({ length: 120 }, () => crypto.randomUUID());
    const strangers = await Promise.all(ids.map((id) => ask(id)));
    expect(new Set(strangers.map(({ status }) => status))).toEqual(new Set([404]));
    await leadline.counts();

    await numberFor(companyId);

    expect((await leadline.counts()).reads['settings'] ?? 0).toBe(0);
  });

  test('of unknown ids are requested from objects a few times a minute for each network, and nothing is stored', async () => {
    const ids = Array.from({ length: 40 }, () => crypto.randomUUID());
    const known = await leadline.makeCompany();

    const { statuses, objects, knownNumber } = await withinOneMinute(async () => {
      const ip = freshIp();
      await leadline.counts();
      const answers: number[] = [];
      for (const id of ids) answers.push((await ask(id, { ip })).status);
      return { statuses: answers, ...(await leadline.counts()), knownNumber: await numberFor(known, { ip }) };
    });
    const again = await ask(ids[0]!, { ip: freshIp() });

    expect(statuses.slice(0, 20)).toEqual(Array<number>(20).fill(404));
    expect(statuses.slice(25)).toEqual(Array<number>(15).fill(429));
    expect(objects).toBeLessThanOrEqual(25);
    // Other visitors of the network still get their numbers.
    expect(knownNumber).toBe('+15125550101');
    expect(again.status).toBe(404);
    // The local runtime keeps the object's name; on the platform an object without writes does not exist.
    const body = "SELECT name FROM sqlite_master WHERE name <> '__miniflare_do_name'";
    const tables = await leadline.send(`/test/sql/${ids[0]}`, { method: 'POST', body });
    expect(await tables.json()).toEqual([]);
  });
});

describe('the place, when the network does not know it', () => {
  const nowhere = { cf: {} };

  test('comes from the resolver, and is cached', async () => {
    const companyId = await leadline.makeCompany();
    const ip = freshIp();
    resolverAnswers.set(ip, {
      status: 200,
      body: JSON.stringify({ lat: 39.74, lon: -104.99, countryCode: 'US' }),
    });

    expect(await numberFor(companyId, { ip, ...nowhere })).toBe('+13035550101');
    resolverAnswers.delete(ip);
    expect(await numberFor(await leadline.makeCompany(), { ip, ...nowhere })).toBe('+13035550101');
  });

  test.for([
    ['{"loc":"47.6,-122.3"}', '+12065550101'],
    ['{"postal":"98101","country":"US"}', '+12065550101'],
    ['{"latitude":"40.7","longitude":"-74.0"}', '+12125550101'],
    ['{"latitude":"here"}', '+15125550101'],
    ['<html>', '+15125550101'],
    ['null', '+15125550101'],
  ])('from an answer like %s is %s', async ([body, number]) => {
    const companyId = await leadline.makeCompany();
    const ip = freshIp();
    resolverAnswers.set(ip, { status: 200, body: body ?? '' });

    expect(await numberFor(companyId, { ip, ...nowhere })).toBe(number);
  });

  test('is unknown when the resolver fails or hangs', async () => {
    const companyId = await leadline.makeCompany();
    const failing = freshIp();
    resolverAnswers.set(failing, { status: 500, body: '{"lat":39.74,"lon":-104.99}' });

    expect(await numberFor(companyId, { ip: failing, ...nowhere })).toBe('+15125550101');
    expect(await numberFor(companyId, nowhere)).toBe('+15125550101');
  });
});

describe('publishing the settings', () => {
  test('is repeated until KV has them', async () => {
    // Alarms follow the real clock.
    await leadline.set({ ahead: 0 });
    const companyId = await leadline.makeCompany();
    const cache = await leadline.cache();
    const published = async (): Promise<unknown> =>
      ((await cache.get(`settings:${companyId}`, 'json')) as { version: number }).version;

    await breakBindings('kv-write');
    const path = `/dni/api/companies/${companyId}/settings`;
    const saved = await leadline.sendAsOperator('PUT', path, dniSettings());
    expect(saved.headers.get('Leadline-Published')).toBe('false');
    expect(await published()).toBe(1);
    await breakBindings();

    await vi.waitFor(async () => expect(await published()).toBe(2), { timeout: 30_000, interval: 200 });
  });
});

describe('what is degraded', () => {
  test('is logged once a minute for each service, without data of visitors', async () => {
    const companyId = await leadline.makeCompany();
    const visitor = { ip: '203.0.113.99', cf: {} };
    await breakBindings('kv-read', 'kv-write', 'rate-limit');
    await numberFor(companyId, visitor);
    await numberFor(companyId, { ...visitor, ip: '203.0.113.98' });
    const first = (await leadline.logs()).map((line) => JSON.parse(line) as Record<string, unknown>);
    await later(2, 'rate-limit');
    await numberFor(companyId, { ip: '203.0.113.97' });
    const second = await leadline.logs();

    const services = first.map(({ degraded, cause }) => `${String(degraded)}: ${String(cause)}`);
    expect(services.sort()).toEqual([
      'place resolver: timeout',
      'rate limits: error',
      'reading kept answers: error',
      'reading kept places: error',
    ]);
    expect(second).toEqual([
      expect.stringMatching(/^{"degraded":"rate limits","cause":"error","failures":\d+}$/),
    ]);
    expect(JSON.stringify([first, second])).not.toMatch(/203\.0|[\w-]{22}/);
  });
});

test('no raw IP is stored', async () => {
  const companyId = await leadline.makeCompany();
  const ip = '203.0.113.77';
  await numberFor(companyId, { ip });

  const cache = await leadline.cache();
  const { keys } = await vi.waitFor(async () => {
    const list = await cache.list({ prefix: `answer:${companyId}:` });
    expect(list.keys).toHaveLength(1);
    return list;
  });

  const everything = await cache.list();
  const values = await Promise.all(everything.keys.map(({ name }) => cache.get(name)));
  expect(JSON.stringify([everything.keys, values])).not.toContain('203.0.113');
  expect(keys[0]?.name).toMatch(new RegExp(`^answer:${companyId}:[\\w-]{22}$`));
});
