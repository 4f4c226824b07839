import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { answerOf, makeCompanyWithUsers, type PeopledCompany } from '../../../harness/builders.ts';
import { sendAs } from '../../../harness/client.ts';
import { dniSettings, location } from '../../../harness/dni-company.ts';
import { inspect, tabTo } from '../../console.ts';
import { test } from '../../console-test.ts';

interface Saved {
  default_number: string;
  numbers: { phone_number: string; source?: string; location_id?: string }[];
  locations: { location_id: string; name: string; service_area?: { postal_codes: string[] } }[];
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

test('a company without settings gets its numbers by hand and by paste, reviewed before anything is published', async ({
  open,
}) => {
  const company = await makeCompanyWithUsers();
  const here = await open(company.superadmin);
  const { page } = here;
  await page.goto(`/console/${company.companyId}/numbers/site`);
  await page.getByLabel('Default number').fill('(800) 555-0100');
  await page.getByLabel('Domains').fill('https://Acme.example/\n');
  await page.getByRole('button', { name: 'Save to draft' }).click();

  await page.getByRole('link', { name: 'Locations' }).click();
  await page.getByText('No locations yet.').waitFor();
  await page.getByRole('link', { name: 'Paste a list' }).click();
  const paste = page.getByRole('dialog', { name: 'Paste locations' });
  const rows = Array.from(
    { length: 12 },
    (_, index) => `Branch ${index}\tAustin\t3${index % 10}.5\t-97.7\t78${index}`,
  );
  const table = ['Store\tTown\tLat\tLng\tServes\tManager', ...rows, 'Nowhere\tAustin\tnorth\t-97\t'].join(
    '\n',
  );
  await paste.getByLabel('Rows from a spreadsheet').fill(table);
  expect(await paste.getByLabel('Manager becomes').inputValue()).toBe('');
  await paste.getByText('Row 14 Nowhere, column Latitude: “north” is not a latitude').waitFor();
  await inspect(here, 'pasting');
  await paste.getByRole('button', { name: 'Add 12 rows to draft' }).click();
  await page.getByRole('link', { name: 'Branch 11' }).waitFor();

  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Numbers' }).click();
  await page.getByRole('link', { name: 'Add a tracking number' }).click();
  const form = page.getByRole('dialog', { name: 'New tracking number' });
  await form.getByRole('button', { name: 'Add to draft' }).click();
  await form.getByText('This is not a phone number').first().waitFor();
  await inspect(here, 'a number');
  await form.getByLabel('Tracking number', { exact: true }).fill('512 555 0101');
  await form.getByLabel('Location').selectOption('Branch 3');
  await form.getByRole('button', { name: 'Add to draft' }).click();

  // The draft is there after a reload, and nobody sees anything of it.
  await page.reload();
  await page.getByText('16 unpublished changes').waitFor();
  await page.getByRole('link', { name: 'Review and publish' }).click();
  await page.getByRole('heading', { name: 'Added Tracking number (512) 555-0101' }).waitFor();
  expect((await sendAs(company.superadmin, 'GET', settingsOf(company))).status).toBe(404);
  await page.getByRole('button', { name: 'Publish 16 changes' }).click();
  await page.getByText('Everything is published.').waitFor();

  const saved = await read(company);
  expect(saved).toMatchObject({ default_number: '+18005550100', domains: ['acme.example'] });
  expect(saved.numbers).toEqual([{ phone_number: '+15125550101', location_id: 'branch-3', sms: false }]);
  expect(saved.locations[3]).toMatchObject({ name: 'Branch 3', service_area: { postal_codes: ['783'] } });
});

test('two people publish at once: both changes are kept, and the second one is told', async ({ open }) => {
  const company = await companyWith(dniSettings());
  const here = await open(company.superadmin, { expected: /status of 412/ });
  const { page } = here;
  await page.goto(`/console/${company.companyId}/numbers/locations`);
  await page.getByRole('link', { name: 'Austin' }).click();
  await page.getByLabel('Name').fill('Austin Central');
  await page.getByRole('button', { name: 'Save to draft' }).click();
  await page.getByRole('link', { name: 'Review and publish' }).click();

  const theirs = await read(company);
  const [first] = theirs.locations;
  if (first !== undefined) first.name = 'Austin Downtown';
  const others = [
    ...theirs.locations,
    location('boise', { name: 'Boise', latitude: '43.6', longitude: '-116.2' }),
  ];
  await answerOf(
    await sendAs(company.superadmin, 'PUT', settingsOf(company), { ...theirs, locations: others }),
  );
  await page.getByRole('button', { name: 'Publish 1 change' }).click();
  await page.getByText('Somebody else published in the meantime.').waitFor();
  await page.getByText('Both of you changed location Austin. Your version is kept.').waitFor();
  await inspect(here, 'review of what two changed');
  await page.getByRole('button', { name: 'Publish 1 change' }).click();
  await page.getByText('Everything is published.').waitFor();

  const names = (await read(company)).locations.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['Austin Central', 'Boise']));
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
    await inspect(here, 'history');
    await page.reload();
    await page.getByRole('button', { name: 'Restore version 1' }).press('Enter');
    await page.getByText('restored from version 1').waitFor();
    expect((await read(company)).default_number).toBe('+18005550100');
  },
);

