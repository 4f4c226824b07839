/** Pages that a server rendered and React or Vue takes over: swapped after that, and through every update. */
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { renderToString as renderVue } from 'vue/server-renderer';
import { openReady, ready } from '../../../harness/site.ts';
import { App } from './apps/react-app.ts';
import { createMain } from './apps/vue-app.ts';
import { useScene } from '../../scene.ts';

const scene = useScene(import.meta.dirname, async ({ site, html }) => {
  const page = (name: string, root: string): string =>
    html('page.html', '')
      .replace('<!-- ROOT -->', () => root)
      .replace('APP', name);
  const script = async (name: string) => ({
    headers: { 'Content-Type': 'text/javascript' },
    body: await bundle(name),
  });
  site.put('/react.js', await script('react'));
  site.put('/vue.js', await script('vue'));
  site.put('/react', page('react', `<div id="root">${renderToString(createElement(App))}</div>`));
  site.put('/vue', page('vue', `<div id="app">${await renderVue(createMain())}</div>`));
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
