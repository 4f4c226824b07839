/** The console as people use it: signed in, in the real browser, with everything watched that must not happen. */
import axe from 'axe-core';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { expect } from 'vitest';
import { freshIp, type TestUser } from '../harness/client.ts';
import { workerUrl } from '../harness/worker-url.ts';
import { isFull } from '../harness/effort.ts';

/** A page of the console, and what went wrong on it. */
export interface ConsolePage {
  page: Page;
  context: BrowserContext;
  /** Errors on the console, violations of the policy, requests to elsewhere. */
  faults: string[];
}

/** The two widths that everything is looked at in: a desktop and a small phone. */
const SIZES = [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
] as const;
/** The smallest phone, and the least height of what fingers press, less a part of a pixel. */
const SMALLEST = { width: 320, height: 640 };
const LEAST_TARGET = 43.9;
const sessions = new WeakMap<Page, CDPSession>();
const PATIENCE_MS = 30_000;
const THEMES = ['light', 'dark'] as const;

/**
 * Opens the console.
 * @param user who is signed in; undefined: nobody
 * @param origin the Worker under another of its names
 */
export async function openConsole(
  browser: Browser,
  user?: Pick<TestUser, 'authorization'>,
  origin = workerUrl(),
): Promise<ConsolePage> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: SIZES[0],
    // The tests sign in more often than anybody; and nothing moves while it is looked at.
    extraHTTPHeaders: { 'CF-Connecting-IP': freshIp() },
    reducedMotion: 'reduce',
    timezoneId: 'America/Chicago',
    locale: 'en-US',
  });
  // What is not there by then does not come, and says where it was waited for.
  context.setDefaultTimeout(PATIENCE_MS);
  if (user !== undefined) await signInDirectly(context, user, origin);
  return openTab(context, origin);
}

/** Opens another page for whoever is signed in. */
export async function openTab(context: BrowserContext, origin = workerUrl()): Promise<ConsolePage> {
  const page = await context.newPage();
  return { page, context, faults: watch(page, origin) };
}

/** Gives the browser the cookie of a session, without the password that takes its time to check. */
export async function signInDirectly(
  context: BrowserContext,
  user: Pick<TestUser, 'authorization'>,
  origin = workerUrl(),
): Promise<void> {
  await context.addCookies([
    {
      name: 'leadline',
      value: Buffer.from(user.authorization).toString('base64url'),
      url: origin,
      httpOnly: true,
      sameSite: 'Strict',
    },
  ]);
}

/** Faults of accessibility, and anything wider than the screen, in both themes and at both widths, and for fingers. */
export async function inspect({ page }: ConsolePage, name: string): Promise<void> {
  const found: string[] = [];
  await page.locator('h1').first().waitFor({ state: 'attached' });
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const colorScheme of THEMES) {
      const where = `${name}, ${size.width} px, ${colorScheme}`;
      const isDark = colorScheme === 'dark';
      // Both themes and both widths in the full run only; that nothing is too wide is looked at in either.
      if (!isFull && (isDark || size !== SIZES[0])) continue;
      if (isFull) await page.emulateMedia({ colorScheme });
      // What a theme changes is colours.
      const rules = isDark ? ['color-contrast'] : undefined;
      found.push(...(await faultsOfAccess(page, rules)).map((fault) => `${where}: ${fault}`));
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (overflow > 0) found.push(`${name}, ${size.width} px: ${overflow} px too wide`);
  }
  found.push(...(await faultsForFingers(page)).map((fault) => `${name}, ${fault}`));
  await page.setViewportSize(SIZES[0]);
  if (isFull) await page.emulateMedia({ colorScheme: 'light' });
  expect(found).toEqual([]);
}

/** The element that has the focus, and whether one can see that. */
export async function focused(page: Page): Promise<{ name: string; isVisible: boolean }> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return { name: '', isVisible: false };
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const labels = 'labels' in element ? (element.labels as NodeListOf<HTMLElement> | null) : null;
    return {
      name: element.getAttribute('aria-label') ?? labels?.[0]?.innerText ?? element.innerText.trim(),
      isVisible: outlineStyle !== 'none' && outlineWidth !== '0px',
    };
  });
}