test(
  'a version is restored over the one that was looked at, and undone only while nobody else has published',
  { tags: ['full'] },
  async ({ open }) => {
    const company = await companyWith(dniSettings());
    const publish = async (number: string): Promise<unknown> =>
      answerOf(await sendAs(company.superadmin, 'PUT', settingsOf(company), { default_number: number }));
    await publish('+18005550102');
    const { page } = await open(company.superadmin, { expected: /status of 412|ERR_FAILED/ });
    await page.goto(`/console/${company.companyId}/numbers/history`);
    const restore = page.getByRole('button', { name: 'Restore version 1' });
    const refused = page.getByText('Somebody else published in the meantime.');
    await restore.waitFor();

    await publish('+18005550103');
    // The newest version is known here, and nobody has looked at it.
    await page.route(/\/settings\/history$/, (route) => route.abort(), { times: 1 });
    const known = page.waitForResponse(/\/settings\?or_null=1$/);
    await page.evaluate(() => {
      const later = Date.now() + 60_000;
      Date.now = () => later;
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await known;
    await restore.click();
    await refused.waitFor();
    expect(await read(company)).toMatchObject({ default_number: '+18005550103' });
    await page.getByRole('heading', { name: 'Version 3' }).waitFor();

    await page.getByRole('button', { name: 'Dismiss' }).click();
    await restore.click();
    await page.getByText('Version 1 restored and published.').waitFor();
    expect(await read(company)).toMatchObject({ default_number: '+18005550100' });
    await publish('+18005550105');
    await page.getByRole('button', { name: 'Undo' }).click();
    await refused.waitFor();
    expect(await read(company)).toMatchObject({ default_number: '+18005550105' });
  },
);

test('the preview says what a visitor sees and why, and leads to the settings behind it', async ({
  open,
}) => {
  const company = await companyWith(
    dniSettings({ sources: [{ name: 'spring', when: { utm_campaign: 'spring*' } }] }),
  );
  const here = await open(company.superadmin);
  const { page } = here;
  await page.goto(`/console/${company.companyId}/preview`);
  await page.getByLabel('Postal code', { exact: true }).fill('80302');
  await page.getByText('Denver: it is the closest').waitFor();
  await page.getByLabel('Came by').selectOption('a Google ad');
  await page.getByText('Paid search: the click id is gclid.').waitFor();
  await page.getByLabel('Came by').selectOption('a link that you enter');
  await page.getByLabel('Address of the page').fill('https://acme.example/?utm_campaign=spring-1');
  await page.getByText('The visit matches your source spring.').waitFor();
  // The address holds the question.
  await page.reload();
  await page.getByRole('link', { name: /Denver: it is the closest/ }).click();

  await page.getByRole('dialog', { name: 'Location' }).getByLabel('Name').waitFor();
  await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Denver');
});

test('a draft is previewed before anybody sees it, and its review says which test visits it changes', async ({
  open,
}) => {
  const company = await companyWith(dniSettings());
  const here = await open(company.superadmin);
  const { page } = here;
  await page.goto(`/console/${company.companyId}/preview?zip=80302`);
  await page.getByText('Denver: it is the closest').waitFor();
  await page.getByRole('button', { name: 'Save this visit' }).press('Enter');
  await page.getByLabel('Postal code', { exact: true }).fill('78701');
  await page.getByText('Austin: it is the closest').waitFor();
  await page.getByRole('button', { name: 'Save this visit' }).press('Enter');
  await page.getByRole('link', { name: '80302, typed the address' }).press('Enter');
  await page.getByText('Denver: it is the closest').waitFor();

  await page.goto(`/console/${company.companyId}/numbers/numbers`);
  await page.getByRole('link', { name: '(303) 555-0101' }).press('Enter');
  const form = page.getByRole('dialog', { name: 'Tracking number' });
  await form.getByLabel('Tracking number', { exact: true }).fill('303 555 0177');
  await form.getByRole('button', { name: 'Save to draft' }).press('Enter');
  await page.getByText('unpublished change').waitFor();
  await page.goto(`/console/${company.companyId}/preview?zip=80302`);
  await page.getByText('Instead of (303) 555-0101, as published.').waitFor();
  await inspect(here, 'preview of a draft');

  await page.goto(`/console/${company.companyId}/numbers/numbers`);
  await page.getByRole('link', { name: 'Review and publish' }).press('Enter');
  const review = page.getByRole('dialog', { name: 'Review' });
  await review.getByText('80302, typed the address: (303) 555-0101 (303) 555-0177').waitFor();
  await review.getByText('78701, typed the address: (512) 555-0101, as before').waitFor();
  await inspect(here, 'review with test visits');
  expect((await read(company)).numbers.map(({ phone_number: number }) => number)).toContain('+13035550101');
});

test('a manager previews what is published, with reasons that lead nowhere', async ({ open }) => {
  const company = await companyWith(dniSettings());
  const here = await open(company.manager);
  const { page } = here;
  await page.goto(`/console/${company.companyId}/preview?zip=80302`);
  await page.getByText('Denver: it is the closest').waitFor();
  expect(await page.getByRole('link', { name: /Denver/ }).count()).toBe(0);
});

test('locations and numbers go out as CSV, and a paste of the file changes nothing', async ({ open }) => {
  const company = await companyWith(
    dniSettings({
      locations: [
        location('austin', { name: 'Austin, "North"', latitude: '30.2672', longitude: '-97.7431' }),
        location('sum', {
          name: '=SUM(A1)',
          latitude: '40',
          longitude: '-104.99',
          service_area: { postal_codes: ['80302', '802'], regions: ['US-CO'] },
        }),
      ],
      numbers: [
        { phone_number: '+15125550101', location_id: 'austin' },
        { phone_number: '+13035550101', location_id: 'sum', source: 'paid_search', sms: true },
      ],
    }),
  );
  const here = await open(company.superadmin);
  const { page } = here;
  for (const list of ['locations', 'numbers']) {
    await page.goto(`/console/${company.companyId}/numbers/${list}`);
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: /^More about/ }).press('Enter');
    await page.getByRole('button', { name: 'Download as CSV' }).press('Enter');
    const file = await readFile(await (await coming).path(), 'utf8');
    expect(file).toContain(list === 'locations' ? "'=SUM(A1)" : "'+15125550101");
    await page.getByRole('link', { name: 'Paste a list' }).click();
    await page.getByLabel('Rows from a spreadsheet').fill(file);
    await page.getByRole('button', { name: 'Add 2 rows to draft' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('Everything is published.').waitFor();
  }
});
