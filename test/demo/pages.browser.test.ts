/** @module-tag full: looks at every page at every width */
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { watchSettling } from '../harness/browser.ts';
import { type Demo, START_TIMEOUT_MS, startDemo } from './demo.ts';
import { become, headerNumber, openPerson, PERSON, said } from './visitor.ts';

/** All pages of the site, by their address under `/demo/`. */
const PAGES = ['', 'services', 'locations', 'contact', 'thanks', 'formats', 'react', 'vue', 'csp'];

let demo: Demo;

beforeAll(async () => {
  demo = await startDemo();
}, START_TIMEOUT_MS);

afterAll(() => demo?.stop());

const visit = (page: Page, path: string): Promise<unknown> => page.goto(`${demo.origin}/demo/${path}`);

/** A box on the screen. */
interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The layout of the page. */
interface Layout {
  /** Pixels that the page is wider than the screen. */
  overflow: number;
  /** Numbers that break over lines. */
  broken: string[];
  panel: Box;
  site: Box;
  /** Absent while hidden. */
  debug: Box | undefined;
  /** Boxes of buttons that may be in one row. */
  buttons: Box[];
}

function layoutOf(page: Page): Promise<Layout> {
  return page.evaluate(() => {
    const box = (element: Element): Box => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return { left, right, top, bottom };
    };
    const all = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)];
    const [site, panel] = all('.site, leadline-panel');
    const linesOf = (element: Element): number =>
      new Set([...element.getClientRects()].map(({ bottom }) => Math.round(bottom / 8))).size;
    return {
      overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      broken: all('.tel')
        .filter((element) => linesOf(element) > 1)
        .map(({ innerText }) => innerText),
      panel: box(panel!),
      site: box(site!),
      debug: all('leadline-debug')
        .filter((element) => element.checkVisibility())
        .map(box)[0],
      buttons: all('.actions .button').map(box),
    };
  });
}

/** Lists the faults of the layout. */
function faultsOf({ overflow, broken, panel, site, debug, buttons }: Layout): string[] {
  const overlap = (a: Box, b: Box): boolean =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const isBeside = panel.left >= site.right;
  const isBar = panel.bottom - panel.top <= 64;
  const isCrooked = buttons.some((a) =>
    buttons.some((b) => a.top < b.bottom && b.top < a.bottom && a.bottom !== b.bottom),
  );
  const faults: [boolean, string][] = [
    [overflow > 0, `the page scrolls sideways by ${overflow}`],
    [broken.length > 0, `numbers over two lines: ${broken.join()}`],
    [
      // A bar at the bottom covers the page there.
      debug !== undefined && isBeside && overlap(panel, debug),
      'the debug panel and the panel overlap',
    ],
    [!isBeside && !isBar, 'the panel covers the page'],
    [isCrooked, 'the buttons of a row are not aligned'],
  ];
  return faults.filter(([isFault]) => isFault).map(([, words]) => words);
}

describe('the pages of the demo', { timeout: 180_000 }, () => {
  test.for([
    [390, 844, 'light'],
    [768, 1024, 'dark'],
    [1280, 800, 'light'],
  ] as const)('have a correct layout at %d pixels', async ([width, height, colorScheme]) => {
    const page = await openPerson(demo.browser, { viewport: { width, height }, colorScheme });
    const faults: string[] = [];
    // Violations of the policy are errors on the console too.
    page.on('console', (message) => void (message.type() === 'error' && faults.push(message.text())));
    page.on('pageerror', (error) => void faults.push(String(error)));
    for (const path of PAGES) {
      await visit(page, `${path}?leadline_debug`);
      await page.locator('leadline-debug h2').waitFor({ state: 'attached' });
      expect([path, await headerNumber(page)]).toEqual([path, '(303) 555-0150']);
      // The debug panel moves for the panel, which may appear later.
      await expect.poll(async () => [path, ...faultsOf(await layoutOf(page))]).toEqual([path]);
    }

    expect(faults).toEqual([]);
    await page.close();
  });

  test('have a menu and a panel on a phone, and the debug panel makes room', async () => {
    const page = await openPerson(demo.browser, { viewport: { width: 390, height: 844 } });
    await visit(page, '?leadline_debug');
    await page.locator('leadline-debug h2').waitFor();

    await page.getByRole('button', { name: /Boulder, CO/ }).click();
    await page.locator('leadline-debug').waitFor({ state: 'hidden' });
    expect((await said(page)).number).toBe('(303) 555-0150');
    await page.keyboard.press('Escape');
    await page.locator('leadline-debug').waitFor();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Locations' }).click();

    await page.waitForURL('**/demo/locations');
    expect(await page.locator('h1').innerText()).toBe('Five branches, one standard');
    await page.close();
  });

  test('are served with a content security policy, which visitors cannot change', async () => {
    const { headers } = await fetch(`${demo.origin}/demo/`);

    expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
  });
});

