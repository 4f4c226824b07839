import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { csvRecords } from '../../../../console/formats/csv.ts';
import { readWorkbook } from '../../../../console/formats/workbook/read-workbook.ts';
import { sendAs } from '../../../harness/client.ts';
import { rowsOf } from '../../../harness/csv.ts';
import { inspect, tabTo } from '../../console.ts';
import { test } from '../../console-test.ts';
import { sheetData, stylesOf, workbook } from '../../formats/workbook/made-workbooks.ts';
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

const phoneCell = (index: number): string =>
  index % 3 === 2 ? '' : `<c r="C${index + 2}" s="1"><v>${15_125_500_000 + index}</v></c>`;

/** A workbook of so many leads with phones that are numbers; the third, and every third after it, has none. */
function workbookOfLeads(count: number): Buffer {
  const rows = Array.from(
    { length: count },
    (_, index) =>
      `<row r="${index + 2}"><c r="A${index + 2}" t="inlineStr"><is><t>Excel Person ${index}</t></is></c><c r="B${index + 2}" t="str"><f>A${index + 2}</f><v>excel.${index}@example.com</v></c>${phoneCell(index)}</row>`,
  );
  const header = ['Full name', 'Email', 'Phone'].map(
    (name, index) => `<c r="${'ABC'[index]}1" t="inlineStr"><is><t>${name}</t></is></c>`,
  );
  const sheet = sheetData(`<row r="1">${header.join('')}</row>${rows.join('')}`);
  return Buffer.from(
    workbook({ sheets: { Cover: sheetData(''), Leads: sheet }, styles: stylesOf(0, '"+"0') }),
  );
}

/** The page notes its longest pause, in milliseconds. */
type Watched = Window & { turns?: number };

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

test('an Excel file is imported as its cells are seen; one with a password says so', async ({
  open,
  salesCompany: company,
}) => {
  const here = await open(company.superadmin);
  const { page } = here;
  await page.goto(`/console/${company.companyId}/leads?over=import`);
  const dialog = page.getByRole('dialog', { name: 'Import leads' });
  const input = dialog.getByLabel('Excel or CSV file');
  await input.setInputFiles({ name: 'leads.xlsx', mimeType: XLSX, buffer: workbookOfLeads(3) });
  await dialog.getByRole('button', { name: 'Import 3 rows' }).waitFor();
  const locked = Buffer.concat([
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0]),
    Buffer.alloc(508),
    Buffer.from('EncryptedPackage', 'utf16le'),
  ]);
  await input.setInputFiles({ name: 'locked.xlsx', mimeType: XLSX, buffer: locked });
  await dialog.getByText('The workbook has a password.').waitFor();
  await inspect(here, 'an import with a file that cannot be read');

  await dialog.getByRole('button', { name: 'Import 3 rows' }).click();
  await dialog.getByText('Done: 3 rows imported.').waitFor();
  expect((await leads(company)).get('Excel Person 1')).toMatchObject({
    email: 'excel.1@example.com',
    phone: "'+15125500001",
  });

  await page.goto(`/console/${company.companyId}/leads`);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as Excel' }).click();
  expect((await download).suggestedFilename()).toBe('leads.xlsx');
  const [sheet] = await readWorkbook(readFileSync(await (await download).path()));
  const [header = [], ...rows] = csvRecords(sheet?.text ?? '', ',');
  const exported = rows.find((cells) => cells[header.indexOf('name')] === 'Excel Person 1');
  expect(exported?.[header.indexOf('phone')]).toBe('+15125500001');
});

test(
  'the page goes on while a workbook of 50,000 rows is read',
  { tags: ['full'] },
  async ({ open, salesCompany: company }) => {
    const { page } = await open(company.superadmin);
    await page.goto(`/console/${company.companyId}/leads?over=import`);
    const input = page.getByLabel('Excel or CSV file');
    await input.waitFor({ state: 'attached' });
    await page.evaluate(() => {
      const here = window as Watched;
      const turn = (): void => {
        here.turns = (here.turns ?? 0) + 1;
        setTimeout(turn, 10);
      };
      document.addEventListener('change', turn, { once: true, capture: true });
    });
    await input.setInputFiles({ name: 'leads.xlsx', mimeType: XLSX, buffer: workbookOfLeads(50_000) });
    await page.getByText('leads.xlsx', { exact: true }).waitFor();
    const turns = await page.evaluate(() => (window as Watched).turns);
    await page.getByText(/Only the first [\d,]+ of 50,000 rows were checked/).waitFor();

    // Reading in the page itself would leave it two or three.
    expect(turns).toBeGreaterThan(20);
  },
);
