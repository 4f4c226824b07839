import { expect } from 'vitest';
import { answerOf, type PeopledCompany } from '../../../harness/builders.ts';
import { sendAs } from '../../../harness/client.ts';
import { tabTo } from '../../console.ts';
import { test } from '../../console-test.ts';

async function read<Body>({ superadmin, path }: PeopledCompany, part: string): Promise<Body> {
  return answerOf<Body>(await sendAs(superadmin, 'GET', path + part));
}

test('options and a platform are changed by keyboard alone, refused at their field, and taken back', async ({
  open,
  company,
}) => {
  const { page } = await open(company.superadmin, { expected: /status of 400/ });
  await page.goto(`/console/${company.companyId}/company`);
  await page.getByLabel('Name').waitFor();
  const name = await page.getByLabel('Name').inputValue();
  // The tabs have “Name and logo”.
  await tabTo(page, /^Name(?! and)/);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.press('Enter');
  await page.locator('[aria-invalid="true"][name="/name"]').waitFor();
  await page.keyboard.type(name);
  // A country is found by the first letters of its name, in the browser's own select.
  await tabTo(page, /Country of phone numbers/);
  await page.keyboard.type('Germ');
  await expect.poll(() => page.getByLabel('Country of phone numbers').inputValue()).toBe('DE');
  await page.getByLabel('Add a country').selectOption('Austria');
  await page.getByLabel('Add a country').selectOption({ label: 'Germany' });
  await page.getByRole('button', { name: 'Remove Austria' }).press('Enter');
  await tabTo(page, /^Save options$/);
  await page.keyboard.press('Enter');
  await page.getByText('Saved.').waitFor();
  expect(await read(company, '/settings')).toMatchObject({
    default_region: 'DE',
    source_update: 'append',
    outgoing: { countries: ['DE'] },
  });
  await page.getByRole('button', { name: 'Undo', exact: true }).press('Enter');
  await page.getByText('Undone.').waitFor();
  expect(await read(company, '/settings')).toMatchObject({ default_region: 'US' });

  await page.getByRole('link', { name: 'Conversions' }).press('Enter');
  await page.getByRole('link', { name: 'Google Ads (file)' }).waitFor();
  await tabTo(page, /Google Ads \(file\)/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'The file to fetch' }).waitFor();
  expect(await page.getByLabel('Address of the file', { exact: true }).innerText()).toMatch(
    new RegExp(`/companies/${company.companyId}/conversions/google_ads\\.csv$`),
  );
  await tabTo(page, /Put conversions into the file/);
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await page.locator('[aria-invalid="true"][name="/settings/conversion_name"]').waitFor();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
    .toBe('/settings/conversion_name');
  await page.keyboard.type('Calls');
  await page.keyboard.press('Enter');
  await page.getByText('Saved.').waitFor();
  await page.getByText('On', { exact: true }).waitFor();
  expect(await read(company, '/conversions/platforms/google_ads')).toMatchObject({
    enabled: true,
    settings: { conversion_name: 'Calls' },
  });
});
