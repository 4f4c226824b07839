/** Pages that a server rendered and React or Vue takes over: swapped after that, and through every update. */
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { renderToString as renderVue } from 'vue/server-renderer';
import { launchBrowser } from '../harness/browser.ts';
import { type Site, openReady, openVisitor, ready, scriptTag, startSite } from '../harness/site.ts';
import { App } from './apps/react-app.ts';
import { createMain } from './apps/vue-app.ts';
import { makeSiteCompany } from './site-company.ts';

let browser: Browser;
let site: Site;
let companyId: string;
beforeAll(async () => {
  browser = await launchBrowser();
  site = await startSite();
  companyId = await makeSiteCompany();
  site.put('/react.js', { headers: { 'Content-Type': 'text/javascript' }, body: await bundle('react') });
  site.put('/vue.js', { headers: { 'Content-Type': 'text/javascript' }, body: await bundle('vue') });
  site.put('/react', pageFor('react', `<div id="root">${renderToString(createElement(App))}</div>`));
  site.put('/vue', pageFor('vue', `<div id="app">${await renderVue(createMain())}</div>`));
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

async function bundle(name: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [`test/widget/apps/${name}-client.ts`],
    bundle: true,
    format: 'iife',
    // The development build is the one that complains.
    define: {
      'process.env.NODE_ENV': '"development"',
      __VUE_OPTIONS_API__: 'false',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'true',
    },
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

/** The widget blocks in the head, so that with a kept plan it is there before the framework. */
function pageFor(name: string, root: string): string {
  return `<!doctype html><html><head><meta charset="utf-8"><title>App</title>${scriptTag(companyId, '')}</head><body><header id="outside">212-555-0134</header>${root}<script defer src="/${name}.js"></script></body></html>`;
}

async function openTwice(path: string): Promise<[Page, string[]]> {
  const context = await openVisitor(browser);
  await openReady(context, site.origin + path);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() !== 'info' && !message.text().includes('favicon') && !message.text().includes('404')) {
      complaints.push(message.text());
    }
  });
  await page.goto(site.origin + path);
  await ready(page);
  return [page, complaints];
}

test.for(['/react', '/vue'])('%s is taken over first and swapped then, without a complaint', async (path) => {
  const [page, complaints] = await openTwice(path);

  // What no framework owns need not wait.
  expect(await page.locator('#outside').textContent()).toBe('415-555-0100');
  await expect.poll(() => page.locator('#call').textContent()).toBe('(415) 555-0100');
  expect(await page.locator('#call').getAttribute('href')).toBe('tel:+14155550100');
  await expect.poll(() => page.locator('#hook').textContent()).toBe('415.555.0100');
  expect(complaints).toEqual([]);
});

test.for(['/react', '/vue'])('%s updates in place, and the number stays swapped', async (path) => {
  const [page, complaints] = await openTwice(path);
  await expect.poll(() => page.locator('#call').textContent()).toBe('(415) 555-0100');

  await page.click('#more');
  await expect.poll(() => page.locator('#text').textContent()).toBe('Call (415) 555-0100, caller 1.');
  await page.click('#more');
  await expect.poll(() => page.locator('#late').textContent()).toBe('Really: (415) 555-0100');
  expect(await page.locator('#text').textContent()).toBe('Call (415) 555-0100, caller 2.');
  expect(complaints).toEqual([]);
});
