// @vitest-environment happy-dom
/** Excel files are taken where CSV is: for leads, costs, locations and numbers. One that cannot be read takes nothing away. */
import { fireEvent } from '@testing-library/dom';
import { h, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { expect, test } from 'vitest';
import { ImportScreen } from '../../../console/screens/leads/import/screen.tsx';
import { CostImport } from '../../../console/screens/reports/costs/cost-import.tsx';
import { sheetData, stylesOf, workbook, workbookOfTexts } from '../formats/workbook/made-workbooks.ts';
import { type ApiRequest, rendered, show, type Shown } from '../rendered.ts';
import { publishedWith, showNumbers } from '../screens/numbers/settings-server.ts';
import { provideWorkers } from '../small-worker.ts';
import { IMPORTED, LEAD_FIELDS } from './refused-answers.ts';

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const TWO_SHEETS = workbookOfTexts({
  Cover: [],
  Leads: [
    ['Name', 'Mail', 'Phone'],
    ['Mia Brown', 'mia@example.com', ''],
  ],
  Old: [
    ['Name', 'Mail'],
    ['Old Lee', 'old@example.com'],
    ['Old Ray', 'ray@example.com'],
  ],
});

const excel = (bytes: BlobPart, name = 'leads.xlsx'): File => new File([bytes], name, { type: TYPE });

/** The dialog, until somebody leaves it. */
function Leaving(): VNode {
  const [isThere, setThere] = useState(true);
  const leave = h('button', { type: 'button', onClick: () => setThere(false) }, 'Leave');
  return h('div', {}, isThere && h(ImportScreen, {}), leave);
}

const sent = ({ requests }: Shown): Promise<string[]> =>
  Promise.all(
    requests.flatMap(({ method, body }) => (method === 'POST' && body instanceof Blob ? [body.text()] : [])),
  );

const showImport = (): Promise<Shown> =>
  show(h(ImportScreen, {}), {
    at: 'leads?over=import',
    answers: { 'GET /lead_settings/fields': LEAD_FIELDS, 'POST /leads/import': IMPORTED },
  });

test('a workbook of leads: its first sheet with rows is checked, another one when it is chosen', async () => {
  const workers = provideWorkers();
  const shown = await showImport();
  const { find, user } = shown;
  await user.upload(find.getByLabelText('Excel or CSV file'), excel(TWO_SHEETS));
  await find.findByText('Import 1 row');
  find.getByText('leads.xlsx, Leads');
  const choice = find.getByLabelText<HTMLSelectElement>('Sheet');
  expect([...choice.options].map(({ text }) => text)).toEqual(['Leads (2 rows)', 'Old (3 rows)']);
  expect((await sent(shown)).at(-1)).toBe('Name,Mail,Phone\r\nMia Brown,mia@example.com,\r\n');

  await user.selectOptions(choice, 'Old (3 rows)');
  await find.findByText('leads.xlsx, Old');
  await expect.poll(async () => (await sent(shown)).at(-1)).toContain('old@example.com');
  expect(workers).toEqual({ started: 1, running: 0 });
});

test('a file that is no workbook says so, and what was chosen before stays', async () => {
  provideWorkers();
  const shown = await showImport();
  const { find, user } = shown;
  const field = find.getByLabelText('Excel or CSV file');
  await user.upload(field, excel(TWO_SHEETS));
  await find.findByText('Import 1 row');
  const before = (await sent(shown)).length;
  await user.upload(field, excel('name,email\nAnn,ann@example.com\n', 'renamed.xlsx'));
  await find.findByText(/^renamed\.xlsx is no Excel workbook/);
  expect(find.getByRole('alert').textContent).toContain('save it as .xlsx or CSV');
  find.getByText('leads.xlsx, Leads');
  find.getByText('Import 1 row');
  expect((await sent(shown)).length).toBe(before);
  await user.selectOptions(find.getByLabelText('Sheet'), 'Old (3 rows)');
  await find.findByText('leads.xlsx, Old');
  expect(find.queryByText(/is no Excel workbook/)).toBeNull();

  await user.upload(
    field,
    new File(['name,email\nAnn,ann@example.com\n'], 'leads.csv', { type: 'text/csv' }),
  );
  await find.findByText('leads.csv');
  expect(find.queryByText(/is no Excel workbook/)).toBeNull();
  expect(find.queryByLabelText('Sheet')).toBeNull();
});

test('formulas without results are named instead of being read as nothing', async () => {
  provideWorkers();
  const { find, user } = await showImport();
  const rows =
    '<row r="1"><c r="A1" t="str"><v>name</v></c></row><row r="2"><c r="A2"><f>B2</f><v></v></c></row>';
  await user.upload(
    find.getByLabelText('Excel or CSV file'),
    excel(workbook({ sheets: { Sheet1: sheetData(rows) } })),
  );
  await find.findByText(
    /^The sheet “Sheet1” has formulas without results in the file, the first in cell A2\./,
  );
  expect(find.queryByText('Choose an Excel or CSV file, or drop it here')).not.toBeNull();
});

test('costs: days and amounts of cells, and rows that were typed stay when a file has a password', async () => {
  provideWorkers();
  const checked: string[] = [];
  const { find, user } = await show(h(CostImport, {}), {
    answers: {
      'GET /reports/query': { rows: [] },
      'POST /costs/import': async ({ body }: ApiRequest) => {
        checked.push(await (body as Blob).text());
        return new Promise(() => undefined);
      },
    },
  });
  const rows = find.getByLabelText<HTMLTextAreaElement>(/^Rows from/);
  const field = find.getByLabelText(/^Or choose a file/);
  fireEvent.input(rows, { target: { value: 'Day,Cost\n2026-11-01,1' } });
  const locked = new Uint8Array(2048);
  locked.set([0xd0, 0xcf, 0x11, 0xe0]);
  locked.set(new Uint8Array(Buffer.from('EncryptedPackage', 'utf16le')), 512);
  await user.upload(field, excel(locked, 'costs.xlsx'));
  await find.findByText(/^The workbook has a password\./);
  expect(rows.value).toBe('Day,Cost\n2026-11-01,1');

  const cells =
    '<row r="1"><c r="A1" t="str"><v>Day</v></c><c r="B1" t="str"><v>Cost</v></c></row>' +
    '<row r="2"><c r="A2" s="1"><v>46329</v></c><c r="B2" s="2"><v>1150</v></c></row>';
  const costs = workbook({ sheets: { Costs: sheetData(cells) }, styles: stylesOf(0, 14, '"$"#,##0.00') });
  await user.upload(field, excel(costs, 'costs.xlsx'));
  await expect.poll(() => rows.value.split(/\r?\n/)).toEqual(['Day,Cost', '2026-11-03,$1150.00', '']);
  expect(find.queryByText(/has a password/)).toBeNull();
  await expect.poll(() => checked.at(-1)).toContain('2026-11-03,$1150.00');
});

test('locations: a file that was mended is taken again, and one that is gone halfway is said', async () => {
  provideWorkers();
  const { find, user } = await showNumbers('locations?over=paste', publishedWith());
  const field = await find.findByLabelText<HTMLInputElement>(/^Or choose a file/);
  const rows = find.getByLabelText<HTMLTextAreaElement>(/^Rows from/);
  const file = new File(['Branch,City\nAcme Boston,Boston\n'], 'branches.csv', { type: 'text/csv' });
  await user.upload(field, file);
  await expect.poll(() => rows.value).toContain('Acme Boston');
  fireEvent.input(rows, { target: { value: '' } });
  await user.upload(field, file);
  await expect.poll(() => rows.value).toContain('Acme Boston');

  const gone = new File(['Branch\n'], 'gone.csv', { type: 'text/csv' });
  gone.text = () => Promise.reject(new DOMException('', 'NotReadableError'));
  await user.upload(field, gone);
  await find.findByText(/^The file cannot be read\. Choose it again/);
  expect(rows.value).toContain('Acme Boston');
});

test('locations: the rows of a workbook are in the box and previewed', async () => {
  provideWorkers();
  const { find, user } = await showNumbers('locations?over=paste', publishedWith());
  const rows = [
    ['Branch', 'Latitude', 'Longitude', 'Country', 'ZIP'],
    ['Acme Boston', '42.3', '-71.0', 'US', '02116'],
  ];
  await user.upload(
    await find.findByLabelText(/^Or choose a file/),
    excel(workbookOfTexts({ Branches: rows }), 'branches.xlsx'),
  );
  await find.findByText('Add 1 location to draft');
  expect(find.getByLabelText<HTMLTextAreaElement>(/^Rows from/).value).toContain(
    'Acme Boston,42.3,-71.0,US,02116',
  );
});

test('a worker that cannot be loaded is said, and ends', async () => {
  const workers = provideWorkers('broken');
  const { find, user } = await showImport();
  await user.upload(find.getByLabelText('Excel or CSV file'), excel(TWO_SHEETS));
  await find.findByText(/^The program for Excel files could not be loaded/);
  expect(workers.running).toBe(0);
});

test('a dialog that is left while its file is read asks nobody', async () => {
  const workers = provideWorkers('endless');
  const shown = await show(h(Leaving, {}), {
    at: 'leads?over=import',
    answers: { 'GET /lead_settings/fields': LEAD_FIELDS },
  });
  await shown.user.upload(shown.find.getByLabelText('Excel or CSV file'), excel(TWO_SHEETS));
  await shown.find.findByText('Reading the file…');
  await expect.poll(() => workers.running).toBe(1);
  await shown.user.click(shown.find.getByText('Leave'));
  await rendered();
  await expect.poll(() => workers.running).toBe(0);
  expect(await sent(shown)).toEqual([]);
});
