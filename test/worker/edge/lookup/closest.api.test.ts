import { describe, expect, test } from 'vitest';
import { makeCompany } from '../../../harness/builders.ts';
import { dniSettings, location, makeDniCompany, putSettings } from '../../../harness/dni-company.ts';
import { freshIp, problemOf, send, visitorHeaders } from '../../../harness/client.ts';
import { answerOf, ask, AUSTIN, BOULDER } from './ask.ts';

const PAID_SEARCH = { url: 'https://example.com/?gclid=abc' };

describe('the answer', () => {
  test('is the number and the location, with exactly the documented members', async () => {
    const hours = [{ duration: 9, from_time: '08:00', to_time: '17:00', day_of_week: 'weekdays' }];
    const companyId = await makeDniCompany({
      locations: [
        location('austin', {
          name: 'Austin',
          city: 'Austin',
          state: 'TX',
          address: '1 Congress Ave',
          postal_code: '78701',
          latitude: '30.2672',
          longitude: '-97.7431',
          hours,
          special_hours: [{ date: '2026-12-25', closed: true }],
          numbers: ['+15125550199'],
          users: ['a@example.com'],
          extra_params: { region: 'south' },
          service_area: { postal_codes: ['787'] },
        }),
      ],
      numbers: [],
    });

    const response = await ask(companyId, { visitor: { cf: AUSTIN } });

    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('application/json');
    expect(response.headers.get('Cache-Control')).toBe('private, no-store');
    expect(response.headers.get('Leadline-Cache')).toBe('miss');
    expect(response.headers.get('Server-Timing')).toBe('cache;desc=miss');
    expect(await response.json()).toEqual({
      phone_number: '+18005550100',
      closest_location: {
        name: 'Austin',
        city: 'Austin',
        state: 'TX',
        country: 'US',
        address: '1 Congress Ave',
        postal_code: '78701',
        timezone: 'America/Chicago',
        latitude: '30.2672',
        longitude: '-97.7431',
        hours,
        numbers: ['+15125550199'],
        users: ['a@example.com'],
        extra_params: { region: 'south' },
      },
    });
  });

  test('has no location when the company has none', async () => {
    const companyId = await makeDniCompany({ locations: [], numbers: [] });

    expect(await answerOf(companyId)).toMatchObject({ phone_number: '+18005550100', closest_location: null });
  });

  test('follows the place and the source of the visit', async () => {
    const companyId = await makeDniCompany();

    const direct = await answerOf(companyId, { visitor: { cf: BOULDER } });
    const paid = await answerOf(companyId, { visitor: { cf: BOULDER }, body: PAID_SEARCH });
    const seattle = await answerOf(companyId, { zip: '98101', body: PAID_SEARCH });

    expect(direct).toMatchObject({ phone_number: '+13035550101', closest_location: { name: 'Denver' } });
    expect(paid).toMatchObject({ phone_number: '+13035550102', closest_location: { name: 'Denver' } });
    // No number states both Seattle and paid search, so the preference (source) decides.
    expect(seattle).toMatchObject({ phone_number: '+18005550111', closest_location: { name: 'Seattle' } });
  });
});

