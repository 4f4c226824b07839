/** A person at the demo site: looks at its pages and uses its panel. */
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { settled, watchSettling } from '../harness/browser.ts';

/** Headless Chromium says so in its user agent, and is rightly taken for a crawler. */
export const PERSON =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** A page of a person's own, with a browser profile of its own. */
export async function openPerson(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await browser.newPage({ userAgent: PERSON, ...options });
  await watchSettling(page);
  return page;
}

/** Who to be; what is left out stays as it was. */
export interface Choice {
  place?: string;
  way?: string;
  zip?: string;
  isBack?: boolean;
  nocache?: boolean;
}

/** What the panel says. */
export interface Said {
  number: string;
  state: string;
  story: string;
  heading: string;
  /** What each step arrived at: place, branch, source, number. */
  steps: string[];
  /** The locations as they are listed, the nearest first, and the one that is marked. */
  listed: string[];
  chosen: string;
}

/** Chooses in the open panel. Each choice that changes something is another visit. */
export async function become(page: Page, choice: Choice): Promise<void> {
  const field = (name: string): Locator => page.locator(`leadline-panel [name=${name}]`);
  const visit = (change: () => Promise<unknown>): Promise<unknown> =>
    Promise.all([page.waitForEvent('load'), change()]);
  await field('isBack').setChecked(choice.isBack ?? false);
  for (const name of ['place', 'way'] as const) {
    const value = choice[name];
    if (value !== undefined && (await field(name).inputValue()) !== value) {
      await visit(() => field(name).selectOption(value));
    }
  }
  const { zip, nocache } = choice;
  if (zip === undefined && nocache === undefined) return;
  if (!(await field('zip').isVisible())) await page.getByText('IP address, ZIP, cache').click();
  if (zip !== undefined) await field('zip').fill(zip);
  if (nocache !== undefined) await field('nocache').setChecked(nocache);
  await visit(() => page.getByRole('button', { name: 'Visit' }).click());
}

/** The number in the header, once the widget has swapped the whole page. Of pages that `openPerson` has opened. */
export async function headerNumber(page: Page): Promise<string> {
  await settled(page);
  return page.locator('header .phone').innerText();
}

/** What the panel says, once it has been explained. */
export async function said(page: Page): Promise<Said> {
  await page.locator('output .state:not(:empty)').waitFor();
  return page.locator('output').evaluate((output) => {
    const texts = (selector: string): string[] =>
      [...output.querySelectorAll(selector)].map((element) => element.textContent);
    return {
      number: texts('.shown').join(''),
      state: texts('.state').join(''),
      story: texts('.story p').join(' '),
      heading: texts('h2').join(''),
      steps: texts('li strong'),
      listed: texts('li td:first-child'),
      chosen: texts('li .chosen td:first-child').join(''),
    };
  });
}
