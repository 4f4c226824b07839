/** The set-up of twelve branches with the spreadsheets that a marketer has, and nothing else. */
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { answerOf, makeCompanyWithUsers } from '../../../harness/builders.ts';
import { sendAs } from '../../../harness/client.ts';
import { test } from '../../console-test.ts';

/** Cities with the first digits of the numbers there. Two ZIP codes have lost their zero; two branches have only a city. */
const BRANCHES = [
  ['Denver', 'CO', '80202', '303'],
  ['Boulder', 'CO', '', '720'],
  ['Boston', 'MA', '2116', '617'],
  ['Newark', 'NJ', '7102', '973'],
  ['Austin', 'TX', '78701', '512'],
  ['St. Louis', 'MO', '', '314'],
  ['Chicago', 'IL', '60601', '312'],
  ['Seattle', 'WA', '98101', '206'],
  ['Miami', 'FL', '33130', '305'],
  ['Phoenix', 'AZ', '85004', '602'],
  ['Portland', 'OR', '97204', '503'],
  ['Atlanta', 'GA', '30303', '404'],
] as const;

const LOCATIONS = [
  'Branch name;Street Address;City;State;ZIP;Manager',
  ...BRANCHES.map(([city, state, zip]) => `"Acme ${city}";"1 Main St; Suite 2";${city};${state};${zip};Ann`),
].join('\r\n');

const NUMBERS = [
  'Branch\tSource\tTracking Number',
  ...BRANCHES.flatMap(([city, , , area]) => [
    `Acme ${city}\tGoogle Ads\t(${area}) 555-0101`,
    `Acme ${city}\tYellow Pages\t1-${area}-555-0102`,
  ]),
].join('\n');

interface Saved {
  default_number: string;
  sources: { name: string }[];
  locations: { name: string; postal_code: string; latitude: string; longitude: string }[];
  numbers: { phone_number: string; source: string; location_id: string }[];
}

test('twelve branches, 24 numbers, their sources and the carrier take at most 15 clicks', async ({
  open,
}) => {
  const company = await makeCompanyWithUsers();
  const here = await open(company.superadmin);
  const { page } = here;
  let clicks = 0;
  const press = async (target: Locator): Promise<void> => {
    clicks += 1;
    await target.click();
  };
  await page.goto('/console/');
  await page.getByLabel('The number on your pages').fill('800.555.0100');
  await page.getByLabel('Your site', { exact: true }).fill('acme.example');
  await press(page.getByRole('button', { name: 'Save' }));
  await page.getByText('1 of 6 steps done.').waitFor();

  await press(page.getByRole('link', { name: 'Paste a list of locations' }));
  const locations = page.getByRole('dialog', { name: 'Paste locations' });
  await locations.getByLabel('Rows from a spreadsheet').fill(LOCATIONS);
  await locations
    .getByText(
      '2 ZIP codes got back the first zero that the spreadsheet dropped: 2116 is 02116, 7102 is 07102.',
    )
    .waitFor();
  await locations.getByText('10 locations have no coordinates').waitFor();
  await locations
    .getByText(
      '2 locations are placed at the middle of the city, not at the address: Boulder, CO, St. Louis, MO.',
    )
    .waitFor();
  await press(locations.getByRole('button', { name: 'Add 12 locations to draft' }));
  await page.getByText('12 locations in the draft.').waitFor();

  await press(page.getByRole('link', { name: 'Paste a list of numbers' }));
  const numbers = page.getByRole('dialog', { name: 'Paste numbers' });
  await numbers.getByLabel('Rows from a spreadsheet').fill(NUMBERS);
  await numbers.getByText('Google Ads (12 numbers): paid clicks from Google').waitFor();
  await press(numbers.getByRole('button', { name: 'Create 2 sources' }));
  await press(numbers.getByRole('button', { name: 'Add 24 numbers to draft' }));
  await page.getByText('24 numbers in the draft.').waitFor();
  await press(page.getByRole('link', { name: 'Review and publish' }).first());
  await press(page.getByRole('button', { name: 'Publish 38 changes' }));
  await page.getByText('4 of 6 steps done.').waitFor();

  await press(page.getByRole('link', { name: 'Add your carrier’s account' }));
  const carrier = page.getByRole('dialog');
  await carrier.getByLabel(/Account SID/).fill(`AC${'0'.repeat(32)}`);
  await carrier.getByLabel('Auth token', { exact: true }).fill('a token of the carrier');
  await press(carrier.getByRole('button', { name: 'Save' }));
  await page.getByText('Account added.').waitFor();

  expect(clicks).toBeLessThanOrEqual(15);
  const path = `/dni/api/companies/${company.companyId}/settings`;
  const saved = await answerOf<Saved>(await sendAs(company.superadmin, 'GET', path));
  expect(saved.default_number).toBe('+18005550100');
  expect(saved.sources.map(({ name }) => name)).toEqual(['Google Ads', 'Yellow Pages']);
  expect(saved.numbers).toHaveLength(24);
  expect(saved.numbers[5]).toMatchObject({
    phone_number: '+16175550102',
    source: 'Yellow Pages',
    location_id: 'acme-boston',
  });
  expect(saved.locations.map(({ postal_code: code }) => code).slice(1, 4)).toEqual(['', '02116', '07102']);
  const places = saved.locations.map(({ latitude, longitude }) => [
    Math.round(Number(latitude)),
    Math.round(Number(longitude)),
  ]);
  expect([places[0], places[1], places[5]]).toEqual([
    [40, -105],
    [40, -105],
    [39, -90],
  ]);
});