describe('the cache per IP', () => {
  test('a returning visitor keeps the number after a change of source, from memory and from KV', async () => {
    const companyId = await makeDniCompany();
    const visitor = { ip: freshIp(), cf: AUSTIN };

    const first = await answerOf(companyId, { visitor, body: PAID_SEARCH });
    const second = await answerOf(companyId, { visitor, body: { referrer: 'https://news.example.net/' } });

    expect([first.phone_number, first.cache]).toEqual(['+15125550102', 'miss']);
    expect([second.phone_number, second.cache]).toEqual(['+15125550102', 'hit']);
  });

  test('nocache neither reads nor writes it', async () => {
    const companyId = await makeDniCompany();
    const visitor = { ip: freshIp(), cf: AUSTIN };

    const bypassed = await answerOf(companyId, { visitor, body: PAID_SEARCH, query: '?nocache=1' });
    const first = await answerOf(companyId, { visitor });
    const bypassedAgain = await answerOf(companyId, { visitor, body: PAID_SEARCH, query: '?nocache=1' });

    expect([bypassed.phone_number, bypassed.cache]).toEqual(['+15125550102', 'bypass']);
    expect([first.phone_number, first.cache]).toEqual(['+15125550101', 'miss']);
    expect([bypassedAgain.phone_number, bypassedAgain.cache]).toEqual(['+15125550102', 'bypass']);
  });

  test('each forced ZIP is cached separately, also from the visitor’s own place', async () => {
    const companyId = await makeDniCompany();
    const visitor = { ip: freshIp(), cf: AUSTIN };

    const own = await answerOf(companyId, { visitor });
    const denver = await answerOf(companyId, { visitor, zip: '80202' });
    const seattle = await answerOf(companyId, { visitor, zip: '98101' });
    const denverAgain = await answerOf(companyId, { visitor, zip: '80202-1234', body: PAID_SEARCH });

    expect(own).toMatchObject({ closest_location: { name: 'Austin' }, cache: 'miss' });
    expect(denver).toMatchObject({ closest_location: { name: 'Denver' }, cache: 'miss' });
    expect(seattle).toMatchObject({ closest_location: { name: 'Seattle' }, cache: 'miss' });
    expect(denverAgain).toMatchObject({ phone_number: '+13035550101', cache: 'hit' });
  });

  test('two addresses of one IPv6 /64 are one visitor, two networks are two', async () => {
    const companyId = await makeDniCompany();
    const network = `2001:db8:${process.pid.toString(16)}`;
    const answer = (ip: string) => answerOf(companyId, { visitor: { ip, cf: AUSTIN } });

    const first = await answer(`${network}:1::1`);
    const neighbour = await answer(`${network}:1:ffff:1:2:3`);
    const stranger = await answer(`${network}:2::1`);

    expect([first.cache, neighbour.cache, stranger.cache]).toEqual(['miss', 'hit', 'miss']);
  });

  test('a cached number or location that is no longer in the settings is not used', async () => {
    const companyId = await makeDniCompany();
    const visitor = { ip: freshIp(), cf: AUSTIN };
    await answerOf(companyId, { visitor });
    const { locations, numbers, ...rest } = dniSettings() as Record<string, { location_id?: string }[]>;

    const stillThere = await answerOf(companyId, { visitor });
    await putSettings(companyId, {
      ...rest,
      locations,
      numbers: numbers!.filter((n) => n.location_id !== 'austin'),
    });
    const withoutNumber = await answerOf(companyId, { visitor });
    const elsewhere = {
      ...rest,
      locations: locations!.slice(1),
      numbers: numbers!.filter((n) => n.location_id !== 'austin'),
    };
    await putSettings(companyId, elsewhere);
    const withoutLocation = await answerOf(companyId, { visitor });

    expect([stillThere.phone_number, stillThere.cache]).toEqual(['+15125550101', 'hit']);
    expect([withoutNumber.phone_number, withoutNumber.cache]).toEqual(['+18005550100', 'miss']);
    expect(withoutLocation).toMatchObject({ closest_location: { name: 'Denver' }, cache: 'miss' });
  });

  test('an edited location is shown in its new form, with the cached number', async () => {
    const companyId = await makeDniCompany();
    const visitor = { ip: freshIp(), cf: AUSTIN };
    await answerOf(companyId, { visitor });
    const settings = dniSettings() as { locations: Record<string, unknown>[] };
    settings.locations[0]!['address'] = '500 New Street';

    await putSettings(companyId, settings);
    const answer = await answerOf(companyId, { visitor });

    expect(answer).toMatchObject({ cache: 'hit', closest_location: { address: '500 New Street' } });
  });
});

describe('the place', () => {
  test('a network with only a postal code is enough', async () => {
    const companyId = await makeDniCompany();

    const answer = await answerOf(companyId, { visitor: { cf: { country: 'US', postalCode: '98109' } } });

    expect(answer).toMatchObject({ closest_location: { name: 'Seattle' } });
  });

  test.for([
    [{}, 'Austin'],
    [{ latitude: 'x', longitude: '1', country: 'T1', postalCode: '' }, 'Austin'],
    [{ latitude: '91', longitude: '0' }, 'Austin'],
  ] as const)('a network with %o leaves the place unknown: the first location', async ([cf, name]) => {
    const companyId = await makeDniCompany();

    expect(await answerOf(companyId, { visitor: { cf } })).toMatchObject({ closest_location: { name } });
  });

  test('an unknown place gets the default location, if the settings name one', async () => {
    const companyId = await makeDniCompany({ default_location_id: 'new-york' });

    const answer = await answerOf(companyId, { visitor: { cf: {} } });

    expect(answer).toMatchObject({ phone_number: '+12125550101', closest_location: { name: 'New York' } });
  });
});

describe('a crawler', () => {
  test("gets the company's default number, uncached", async () => {
    const companyId = await makeDniCompany({ default_location_id: 'denver' });
    const userAgent = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
    const ip = freshIp();

    const bot = await answerOf(companyId, { visitor: { ip, userAgent, cf: AUSTIN }, body: PAID_SEARCH });
    const person = await answerOf(companyId, { visitor: { ip, cf: AUSTIN } });

    expect(bot).toMatchObject({
      phone_number: '+18005550100',
      closest_location: { name: 'Denver' },
      cache: 'bypass',
    });
    expect(person).toMatchObject({ phone_number: '+15125550101', cache: 'miss' });
  });
});

