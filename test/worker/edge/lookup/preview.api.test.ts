import { describe, expect, test } from 'vitest';
import { makeCompany } from '../../../harness/builders.ts';
import { location, makeDniCompany } from '../../../harness/dni-company.ts';
import { freshIp, problemOf, send, sendAsOperator } from '../../../harness/client.ts';
import { answerOf, BOULDER } from './ask.ts';

const preview = (companyId: string, query: Record<string, string>): Promise<Response> =>
  sendAsOperator('GET', `/dni/preview/${companyId}?${new URLSearchParams(query)}`);

describe('the preview', () => {
  test('explains each step of the decision', async () => {
    const companyId = await makeDniCompany({
      sources: [{ name: 'brand', when: { channel: 'paid_search', utm_campaign: 'brand*' } }],
    });

    const response = await preview(companyId, {
      zip: '80302',
      url: 'https://example.com/?gclid=1&utm_campaign=Brand-US',
      time: '2026-03-02T18:00:00Z',
    });

    expect(response.status).toBe(200);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(await response.json()).toMatchObject({
      settings_version: 1,
      visitor: { is_bot: false, kept_answer: null },
      place: { postal_code: '80302', region: 'US-CO', country: 'US', found_by: 'forced postal code' },
      source: {
        name: 'brand',
        channel: 'paid_search',
        source: 'Google',
        rule: { name: 'brand' },
        evidence: { utm_campaign: 'Brand-US', click_id: 'gclid' },
      },
      location: {
        location_id: 'denver',
        reason: 'closest',
        prefer_open: false,
        max_distance_km: null,
        candidates: [
          {
            location_id: 'denver',
            distance_km: expect.closeTo(38, -1) as number,
            service_area: null,
            open: null,
          },
          { location_id: 'austin' },
          { location_id: 'seattle' },
          { location_id: 'new-york' },
        ],
      },
      number: {
        phone_number: '+13035550101',
        target: '+18005550100',
        chosen: 0,
        candidates: [{ phone_number: '+13035550101', location_id: 'denver' }],
        prefer: 'source',
      },
      answer: { phone_number: '+13035550101', closest_location: { name: 'Denver' } },
      page: { swaps: [{ from: '+18005550100', to: '+13035550101' }] },
    });
  });

  test('takes a city of any country by its coordinates, before the place of an address', async () => {
    const locations = [
      location('odense', { country: 'DK', latitude: '55.40', longitude: '10.39' }),
      location('aalborg', { country: 'DK', latitude: '57.05', longitude: '9.92' }),
    ];
    const companyId = await makeDniCompany({ locations, numbers: [] });
    const aarhus = { latitude: '56.16', longitude: '10.21', city: 'Aarhus', country: 'dk' };

    expect(await (await preview(companyId, { ...aarhus, ip: freshIp() })).json()).toMatchObject({
      visitor: { kept_answer: null },
      place: {
        latitude: 56.16,
        longitude: 10.21,
        city: 'Aarhus',
        country: 'DK',
        found_by: 'named coordinates',
      },
      location: {
        location_id: 'odense',
        reason: 'closest',
        candidates: [
          { country: 'DK', distance_km: expect.closeTo(85, -1) as number },
          { location_id: 'aalborg' },
        ],
      },
    });
  });

  test.for([
    [{ latitude: '56.16' }, 'longitude'],
    [{ longitude: '10.21' }, 'latitude'],
    [{ city: 'Aarhus', country: 'DK' }, 'latitude'],
    [{ latitude: '91', longitude: '10.21' }, 'latitude'],
    [{ latitude: '56.16', longitude: 'east' }, 'longitude'],
    [{ latitude: '56.16', longitude: '10.21', country: 'Denmark' }, 'country'],
    [{ latitude: '56.16', longitude: '10.21', zip: '80302' }, 'zip'],
  ] as const)('refuses the place %o by its %s', async ([place, parameter]) => {
    const companyId = await makeDniCompany();

    const { errors, status } = await problemOf(await preview(companyId, place));

    expect(status).toBe(400);
    expect(errors).toMatchObject([{ parameter, code: 'invalid_parameter' }]);
  });

  test('has for each location whether it is open, or null for unknown hours', async () => {
    const hours = [{ day_of_week: 'weekdays', from_time: '09:00', to_time: '17:00' }];
    const locations = [
      location('austin', { hours }),
      location('berlin', { hours, timezone: 'Europe/Berlin' }),
      location('denver'),
    ];
    const companyId = await makeDniCompany({ locations, numbers: [] });

    const response = await preview(companyId, { zip: '80302', time: '2026-03-02T18:00:00Z' });

    const { location: chosen } = (await response.json()) as {
      location: { candidates: { location_id: string; open: boolean | null }[] };
    };
    expect(Object.fromEntries(chosen.candidates.map(({ location_id: id, open }) => [id, open]))).toEqual({
      austin: true,
      berlin: false,
      denver: null,
    });
  });

  test('shows the cached decision of an IP, and caches nothing itself', async () => {
    const companyId = await makeDniCompany();
    const ip = freshIp();

    await preview(companyId, { ip });
    const first = await answerOf(companyId, {
      visitor: { ip, cf: BOULDER },
      body: { url: 'https://e.com/?gclid=1' },
    });
    const after = (await (await preview(companyId, { ip })).json()) as Record<
      string,
      Record<string, unknown>
    >;

    expect(first.cache).toBe('miss');
    expect(after['visitor']).toMatchObject({
      kept_answer: { phone_number: '+13035550102', location_id: 'denver', source: 'paid_search' },
    });
    expect(after['place']).toMatchObject({ found_by: 'kept for this IP', region: 'US-CO' });
    expect(after['answer']).toMatchObject({ phone_number: '+13035550101' });
  });

  test("uses the request's place for the caller's own address, and no place for another one", async () => {
    const companyId = await makeDniCompany();
    const [own, another] = ['2001:db8:77:1::1', freshIp()];
    const path = (ip: string): string => `/dni/preview/${companyId}?${new URLSearchParams({ ip })}`;
    const headers = { 'CF-Connecting-IP': '2001:db8:77:1::2', 'MF-CF-Blob': JSON.stringify(BOULDER) };

    const mine = await sendAsOperator('GET', path(own), undefined, headers);
    const theirs = await sendAsOperator('GET', path(another), undefined, headers);

    expect(await mine.json()).toMatchObject({
      place: { region: 'US-CO', found_by: 'network of the request' },
    });
    expect(await theirs.json()).toMatchObject({ place: null, location: { reason: 'place_unknown' } });
  });

  test('distinguishes a crawler from a person', async () => {
    const response = await preview(await makeDniCompany(), { user_agent: 'Googlebot/2.1' });

    expect(await response.json()).toMatchObject({ visitor: { is_bot: true } });
  });

  test('answers null for a company without settings if requested, else 404', async () => {
    const companyId = await makeCompany();

    const asked = await preview(companyId, { or_null: '1' });
    expect([asked.status, await asked.json()]).toEqual([200, null]);
    expect((await preview(companyId, {})).status).toBe(404);
    const settled = await preview(await makeDniCompany(), { or_null: '1' });
    expect(await settled.json()).toMatchObject({ number: {} });
  });

  test('needs the credentials for the settings', async () => {
    const response = await send(`/dni/preview/${await makeDniCompany()}`);

    expect(response.status).toBe(401);
  });

  test.for([
    [{ zip: '1' }, 400, 'zip'],
    [{ zip: '00001' }, 404, 'zip'],
    [{ ip: 'home' }, 400, 'ip'],
    [{ time: 'noon' }, 400, 'time'],
  ] as const)('refuses %o', async ([query, status, parameter]) => {
    const response = await preview(await makeDniCompany(), query);

    expect(await problemOf(response)).toMatchObject({ status, errors: [{ parameter }] });
  });

  test('of a company without settings is a 404', async () => {
    expect((await preview(await makeCompany(), {})).status).toBe(404);
    expect((await preview('nonsense', {})).status).toBe(404);
  });
});
