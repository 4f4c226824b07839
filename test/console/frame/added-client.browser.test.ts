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