/** Presses Tab until something of this name has the focus; each stop on the way can be seen. */
export async function tabTo(page: Page, name: RegExp, atMost = 60): Promise<void> {
  // What is loaded later is waited for: Tab would pass its place.
  await expect
    .poll(() => hasStop(page, name), { timeout: PATIENCE_MS, message: `nothing is called ${String(name)}` })
    .toBe(true);
  const passed: string[] = [];
  for (let step = 0; step < atMost; step += 1) {
    await page.keyboard.press('Tab');
    const now = await focused(page);
    passed.push(now.name);
    if (now.name !== '')
      expect(now, `the focus on ${now.name} cannot be seen`).toMatchObject({ isVisible: true });
    if (name.test(now.name)) return;
  }
  throw new Error(`No ${String(name)} within ${atMost} steps: ${passed.join(' | ')}`);
}

/** Whether something of this name can get the focus. */
async function hasStop(page: Page, name: RegExp): Promise<boolean> {
  const names = await page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>('a, button, input, select, textarea, summary, [tabindex]'),
    ].map((element) => {
      const labels = 'labels' in element ? (element.labels as NodeListOf<HTMLElement> | null) : null;
      return element.getAttribute('aria-label') ?? labels?.[0]?.innerText ?? element.innerText.trim();
    }),
  );
  return names.some((found) => name.test(found));
}

/**
 * What makes the page wider than the smallest phone, and what fingers do not meet: below 44 px (WCAG 2.2, 2.5.5). Links in a
 * sentence stay in their line, branches on the map are in a list as well, boxes to tick have labels, what is unseen is for keys.
 */
async function faultsForFingers(page: Page): Promise<string[]> {
  await page.setViewportSize(SMALLEST);
  // It stays: when a session ends, so do the authenticators of others.
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  const found = await page.evaluate((least) => {
    if (!matchMedia('(pointer: coarse)').matches) return ['no finger points'];
    const nameOf = (element: Element): string => {
      const { width, height } = element.getBoundingClientRect();
      const label = element.getAttribute('aria-label') ?? (element as HTMLElement).innerText.slice(0, 40);
      return `${element.localName}.${element.className} "${label}", ${Math.round(width)} × ${Math.round(height)} px`;
    };
    const { scrollWidth } = document.documentElement;
    const widest =
      scrollWidth > window.innerWidth
        ? [...document.querySelectorAll('body *')].findLast(
            (element) => element.getBoundingClientRect().right >= scrollWidth,
          )
        : undefined;
    const shown = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
    const pressed = shown.querySelectorAll(
      ':is(button:not(.branch), [role=button], .button, summary, nav a, .leads .main, select, textarea, input:not([type=checkbox], [type=radio])):not(.unseen, .unseen *)',
    );
    const low = [...pressed].filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        element.getBoundingClientRect().height < least,
    );
    return [
      ...(widest === undefined ? [] : [`too wide: ${nameOf(widest)}`]),
      ...low.map((element) => `too low: ${nameOf(element)}`),
    ];
  }, LEAST_TARGET);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: false });
  return found.map((fault) => `${SMALLEST.width} px: ${fault}`);
}

async function faultsOfAccess(page: Page, rules: string[] | undefined): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async (only) => {
    const { axe: checker } = window as unknown as { axe: typeof axe };
    // A modal dialog makes the screen below it inert, which is looked at by itself.
    const shown = [...document.querySelectorAll<HTMLElement>('dialog:modal')].at(-1) ?? document;
    const { violations: list } = await checker.run(shown, {
      resultTypes: ['violations'],
      ...(only === undefined ? {} : { runOnly: { type: 'rule', values: only } }),
    });
    return list.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, failureSummary }) => `${html.slice(0, 200)} ${failureSummary}`),
    }));
  }, rules);
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node}`));
}

function watch(page: Page, origin: string): string[] {
  const faults: string[] = [];
  page.on('console', (message) => {
    // A page that is left closes its socket, which may not be open yet.
    if (/^WebSocket connection .* is closed before the connection is established/.test(message.text()))
      return;
    if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`)) faults.push(`a request to ${request.url()}`);
  });
  return faults;
}