describe('the site', () => {
  const onlyExample = { domains: ['example.com'] };

  test.for([
    ['no site', {}, undefined],
    ['the domain itself', { domain: 'example.com', url: 'https://example.com/a' }, 'https://example.com'],
    ['a subdomain', { domain: 'www.example.com' }, 'https://shop.example.com:8443'],
    ['a domain with port and capitals', { domain: 'EXAMPLE.com:443' }, undefined],
    [
      'a site with a trailing dot',
      { domain: 'example.com.', url: 'https://www.example.com./' },
      'https://example.com.',
    ],
  ] as const)('%s is answered', async ([, body, origin]) => {
    const companyId = await makeDniCompany(onlyExample);

    expect((await ask(companyId, { body, visitor: origin === undefined ? {} : { origin } })).status).toBe(
      200,
    );
  });

  test.for([
    ['Origin', {}, 'https://evil.test'],
    ['domain', { domain: 'notexample.com' }, undefined],
    ['url', { url: 'https://example.com.evil.test/' }, undefined],
    ['domain', { domain: `${'a.'.repeat(4_000)}example.com` }, undefined],
    ['Origin', { domain: 'example.com' }, 'null'],
  ] as const)('another site in %s is refused', async ([name, body, origin]) => {
    const companyId = await makeDniCompany(onlyExample);

    const response = await ask(companyId, { body, visitor: origin === undefined ? {} : { origin } });

    expect(response.status).toBe(403);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(await problemOf(response)).toMatchObject({
      code: 'domain_not_allowed',
      detail: expect.stringContaining(name) as string,
    });
  });
});

describe('bad input', () => {
  test.for([
    ['not-a-uuid', 'a malformed id'],
    ['00000000-0000-4000-8000-000000000000', 'an unknown company'],
  ])('%s is a 404: %s', async ([companyId]) => {
    const response = await ask(companyId!);

    expect(response.status).toBe(404);
    expect(response.headers.get('Content-Type')).toBe('application/problem+json');
    expect(await problemOf(response)).toMatchObject({ code: 'not_found' });
  });

  test('a company without DNI settings is a 404', async () => {
    expect((await ask(await makeCompany())).status).toBe(404);
  });

  test.for([
    [undefined, 415, 'unsupported_media_type'],
    ['text/plain', 415, 'unsupported_media_type'],
    ['application/jsonx', 415, 'unsupported_media_type'],
    ['application/json; charset=utf-8', 200, undefined],
  ] as const)('Content-Type %s is answered with %i', async ([type, status, code]) => {
    const companyId = await makeDniCompany();

    const response = await send(`/dni/api/companies/${companyId}/closest`, {
      method: 'POST',
      headers: { ...visitorHeaders(), ...(type === undefined ? {} : { 'Content-Type': type }) },
      body: new TextEncoder().encode('{}'),
    });

    expect(response.status).toBe(status);
    expect((await problemOf(response)).code).toBe(code);
  });

  test.for([
    ['', 400, 'invalid_json'],
    ['{"domain":', 400, 'invalid_json'],
    ['[]', 400, 'invalid_parameter'],
    ['null', 400, 'invalid_parameter'],
    ['"text"', 400, 'invalid_parameter'],
    [`{"keys":"${'x'.repeat(8 * 1024)}"}`, 200, undefined],
    [`{"keys":"${'x'.repeat(8 * 1024 + 1)}"}`, 400, 'invalid_parameter'],
    [`{"keys":"${'é'.repeat(4 * 1024 + 1)}"}`, 400, 'invalid_parameter'],
    [`{"keys":"${'x'.repeat(32 * 1024)}"}`, 413, 'body_too_large'],
  ] as const)('the body %.20s is answered with %i', async ([body, status, code]) => {
    const companyId = await makeDniCompany();

    const response = await send(`/dni/api/companies/${companyId}/closest`, {
      method: 'POST',
      headers: { ...visitorHeaders(), 'Content-Type': 'application/json' },
      body,
    });

    expect(response.status).toBe(status);
    expect((await problemOf(response)).code).toBe(code);
  });

  test('a body that is not JSON is refused with the place of the error', async () => {
    const companyId = await makeDniCompany();
    const response = await send(`/dni/api/companies/${companyId}/closest`, {
      method: 'POST',
      headers: { ...visitorHeaders(), 'Content-Type': 'application/json' },
      body: '{"domain": "a.example",\n "keys": }',
    });

    expect(await problemOf(response)).toMatchObject({ code: 'invalid_json', line: 2, column: 10 });
  });

  test('a body that is not UTF-8 is refused', async () => {
    const companyId = await makeDniCompany();

    const response = await send(`/dni/api/companies/${companyId}/closest`, {
      method: 'POST',
      headers: { ...visitorHeaders(), 'Content-Type': 'application/json' },
      body: new Uint8Array([0x22, 0xff, 0xfe, 0x22]),
    });

    expect(await problemOf(response)).toMatchObject({ status: 400, code: 'invalid_json' });
  });

  test('a body without a declared length is read only as far as the limit', async () => {
    const companyId = await makeDniCompany();
    const chunk = new TextEncoder().encode(' '.repeat(16 * 1024));
    const body = new Blob([chunk, chunk, chunk]).stream();

    const response = await send(`/dni/api/companies/${companyId}/closest`, {
      method: 'POST',
      headers: { ...visitorHeaders(), 'Content-Type': 'application/json' },
      body,
      duplex: 'half',
    } as RequestInit);

    expect(response.status).toBe(413);
  });

  test('every invalid member is listed', async () => {
    const companyId = await makeDniCompany();

    const response = await ask(companyId, {
      body: { domain: 1, referrer: null, url: {}, cookies: [], keys: true, x: 1 },
    });

    const { errors } = await problemOf(response);
    expect(errors.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
      '/domain invalid_parameter',
      '/referrer invalid_parameter',
      '/url invalid_parameter',
      '/cookies invalid_parameter',
      '/keys invalid_parameter',
      '/x unknown_parameter',
    ]);
  });

  test.for([
    ['1234', 400, 'invalid_postal_code'],
    ['abc', 400, 'invalid_postal_code'],
    ["78701'; --", 400, 'invalid_postal_code'],
    ['D1A 1A1', 400, 'invalid_postal_code'],
    ['00001', 404, 'unknown_postal_code'],
    ['78799', 200, undefined],
    ['m5v 3l9', 200, undefined],
    ['K1A', 200, undefined],
  ] as const)('the ZIP %s is answered with %i', async ([zip, status, code]) => {
    const companyId = await makeDniCompany();

    const response = await ask(companyId, { zip });

    expect(response.status).toBe(status);
    expect((await problemOf(response)).code).toBe(code);
  });

  test('an unsupported method is refused with the supported ones', async () => {
    const companyId = await makeDniCompany();

    const response = await send(`/dni/api/companies/${companyId}/closest`);

    expect(response.status).toBe(405);
    expect(response.headers.get('Allow')).toBe('POST, OPTIONS');
  });
});

