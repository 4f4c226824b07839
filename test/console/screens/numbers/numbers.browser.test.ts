import { expect } from 'vitest';
import { answerOf, makeCompanyWithUsers, type PeopledCompany } from '../../../harness/builders.ts';
import { sendAs } from '../../../harness/client.ts';
import { dniSettings, location } from '../../../harness/dni-company.ts';
import { tabTo } from '../../console.ts';
import { test } from '../../console-test.ts';

interface Saved {
  default_number: string;
  locations: { location_id: string; name: string; latitude: string; longitude: string }[];
}

const settingsOf = ({ companyId }: PeopledCompany): string => `/dni/api/companies/${companyId}/settings`;

async function read(company: PeopledCompany): Promise<Saved> {
  return answerOf<Saved>(await sendAs(company.superadmin, 'GET', settingsOf(company)));
}

async function companyWith(settings: Record<string, unknown>): Promise<PeopledCompany> {
  const company = await makeCompanyWithUsers();
  await answerOf(await sendAs(company.superadmin, 'PUT', settingsOf(company), settings));
  return company;
}

test('a draft lives through a reload, is published at once, and merged with what somebody else publishes', async ({
  open,
}) => {
  const company = await makeCompanyWithUsers();
  const { page } = await open(company.superadmin, { expected: /status of 412/ });
  await page.goto(`/console/${company.companyId}/numbers/site`);
  await page.getByLabel('Default number').fill('(800) 555-0100');
  await page.getByLabel('Domains').fill('https://Acme.example/\n');
  await page.getByRole('button', { name: 'Save to draft' }).click();
  await page.getByRole('link', { name: 'Locations' }).click();
  await page.getByRole('link', { name: 'Add a location' }).click();
  const form = page.getByRole('dialog', { name: 'New location' });
  await form.getByLabel('Name').fill('Boulder');
  await form.getByLabel('Postal code', { exact: true }).fill('80302');
  // Nobody has to know coordinates.
  await form.getByText('Empty: that of 80302').first().waitFor();
  await form.getByRole('button', { name: 'Add to draft' }).click();
  await page.getByRole('link', { name: 'Boulder' }).waitFor();

  // The draft is there after a reload, and nobody sees anything of it.
  await page.reload();
  await page.getByText('4 unpublished changes').waitFor();
  expect((await sendAs(company.superadmin, 'GET', settingsOf(company))).status).toBe(404);
  await page.getByRole('link', { name: 'Review and publish' }).click();
  await page.getByRole('button', { name: 'Publish 4 changes' }).click();
  await page.getByText('Everything is published.').waitFor();
  const theirs = await read(company);
  expect(theirs).toMatchObject({ default_number: '+18005550100', domains: ['acme.example'] });
  const degrees = theirs.locations.map(({ latitude, longitude }) => [
    Math.round(Number(latitude)),
    Math.round(Number(longitude)),
  ]);
  expect(degrees).toEqual([[40, -105]]);

  await page.getByRole('link', { name: 'Boulder' }).click();
  await page.getByLabel('Name').fill('Boulder Central');
  await page.getByRole('button', { name: 'Save to draft' }).click();
  const [boulder] = theirs.locations;
  const changed = [{ ...boulder, name: 'Boulder Downtown' }, location('boise', { name: 'Boise' })];
  await answerOf(
    await sendAs(company.superadmin, 'PUT', settingsOf(company), { ...theirs, locations: changed }),
  );
  await page.getByRole('link', { name: 'Review and publish' }).click();
  await page.getByRole('button', { name: 'Publish 1 change' }).click();
  await page.getByText('Both of you changed location Boulder Central. Your version is kept.').waitFor();
  await page.getByRole('button', { name: 'Publish 1 change' }).click();
  await page.getByText('Everything is published.').waitFor();
  expect((await read(company)).locations.map(({ name }) => name)).toEqual(['Boulder Central', 'Boise']);
});

test(
  'what the server refuses leads to the entry, and a former version is restored, by keyboard alone',
  { tags: ['full'] },
  async ({ open }) => {
    const company = await companyWith(dniSettings());
    const here = await open(company.superadmin, { expected: /status of 400/ });
    const { page } = here;
    await page.goto(`/console/${company.companyId}/numbers/locations`);
    await page.getByRole('link', { name: 'Denver' }).press('Enter');
    await tabTo(page, /Remove/);
    await page.keyboard.press('Enter');
    await page.getByText('Location removed in the draft.').waitFor();
    await page.getByRole('link', { name: 'Review and publish' }).press('Enter');
    await page.getByRole('heading', { name: 'Removed Location Denver' }).waitFor();
    await tabTo(page, /Publish 1 change/);
    await page.keyboard.press('Enter');
    await page.getByText('Nothing was published.').waitFor();
    await page
      .getByRole('link', { name: /^Tracking number \(303\)/ })
      .first()
      .press('Enter');
    await page.getByRole('dialog', { name: 'Tracking number' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).press('Enter');
    await page.getByText('Everything is published.').waitFor();

    await answerOf(
      await sendAs(company.superadmin, 'PUT', settingsOf(company), { default_number: '+18005550199' }),
    );
    await page.getByRole('link', { name: 'History' }).press('Enter');
    await page.getByRole('button', { name: 'Show changes in version 2' }).press('Enter');
    await page.getByText('(800) 555-0199').first().waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Restore version 1' }).press('Enter');
    await page.getByText('restored from version 1').waitFor();
    expect((await read(company)).default_number).toBe('+18005550100');
  },
);
