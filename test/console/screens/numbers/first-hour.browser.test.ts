/**
 * The first hour of a company, from the page that makes it: a sheet as its owner keeps it, until a call in a carrier's box rings the
 * phone of the branch and the lead has source and branch; in presses.
 */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { placeSimulatedCall } from '../../../harness/carrier/simulated-carrier.ts';
import { OPERATOR_TOKEN } from '../../../harness/operator-token.ts';
import { workerUrl } from '../../../harness/worker-url.ts';
import { askForSwaps, BOULDER, type SwapPlan } from '../../../worker/edge/lookup/ask.ts';
import { test } from '../../console-test.ts';
import { escaped, sheetData, stylesOf, workbook } from '../../formats/workbook/made-workbooks.ts';
import { countPresses } from '../../presses.ts';

const MOST_PRESSES = 15;
const ACCOUNT_ID = `AC${'7'.repeat(32)}`;
const SECRET = 'the token of the account';

const CITIES = [
  ['Denver', 'CO', '80202', '303'],
  ['Boulder', 'CO', '80302', '720'],
  ['Boston', 'MA', '2116', '617'],
  ['Newark', 'NJ', '7102', '973'],
  ['Austin', 'TX', '78701', '512'],
  ['St. Louis', 'MO', '63101', '314'],
  ['Chicago', 'IL', '60601', '312'],
  ['Seattle', 'WA', '98101', '206'],
  ['Miami', 'FL', '33130', '305'],
  ['Phoenix', 'AZ', '85004', '602'],
  ['Portland', 'OR', '97204', '503'],
  ['Atlanta', 'GA', '30303', '404'],
] as const;

/** One row a branch, one column a source; three branches have no spot on the radio. */
const WIDE = [
  'Acme Plumbing: call tracking\t\t\t\t\t\t\t',
  '',
  'Branch\tCity\tState\tZIP\tPhone\tGoogle Ads\tGBP\tRadio',
  ...CITIES.map(([city, state, zip, area], index) =>
    [
      `Acme ${city}`,
      city,
      state,
      zip,
      `(${area}) 555-0140`,
      `(${area}) 555-0151`,
      `(${area}) 555-0152`,
      index < 9 ? `(${area}) 555-0153` : '',
    ].join('\t'),
  ),
  'Total\t\t\t\t\t12\t12\t9',
].join('\n');

/** The same sheet in Excel, behind a cover: ZIP codes and numbers of ads are numbers that look as they do by their formats. */
function wideWorkbook(): Uint8Array {
  const rows = WIDE.split('\n').map((line, row) => {
    const cells = line.split('\t').map((cell, column) => {
      const place = `${String.fromCharCode(65 + column)}${row + 1}`;
      const digits = cell.replaceAll(/\D/g, '');
      if (cell === '' || row < 3) return textIn(place, cell);
      if (column === 3) return `<c r="${place}" s="1"><v>${Number(digits)}</v></c>`;
      return column === 5 && digits.length === 10
        ? `<c r="${place}" s="2"><v>${digits}</v></c>`
        : textIn(place, cell);
    });
    return `<row r="${row + 1}">${cells.join('')}</row>`;
  });
  return workbook({
    sheets: { Cover: sheetData(''), Branches: sheetData(rows.join('')) },
    styles: stylesOf(0, '00000', '[<=9999999]###-####;(###) ###-####'),
  });
}

function textIn(place: string, text: string): string {
  return text === '' ? '' : `<c r="${place}" t="inlineStr"><is><t>${escaped(text)}</t></is></c>`;
}

/** Numbers that nobody in Germany has, others at each run: 030 23125 and 040 66969 with three digits. */
const RUN = 100 + Math.floor(Math.random() * 800);
const GERMAN = [
  'Filiale;Straße;PLZ;Ort;Breitengrad;Längengrad;Telefon;Google Ads;Radio;Plakat',
  `Berlin Mitte;Linienstraße 1;10115;Berlin;52,5300;13,3900;030/23125${RUN};030 23125${RUN + 1};030 23125${RUN + 2};`,
  ';;;;;;;;;',
  `Hamburg Altona;Am Markt 2;22765;Hamburg;53,5500;9,9300;040 66969${RUN};040 66969${RUN + 1};;040 66969${RUN + 3}`,
  'Summe;;;;;;;2;1;1',
].join('\r\n');

