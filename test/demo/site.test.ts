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

  describe('for those who look closer', () => {
    beforeEach(async () => {
      await page.goto(`${leadline.origin}/demo/`);
      await become({ newIp: true, place: 'Austin, TX', source: 'Google ad' });
      await headerShows('(512) 555-0151');
    });

    test('shows every printed form with the digits of the visit, and leaves alone what only looks like it', async () => {
      await page.goto(`${leadline.origin}/demo/formats.html`);
      await headerShows('(512) 555-0151');
      const [forms, leftAlone] = await page
        .locator('main table')
        .evaluateAll((tables) => tables.map((table) => (table as HTMLElement).innerText));

      expect(forms).toContain('Brackets\t(512) 555-0151');
      expect(forms).toContain('No-break hyphens\t512‑555‑0151');
      expect(forms).toContain('From abroad\t001 512 555 0151');
      expect(forms).toContain('With an extension\t(512) 555-0151 ext. 7');
      expect(forms).toContain('In parts\t(512) 555-0151');
      // The icon is still there, between the parts.
      expect(await page.locator('main td:has(> b + svg)').innerText()).toMatch(/^\(512\) \u2060555-0151$/);
      expect(forms).not.toMatch(/800.{0,4}555/);
      expect(await page.locator('main a[href^="tel:"]').nth(1).getAttribute('href')).toBe(
        'tel:%2B1%20(512)%20555-0151',
      );
      expect(await page.locator('main input[type=button]').inputValue()).toBe('Call 512-555-0151');
      for (const kept of ['#8005550142,', '$8005550142', '8005550142.pdf', '+44 800 555 0142']) {
        expect(leftAlone).toContain(kept);
      }
      expect(await page.locator('main [data-leadline-skip]').innerText()).toBe('800-555-0142');
      expect(leftAlone).not.toContain('512');
    });

    test.for(['react', 'vue'])('%s takes its page over, and what it updates stays swapped', async (name) => {
      await page.goto(`${leadline.origin}/demo/${name}.html`);
      await headerShows('(512) 555-0151');
      const app = page.locator('main .page > div');

      await app.locator('a', { hasText: '(512) 555-0151' }).waitFor();
      expect(await app.locator('a').getAttribute('href')).toBe('tel:+15125550151');
      await app.locator('strong', { hasText: '512.555.0151' }).waitFor();
      await app.getByRole('button', { name: 'I have time' }).click();
      await app.getByText('We call back within 30 minutes, from (512) 555-0151.').waitFor();

      expect(await app.innerText()).not.toMatch(/800.{0,4}555/);
    });

    test('says in its debug panel what was swapped, and why the rest was not', async () => {
      await page.goto(`${leadline.origin}/demo/formats.html?leadline_debug`);
      const panel = page.locator('leadline-debug');
      await panel.locator('h2', { hasText: 'places swapped' }).waitFor();
      const rows = await panel.locator('tr').allInnerTexts();

      expect(rows).toContain('Source\tpaid_search');
      expect(rows).toContain('Place\tBrightwater Austin');
      expect(rows).toContain('Number\t+15125550151');
      expect(rows).toContain('td\t(800) 555-0142\tswapped: (512) 555-0151');
      expect(rows).toContain('code\t800-555-0142\tleft alone: inside code');
      expect(rows.find((row) => row.includes('ORD-'))).toContain('a part of something longer');
      await panel.getByRole('button', { name: 'Close' }).click();
      expect(await panel.count()).toBe(0);
    });
  });

  test('swaps under a strict policy, with a pinned script, and nothing is reported', async () => {
    const reports: string[] = [];
    page.on('console', (message) => void (message.type() === 'error' && reports.push(message.text())));
    page.on('pageerror', (error) => void reports.push(String(error)));
    await page.addInitScript(() => {
      const violations: string[] = [];
      document.addEventListener('securitypolicyviolation', (event) => {
        violations.push(`${event.violatedDirective} ${event.blockedURI}`);
      });
      Object.assign(window, { violations });
    });
    // Without the panel's script, which the policy would not let in, a place and a source need telling from outside.
    await page.setExtraHTTPHeaders({
      'CF-Connecting-IP': '198.51.100.77',
      'MF-CF-Blob': JSON.stringify({ country: 'US', postalCode: '78701' }),
    });
    await page.goto(`${leadline.origin}/demo/csp.html?gclid=demo`);
    const link = page.locator('main a[href^="tel:"]');

    await link.filter({ hasText: '(512) 555-0151' }).waitFor({ timeout: 40_000 });
    expect(await link.getAttribute('href')).toBe('tel:+15125550151');
    expect(await page.evaluate(() => (window as { violations?: string[] }).violations)).toEqual([]);
    expect(reports).toEqual([]);
  });

  test('shows the real number when the network is cut', async () => {
    await page.route('**/dni/swap/**', (route) => route.abort());

    await page.goto(`${leadline.origin}/demo/`);
    await page.waitForLoadState('networkidle');

    expect(await page.locator('header .phone').innerText()).toBe(NATIONAL);
  });
});
