import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchBrowser } from '../harness/browser.ts';
import { freePort, type LocalLeadline, startLocalLeadline } from '../harness/local-leadline.ts';

/** Headless Chromium says so in its user agent, and is rightly taken for a crawler. */
const PERSON =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const NATIONAL = '(800) 555-0142';

const state = mkdtempSync(join(tmpdir(), 'leadline-site-'));
let leadline: LocalLeadline;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  [leadline, browser] = await Promise.all([startLocalLeadline(state, await freePort()), launchBrowser()]);
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await leadline?.stop();
  rmSync(state, { recursive: true, force: true });
});

beforeEach(async () => {
  page = await browser.newPage({ userAgent: PERSON });
});

afterEach(() => page.close());

/** Uses the panel as a person would; every change is a new visit. */
async function become(visitor: {
  place?: string;
  zip?: string;
  source?: string;
  newIp?: boolean;
  nocache?: boolean;
}): Promise<void> {
  const visit = async (change: () => Promise<unknown>): Promise<void> => {
    await Promise.all([page.waitForEvent('load'), change()]);
  };
  const { place, source } = visitor;
  if (place !== undefined) await visit(() => page.locator('#place').selectOption(place));
  if (source !== undefined) await visit(() => page.locator('#source').selectOption(source));
  if (visitor.zip !== undefined) await page.locator('#zip').fill(visitor.zip);
  if (visitor.nocache !== undefined) await page.locator('#nocache').setChecked(visitor.nocache);
  // Last, since what an IP saw first is what it keeps.
  await visit(() => page.getByRole('button', { name: visitor.newIp === true ? 'New IP' : 'Visit' }).click());
}

/** Waits until the page shows the number in its header. */
async function headerShows(number: string): Promise<void> {
  await page.locator('header .phone', { hasText: number }).waitFor({ timeout: 40_000 });
}

/** Waits until the panel's explanation says so. */
async function explains(text: string): Promise<void> {
  await page.locator('output', { hasText: text }).waitFor({ timeout: 40_000 });
}

describe('the demo site', { timeout: 180_000 }, () => {
  test('shows the number of the nearest branch and of the source, wherever the page prints one', async () => {
    await page.goto(`${leadline.origin}/demo/`);

    await become({ newIp: true, nocache: true, place: 'Boulder, CO', source: 'Google ad' });

    await headerShows('(303) 555-0151');
    expect(await page.locator('header .phone').getAttribute('href')).toBe('tel:+13035550151');
    expect(await page.locator('.hero .button').first().innerText()).toContain('Call (303) 555-0151');
    expect(await page.locator('.hero .lead').innerText()).toContain('(303) 555-0151');
    expect(await page.locator('.cards').innerText()).toContain('303.555.0151');
    expect(await page.locator('footer').innerText()).toContain('+1 303 555 0151');
    expect(await page.locator('main').innerText()).not.toContain(NATIONAL);
  });

  test('shows other numbers for another ZIP and another source', async () => {
    await page.goto(`${leadline.origin}/demo/`);

    await become({ newIp: true, zip: '98101', source: 'Google search' });
    await headerShows('(206) 555-0152');
    await become({ zip: '10001', source: 'Facebook post' });
    await headerShows('(212) 555-0153');

    await explains('organic_social');
    expect(await page.locator('output').innerText()).toContain('Brightwater New York');
  });

  test('keeps the number of a returning IP though the source changed, and does not with nocache', async () => {
    await page.goto(`${leadline.origin}/demo/`);

    await become({ newIp: true, place: 'Brooklyn, NY' });
    await headerShows('(212) 555-0150');
    await become({ source: 'Google ad' });
    await headerShows('(212) 555-0150');
    await explains('kept for this IP from an earlier visit');
    await become({ nocache: true });
    await headerShows('(212) 555-0151');

    await explains('bypass');
    expect(await page.locator('output').innerText()).toContain('paid_search');
  });

  test('swaps each branch number for that branch, late content too, and leaves order numbers alone', async () => {
    await page.goto(`${leadline.origin}/demo/`);
    await become({ newIp: true, place: 'Austin, TX', source: 'Google ad' });
    await headerShows('(512) 555-0151');

    await page.goto(`${leadline.origin}/demo/locations.html`);
    await page.locator('#seattle', { hasText: '(206) 555-0151' }).waitFor();
    await page.goto(`${leadline.origin}/demo/contact.html`);
    await page.locator('#late', { hasText: '(512) 555-0151' }).waitFor();
    await page.goto(`${leadline.origin}/demo/services.html`);
    await headerShows('(512) 555-0151');

    expect(await page.locator('main').innerText()).toContain('8005550142998');
  });

  test('shows the real number when the network is cut', async () => {
    await page.route('**/dni/swap/**', (route) => route.abort());

    await page.goto(`${leadline.origin}/demo/`);
    await page.waitForLoadState('networkidle');

    expect(await page.locator('header .phone').innerText()).toBe(NATIONAL);
  });
});
