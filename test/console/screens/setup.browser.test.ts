import { afterAll, beforeAll, expect } from 'vitest';
import { answerOf, makeCompanyWithUsers, type PeopledCompany } from '../../harness/builders.ts';
import { sendAs } from '../../harness/client.ts';
import { dniSettings } from '../../harness/dni-company.ts';
import { startServer } from '../../harness/own-worker.ts';
import { askForSwaps } from '../../worker/edge/lookup/ask.ts';
import { tabTo } from '../console.ts';
import { test } from '../console-test.ts';
import { workerUrl } from '../../harness/worker-url.ts';

let site: { url: string; close: () => Promise<void> };
/** What the page of the site is. */
let html: string;

beforeAll(async () => {
  site = await startServer((_, response) =>
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(html),
  );
});
afterAll(() => site.close());

/** Everything that the first steps ask for. */
async function saveSettings({ superadmin, companyId }: PeopledCompany): Promise<void> {
  const path = `/dni/api/companies/${companyId}/settings`;
  await answerOf(await sendAs(superadmin, 'PUT', path, dniSettings({ domains: ['127.0.0.1'] })));
}

/** A visitor opens the page: it asks for its numbers. */
async function openPage({ companyId }: PeopledCompany, path: string): Promise<void> {
  const visitor = { origin: site.url };
  await answerOf(await askForSwaps(companyId, { visitor, body: { url: site.url + path } }));
}

/** Somebody calls a tracking number. */
async function call({ superadmin, path }: PeopledCompany): Promise<void> {
  await answerOf(
    await sendAs(superadmin, 'POST', `${path}/calls`, {
      number: '+13035550101',
      from: '+14155550100',
      carrier_call_id: 'call-1',
      started_at: new Date().toISOString(),
    }),
  );
}

test('an empty company opens on its set-up, which checks itself up to the first call', async ({ open }) => {
  const company = await makeCompanyWithUsers();
  const here = await open(company.superadmin);
  const { page } = here;
  await page.goto('/console/');
  await page.getByText('0 of 6 steps done.').waitFor();

  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Enter the number printed on your pages.').first().waitFor();
  await page.getByLabel('The number on your pages').fill('(800) 555-0100');
  await page.getByLabel('Your site', { exact: true }).fill('https://127.0.0.1/contact');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('1 of 6 steps done.').waitFor();

  await page.getByRole('link', { name: 'Paste a list of locations' }).click();
  const locations = page.getByRole('dialog', { name: 'Paste locations' });
  await locations
    .getByLabel('Rows from a spreadsheet')
    .fill('Name,Latitude,Longitude,Phone\nDenver,39.74,-104.99,303 555 0140\n');
  await locations.getByRole('button', { name: 'Add 1 location to draft' }).click();
  await page.getByText('1 location in the draft.').waitFor();
  await page.getByRole('link', { name: 'Paste a list of numbers' }).click();
  const numbers = page.getByRole('dialog', { name: 'Paste numbers' });
  await numbers.getByLabel('Rows from a spreadsheet').fill('Number,Location\n303 555 0101,Denver\n');
  await numbers.getByRole('button', { name: 'Add 1 number to draft' }).click();
  await page.getByText('1 number in the draft.').waitFor();
  await page.getByRole('link', { name: 'Review and publish' }).first().click();
  await page.getByRole('button', { name: 'Publish 3 changes' }).click();
  await page.getByText('4 of 6 steps done.').waitFor();

  const tag = await page.getByLabel('Code to paste').innerText();
  expect(tag).toContain(company.companyId);
  expect(tag).toContain(workerUrl());
  await openPage(company, '/contact');
  await page.getByText('5 of 6 steps done.').waitFor();
  await page.getByText('2 numbers were swapped.').waitFor();

  await call(company);
  await page.getByText('Everything works').waitFor();
  await page.getByRole('link', { name: 'Open the lead' }).waitFor();
  // It leaves the navigation, and a company with leads opens on Home.
  await expect.poll(() => page.getByRole('link', { name: 'Setup' }).count()).toBe(0);
  await page.goto('/console/');
  await page.getByRole('heading', { name: 'Home' }).waitFor();
});

test('the first step is done by keyboard alone, and the set-up is found by its name later', async ({
  open,
}) => {
  const company = await makeCompanyWithUsers();
  const here = await open(company.superadmin);
  const { page } = here;
  await page.goto(`/console/${company.companyId}/setup`);
  await page.getByLabel('The number on your pages').waitFor();
  await tabTo(page, /The number on your pages/);
  await page.keyboard.type('800 555 0100');
  await page.keyboard.press('Enter');
  await page.getByText('any site is allowed').waitFor();
  await tabTo(page, /Add a location/);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New location' });
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await page.goto(`/console/${company.companyId}/people`);
  await page.getByRole('heading', { name: 'People' }).waitFor();
  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog', { name: 'Go to' }).getByRole('combobox');
  await search.fill('setup');
  await page.keyboard.press('Enter');
  await page.getByText('1 of 6 steps done.').waitFor();
});

test(
  'the site: where it was seen, a page that is checked, and what to paste',
  { tags: ['full'] },
  async ({ open }) => {
    const company = await makeCompanyWithUsers();
    await saveSettings(company);
    html = `<script src="${workerUrl()}/dni/leadline.js" data-company="${crypto.randomUUID()}"></script><p>(800) 555-0100 (312) 555-0188`;
    const here = await open(company.superadmin, { expected: /status of 403/ });
    const { page } = here;
    await page.goto(`/console/${company.companyId}/numbers/site`);
    await page.getByText('Not seen yet. Open a page').waitFor();
    const address = page.getByLabel('Address of the page');
    await address.fill('https://elsewhere.example/');
    await page.getByRole('button', { name: 'Check the page' }).click();
    await page.getByText('elsewhere.example is not one of the company').first().waitFor();
    await address.fill(`${site.url}/contact?visitor=1`);
    await page.getByRole('button', { name: 'Check the page' }).click();
    await page.getByText('The tag is for another company').waitFor();
    await page.getByText('Replace it by the tag of this company.').waitFor();
    const panel = page.getByRole('link', { name: 'Open it with the debug panel' });
    expect(await panel.getAttribute('href')).toBe(`${site.url}/contact?leadline_debug`);
    // What was found on one page is not shown under what is wrong with another.
    await address.fill('https://elsewhere.example/');
    await page.getByRole('button', { name: 'Check the page' }).click();
    await page.getByText('elsewhere.example is not one of the company').first().waitFor();
    expect(await page.getByText('The tag is for another company').count()).toBe(0);
    await address.fill(`${site.url}/contact?visitor=1`);
    await page.getByRole('button', { name: 'Check the page' }).click();
    await page.getByText('The tag is for another company').waitFor();
    await openPage(company, '/contact');
    await page.getByRole('link', { name: '/contact', exact: true }).waitFor();

    for (const [name, told] of [
      ['Google Tag Manager', '&layer=dataLayer'],
      ['Next.js', "import Script from 'next/script'"],
      ['Shopify', 'data-company='],
    ] as const) {
      await page.getByLabel('Your site is built with').selectOption(name);
      await expect.poll(() => page.getByLabel('Code to paste').innerText()).toContain(told);
      expect(await page.getByLabel('Code to paste').innerText()).toContain(company.companyId);
    }
  },
);
