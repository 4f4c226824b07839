/** The place of a location follows from its postal code or its city: nobody has to know coordinates. */
import { expect } from 'vitest';
import { answerOf, makeCompanyWithUsers } from '../../../harness/builders.ts';
import { sendAs } from '../../../harness/client.ts';
import { inspect } from '../../console.ts';
import { test } from '../../console-test.ts';

interface Saved {
  locations: { name: string; latitude: string; longitude: string }[];
}

test('a branch is added by name and postal code, and one with an unknown place says what it lacks', async ({
  open,
}) => {
  const company = await makeCompanyWithUsers();
  const settings = `/dni/api/companies/${company.companyId}/settings`;
  await answerOf(await sendAs(company.superadmin, 'PUT', settings, { default_number: '+18005550100' }));
  const here = await open(company.superadmin);
  const { page } = here;
  await page.goto(`/console/${company.companyId}/numbers/locations?over=location`);
  const form = page.getByRole('dialog', { name: 'New location' });

  await form.getByLabel('Name').fill('Boulder');
  await form.getByRole('button', { name: 'Add to draft' }).click();
  await form.getByText('Enter a postal code, a city and state, or coordinates.').first().waitFor();

  await form.getByLabel('Postal code', { exact: true }).fill('00000');
  await form.getByRole('button', { name: 'Add to draft' }).click();
  await expect
    .poll(async () => {
      await form.getByRole('button', { name: 'Add to draft' }).click();
      return form.getByText('The place of 00000 is not known.').count();
    })
    .toBeGreaterThan(0);
  await inspect(here, 'a location without a place');

  await form.getByLabel('Postal code', { exact: true }).fill('80302');
  await form.getByText('Empty: that of 80302').first().waitFor();
  await inspect(here, 'a location with its place');
  await form.getByRole('button', { name: 'Add to draft' }).click();
  await page.getByRole('link', { name: 'Boulder' }).waitFor();

  // Coordinates that somebody types go before the postal code.
  await page.goto(`/console/${company.companyId}/numbers/locations?over=location`);
  await form.getByLabel('Name').fill('Golden');
  await form.getByLabel('City').fill('Golden');
  await form.getByLabel('State').fill('CO');
  await form.getByText('Empty: that of Golden, CO').first().waitFor();
  await form.getByLabel('Latitude').fill('39.7');
  await form.getByLabel('Longitude').fill('-105.2');
  await form.getByRole('button', { name: 'Add to draft' }).click();
  await page.getByRole('link', { name: 'Golden' }).waitFor();
  await page.getByRole('link', { name: 'Review and publish' }).click();
  await page.getByRole('button', { name: 'Publish 2 changes' }).click();
  await page.getByText('Everything is published.').waitFor();

  const { locations } = await answerOf<Saved>(await sendAs(company.superadmin, 'GET', settings));
  const places = locations.map(({ name, latitude, longitude }) => [
    name,
    Number(latitude).toFixed(1),
    Number(longitude).toFixed(1),
  ]);
  expect(places).toEqual([
    ['Boulder', '40.0', '-105.3'],
    ['Golden', '39.7', '-105.2'],
  ]);
});
