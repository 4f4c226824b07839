import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { sendAs } from '../../../harness/client.ts';
import { rowsOf } from '../../../harness/csv.ts';
import { inspect, tabTo } from '../../console.ts';
import { test } from '../../console-test.ts';
import type { SalesCompany } from '../../sales-company.ts';

/** Opens the dialog and gives it a file. */
async function chooseFile(page: Page, { companyId }: SalesCompany, lines: readonly string[]): Promise<void> {
  await page.goto(`/console/${companyId}/leads?over=import`);
  const input = page.getByLabel('CSV file');
  await input.waitFor({ state: 'attached' });
  await input.setInputFiles({
    name: 'sheet.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\r\n')),
  });
}

/** Every lead, by name. */
async function leads({
  superadmin,
  path,
}: SalesCompany): Promise<Map<string | undefined, Record<string, string>>> {
  const file = await sendAs(superadmin, 'GET', `${path}/leads/export.csv`);
  return new Map(rowsOf(await file.text()).map((row) => [row['name'], row]));
}

test('a file is mapped by names and by hand, its faults told by line, what it overwrites shown, and nothing written before', async ({
  open,
  salesCompany: company,
}) => {
  const here = await open(company.superadmin);
  const { page } = here;
  const before = await leads(company);
  await chooseFile(page, company, [
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
  expect(await leads(company)).toEqual(before);

  await dialog.getByRole('button', { name: 'Import 2 rows' }).click();
  await dialog.getByText('Done: 2 rows imported.').waitFor();
  const after = await leads(company);
  expect(after.get('New Person')).toMatchObject({ email: 'new.person@example.com', company_name: 'Acme' });
  expect(after.get('Ann M. Lee')).toMatchObject({ email: 'ann@example.com', company_name: 'Lee Ltd' });
  expect(after.size).toBe(before.size + 1);
});

test('a network that is cut in the middle loses nothing: the same file is sent again, by keyboard alone', async ({
  open,
  salesCompany: company,
}) => {
  const here = await open(company.superadmin, { expected: /ERR_INTERNET_DISCONNECTED/ });
  const { page, context } = here;
  await chooseFile(page, company, ['name,email', 'Late Person,late@example.com']);
  const dialog = page.getByRole('dialog', { name: 'Import leads' });
  await dialog.getByRole('button', { name: 'Import 1 row' }).waitFor();
  await context.setOffline(true);
  await tabTo(page, /Import 1 row/);
  await page.keyboard.press('Enter');
  await dialog.getByText('The server cannot be reached.').waitFor();
  await context.setOffline(false);
  expect((await leads(company)).has('Late Person')).toBe(false);
  await dialog.getByRole('button', { name: 'Import 1 row' }).press('Enter');
  await dialog.getByText('Done: 1 row imported.').waitFor();
  expect((await leads(company)).get('Late Person')).toMatchObject({ email: 'late@example.com' });
});
