import { describe, expect, test } from 'vitest';
import { launchBrowser, openVisitor } from '../../../harness/browser.ts';
import { freshIp, problemOf, send, type Visitor, visitorHeaders } from '../../../harness/client.ts';
import { dniSettings, makeDniCompany, putSettings } from '../../../harness/dni-company.ts';
import { startSite } from '../../../harness/site.ts';
import { answerOf, BOULDER } from './ask.ts';

/** An AMP cache serves each site's pages from an origin of its own. */
const CACHE = 'https://example-com.cdn.ampproject.org';

/** Sends the request of `amp-call-tracking`. */
function askByAmp(
  companyId: string,
  query: Record<string, string> = {},
  visitor: Visitor = {},
): Promise<Response> {
  return send(`/dni/amp/${companyId}?${new URLSearchParams(query)}`, {
    headers: visitorHeaders({ origin: CACHE, cf: BOULDER, ...visitor }),
  });
}

describe('the config of amp-call-tracking', () => {
  test('is the number for the visitor in E.164 and in printed form, and nothing else', async () => {
    const response = await askByAmp(await makeDniCompany(), {
      url: 'https://example.com/?gclid=1',
      referrer: 'https://www.google.com/',
    });

    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toContain('application/json');
    expect(response.headers.get('Cache-Control')).toBe('private, no-store');
    expect(await response.json()).toEqual({
      phoneNumber: '+13035550102',
      formattedPhoneNumber: '(303) 555-0102',
    });
  });

  test('may be read with credentials by any AMP cache, and without them by any page', async () => {
    const companyId = await makeDniCompany();
    const asked = await askByAmp(companyId);
    const direct = await send(`/dni/amp/${companyId}`, { headers: visitorHeaders({ cf: BOULDER }) });

    expect(asked.headers.get('Access-Control-Allow-Origin')).toBe(CACHE);
    expect(asked.headers.get('Access-Control-Allow-Credentials')).toBe('true');
    expect(asked.headers.get('Vary')).toContain('Origin');
    expect(asked.headers.get('Set-Cookie')).toBeNull();
    expect(direct.status).toBe(200);
    expect(direct.headers.get('Access-Control-Allow-Origin')).toBeNull();
  });

  test('is the number that the widget shows to the same visitor', async () => {
    const companyId = await makeDniCompany();
    const ip = freshIp();

    await askByAmp(companyId, { url: 'https://example.com/?gclid=1' }, { ip });
    const later = await answerOf(companyId, { visitor: { ip, cf: BOULDER } });

    expect(later).toMatchObject({ phone_number: '+13035550102', cache: 'hit' });
  });

  test('accepts a ZIP instead of the network’s place', async () => {
    const response = await askByAmp(await makeDniCompany(), { zip: '98101' });

    expect(await response.json()).toMatchObject({ phoneNumber: '+12065550101' });
  });

  test('prints a number of another country with its calling code', async () => {
    const companyId = await makeDniCompany();
    await putSettings(
      companyId,
      dniSettings({ numbers: [{ phone_number: '+442079460018', location_id: 'denver' }] }),
    );

    expect(await (await askByAmp(companyId)).json()).toEqual({
      phoneNumber: '+442079460018',
      formattedPhoneNumber: '+44 20 7946 0018',
    });
  });

  test("checks the company's domains by the URL of the page, not by the origin of the cache", async () => {
    const companyId = await makeDniCompany({ domains: ['example.com'] });

    expect((await askByAmp(companyId, { url: 'https://www.example.com/amp' })).status).toBe(200);
    expect((await askByAmp(companyId, { url: 'https://evil.example/' })).status).toBe(403);
  });

  test.for([
    ['an unknown company', crypto.randomUUID(), {}, 404],
    ['no company at all', 'nonsense', {}, 404],
    ['an invalid ZIP', undefined, { zip: '1' }, 400],
    ['a too long referrer', undefined, { referrer: 'x'.repeat(9_000) }, 400],
  ] as const)('refuses %s with an answer that the page may read', async ([, companyId, query, status]) => {
    const response = await askByAmp(companyId ?? (await makeDniCompany()), query);

    expect(response.headers.get('Access-Control-Allow-Origin')).toBe(CACHE);
    expect(await problemOf(response)).toMatchObject({ status });
  });

  test('changes the link on a page of another origin, by AMP’s request', async () => {
    const companyId = await makeDniCompany();
    const [browser, site] = await Promise.all([launchBrowser(), startSite()]);
    const context = await openVisitor(browser);
    site.put('/amp', '<!doctype html><a href="tel:8005550100">(800) 555-0100</a>');
    const page = await context.newPage();
    await page.goto(`${site.origin}/amp`);

    // The essential steps of amp-call-tracking with its `config`.
    await page.evaluate(
      async (config) => {
        const link = document.querySelector('a')!;
        const data = await (await fetch(config, { credentials: 'include' })).json();
        link.href = `tel:${data.phoneNumber}`;
        link.textContent = data.formattedPhoneNumber || data.phoneNumber;
      },
      new URL(`/dni/amp/${companyId}?zip=80302&url=${encodeURIComponent(site.origin)}`, (await send('/')).url)
        .href,
    );

    expect(await page.locator('a').innerText()).toBe('(303) 555-0101');
    expect(await page.locator('a').getAttribute('href')).toBe('tel:+13035550101');
    await browser.close();
    await site.close();
  });
});