/** Makes a company on the page of a first run. @returns its id */
async function makeCompany(page: Page, country: string, zone: string): Promise<string> {
  await page.goto('/console/new');
  await page.getByLabel('Operator token').fill(OPERATOR_TOKEN);
  await page.getByLabel('Name', { exact: true }).fill('Acme Plumbing');
  await page.getByLabel('Country').selectOption(country);
  await page.getByLabel('Time zone').selectOption(zone);
  await page.getByLabel('Your name').fill('Ann Owner');
  await page.getByLabel('E-mail address').fill(`ann.${crypto.randomUUID().slice(0, 8)}@acme.test`);
  await page.getByLabel('Password', { exact: true }).fill('a long password');
  await page.getByRole('button', { name: 'Create the company' }).click();
  await page.getByText('0 of 6 steps done.').waitFor();
  return /console\/([\da-f-]{36})\//.exec(page.url())?.[1] ?? '';
}

interface Sheet {
  printed: string;
  /** What is pasted, or a workbook that is chosen. */
  rows: string | Uint8Array;
  /** What the preview says, and the button that adds it. */
  says: string;
  adds: string;
  publishes: string;
}

/** Sets the company up with a sheet and the account of a carrier. */
async function setUp(page: Page, { printed, rows, says, adds, publishes }: Sheet): Promise<void> {
  await page.getByLabel('The number on your pages').fill(printed);
  await page.getByLabel('Your site', { exact: true }).fill('acme.example');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Paste a list of locations' }).click();
  const dialog = page.getByRole('dialog', { name: 'Paste locations' });
  if (typeof rows === 'string') await dialog.getByLabel('Rows from a spreadsheet').fill(rows);
  else {
    await dialog.getByLabel(/^Or choose a file/).setInputFiles({
      name: 'branches.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: Buffer.from(rows),
    });
  }
  await dialog.getByText(says).waitFor();
  await dialog.getByRole('button', { name: adds }).click();
  await page.getByRole('link', { name: 'Review and publish' }).first().click();
  await page.getByRole('button', { name: publishes }).click();
  await page.getByText('4 of 6 steps done.').waitFor();
  await page.getByRole('link', { name: 'Add your carrier’s account' }).click();
  const account = page.getByRole('dialog');
  await account.getByLabel(/Account SID/).fill(ACCOUNT_ID);
  await account.getByLabel('Auth token', { exact: true }).fill(SECRET);
  await account.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Account added.').waitFor();
}

/** Somebody calls a number. @returns the phone that rang and was answered */
async function call(
  companyId: string,
  from: string,
  to: string,
  branch: string,
): Promise<string | undefined> {
  const { truth } = await placeSimulatedCall(
    { carrier: 'twilio', accountId: ACCOUNT_ID, secret: SECRET },
    { from, to, caller: { message: 5 }, people: { [branch]: { does: 'answers', after: 4, talks: 30 } } },
    { base: `${workerUrl()}/carriers/twilio/${companyId}` },
  );
  return truth.answeredBy;
}

/** Reads the company with the session of the page. */
function read<Body>(page: Page, path: string): Promise<Body> {
  return page.evaluate(async (url) => (await fetch(url)).json() as Promise<never>, `/console/api${path}`);
}

interface Calls {
  calls: { source: string | null; location_id: string | null; lead_id: string | null; outcome: string }[];
}

