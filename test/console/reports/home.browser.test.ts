/** Home: the figures of the last 30 days, and what they lead to. */
import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import type { CallCompany } from '../../worker/core/phone/calls/call-company.ts';
import { tabTo } from '../console.ts';
import { test } from '../console-test.ts';
import { COUNTS, makeReportsCompany } from './reports-company.ts';

let company: CallCompany;

beforeAll(async () => {
  company = await makeReportsCompany();
});

/** The figure with this label. */
const tile = (page: Page, label: string): ReturnType<Page['getByRole']> =>
  page.getByRole('link', { name: new RegExp(`^\\d+: ${label}, last 30 days$`) });

test('the company opens on Home, whose rows filter it and whose figures lead to their lists', async ({
  open,
}) => {
  const here = await open(company.superadmin);
  const { page } = here;
  await page.goto('/console/');
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  await expect.poll(() => tile(page, 'Calls').textContent()).toBe(String(COUNTS.calls));
  await page.getByText(`${COUNTS.calls} calls, 100% more than in`).waitFor();
  await page.getByRole('region', { name: 'Today' }).getByText(`${COUNTS.today} calls`).waitFor();

  await page.getByRole('link', { name: /^Paid search ?: filter by this source$/ }).click();
  await expect.poll(() => tile(page, 'Calls').textContent()).toBe(String(COUNTS.austin));
  expect(new URL(page.url()).searchParams.get('source')).toBe('paid_search');
  await page.reload();
  await expect.poll(() => tile(page, 'Calls').textContent()).toBe(String(COUNTS.austin));
  await page.goBack();
  await expect.poll(() => tile(page, 'Calls').textContent()).toBe(String(COUNTS.calls));

  await page.getByRole('link', { name: /^Missed ?: show as a line$/ }).click();
  await page.getByRole('heading', { name: 'Missed by day' }).waitFor();
  await page.getByRole('link', { name: 'Table of Missed by day' }).click();
  const table = page.getByRole('table', { name: 'Missed by day' });
  await expect.poll(() => table.getByRole('row').count()).toBe(31);
  await page.getByRole('link', { name: 'Chart of Missed by day' }).click();
  await table.waitFor({ state: 'detached' });

  await page.getByRole('link', { name: 'Table of Missed calls by weekday and hour' }).click();
  await page.getByRole('table', { name: 'Missed calls by weekday and hour' }).waitFor();

  await tile(page, 'Missed').click();
  await page.getByRole('heading', { name: 'Missed calls' }).waitFor();
  await expect
    .poll(() => page.getByRole('table', { name: 'Calls' }).getByRole('row').count())
    .toBe(COUNTS.missed + 1);
  await page.goBack();
  await page.getByRole('heading', { name: 'Home' }).waitFor();
});

test('by keyboard alone, the charts say each day and hour, and a figure opens its list', async ({ open }) => {
  const { page } = await open(company.manager);
  await page.goto(`/console/${company.companyId}/home`);
  await tile(page, 'Calls').waitFor();
  await tabTo(page, /^Callers/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Callers by day' }).waitFor();
  await tabTo(page, /^Callers, by day$/);
  const line = page.getByRole('slider', { name: 'Callers, by day' });
  const first = await line.getAttribute('aria-valuetext');
  expect(first).toMatch(/^\w{3}, \w{3} \d+; 3; \d+ before, /);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => line.getAttribute('aria-valuetext')).toMatch(/; 0; /);
  await page.keyboard.press('End');
  await expect.poll(() => line.getAttribute('aria-valuetext')).toBe(first);

  const heat = page.getByRole('slider', { name: 'Missed calls, by weekday and hour' });
  await tabTo(page, /^Missed calls, by weekday and hour$/);
  await page.keyboard.press('Home');
  await expect.poll(() => heat.getAttribute('aria-valuetext')).toMatch(/^Monday 12 AM: /);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => heat.getAttribute('aria-valuetext')).toMatch(/^Tuesday 1 AM: /);
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => heat.getAttribute('aria-valuetext')).toMatch(/^Monday 1 AM: /);

  await tile(page, 'Leads').press('Enter');
  await page.getByRole('heading', { name: 'Leads' }).waitFor();
  await page.getByRole('table', { name: 'Leads' }).getByRole('link').first().waitFor();
});
