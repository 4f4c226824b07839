/** The page of a new company. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { OPERATOR_TOKEN } from '../../harness/operator-token.ts';
import { inspect, tabTo } from '../console.ts';
import { test } from '../console-test.ts';

const PASSWORD = 'a long password';

/** The company of the set-up that is open. */
async function companyOfSetup(page: Page): Promise<string> {
  await page.getByRole('heading', { name: 'Setup' }).waitFor();
  const [, , company = '', screen] = new URL(page.url()).pathname.split('/');
  expect(screen).toBe('setup');
  return company;
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
