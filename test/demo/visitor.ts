/** A person at the demo site: looks at its pages and uses its panel. */
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { settled, watchSettling } from '../harness/browser.ts';

/** Headless Chromium's user agent is recognised as a crawler, so it is replaced. */
export const PERSON =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** Opens a page with its own browser profile. */
export async function openPerson(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await browser.newPage({ userAgent: PERSON, ...options });
  await watchSettling(page);
  return page;
}

/** The visitor to simulate; omitted members stay unchanged. */
export interface Choice {
  place?: string;
  way?: string;
  zip?: string;
  isBack?: boolean;
  nocache?: boolean;
}

/** The texts of the panel. */
export interface Said {
  number: string;
  state: string;
  story: string;
  heading: string;
  /** The result of each step: place, branch, source, number. */
  steps: string[];
  /** The listed locations, nearest first, and the marked one. */
  listed: string[];
  chosen: string;
}

/** Chooses in the open panel. Each change starts another visit. */
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

/** Returns the number in the header after the widget has swapped the page. For pages of `openPerson`. */
export async function headerNumber(page: Page): Promise<string> {
  await settled(page);
  return page.locator('header .phone').innerText();
}

/** Reads the panel once it shows the explanation. */
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

/** Calls the number of the page by the demo's phone: the branch answers, and the visitor hangs up. */
export async function callByPhone(page: Page, caller: { name: string; number: string }): Promise<void> {
  const press = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
  await press('Call this number');
  await page.getByLabel('Name', { exact: true }).fill(caller.name);
  await page.getByLabel('Number', { exact: true }).fill(caller.number);
  await press('Call');
  await press('Pick up');
  await page.getByText(/^Connected with /).waitFor();
  await press('Hang up');
}
