import type { APIResponse, Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { answerOf, makeCompanyWithUsers } from '../../harness/builders.ts';
import { sendAs } from '../../harness/client.ts';
import { dniSettings, location } from '../../harness/dni-company.ts';
import { test } from '../console-test.ts';

/** A refusal as the API sends it. */
function refuse(route: Route, status: number, headers: Record<string, string> = {}): Promise<void> {
  const detail = `This is refused with ${status}.`;
  return route.fulfill({ status, headers, json: { code: 'refused', title: 'Refused', detail, status } });
}

/** What the browser itself tells of a request that failed. */
const OF_THE_NETWORK = /status of (?:413|429|500)|ERR_INTERNET_DISCONNECTED|ERR_FAILED/;

test('a note that cannot be sent says why and stays, until it can', async ({
  open,
  salesCompany: company,
}) => {
  const here = await open(company.superadmin, { expected: OF_THE_NETWORK });
  const { page, context } = here;
  await page.goto(`/console/${company.companyId}/leads/${company.annId}`);
  const note = page.getByLabel('New note');
  const send = page.getByRole('button', { name: 'Add note' });
  await note.fill('Wants to be called at noon.');
  const refusals = [
    [413, {}, 'This is refused with 413.'],
    [429, { 'Retry-After': '7' }, 'This is refused with 429. Try again in 7 s.'],
    [500, {}, 'This is refused with 500.'],
  ] as const;
  for (const [status, headers, told] of refusals) {
    await page.route('**/note', (route) => refuse(route, status, headers), { times: 1 });
    await send.click();
    await page.getByText(told).waitFor();
    await expect.poll(() => note.inputValue()).toBe('Wants to be called at noon.');
  }
  await context.setOffline(true);
  await send.click();
  await page.getByText('The server cannot be reached.').waitFor();
  await expect.poll(() => note.inputValue()).toBe('Wants to be called at noon.');
  await context.setOffline(false);
  await send.click();
  await page.getByRole('list').getByText('Wants to be called at noon.').waitFor();
  await expect.poll(() => note.inputValue()).toBe('');
});

test('data that cannot be refreshed stays, with its time', async ({ open, salesCompany: company }) => {
  const here = await open(company.superadmin, { expected: OF_THE_NETWORK });
  const { page } = here;
  await page.goto(`/console/${company.companyId}/leads`);
  await page.getByText('64 leads', { exact: true }).waitFor();
  await page.route('**/smart_views/*?*', (route) => refuse(route, 500));
  await page.getByRole('checkbox', { name: /Contacted/ }).check();
  await page.getByText('This is refused with 500.').waitFor();
  await page.unroute('**/smart_views/*?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('20 leads', { exact: true }).waitFor();
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
});

/** Has requests of a page go on when they are given up, so that their answers come all the same, and late. */
async function neverGiveUp(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const original = window.fetch.bind(window);
    window.fetch = (input, init) => original(input, { ...init, signal: null });
  });
}

/** Holds back the next answer to a request; the function that comes with it lets it go, once it is on its way. */
async function holdNext(
  page: Page,
  url: RegExp,
): Promise<{ isHeld: () => boolean; release: () => Promise<void> }> {
  let held: { route: Route; answer: APIResponse } | undefined;
  await page.route(
    url,
    async (route) => {
      // What the server says now, before anything else changes there.
      const headers = { ...route.request().headers(), 'sec-fetch-site': 'same-origin' };
      held = { route, answer: await route.fetch({ headers }) };
    },
    { times: 1 },
  );
  const release = async (): Promise<void> => {
    if (held === undefined) throw new Error('Nothing is held.');
    const { route, answer } = held;
    const arrived = page.waitForEvent('requestfinished', (request) => request === route.request());
    await route.fulfill({ response: answer });
    await arrived;
    // Whatever the page does with it, it has done before a later task.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  };
  return { isHeld: () => held !== undefined, release };
}

test('an answer that comes after that of a later question is not shown', async ({
  open,
  salesCompany: company,
}) => {
  const here = await open(company.superadmin);
  const { page } = here;
  await neverGiveUp(page);
  await page.goto(`/console/${company.companyId}/leads`);
  await page.getByText('64 leads', { exact: true }).waitFor();
  const first = await holdNext(page, /\/smart_views\/[^/?]+\?(?:.*&)?q=person(?:&|$)/);
  await page.getByLabel('Search leads').fill('person');
  await expect.poll(first.isHeld).toBe(true);
  await page.getByLabel('Search leads').fill('müller');
  await page.getByText('1 lead found').waitFor();
  await first.release();
  expect(await page.locator('.table .main').allInnerTexts()).toEqual(['Zoë Müller']);
  expect(await page.getByText('1 lead found').count()).toBe(1);
});

test('of two answers to the same request the later request wins, in whatever order they come', async ({
  open,
  salesCompany: company,
}) => {
  const here = await open(company.superadmin);
  const { page } = here;
  await neverGiveUp(page);
  await page.goto(`/console/${company.companyId}/leads/${company.annId}`);
  await page.getByRole('button', { name: 'State: Open' }).waitFor();
  const first = await holdNext(page, new RegExp(`/leads/${company.annId}$`));
  await page.keyboard.press('s');
  await page.getByRole('button', { name: 'Won', exact: true }).click();
  await expect.poll(first.isHeld).toBe(true);
  await page.keyboard.press('s');
  await page.getByRole('button', { name: 'Contacted', exact: true }).click();
  await page.getByRole('button', { name: 'State: Contacted' }).waitFor();
  await first.release();
  expect(await page.getByRole('button', { name: 'State: Contacted' }).count()).toBe(1);
  expect(await page.getByRole('button', { name: 'State: Won' }).count()).toBe(0);
});

test(
  '1,200 locations are listed, found and changed, and at 400 % nothing has to be scrolled sideways',
  { tags: ['full'] },
  async ({ open }) => {
    const large = await makeCompanyWithUsers();
    const locations = Array.from({ length: 1_200 }, (_, index) =>
      location(`branch-${index}`, {
        name: `Branch ${index}`,
        latitude: String(30 + (index % 200) / 20),
        longitude: String(-120 + Math.floor(index / 200) * 5),
      }),
    );
    const settings = `/dni/api/companies/${large.companyId}/settings`;
    await answerOf(await sendAs(large.superadmin, 'PUT', settings, dniSettings({ locations, numbers: [] })));
    const here = await open(large.superadmin);
    const { page } = here;
    // 1280 pixels at 400 % (WCAG 1.4.10).
    await page.setViewportSize({ width: 320, height: 256 });
    for (const path of [
      'leads',
      'calls',
      'numbers/locations',
      'numbers/site',
      'preview',
      'people',
      'company',
    ]) {
      await page.goto(`/console/${large.companyId}/${path}`);
      await page.locator('h1').waitFor();
      await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect({ path, width }).toEqual({ path, width: 320 });
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`/console/${large.companyId}/numbers/locations`);
    await page.getByRole('searchbox').fill('Branch 1199');
    await page.getByRole('link', { name: 'Branch 1199' }).click();
    await page.getByRole('dialog', { name: 'Location' }).getByLabel('Name').fill('The last one');
    await page.getByRole('button', { name: 'Save to draft' }).click();
    await page.getByText('1 unpublished change').waitFor();
  },
);