describe('any site may send lookups', () => {
  test('a preflight is valid for a day', async () => {
    const companyId = await makeDniCompany();

    const response = await send(`/dni/api/companies/${companyId}/closest`, {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://example.com',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type',
      },
    });

    expect(response.status).toBe(204);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(response.headers.get('Access-Control-Allow-Methods')).toBe('POST');
    expect(response.headers.get('Access-Control-Allow-Headers')).toBe('content-type');
    expect(response.headers.get('Access-Control-Max-Age')).toBe('86400');
  });

  test('an answer may be read by any site, without credentials', async () => {
    const response = await ask(await makeDniCompany(), { visitor: { origin: 'https://example.com' } });

    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(response.headers.get('Access-Control-Allow-Credentials')).toBeNull();
  });

  test.for([
    ['POST', 400],
    ['GET', 405],
  ] as const)('any site may read a refusal of %s, which has the request id', async ([method, status]) => {
    const response = await send(`/dni/swap/${crypto.randomUUID()}`, {
      method,
      headers: { 'Content-Type': 'text/plain', 'X-Request-Id': 'mine-1' },
      ...(method === 'POST' ? { body: 'no JSON' } : {}),
    });

    expect(response.status).toBe(status);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(response.headers.get('X-Request-Id')).toBe('mine-1');
    expect((await problemOf(response)).request_id).toBe('mine-1');
  });
});

test('an IP with more than 300 lookups a minute has to wait', async () => {
  const companyId = await makeDniCompany();
  const visitor = { ip: freshIp(), cf: AUSTIN };

  const responses: Response[] = [];
  const isRefused = ({ status }: Response): boolean => status === 429;
  // The local limiter counts by the minutes of the clock, so the requests may be in two of them.
  while (!responses.some(isRefused) && responses.length <= 2 * 300) {
    responses.push(...(await Promise.all(Array.from({ length: 50 }, () => ask(companyId, { visitor })))));
  }

  const refused = responses.filter(isRefused);
  expect(refused.length).toBeGreaterThan(0);
  expect(responses.length - refused.length).toBeGreaterThanOrEqual(300);
  expect(refused[0]!.headers.get('Retry-After')).toBe('60');
  expect(await problemOf(refused[0]!)).toMatchObject({ code: 'rate_limited' });
});
