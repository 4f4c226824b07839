/** The snippets of docs/install/, each in a page like those of its service. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, openReady, openVisitor } from '../harness/browser.ts';
import { type CodeBlock, codeBlocks, forReader } from '../harness/documents.ts';
import { type Site, startSite } from '../harness/site.ts';
import { DIRECT, makeSiteCompany, PAID, TARGET } from '../widget/site-company.ts';
import { workerUrl } from '../harness/worker-url.ts';

const BODY = `<h1>Call <a id="call" href="tel:+12125550134">${TARGET}</a></h1><main></main>`;

let browser: Browser;
let site: Site;
let companyId: string;

beforeAll(async () => {
  [browser, site, companyId] = await Promise.all([launchBrowser(), startSite(), makeSiteCompany()]);
});

afterAll(async () => {
  await browser.close();
  await site.close();
});

const snippet = ({ code }: CodeBlock): string => forReader(code, { origin: workerUrl(), companyId });
const tagsOf = (document: string): CodeBlock[] =>
  codeBlocks(`docs/install/${document}`).filter(({ language }) => language === 'html');

async function open(html: string, query = ''): Promise<Page> {
  site.put('/page', `<!doctype html><html lang="en">${html}</html>`);
  return openReady(await openVisitor(browser), `${site.origin}/page${query}`);
}

/** All snippets for the head of a page, in the order of the documents. */
const PASTED = ['html.md', 'site-builders.md'].flatMap((document) =>
  tagsOf(document).map((block, index) => [document, index, block] as const),
);

test.for(PASTED)('%s, snippet %d, in the head of a page', async ([, , block]) => {
  const page = await open(`<head>${snippet(block)}</head><body>${BODY}</body>`, '?gclid=1');
  // Site builders change the page like this.
  await page.evaluate((html) => {
    history.pushState(null, '', '/next');
    document.querySelector('main')!.innerHTML = html;
  }, `<p>Ring ${TARGET}</p>`);

  expect(await page.locator('#call').innerText()).toBe(PAID);
  expect(await page.locator('#call').getAttribute('href')).toBe('tel:+14155550101');
  await page.getByText(`Ring ${PAID}`).waitFor();
});

describe('Google Tag Manager', () => {
  /** Inserts a Custom HTML tag as the tag manager does: it recreates scripts with only their URL or code. */
  const inject = (html: string): string => `<script>
    window.dataLayer = window.dataLayer || [];
    setTimeout(() => {
      const given = document.createElement('div');
      given.innerHTML = ${JSON.stringify(html).replaceAll('</', '<\\/')};
      for (const { src, text } of given.querySelectorAll('script')) {
        const script = document.createElement('script');
        Object.assign(script, { async: false, type: 'text/javascript' }, src ? { src } : { text });
        document.body.append(script);
      }
    }, 100);
  </script>`;

  test('swaps, and reports calls to the data layer', async () => {
    const [block] = tagsOf('google-tag-manager.md');
    const page = await open(`<body>${BODY}${inject(snippet(block!))}</body>`);
    await page.evaluate(() => addEventListener('click', (event) => event.preventDefault()));
    await page.locator('#call').click();
    const events = await page.evaluate(() =>
      (
        window as unknown as { dataLayer: { event: string; leadline: Record<string, string> }[] }
      ).dataLayer.map(({ event, leadline }) => [event, leadline['source'], leadline['dialled']]),
    );

    expect(await page.locator('#call').innerText()).toBe(DIRECT);
    expect(events).toEqual([
      ['leadline_swap', 'direct', undefined],
      ['leadline_call', 'direct', '+14155550100'],
    ]);
  });

  test('receives consent with the setting of the document', async () => {
    const [block] = tagsOf('google-tag-manager.md');
    const tag = snippet(block!).replace('&layer=dataLayer', '&layer=dataLayer&consent=required');
    const page = await open(`<body>${BODY}${inject(tag)}</body>`);
    const kept = (): Promise<number> => page.evaluate(() => localStorage.length);
    const before = await kept();
    await page.evaluate(() => {
      // oxlint-disable-next-line prefer-rest-params -- gtag pushes its arguments
      (function gtag(..._given: unknown[]) {
        (window as unknown as { dataLayer: unknown[] }).dataLayer.push(arguments);
      })('consent', 'update', { analytics_storage: 'granted' });
    });

    expect(await page.locator('#call').innerText()).toBe(DIRECT);
    expect(before).toBe(0);
    await expect.poll(kept).toBe(1);
  });
});

describe('settings outside the tag', () => {
  const src = (query = ''): string => `${workerUrl()}/dni/leadline.js${query}`;

  test('of the page override those of the URL, and attributes override both', async () => {
    const page = await open(
      `<head><script>window.leadline = { company: 'of the page', q: [['on', 'swap', () => (document.title = 'heard')]] };</script>
      <script async src="${src('?company=of-the-address')}" data-company="${companyId}"></script></head><body>${BODY}</body>`,
    );

    expect(await page.locator('#call').innerText()).toBe(DIRECT);
    expect(await page.title()).toBe('heard');
  });

  test('ZIP, attribution and data layer can be in the URL too', async () => {
    const context = await openVisitor(browser);
    const asked: string[] = [];
    context.on('request', (request) => void asked.push(request.url()));
    site.put(
      '/address',
      `<!doctype html><head><script async src="${src(`?company=${companyId}&zip=78701&attribution=last&layer=events`)}"></script></head>${BODY}`,
    );
    const page = await openReady(context, `${site.origin}/address`);

    expect(asked).toContain(`${workerUrl()}/dni/swap/${companyId}?forms=2&zip=78701`);
    expect(await page.evaluate(() => (window as unknown as { events: unknown[] }).events.length)).toBe(1);
  });

  test('without a company the page stays as it is', async () => {
    const page = await open(`<head><script async src="${src()}"></script></head><body>${BODY}</body>`);

    expect(await page.locator('#call').innerText()).toBe(TARGET);
  });
});

test('amp.md: the config with AMP’s variables filled in has the answer for AMP', async () => {
  const block = tagsOf('amp.md').find(({ code }) => code.includes('config='));
  const [, config = ''] = /config="([^"]*)"/.exec(snippet(block!)) ?? [];
  const url = config
    .replace('SOURCE_URL', encodeURIComponent('https://example.com/amp?gclid=1'))
    .replace('DOCUMENT_REFERRER', encodeURIComponent('https://www.google.com/'));
  const response = await fetch(url, {
    headers: { Origin: 'https://example-com.cdn.ampproject.org', 'User-Agent': 'Mozilla/5.0 Chrome/140' },
  });

  expect(await response.json()).toEqual({ phoneNumber: '+14155550101', formattedPhoneNumber: PAID });
});