test('33 numbers of 12 branches in a wide sheet: the call rings the branch’s phone, after at most 15 presses', async ({
  open,
}) => {
  const { page } = await open();
  const presses = await countPresses(page);
  const companyId = await makeCompany(page, 'US', 'America/Chicago');
  await setUp(page, {
    printed: '(800) 555-0100',
    rows: WIDE,
    says: '33 numbers for 3 sources',
    adds: 'Add 12 locations and 33 numbers to draft',
    // The branches, their numbers on the site and for sources, and the sources.
    publishes: 'Publish 60 changes',
  });

  expect(await call(companyId, '+12065550199', '+13035550153', '+13035550140')).toBe('+13035550140');
  const visitor = { origin: 'https://acme.example', cf: BOULDER };
  const body = { url: 'https://acme.example/?utm_source=radio' };
  const { swaps } = (await (await askForSwaps(companyId, { visitor, body })).json()) as SwapPlan;
  await page.getByRole('link', { name: 'Open the lead' }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(presses()).toBeLessThanOrEqual(MOST_PRESSES);

  // The branch’s own number on its page, and the company’s.
  expect(swaps).toContainEqual(expect.objectContaining({ from: '+13035550140', to: '+13035550153' }));
  expect(swaps).toContainEqual(expect.objectContaining({ from: '+18005550100', to: '+17205550153' }));
  expect(swaps).not.toContainEqual(expect.objectContaining({ from: '+14045550140' }));
  const { calls } = await read<Calls>(page, `/companies/${companyId}/calls`);
  expect(calls).toMatchObject([{ source: 'Radio', location_id: 'acme-denver', outcome: 'answered' }]);
  const lead = await read<{ lead: { source_tags: string[] } }>(
    page,
    `/companies/${companyId}/leads/${calls[0]?.lead_id}`,
  );
  expect(JSON.stringify(lead)).toContain('Radio');
});

test('the same sheet as an Excel file: the call rings the branch’s phone, after at most 15 presses', async ({
  open,
}) => {
  const { page } = await open();
  const presses = await countPresses(page);
  const companyId = await makeCompany(page, 'US', 'America/Chicago');
  await setUp(page, {
    printed: '(800) 555-0100',
    rows: wideWorkbook(),
    says: '33 numbers for 3 sources',
    adds: 'Add 12 locations and 33 numbers to draft',
    publishes: 'Publish 60 changes',
  });

  // A number of the column that has a format.
  expect(await call(companyId, '+12065550199', '+16175550151', '+16175550140')).toBe('+16175550140');
  await page.getByRole('link', { name: 'Open the lead' }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(presses()).toBeLessThanOrEqual(MOST_PRESSES);

  const { calls } = await read<Calls>(page, `/companies/${companyId}/calls`);
  expect(calls).toMatchObject([{ source: 'Google Ads', location_id: 'acme-boston', outcome: 'answered' }]);
  const { locations } = await read<{ locations: { location_id: string; postal_code: string }[] }>(
    page,
    `/dni/api/companies/${companyId}/settings`,
  );
  expect(locations.find(({ location_id: id }) => id === 'acme-boston')?.postal_code).toBe('02116');
});

test('a German company’s sheet in its own words: the call rings the branch’s phone, after at most 15 presses', async ({
  open,
}) => {
  const { page } = await open();
  const presses = await countPresses(page);
  const companyId = await makeCompany(page, 'DE', 'Europe/Berlin');
  await setUp(page, {
    printed: '0800 5550100',
    rows: GERMAN,
    says: '4 numbers for 3 sources',
    adds: 'Add 2 locations and 4 numbers to draft',
    publishes: 'Publish 11 changes',
  });

  const branch = `+493023125${RUN}`;
  expect(await call(companyId, '+493023125999', `+493023125${RUN + 2}`, branch)).toBe(branch);
  await page.getByRole('link', { name: 'Open the lead' }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(presses()).toBeLessThanOrEqual(MOST_PRESSES);

  const { calls } = await read<Calls>(page, `/companies/${companyId}/calls`);
  expect(calls).toMatchObject([{ source: 'Radio', location_id: 'berlin-mitte' }]);
  const settings = await read<{ time_zone: string }>(page, `/companies/${companyId}/settings`);
  const money = await read<{ currencies: { unit: string; company_default: boolean }[] }>(
    page,
    `/companies/${companyId}/lead_settings/currencies`,
  );
  expect(settings.time_zone).toBe('Europe/Berlin');
  expect(money.currencies.find((each) => each.company_default)?.unit).toBe('EUR');
});
