/** The map of the preview: every postal code decided beside the page, seen and told in a table. */
import { expect } from 'vitest';
import { postalCodes } from '../../../build/postal-codes.ts';
import { answerOf, makeCompanyWithUsers } from '../../harness/builders.ts';
import { sendAs } from '../../harness/client.ts';
import { dniSettings, location } from '../../harness/dni-company.ts';
import { inspect, tabTo } from '../console.ts';
import { test } from '../console-test.ts';

const count = (text: string | null): number => Number((text ?? '').replaceAll(/\D/g, ''));

test(
  'the map says who gets each postal code, with gaps and overlaps, and its table says the same by keyboard',
  { tags: ['full'] },
  async ({ open }) => {
    const company = await makeCompanyWithUsers();
    const { locations } = dniSettings() as { locations: Record<string, unknown>[] };
    const [austin, denver, ...others] = locations;
    const settings = dniSettings({
      max_distance_km: 900,
      locations: [
        { ...austin, service_area: { postal_codes: ['787', '803'] } },
        { ...denver, service_area: { postal_codes: ['803'] } },
        ...others,
        location('toronto', { name: 'Toronto', country: 'CA', latitude: '43.65', longitude: '-79.38' }),
      ],
    });
    const path = `/dni/api/companies/${company.companyId}/settings`;
    await answerOf(await sendAs(company.superadmin, 'PUT', path, settings));
    const here = await open(company.superadmin);
    const { page } = here;
    await page.goto(`/console/${company.companyId}/preview?zip=80302`);
    const map = page.getByRole('region', { name: 'Postal codes by location' });
    const contested = postalCodes().filter(({ code }) => code.startsWith('803')).length;
    await map.getByText(`${contested} are in the service areas of several locations.`).waitFor();
    const table = map.getByRole('table', { name: 'Postal codes of each location' });
    const rows = await table.getByRole('row').allTextContents();
    const served = postalCodes().filter(({ code }) => code.startsWith('787')).length;
    const [, ofAustin] = await table
      .getByRole('row', { name: /^Austin/ })
      .getByRole('cell')
      .all();

    expect(rows).toHaveLength(6);
    // Of those that several serve, the closer one gets each.
    expect(count((await ofAustin?.textContent()) ?? '')).toBe(served);
    const shares = await Promise.all(
      (await table.getByRole('row').all()).slice(1).map((row) => row.getByRole('cell').first().textContent()),
    );
    const won = shares.reduce((sum, share) => sum + count(share), 0);
    await map.getByText(`${won.toLocaleString('en-US')} postal codes go to 5 locations;`).waitFor();
    await map.getByRole('button', { name: /^Too far from all [1-9]/ }).press('Enter');
    await inspect(here, 'the map');
    await tabTo(page, /^Denver$|^New York$/);
    await page.keyboard.press('Enter');
    await expect.poll(() => table.getByRole('button', { pressed: true }).count()).toBe(1);

    await map.getByLabel('Country of the map').selectOption('Canada');
    await map.getByText(/Toronto gets the most/).waitFor();
  },
);

test('a company abroad, of whose postal codes none is known, gets no map of another continent', async ({
  open,
}) => {
  const company = await makeCompanyWithUsers({ default_region: 'DK' });
  const odense = { name: 'Odense', country: 'Danmark', latitude: '55.40', longitude: '10.39' };
  const path = `/dni/api/companies/${company.companyId}/settings`;
  const settings = dniSettings({ locations: [location('odense', odense)], numbers: [] });
  await answerOf(await sendAs(company.superadmin, 'PUT', path, settings));
  const { page } = await open(company.superadmin);
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.goto(`/console/${company.companyId}/preview?zip=Aarhus`);
  await page.getByText('Odense: it is the closest').waitFor();

  expect(await page.getByLabel('City').inputValue()).toBe('Aarhus');
  expect(await page.getByRole('region', { name: 'Postal codes by location' }).count()).toBe(0);
  expect(loaded.filter((url) => url.includes('map-worker'))).toEqual([]);
});
