import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../harness/browser.ts';
import { answerOf } from '../harness/builders.ts';
import { sendAs } from '../harness/client.ts';
import { type ConsolePage, inspect, openConsole } from './console.ts';
import { makeSalesCompany, type SalesCompany } from './sales-company.ts';

let browser: Browser;
let company: SalesCompany;
let here: ConsolePage;

beforeAll(async () => {
  [browser, company] = await Promise.all([launchBrowser(), makeSalesCompany()]);
});
afterEach(() => here.context.close());
afterAll(() => browser.close());

async function stateOf(leadId: string): Promise<string> {
  const lead = await sendAs(company.superadmin, 'GET', `${company.path}/leads/${leadId}`);
  return (await answerOf<{ state: string }>(lead)).state;
}

test('a toast is read aloud and its Undo pressed while a dialog is open, which stays, and after it has closed', async () => {
  here = await openConsole(browser, company.superadmin);
  const { page } = here;
  await page.goto(`/console/${company.companyId}/leads/${company.annId}`);
  await page.getByRole('heading', { name: 'Ann Lee' }).waitFor();
  await page.keyboard.press('s');
  await page.getByRole('button', { name: 'Won', exact: true }).press('Enter');
  await page.getByText('The state is Won now.').waitFor();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keys' });
  const toast = dialog.getByRole('status');
  await toast.getByText('The state is Won now.').waitFor();
  await inspect(here, 'a toast over a dialog');
  expect(await stateOf(company.annId)).toBe('won');
  // With the mouse: whatever is inert, or lies under something else, is not hit.
  await toast.getByRole('button', { name: 'Undo', exact: true }).click();
  await toast.getByText('Undone.').waitFor();
  expect(await stateOf(company.annId)).toBe('open');
  await dialog.waitFor();

  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  const after = page.getByRole('status').filter({ hasText: 'Undone.' });
  await after.getByRole('button', { name: 'Dismiss' }).click();
  await after.waitFor({ state: 'detached' });
  expect(here.faults).toEqual([]);
});

test('of two dialogs the one on top has the toasts', async () => {
  here = await openConsole(browser, company.superadmin);
  const { page, context } = here;
  await page.goto(`/console/${company.companyId}/leads/${company.annId}`);
  await page.getByRole('heading', { name: 'Ann Lee' }).waitFor();
  await page.keyboard.press('s');
  await page.getByRole('button', { name: 'Won', exact: true }).press('Enter');
  await page.getByText('The state is Won now.').waitFor();
  await page.keyboard.press('m');
  const merge = page.getByRole('dialog').filter({ hasText: 'Merge' }).first();
  await merge.getByRole('status').getByText('The state is Won now.').waitFor();
  // The session ends under the dialog: the way in lies over it.
  await context.clearCookies();
  await merge.getByRole('combobox').or(merge.getByRole('searchbox')).first().fill('Zoë');
  const signIn = page.getByRole('dialog', { name: 'Sign in again' });
  await signIn.getByRole('status').getByText('The state is Won now.').waitFor();
  expect(here.faults.filter((fault) => !fault.includes('status of 401'))).toEqual([]);
});
