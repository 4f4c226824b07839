/** What is beside the script: the debug panel, and the modules for bundlers. */
import { build } from 'esbuild';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { launchBrowser } from '../harness/browser.ts';
import { send } from '../harness/client.ts';
import { type Site, openReady, openVisitor, pageOf, ready, startSite } from '../harness/site.ts';
import { DIRECT, TARGET, makeSiteCompany } from './site-company.ts';

let browser: Browser;
let site: Site;
let companyId: string;
const BODY = `<a id="call" href="tel:+12125550134">${TARGET}</a><code>${TARGET}</code><p>ORD-2125550134</p>`;
beforeAll(async () => {
  browser = await launchBrowser();
  site = await startSite();
  companyId = await makeSiteCompany();
  site.put('/', pageOf(companyId, BODY));
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

test('?leadline_debug says what was swapped, and why the rest was not', async () => {
  const page = await openReady(await openVisitor(browser), `${site.origin}/?leadline_debug`);
  const panel = page.locator('leadline-debug');

  await expect.poll(() => panel.locator('h2').textContent()).toBe('Leadline: 2 of 4 places swapped');
  const rows = await panel.locator('tr').allTextContents();
  expect(rows).toContain('Sourcedirect');
  expect(rows).toContain('Number+14155550100');
  expect(rows.filter((row) => row.includes('code'))).toEqual([`code${TARGET}left alone: inside code`]);
  expect(rows.find((row) => row.includes('ORD-'))).toContain('a part of something longer');
  expect(await page.locator('#call').textContent()).toBe(DIRECT);
});

test('without it there is no panel, and no request for one', async () => {
  const context = await openVisitor(browser);
  const asked: string[] = [];
  context.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const page = await openReady(context, `${site.origin}/`);
  await page.waitForLoadState('load');

  expect(asked.filter((path) => path.startsWith('/dni/'))).toEqual([
    '/dni/leadline.js',
    `/dni/swap/${companyId}`,
  ]);
  expect(await page.locator('leadline-debug').count()).toBe(0);
});

test('a bundle that imports leadline/widget starts as the tag does', async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { start } from 'leadline/widget'; start({ endpoint: '${inject('workerUrl')}', company: '${companyId}' });`,
      resolveDir: process.cwd(),
    },
    bundle: true,
    format: 'iife',
    write: false,
  });
  site.put('/bundle', `<!doctype html>${BODY}<script>${outputFiles[0]?.text}</script>`);
  const page = await (await openVisitor(browser)).newPage();
  await page.goto(`${site.origin}/bundle`);
  await ready(page);

  expect(await page.locator('#call').textContent()).toBe(DIRECT);
});

test('the manifest names a file that never changes, and the script one that does', async () => {
  const manifest = (await (await send('/dni/leadline.json')).json()) as { file: string };
  const pinned = await send(manifest.file);
  const current = await send('/dni/leadline.js');

  expect(pinned.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
  expect(current.headers.get('Cache-Control')).toContain('max-age=3600');
  expect(current.headers.get('ETag')).not.toBeNull();
  expect(await pinned.text()).toBe(await current.text());
});
