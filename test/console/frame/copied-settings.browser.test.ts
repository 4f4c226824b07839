/** Settings are copied from one company to others: by keyboard, with a review. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { memberOfAll } from '../../harness/agency.ts';
import { answerOf, makeCompanyWithUsers, type PeopledCompany } from '../../harness/builders.ts';
import { sendAs, type TestUser } from '../../harness/client.ts';
import { focused, inspect, tabTo } from '../console.ts';
import { test } from '../console-test.ts';

const STATES = [
  { name: 'open', label: 'Open', color: '#000000' },
  { name: 'booked', label: 'Booked', color: '#112233' },
];

async function makeAgency(names: readonly string[]): Promise<{ ann: TestUser; companies: PeopledCompany[] }> {
  const companies = await Promise.all(names.map((name) => makeCompanyWithUsers({ name })));
  const [first] = companies;
  await putStates(first, STATES);
  return { ann: await memberOfAll(companies), companies };
}

async function putStates(company: PeopledCompany | undefined, states: readonly object[]): Promise<void> {
  if (company === undefined) throw new Error('There is no company.');
  await answerOf(await sendAs(company.superadmin, 'PUT', `${company.path}/lead_settings/states`, states));
}

async function statesOf({ superadmin, path }: PeopledCompany): Promise<string[]> {
  const states = await sendAs(superadmin, 'GET', `${path}/lead_settings/states`);
  return (await answerOf<{ name: string }[]>(states)).map(({ name }) => name);
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Copy settings' });

/** Opens the dialog at the first company and leaves only the states to copy. */
async function openDialog(page: Page, company: PeopledCompany | undefined): Promise<void> {
  await page.goto(`/console/${company?.companyId}/companies?over=copy-settings`);
  const what = dialogOf(page).getByRole('group', { name: 'What' });
  await what.waitFor();
  for (const box of await what.getByRole('checkbox').all()) await box.uncheck();
  await what.getByLabel('States of leads').check();
}

test('a super admin copies settings to all companies by keyboard, after a review of each', async ({
  open,
}) => {
  const { ann, companies } = await makeAgency(['Acme', 'Beta', 'Gamma']);
  const here = await open(ann);
  const { page } = here;
  await page.goto(`/console/${companies[0]?.companyId}/companies`);
  await page.getByRole('heading', { name: 'All companies' }).waitFor();
  await tabTo(page, /^Copy settings$/);
  await page.keyboard.press('Enter');
  await dialogOf(page).getByLabel('Copy from').waitFor();
  await expect.poll(async () => (await focused(page)).name).toBe('Copy from');
  await inspect(here, 'the choice of settings to copy');
  await tabTo(page, /^Search companies$/);
  await page.keyboard.type('gam');
  await tabTo(page, /^All$/);
  await page.keyboard.press('Enter');
  await dialogOf(page).getByText('1 company chosen').waitFor();
  await dialogOf(page).getByLabel('Search companies').fill('');
  await tabTo(page, /^Beta$/);
  await page.keyboard.press('Space');
  await dialogOf(page).getByText('2 companies chosen').waitFor();
  await tabTo(page, /^Review$/);
  await page.keyboard.press('Enter');
  await dialogOf(page).getByText('This is what copying from Acme would change.').waitFor();
  await tabTo(page, /^Beta/);
  await page.keyboard.press('Enter');
  await dialogOf(page).getByText('Added: Booked').first().waitFor();
  await inspect(here, 'the review of a copy');
  expect(await statesOf(companies[1] as PeopledCompany)).toHaveLength(6);
  await tabTo(page, /^Copy to 2 companies$/);
  await page.keyboard.press('Enter');
  await dialogOf(page).getByText('Copied from Acme.').waitFor();
  await inspect(here, 'what a copy has done');
  await tabTo(page, /^Done$/);
  await page.keyboard.press('Enter');
  await dialogOf(page).waitFor({ state: 'detached' });

  for (const company of companies.slice(1)) expect(await statesOf(company)).toContain('booked');
});

