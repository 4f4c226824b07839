import { describe, expect, test } from 'vitest';
import { makeDniCompany } from '../../../harness/dni-company.ts';
import { freshIp, problemOf, send, visitorHeaders } from '../../../harness/client.ts';
import { answerOf, askForSwaps, AUSTIN, BOULDER, type SwapPlan } from './ask.ts';

async function planFor(
  companyId: string,
  options: Parameters<typeof askForSwaps>[1] = {},
): Promise<SwapPlan> {
  const response = await askForSwaps(companyId, options);
  expect(response.status).toBe(200);
  return (await response.json()) as SwapPlan;
}

describe("the widget's lane", () => {
  test('answers the plan of a page with exactly the documented members', async () => {
    const companyId = await makeDniCompany({
      targets: [{ number: '+18005550100' }, { number: '+12125550100', location_id: 'new-york' }],
    });
    const body = { url: 'https://example.com/', referrer: 'https://www.google.com/' };

    const plan = await planFor(companyId, { visitor: { cf: BOULDER }, body });

    expect(plan).toEqual({
      phone_number: '+13035550101',
      closest_location: expect.objectContaining({ name: 'Denver' }) as unknown,
      source: 'organic_search',
      swaps: [
        { from: '+18005550100', to: '+13035550101', sms: false },
        { from: '+12125550100', to: '+12125550103', sms: true },
      ],
      forms: expect.objectContaining({
        writes: expect.arrayContaining([
          [0, '3035550101', 'v1 '],
          [1, ' +1 212 555 0103', ' '],
        ]) as unknown,
      }) as unknown,
      visits: true,
      leads: false,
      max_age: 1800,
    });
  });

  test('names the parameters that sources ask for, and counts those of the page on which the visit began', async () => {
    const companyId = await makeDniCompany({
      sources: [
        { name: 'flyer', when: { parameter: 'SRC=flyer' } },
        { name: 'poster', when: { parameter: 'src=poster' } },
      ],
    });
    const planAt = (query: string, keys: string, began?: boolean): Promise<SwapPlan> => {
      const touch = [keys, ''];
      const visit = [touch, touch, ['', ''], `${Date.now()}-0.7431204518`, null, ''];
      return planFor(companyId, {
        visitor: { ip: freshIp() },
        body: { url: `https://example.com/${query}`, visit, began },
      });
    };

    expect(await planAt('?src=flyer', '', true)).toMatchObject({ source: 'flyer', parameters: ['src'] });
    expect(await planAt('?src=flyer', '', false)).toMatchObject({ source: 'direct' });
    expect(await planAt('?src=flyer', 'src=poster', false)).toMatchObject({ source: 'poster' });
    // A script of an earlier release does not say where the visit began.
    expect(await planAt('?src=flyer', '')).toMatchObject({ source: 'flyer' });
  });

  test('gives the same visitor the same number as the lookup', async () => {
    const companyId = await makeDniCompany();
    const visitor = { ip: freshIp(), cf: AUSTIN };

    const plan = await planFor(companyId, { visitor, body: { url: 'https://example.com/?gclid=1' } });
    const answer = await answerOf(companyId, { visitor });

    expect(plan.phone_number).toBe('+15125550102');
    expect(answer).toMatchObject({ phone_number: '+15125550102', cache: 'hit' });
  });

  test('takes a forced ZIP and nocache', async () => {
    const companyId = await makeDniCompany();
    const visitor = { ip: freshIp(), cf: AUSTIN };

    const forced = await planFor(companyId, { visitor, query: '?zip=98101' });
    const bypassed = await askForSwaps(companyId, { visitor, query: '?zip=98101&nocache=1' });

    expect(forced.closest_location).toMatchObject({ name: 'Seattle' });
    expect(bypassed.headers.get('Leadline-Cache')).toBe('bypass');
  });

  test('needs no preflight: JSON as text/plain, readable by any site, not cached', async () => {
    const response = await askForSwaps(await makeDniCompany(), {
      visitor: { origin: 'https://example.com' },
    });

    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(response.headers.get('Cache-Control')).toBe('private, no-store');
  });

  test('swaps nothing for a crawler', async () => {
    const plan = await planFor(await makeDniCompany(), { visitor: { userAgent: 'bingbot/2.0', cf: AUSTIN } });

    expect(plan).toMatchObject({ phone_number: '+18005550100', swaps: [] });
  });

  test('refuses another content type, a malformed body and a malformed ZIP', async () => {
    const companyId = await makeDniCompany();
    const json = await send(`/dni/swap/${companyId}`, {
      method: 'POST',
      headers: { ...visitorHeaders(), 'Content-Type': 'application/json' },
      body: '{}',
    });
    const malformed = await askForSwaps(companyId, { body: { url: 1 } });
    const zip = await askForSwaps(companyId, { query: '?zip=1' });

    expect(json.status).toBe(415);
    expect(await problemOf(malformed)).toMatchObject({ status: 400, errors: [{ pointer: '/url' }] });
    expect(await problemOf(zip)).toMatchObject({ status: 400, errors: [{ parameter: 'zip' }] });
  });
});
