/** Pages that a server rendered and React or Vue takes over: swapped after that, and through every update. */
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { type FunctionComponent, createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { App as VueApp } from 'vue';
import { renderToString as renderVue } from 'vue/server-renderer';
import { openReady, ready } from '../../../harness/site.ts';
import { App } from './apps/react-app.ts';
import { Orders } from './apps/react-orders.ts';
import { createMain } from './apps/vue-app.ts';
import { createOrders } from './apps/vue-orders.ts';
import { useScene } from '../../scene.ts';

const scene = useScene(import.meta.dirname, async ({ site, html }) => {
  const page = (file: string, name: string, root: string): string =>
    html(file, '')
      .replace('<!-- ROOT -->', () => root)
      .replace('APP', name);
  for (const name of ['react', 'vue', 'react-orders', 'vue-orders']) {
    const headers = { 'Content-Type': 'text/javascript' };
    site.put(`/${name}.js`, { headers, body: await bundle(name) });
  }
  const react = (app: FunctionComponent): string =>
    `<div id="root">${renderToString(createElement(app))}</div>`;
  const vue = async (app: VueApp): Promise<string> => `<div id="app">${await renderVue(app)}</div>`;
  site.put('/react', page('page.html', 'react', react(App)));
  site.put('/vue', page('page.html', 'vue', await vue(createMain())));
  site.put('/react-orders', page('does-not.html', 'react-orders', react(Orders)));
  site.put('/vue-orders', page('does-not.html', 'vue-orders', await vue(createOrders())));
});

async function bundle(name: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [`test/widget/scenarios/frameworks/apps/${name}-client.ts`],
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

async function openTwice(path: string): Promise<[Page, string[]]> {
  const context = await scene.visit();
  await openReady(context, scene.site.origin + path);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() !== 'info' && !message.text().includes('favicon') && !message.text().includes('404')) {
      complaints.push(message.text());
    }
  });
  await page.goto(scene.site.origin + path);
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

test.for(['/react-orders', '/vue-orders'])(
  '%s: order numbers, fields and what is kept apart stay when it is taken over and through updates',
  async (path) => {
    const [page, complaints] = await openTwice(path);
    const app = page.locator('main');
    const text = (line: number): string =>
      `Order ORD-2125550134, line ${line}Show212-555-0134, said ${line} timesMore`;

    expect(await page.locator('#outside').textContent()).toBe('415-555-0100');
    await page.waitForLoadState('load');
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 })));
    expect(await app.textContent()).toBe(text(0));
    await page.click('#more');
    await expect.poll(() => app.textContent()).toBe(text(1));
    await page.fill('#phone', '(212) 555-0134');
    await page.click('#more');
    await expect.poll(() => app.textContent()).toBe(`${text(2)}Late: #2125550134`);
    expect(await page.inputValue('#phone')).toBe('(212) 555-0134');
    expect(await page.locator('#link').getAttribute('href')).toBe('/orders/2125550134?line=2');
    expect(await page.locator('#order').getAttribute('title')).toBe('ORD-2125550134');
    expect(complaints).toEqual([]);
  },
);