describe('the further pages', () => {
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    context = await demo.browser.newContext({ userAgent: PERSON });
    page = await context.newPage();
    await watchSettling(page);
    await visit(page, '');
    await become(page, { place: 'Austin, TX', way: 'Google ad' });
    // The tab remembers the cache state of the first page.
    await said(page);
  });

  afterAll(() => context.close());

  test('every printed form has the digits of the visit, and similar numbers stay', async () => {
    await visit(page, 'formats');
    expect(await headerNumber(page)).toBe('(512) 555-0151');
    const [forms, leftAlone] = await page
      .locator('main table')
      .evaluateAll((tables) => tables.map((table) => (table as HTMLElement).innerText));

    expect(forms).toContain('Brackets\t(512) 555-0151');
    expect(forms).toContain('No-break hyphens\t512‑555‑0151');
    expect(forms).toContain('From abroad\t001 512 555 0151');
    expect(forms).toContain('With an extension\t(512) 555-0151 ext. 7');
    expect(forms).toContain('Across elements\t(512) 555-0151');
    // The icon is still between the parts.
    expect(await page.locator('main td:has(> b + svg)').innerText()).toMatch(/^\(512\) \u2060555-0151$/);
    expect(forms).not.toMatch(/800.{0,4}555/);
    expect(await page.locator('main a[href^="tel:%2B"]').getAttribute('href')).toBe(
      'tel:%2B1%20(512)%20555-0151',
    );
    expect(await page.locator('main input[type=button]').inputValue()).toBe('Call 512-555-0151');
    expect(await page.getByLabel('Number to call').getAttribute('placeholder')).toBe('512-555-0151');
    for (const kept of ['#8005550142,', '$8005550142', '8005550142.pdf', '+44 800 555 0142']) {
      expect(leftAlone).toContain(kept);
    }
    expect(await page.locator('main [data-leadline-skip]').innerText()).toBe('800-555-0142');
    expect(leftAlone).not.toContain('512');
  });

  test.for(['react', 'vue'])('%s hydrates its page, and its updates stay swapped', async (name) => {
    await visit(page, name);
    const app = page.locator('main .app');

    await app.locator('a', { hasText: '(512) 555-0151' }).waitFor();
    expect(await app.locator('a').getAttribute('href')).toBe('tel:+15125550151');
    await app.locator('strong', { hasText: '512.555.0151' }).waitFor();
    await app.getByRole('button', { name: 'I have time' }).click();
    await app.getByText('We call back within 30 minutes, from (512) 555-0151.').waitFor();

    expect(await app.innerText()).not.toMatch(/800.{0,4}555/);
  });

  test('the debug panel lists swapped numbers, and reasons for others', async () => {
    await visit(page, 'formats?leadline_debug');
    const panel = page.locator('leadline-debug');
    await panel.locator('h2', { hasText: 'numbers swapped' }).waitFor();
    const rows = await panel.locator('tr').allInnerTexts();

    expect(rows).toContain('Source\tpaid_search');
    expect(rows).toContain('Location\tBrightwater Austin');
    expect(rows).toContain('Number\t+15125550151');
    expect(rows).toContain('td\t(800) 555-0142\tswapped: (512) 555-0151');
    expect(rows).toContain('code\t800-555-0142\tleft alone: inside code');
    expect(rows.join('\n')).toContain('left alone: a part of a longer number, an order number');
    await panel.getByRole('button', { name: 'Close' }).click();
    expect(await panel.count()).toBe(0);
  });

  test('the pinned script swaps under a strict policy in the frame of the site', async () => {
    await visit(page, 'csp');
    const link = page.locator('main a[href^="tel:"]');

    await link.filter({ hasText: '(512) 555-0151' }).waitFor();
    expect(await link.getAttribute('href')).toBe('tel:+15125550151');
    expect(await page.locator('script[integrity]').getAttribute('src')).toMatch(
      /^\/dni\/leadline-.+-.+\.js$/,
    );
    expect(await said(page)).toMatchObject({ number: '(512) 555-0151', state: 'New' });
  });
});
