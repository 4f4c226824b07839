/** The page of a new company. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { OPERATOR_TOKEN } from '../../harness/operator-token.ts';
import { inspect, tabTo } from '../console.ts';
import { test } from '../console-test.ts';

const PATH = '/console/session/new';
const PASSWORD = 'a long password';

/** The company of the set-up that is open. */
async function companyOfSetup(page: Page): Promise<string> {
  await page.getByRole('heading', { name: 'Setup' }).waitFor();
  const [, , company = '', screen] = new URL(page.url()).pathname.split('/');
  expect(screen).toBe('setup');
  return company;
}

async function fill(page: Page, email: string): Promise<void> {
  await page.getByLabel('Operator token').fill(OPERATOR_TOKEN);
  await page.getByLabel('Name', { exact: true }).fill('Bright Plumbing');
  await page.getByLabel('Country').selectOption('CA');
  await page.getByLabel('Your name').fill('Pat Plumber');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
}

function freshEmail(): string {
  return `pat.${crypto.randomUUID().slice(0, 8)}@bright.example`;
}

test('a new company is made by keyboard, after all faults were shown at their fields; its user is in the setup', async ({
  open,
}) => {
  const here = await open(undefined, { expected: /status of 401/ });
  const { page } = here;
  await page.goto('/console/new');
  await page.getByLabel('Operator token').waitFor();
  await tabTo(page, /Operator token/);
  await page.keyboard.type('not the token');
  await page.keyboard.press('Enter');
  await page.getByText('Use at least 8 characters.').first().waitFor();
  const invalid = page.locator('[aria-invalid="true"]');
  const names = await invalid.evaluateAll((fields) => fields.map((field) => field.getAttribute('name')));
  expect(names).toEqual([
    '/operator_token',
    '/name',
    '/superadmin/name',
    '/superadmin/email',
    '/superadmin/password',
  ]);
  await inspect(here, 'the page of a new company with faults');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(OPERATOR_TOKEN);
  for (const [name, text] of [
    [/^Name/, 'Bright Plumbing'],
    [/^Your name/, 'Pat Plumber'],
    [/^E-mail/, freshEmail()],
    [/^Password/, PASSWORD],
  ] as const) {
    await tabTo(page, name);
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Enter');

  await companyOfSetup(page);
  const stored = await page.evaluate(() =>
    [localStorage, sessionStorage].map((store) => JSON.stringify(store)).join(),
  );
  expect(stored).not.toContain(OPERATOR_TOKEN);
  expect(page.url()).not.toContain(OPERATOR_TOKEN);
  await page.getByRole('button', { name: 'Pat Plumber' }).waitFor();
});

test('a double click, a lost answer and a reload make one company', async ({ open }) => {
  const { page } = await open(undefined, { expected: /ERR_FAILED/ });
  const email = freshEmail();
  const sent: string[] = [];
  await page.route(`**${PATH}`, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const { company_id: id } = route.request().postDataJSON() as { company_id: string };
    sent.push(id);
    if (sent.length > 1) return route.continue();
    // The server makes the company, and the page does not hear of it.
    await route.fetch();
    return route.abort();
  });
  await page.goto('/console/new');
  await fill(page, email);
  await page.getByRole('button', { name: 'Create the company' }).dblclick();
  await page.getByText('The server cannot be reached.').waitFor();
  await page.reload();
  await fill(page, email);
  await page.getByRole('button', { name: 'Create the company' }).dblclick();

  const company = await companyOfSetup(page);
  expect(sent).toEqual([company, company]);
});

test('after a lost answer other details make another company, with a warning', async ({ open }) => {
  const { page } = await open(undefined, { expected: /ERR_FAILED|status of 409/ });
  const email = freshEmail();
  let isFirst = true;
  await page.route(`**${PATH}`, async (route) => {
    if (route.request().method() !== 'POST' || !isFirst) return route.continue();
    isFirst = false;
    await route.fetch();
    return route.abort();
  });
  await page.goto('/console/new');
  await fill(page, email);
  const button = page.getByRole('button', { name: 'Create the company' });
  await button.click();
  await page.getByText('The server cannot be reached.').waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Bright Plumbing and Sons');
  await button.click();
  await page.getByText('An earlier try has made a company with other details.').waitFor();
  await button.click();

  await companyOfSetup(page);
  await page.getByText('Bright Plumbing and Sons').waitFor();
});

test('without an operator token the page says what to run, and goes on when that was done', async ({
  open,
}) => {
  const here = await open();
  const { page } = here;
  let state = 'no_token';
  await page.route(`**${PATH}`, (route) => route.fulfill({ json: { state } }));
  await page.goto('/console/new');
  await page.getByText('npx wrangler secret put OPERATOR_TOKEN').waitFor();
  await inspect(here, 'the page of a new company without a token');
  state = 'ready';
  await page.getByRole('button', { name: 'I have done that' }).press('Enter');
  await page.getByLabel('Operator token').waitFor();
  state = 'remote';
  await page.reload();
  await page.getByText('are at another address').waitFor();
  await page.getByRole('link', { name: 'I already have a company: sign in' }).press('Enter');

  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/console/');
});
