/** Pages with a leased number, whose clock, visibility and intervals the test controls. */
import { vi } from 'vitest';
import { sendAsOperator } from '../../../harness/client.ts';
import type { Page } from '../../../harness/engines/page.ts';
import type { Scenario, Visit } from '../../scenario.ts';

const MINUTE_MS = 60_000;

export const AD = '/page.html?gclid=abc';
export const LEASED = /^\(415\) 555-01[2-5]\d$/;
export const OVERFLOW = '(415) 555-0119';
export const POOL = {
  pool: 'ads',
  source: 'paid_search',
  phone_numbers: Array.from({ length: 40 }, (_, index) => `+141555501${20 + index}`),
  overflow: '+14155550119',
};

interface Controls {
  /** Milliseconds by which the page's clock is ahead. */
  ahead: number;
  isHidden: boolean | undefined;
  /** The work of the page's intervals. */
  ticks: (() => void)[];
}

/** Waits until the pool answers: the first question to an object may take longer than a lookup waits. */
export async function warmPool({ companyId }: Scenario): Promise<void> {
  await vi.waitUntil(async () => {
    const answer = await sendAsOperator('GET', `/dni/api/companies/${companyId}/pools`);
    return ((await answer.json()) as { pools: { free: number | null }[] }).pools[0]?.free !== null;
  });
}

/** Opens a page with the controls. */
export async function openControlled(visit: Visit, path = AD): Promise<Page> {
  visit.before(() => {
    const controls: Controls = { ahead: 0, isHidden: undefined, ticks: [] };
    const now = Date.now.bind(Date);
    Date.now = () => now() + controls.ahead;
    Object.defineProperty(document, 'hidden', {
      get: () => controls.isHidden ?? document.visibilityState === 'hidden',
    });
    const interval = window.setInterval;
    window.setInterval = ((run: () => void, ...others: number[]) => {
      controls.ticks.push(run);
      return interval(run, ...others);
    }) as typeof window.setInterval;
    Object.assign(window, { controls });
  });
  return visit.openReady(path);
}

/** Lets time pass on the page's clock. */
export function pass(page: Page, minutes: number): Promise<unknown> {
  return page.evaluate((ms) => {
    (window as unknown as { controls: Controls }).controls.ahead += ms;
  }, minutes * MINUTE_MS);
}

/** Lets time pass; then the page's intervals run. */
export async function passWithIntervals(page: Page, minutes: number): Promise<void> {
  await pass(page, minutes);
  await page.evaluate(() => {
    for (const run of (window as unknown as { controls: Controls }).controls.ticks) run();
  });
}

/** Hides or shows the page, as another tab in front does. */
export function setHidden(page: Page, isHidden: boolean): Promise<unknown> {
  return page.evaluate((hidden) => {
    (window as unknown as { controls: Controls }).controls.isHidden = hidden;
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, isHidden);
}

/** Tells whether the page has stored a plan that is valid now. */
export function isRenewed(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const [visit = '{}'] = Object.values(localStorage) as string[];
    return Number((JSON.parse(visit) as { until?: number }).until) > Date.now();
  });
}

/** Returns all that the page has stored. */
export function stored(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify(localStorage));
}
