/** Branches outside the US and Canada are placed by their cities, whose tables the console loads by country. */
import { expect } from 'vitest';
import { answerOf, makeCompanyWithUsers } from '../../../harness/builders.ts';
import { sendAs, type TestUser } from '../../../harness/client.ts';
import { NO_SETTINGS } from '../../../../console/screens/draft/dni-settings.ts';
import { test } from '../../console-test.ts';

const NORWAY = [
  'Avdeling;Adresse;Postnr;Poststed;Land',
  'Drammen;Bragernes torg 1;3017;DRAMMEN;Norge',
  'Tromsø;Storgata 1;9008;Tromso;Norge',
  'København;Vesterbrogade 1;1620;København V;Danmark',
  'Neustadt;Markt 1;01844;Neustadt;Tyskland',
].join('\n');

interface Saved {
  locations: { name: string; country: string; latitude: string; longitude: string }[];
}

async function publish(user: TestUser, companyId: string): Promise<void> {
  const settings = { ...NO_SETTINGS, default_number: '+4722413010' };
  await sendAs(user, 'PUT', `/dni/api/companies/${companyId}/settings`, settings);
}

test('a location of a form is placed at the middle of its city, and says so', async ({ open }) => {
  const { superadmin, companyId } = await makeCompanyWithUsers();
  await publish(superadmin, companyId);
  const { page } = await open(superadmin);
  const loaded: string[] = [];
  page.on('request', (request) => {
    const [, name] = /\/(cities-\w+\.gz)$/.exec(request.url()) ?? [];
    if (name !== undefined) loaded.push(name);
  });
  await page.goto(`/console/${companyId}/numbers/locations?over=location`);
  const form = page.getByRole('dialog');
  await form.getByLabel('Name', { exact: true }).fill('Drammen');
  await form.getByLabel('Country', { exact: true }).selectOption('NO');
  await form.getByLabel('Postal code', { exact: true }).fill('3017');
  await form.getByLabel('City', { exact: true }).fill('Drammmen');
  await form
    .getByText('No city Drammmen is known in Norway. Check the name, or enter coordinates: in Google Maps')
    .waitFor();
  await form.getByLabel('City', { exact: true }).fill('Drammen');
  await form.getByText('Empty: that of the middle of Drammen').first().waitFor();
  expect(await form.getByLabel('Latitude (optional)').getAttribute('placeholder')).toBe('59.74');
  await form.getByRole('button', { name: 'Add to draft' }).click();
  await page.getByText('Location added in the draft.').waitFor();
  expect(loaded).toEqual(['cities-NO.gz']);
});

test('the sheet of a company in Norway has its branches placed, and one that may be several is told', async ({
  open,
}) => {
  const { superadmin, companyId } = await makeCompanyWithUsers();
  await publish(superadmin, companyId);
  const { page } = await open(superadmin);
  await page.goto(`/console/${companyId}/numbers/locations?over=paste`);
  const dialog = page.getByRole('dialog', { name: 'Paste locations' });
  await dialog.getByLabel('Rows from a spreadsheet').fill(NORWAY);
  await dialog
    .getByText('3 locations are placed at the middle of the city, not at the address: Drammen')
    .waitFor();
  await dialog.getByText('Germany has several cities Neustadt:').first().waitFor();
  await dialog.getByRole('button', { name: 'Add 3 locations to draft' }).click();
  await page.getByText('3 locations added to the draft.').waitFor();
  await page.getByRole('link', { name: 'Review and publish' }).first().click();
  await page.getByRole('button', { name: 'Publish 3 changes' }).click();
  await page.getByText('Everything is published.').waitFor();

  const path = `/dni/api/companies/${companyId}/settings`;
  const { locations } = await answerOf<Saved>(await sendAs(superadmin, 'GET', path));
  expect(
    locations.map(({ name, country, latitude, longitude }) => [name, country, latitude, longitude]),
  ).toEqual([
    ['Drammen', 'NO', '59.74', '10.20'],
    ['Tromsø', 'NO', '69.65', '18.96'],
    ['København', 'DK', '55.68', '12.57'],
  ]);
});
