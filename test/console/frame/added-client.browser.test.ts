/** An agency adds a client from a template: by keyboard, once. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { memberOfAll } from '../../harness/agency.ts';
import { answerOf, makeCompanyWithUsers, type PeopledCompany } from '../../harness/builders.ts';
import { sendAs, sendAsOperator, type TestUser } from '../../harness/client.ts';
import { focused, inspect, tabTo } from '../console.ts';
import { test } from '../console-test.ts';

interface Agency {
  ann: TestUser;
  own: PeopledCompany;
}

async function makeAgency(allowed: number): Promise<Agency> {
  const own = await makeCompanyWithUsers({ name: 'Agency' });
  const path = `/operator/companies/${own.companyId}/allowance`;
  await answerOf(await sendAsOperator('POST', path, { companies: allowed }));
  const states = [{ name: 'booked', label: 'Booked', color: '#112233' }];
  await answerOf(await sendAs(own.superadmin, 'PUT', `${own.path}/lead_settings/states`, states));
  return { own, ann: await memberOfAll([own]) };
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Add a client' });

/** The names of the user's companies. Going into another one has ended the session of the test. */
function companiesOf(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const answer = await fetch('/console/api/me/companies');
    return ((await answer.json()) as { name: string }[]).map(({ name }) => name);
  });
}

async function openDialog(page: Page, { own }: Agency): Promise<void> {
  await page.goto(`/console/${own.companyId}/companies?over=add-client`);
  await dialogOf(page).getByLabel('Name').waitFor();
}

test('a super admin adds a client by keyboard, hands the link over, and is in its setup', async ({
  open,
}) => {
  const agency = await makeAgency(3);
  const here = await open(agency.ann);
  const { page } = here;
  await page.goto(`/console/${agency.own.companyId}/companies`);
  await page.getByRole('heading', { name: 'All companies' }).waitFor();
  await tabTo(page, /^Add a client$/);
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await focused(page)).name).toBe('Name');
  await dialogOf(page).getByText('Agency may add 3 more clients.').waitFor();
  await inspect(here, 'the form of a client');
  await page.keyboard.type('Dupont');
  await tabTo(page, /^Country$/);
  await page.keyboard.type('France');
  await tabTo(page, /^E-mail address$/);
  await page.keyboard.type('cleo@dupont.example');
  await page.keyboard.press('Enter');
  await dialogOf(page).getByText('Dupont is added.').waitFor();
  await dialogOf(page).getByText('give this link to cleo@dupont.example yourself').waitFor();
  await inspect(here, 'an added client');
  await tabTo(page, /^Open its setup$/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Setup' }).waitFor();
  await page.getByRole('button', { name: 'Company: Dupont' }).waitFor();

  expect(await companiesOf(page)).toEqual(['Agency', 'Dupont']);
  expect(page.url()).not.toContain(agency.own.companyId);
  const path = new URL(page.url()).pathname.replace(/^\/console\/([^/]+)\/.*/, '/console/api/companies/$1');
  const states: unknown = await page.evaluate(
    async (at) => (await fetch(`${at}/lead_settings/states`)).json(),
    path,
  );
  expect(states).toMatchObject([{ name: 'booked' }]);
});

test('a double click adds one; Escape adds none', async ({ open }) => {
  const agency = await makeAgency(3);
  const { page } = await open(agency.ann);
  await openDialog(page, agency);
  await page.keyboard.press('Escape');
  await dialogOf(page).waitFor({ state: 'detached' });
  expect(await companiesOf(page)).toEqual(['Agency']);

  await openDialog(page, agency);
  await dialogOf(page).getByLabel('Name').fill('Twice');
  await dialogOf(page).getByRole('button', { name: 'Add the client' }).dblclick();
  await page.getByRole('heading', { name: 'Setup' }).waitFor();

  expect(await companiesOf(page)).toEqual(['Agency', 'Twice']);
});

test('an answer that is lost, and the same sent again, also in a new dialog: one company', async ({
  open,
}) => {
  const agency = await makeAgency(3);
  const { page } = await open(agency.ann, { expected: /ERR_FAILED/ });
  page.on('dialog', (question) => void question.accept());
  await openDialog(page, agency);
  await dialogOf(page).getByLabel('Name').fill('Lost');
  await page.route('**/clients', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await dialogOf(page).getByRole('button', { name: 'Add the client' }).click();
  await dialogOf(page).getByText('The server cannot be reached.').waitFor();
  await page.unroute('**/clients');
  expect(await companiesOf(page)).toEqual(['Agency', 'Lost']);
  await openDialog(page, agency);
  await dialogOf(page).getByLabel('Name').fill('Lost');
  await dialogOf(page).getByRole('button', { name: 'Add the client' }).click();
  await page.getByRole('heading', { name: 'Setup' }).waitFor();

  expect(await companiesOf(page)).toEqual(['Agency', 'Lost']);
});

test('without a connection what was typed stays', async ({ open }) => {
  const agency = await makeAgency(1);
  const { page, context } = await open(agency.ann, { expected: /ERR_INTERNET_DISCONNECTED|live/ });
  await openDialog(page, agency);
  await dialogOf(page).getByLabel('Name').fill('Offline');
  await context.setOffline(true);
  await dialogOf(page).getByRole('button', { name: 'Add the client' }).click();
  await dialogOf(page).getByText('The server cannot be reached.').waitFor();
  expect(await dialogOf(page).getByLabel('Name').inputValue()).toBe('Offline');
  await context.setOffline(false);
  await dialogOf(page).getByRole('button', { name: 'Add the client' }).click();
  await page.getByRole('heading', { name: 'Setup' }).waitFor();

  expect(await companiesOf(page)).toEqual(['Agency', 'Offline']);
});

test('a setup that cannot be opened yet is opened later, and the company is made once', async ({ open }) => {
  const agency = await makeAgency(3);
  const { page } = await open(agency.ann, { expected: /ERR_FAILED/ });
  await openDialog(page, agency);
  await dialogOf(page).getByLabel('Name').fill('Later');
  await page.route('**/console/session/company', (route) => route.abort());
  await dialogOf(page).getByRole('button', { name: 'Add the client' }).click();
  await dialogOf(page).getByText('Later is added.').waitFor();
  await page.getByText('The server cannot be reached.').waitFor();
  await page.unroute('**/console/session/company');
  await dialogOf(page).getByRole('button', { name: 'Open its setup' }).click();
  await page.getByRole('heading', { name: 'Setup' }).waitFor();

  expect(await companiesOf(page)).toEqual(['Agency', 'Later']);
});

test('without an allowance somebody is told who can allow it', async ({ open }) => {
  const agency = await makeAgency(0);
  const { page } = await open(agency.ann);
  await page.goto(`/console/${agency.own.companyId}/companies?over=add-client`);

  await dialogOf(page).getByText('Whoever runs this Leadline can allow it').waitFor();
  expect(await dialogOf(page).getByRole('textbox').count()).toBe(0);
});
