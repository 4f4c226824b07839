/** The demo in Firefox and WebKit: every page, changing the visitor, the console's sign-in. `pages.test.ts` and `site.test.ts` check more in Chromium. */
import { rmSync } from 'node:fs';
import { afterAll, expect } from 'vitest';
import { test } from '../harness/engines/engine-test.ts';
import { Page } from '../harness/engines/page.ts';
import type { Tab } from '../harness/engines/tab.ts';
import { freePort, type LocalLeadline, startLocalLeadline } from '../harness/local-leadline.ts';
import { copyOfSeededState } from './demo.ts';

/** All pages of the site, by their address under `/demo/`. */
const PAGES = ['', 'services', 'locations', 'contact', 'thanks', 'formats', 'react', 'vue', 'csp'];

let state: string;
let leadline: LocalLeadline;
let tab: Tab;
let page: Page;

test.beforeAll(async ({ engine }) => {
  state = await copyOfSeededState();
  leadline = await startLocalLeadline(state, await freePort());
  ({ tab } = await engine.visit());
  page = new Page(tab);
}, 180_000);

afterAll(async () => {
  await leadline?.stop();
  rmSync(state, { recursive: true, force: true });
});

test('every page shows and dials the number of the visit, and fits its window', async () => {
  for (const path of PAGES) {
    await tab.goto(`${leadline.origin}/demo/${path}`);
    await page.until(() => document.querySelector('header .phone')?.textContent.includes('(303) 555-0150'));
    await page.until(() => document.querySelector('header a[href="tel:+13035550150"]'));
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect([path, overflow]).toEqual([path, 0]);
  }
});

test('another place in the panel shows another number', async () => {
  await tab.goto(`${leadline.origin}/demo/`);
  const choose = (): boolean => {
    const root = document.querySelector('leadline-panel')?.shadowRoot;
    const places = root?.querySelector<HTMLSelectElement>('[name=place]');
    const austin = [...(places?.options ?? [])].find(({ text }) => text.includes('Austin'));
    if (!places || !austin) return false;
    places.value = austin.value;
    places.dispatchEvent(new Event('change', { bubbles: true }));
    return true;
  };
  await page.until(choose);
  await page.until(() => document.querySelector('header .phone')?.textContent.includes('(512) 555-015'));
  await page.until(() => document.querySelector('header a[href^="tel:+1512555015"]'));

  expect(await page.text('header .phone')).toMatch(/^\(512\) 555-015\d$/);
});

test('the console opens and requires a password', async () => {
  await tab.goto(`${leadline.origin}/console/`);
  await page.until(() => document.querySelector('input[type=password]'));

  expect(await page.text('form')).toContain('Password');
});
