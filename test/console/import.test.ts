import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../harness/browser.ts';
import { sendAs } from '../harness/client.ts';
import { rowsOf } from '../harness/csv.ts';
import { type ConsolePage, inspect, openConsole, tabTo } from './console.ts';
import { makeSalesCompany, type SalesCompany } from './sales-company.ts';

let browser: Browser;
let company: SalesCompany;
let here: ConsolePage;

beforeAll(async () => {
  [browser, company] = await Promise.all([launchBrowser(), makeSalesCompany()]);
});
afterEach(() => here.context.close());
afterAll(() => browser.close());

/** Opens the dialog and gives it a file. */
async function chooseFile(page: Page, lines: readonly string[]): Promise<void> {
  await page.goto(`/console/${company.companyId}/leads?over=import`);
  const input = page.getByLabel('CSV file');
  await input.waitFor({ state: 'attached' });
  await input.setInputFiles({
    name: 'sheet.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\r\n')),
  });
}

/** Every lead, by name. */
async function leads(): Promise<Map<string | undefined, Record<string, string>>> {
  const file = await sendAs(company.superadmin, 'GET', `${company.path}/leads/export.csv`);
  return new Map(rowsOf(await file.text()).map((row) => [row['name'], row]));
}

test('a file is mapped by names and by hand, its faults told by line, what it overwrites shown, and nothing written before', async () => {
  here = await openConsole(browser, company.superadmin);
  const { page } = here;
  const before = await leads();
  await chooseFile(page, [
    'Full name;Mail;Cell phone;Remark',
    'Ann M. Lee;ann@example.com;512 555 0100;Lee Ltd',
    'New Person;new.person@example.com;;Acme',
    'Bad Person;bad@;12;',
  ]);
  const dialog = page.getByRole('dialog', { name: 'Import leads' });
  // “Mail” and “Remark” mean nothing by themselves.
  await dialog.getByLabel('Mail becomes').selectOption('E-mail');
  await dialog.getByLabel('Remark becomes').selectOption('Company');
  await dialog.getByRole('button', { name: 'Import 2 rows' }).waitFor();
  expect(await dialog.getByLabel('Full name becomes').inputValue()).toBe('name');
  expect(await dialog.getByLabel('Cell phone becomes').inputValue()).toBe('phone');
  await dialog.getByRole('row', { name: /^4 Mail / }).waitFor();
  await dialog.getByRole('row', { name: '2 name Ann Lee Ann M. Lee' }).waitFor();
  await inspect(here, 'an import that is reviewed');
  expect(await leads()).toEqual(before);

  await dialog.getByRole('button', { name: 'Import 2 rows' }).click();
  await dialog.getByText('Done: 2 rows imported.').waitFor();
  const after = await leads();
  expect(after.get('New Person')).toMatchObject({ email: 'new.person@example.com', company_name: 'Acme' });
  expect(after.get('Ann M. Lee')).toMatchObject({ email: 'ann@example.com', company_name: 'Lee Ltd' });
  expect(after.size).toBe(before.size + 1);
  expect(here.faults).toEqual([]);
});

test('a network that is cut in the middle loses nothing: the same file is sent again, by keyboard alone', async () => {
  here = await openConsole(browser, company.superadmin);
  const { page, context } = here;
  await chooseFile(page, ['name,email', 'Late Person,late@example.com']);
  const dialog = page.getByRole('dialog', { name: 'Import leads' });
  await dialog.getByRole('button', { name: 'Import 1 row' }).waitFor();
  await context.setOffline(true);
  await tabTo(page, /Import 1 row/);
  await page.keyboard.press('Enter');
  await dialog.getByText('The server cannot be reached.').waitFor();
  await context.setOffline(false);
  expect((await leads()).has('Late Person')).toBe(false);
  await dialog.getByRole('button', { name: 'Import 1 row' }).press('Enter');
  await dialog.getByText('Done: 1 row imported.').waitFor();
  expect((await leads()).get('Late Person')).toMatchObject({ email: 'late@example.com' });
  expect(here.faults.filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
});