test('a double click copies once; Back and Escape copy nothing; a second copy finds all there', async ({
  open,
}) => {
  const { ann, companies } = await makeAgency(['Acme', 'Beta']);
  const [acme, beta] = companies as [PeopledCompany, PeopledCompany];
  const { page } = await open(ann);
  const copies: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/copy_settings')) copies.push(request.url());
  });
  await openDialog(page, acme);
  await dialogOf(page).getByLabel('Beta').check();
  await dialogOf(page).getByRole('button', { name: 'Review' }).click();
  await dialogOf(page).getByRole('button', { name: 'Back' }).click();
  expect(await dialogOf(page).getByLabel('Beta').isChecked()).toBe(true);
  await dialogOf(page).getByRole('button', { name: 'Review' }).click();
  await dialogOf(page).getByRole('button', { name: 'Copy to 1 company' }).waitFor();
  await page.keyboard.press('Escape');
  await dialogOf(page).waitFor({ state: 'detached' });
  expect(await statesOf(beta)).toHaveLength(6);

  await openDialog(page, acme);
  await dialogOf(page).getByLabel('Beta').check();
  await dialogOf(page).getByRole('button', { name: 'Review' }).click();
  await dialogOf(page).getByRole('button', { name: 'Copy to 1 company' }).dblclick();
  await dialogOf(page).getByText('Copied from Acme.').waitFor();
  await dialogOf(page).getByRole('button', { name: 'Done' }).click();
  expect(copies).toHaveLength(1);

  await openDialog(page, acme);
  await dialogOf(page).getByLabel('Beta').check();
  await dialogOf(page).getByRole('button', { name: 'Review' }).click();
  await dialogOf(page)
    .getByText(/Unchanged/)
    .waitFor();
  expect(
    await dialogOf(page)
      .getByRole('button', { name: /^Copy to/ })
      .count(),
  ).toBe(0);
});

test('a company that was changed after the review refuses, and is copied to again once that is seen', async ({
  open,
}) => {
  const { ann, companies } = await makeAgency(['Acme', 'Beta', 'Gamma']);
  const [acme, beta, gamma] = companies as [PeopledCompany, PeopledCompany, PeopledCompany];
  const { page } = await open(ann);
  await openDialog(page, acme);
  await dialogOf(page).getByRole('button', { name: 'All', exact: true }).click();
  await dialogOf(page).getByRole('button', { name: 'Review' }).click();
  await dialogOf(page).getByRole('button', { name: 'Copy to 2 companies' }).waitFor();
  await putStates(beta, [{ name: 'own', label: 'Of their own', color: '#445566' }]);

  await dialogOf(page).getByRole('button', { name: 'Copy to 2 companies' }).click();
  await dialogOf(page).getByText('The settings were changed after the review. Review them again.').waitFor();
  const before = await statesOf(beta);
  await dialogOf(page).getByRole('button', { name: 'Try again with 1 company' }).click();
  await dialogOf(page).getByText('would change where it is still open.').waitFor();
  const reviewed = await statesOf(beta);
  await dialogOf(page).getByText('Beta').click();
  await dialogOf(page).getByText('Stays as it is: Of their own').waitFor();
  await dialogOf(page).getByRole('button', { name: 'Copy to 1 company' }).click();
  await dialogOf(page).getByText('Copied from Acme.').waitFor();

  expect([before, reviewed]).toEqual([['own'], ['own']]);
  expect(await statesOf(beta)).toEqual(['open', 'booked', 'own']);
  expect(await statesOf(gamma)).toHaveLength(7);
});

test('without a connection nothing is lost, and the copy goes on afterwards', async ({ open }) => {
  const { ann, companies } = await makeAgency(['Acme', 'Beta']);
  const [acme, beta] = companies as [PeopledCompany, PeopledCompany];
  const { page, context } = await open(ann, { expected: /ERR_INTERNET_DISCONNECTED|live/ });
  await openDialog(page, acme);
  await dialogOf(page).getByLabel('Beta').check();
  await context.setOffline(true);
  await dialogOf(page).getByRole('button', { name: 'Review' }).click();
  await dialogOf(page).getByText('The server cannot be reached.').waitFor();
  await context.setOffline(false);
  await dialogOf(page).getByRole('button', { name: 'Review' }).click();
  await dialogOf(page).getByRole('button', { name: 'Copy to 1 company' }).waitFor();
  await context.setOffline(true);
  await dialogOf(page).getByRole('button', { name: 'Copy to 1 company' }).click();
  await dialogOf(page).getByText('The server cannot be reached.').waitFor();
  await context.setOffline(false);
  await dialogOf(page).getByRole('button', { name: 'Try again' }).click();
  await dialogOf(page).getByText('Copied from Acme.').waitFor();

  expect(await statesOf(beta)).toContain('booked');
});

test('who is a super admin of one company alone is told why there is nothing to copy to', async ({
  open,
}) => {
  const companies = await Promise.all(['Acme', 'Beta'].map((name) => makeCompanyWithUsers({ name })));
  const ann = await memberOfAll(companies, ['superadmin', 'manager']);
  const { page } = await open(ann);
  await page.goto(`/console/${companies[0]?.companyId}/companies?over=copy-settings`);

  await dialogOf(page).getByText('You need two.').waitFor();
  expect(await page.getByRole('link', { name: 'Copy settings' }).count()).toBe(0);
});
