import { expect } from 'vitest';
import { answerOf, makeCompany, makeCompanyWithUsers } from '../../harness/builders.ts';
import { sendAs } from '../../harness/client.ts';
import { App, setUpFactor, signedIn } from '../../harness/second-factor.ts';
import type { Page } from 'playwright-core';
import { inspect } from '../console.ts';
import { test } from '../console-test.ts';

const PASSWORD = 'correct horse: battery';

interface Owner {
  email: string;
  companyId: string;
  path: string;
}

/** Makes a company with a super admin, whose password tests know. */
async function makeOwner(): Promise<Owner> {
  const email = `sue.${crypto.randomUUID().slice(0, 8)}@acme.example`;
  const companyId = await makeCompany({ superadmin: { name: 'Sue', email, password: PASSWORD } });
  return { email, companyId, path: `/companies/${companyId}` };
}

async function enter(page: Page, { email }: Owner): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
}

/** Sets a second factor up on the screen. @returns the app, and the recovery codes */
async function setUpOnScreen(page: Page): Promise<{ app: App; codes: string[] }> {
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('img', { name: 'QR code of the key' }).waitFor();
  await page.getByText('Type the key instead').click();
  const key = await page.getByRole('region', { name: 'Key for the app' }).innerText();
  const app = new App(key.replaceAll(/\s/g, ''));
  await page.getByLabel('Code', { exact: true }).fill(app.wrongCode());
  await page.keyboard.press('Enter');
  await page.getByText('The code is wrong').first().waitFor();
  await page.getByLabel('Code', { exact: true }).fill(app.code());
  await page.keyboard.press('Enter');
  const shown = await page.getByRole('region', { name: 'Recovery codes' }).innerText();
  return { app, codes: shown.trim().split(/\s+/) };
}

test('somebody with two factors is asked for the code after the password, and may enter a recovery code', async ({
  open,
}) => {
  const owner = await makeOwner();
  const { email, companyId } = owner;
  const { app, recoveryCodes } = await setUpFactor(await signedIn(email, PASSWORD), PASSWORD);
  const here = await open(undefined, { expected: /status of 40[13]/ });
  const { page } = here;
  await page.goto(`/console/${companyId}/people`);
  await enter(page, owner);

  const code = page.getByLabel('Code');
  await code.waitFor();
  expect(await code.getAttribute('autocomplete')).toBe('one-time-code');
  await page.keyboard.type(app.wrongCode());
  await page.keyboard.press('Enter');
  await page.getByText('The code is wrong').first().waitFor();
  await code.fill(recoveryCodes[0] ?? '');
  await page.keyboard.press('Enter');

  await page.getByText(email).first().waitFor();
  expect(new URL(page.url()).pathname).toContain(companyId);
});

test('a person sets two factors up in the profile, makes new recovery codes, and turns them off', async ({
  open,
}) => {
  const owner = await makeOwner();
  const here = await open(undefined, { expected: /status of 40[013]/ });
  const { page } = here;
  await page.goto(`/console/${owner.companyId}/people/profile`);
  await enter(page, owner);
  await page.getByRole('button', { name: 'Set up two-factor sign-in' }).click();
  const { codes } = await setUpOnScreen(page);
  expect(new Set(codes).size).toBe(10);
  await inspect(here, 'new recovery codes');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await downloading).suggestedFilename()).toBe('leadline-recovery-codes.txt');
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByText('10 recovery codes are left.').waitFor();

  await page.getByRole('button', { name: 'New recovery codes' }).click();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Code', { exact: true }).fill(codes[0] ?? '');
  await page.keyboard.press('Enter');
  const renewed = await page.getByRole('region', { name: 'Recovery codes' }).innerText();
  expect(renewed).not.toContain(codes[1]);
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Code', { exact: true }).fill(renewed.trim().split(/\s+/)[0] ?? '');
  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('button', { name: 'Set up two-factor sign-in' }).waitFor();
});

test('where a company asks for two factors, whoever has none sets them up before anything else', async ({
  open,
}) => {
  const owner = await makeOwner();
  const options = await open(undefined, { expected: /status of 40[13]/ });
  await options.page.goto(`/console/${owner.companyId}/company/options`);
  await enter(options.page, owner);
  await options.page.getByLabel('Everybody uses two-factor sign-in').check();
  await options.page.getByRole('button', { name: 'Save options' }).click();

  // Who has asked for it has to have one, too.
  await options.page.getByRole('heading', { name: 'Set up two-factor sign-in' }).waitFor();
  await options.page
    .getByText('Acme Plumbing asks everybody to sign in with more than a password.')
    .waitFor();
  await inspect(options, 'two factors first');
  await setUpOnScreen(options.page);
  await options.page.getByRole('button', { name: 'I have saved them' }).click();
  await options.page.getByLabel('Everybody uses two-factor sign-in').waitFor();
  expect(await options.page.getByLabel('Everybody uses two-factor sign-in').isChecked()).toBe(true);
});

test('a super admin sees who has two factors, and turns them off for somebody who lost the phone', async ({
  open,
}) => {
  const company = await makeCompanyWithUsers();
  const { page } = await open(company.superadmin);
  const email = `ann.${crypto.randomUUID().slice(0, 8)}@acme.example`;
  const person = { name: 'Ann Phoneless', email, role_id: 'agent', password: PASSWORD };
  await answerOf(await sendAs(company.superadmin, 'POST', `${company.path}/users`, person));
  await setUpFactor(await signedIn(email, PASSWORD), PASSWORD);
  await page.goto(`/console/${company.companyId}/people`);
  await page
    .getByRole('row', { name: /Ann Phoneless/ })
    .getByText('Uses two-factor sign-in')
    .waitFor();
  await page.getByRole('link', { name: 'Ann Phoneless' }).click();
  await page.getByRole('button', { name: 'Their phone is lost' }).click();
  await page.getByRole('button', { name: 'Turn off their two-factor sign-in' }).click();
  await page.getByText('Ann Phoneless signs in with the password alone now.').waitFor();

  expect(await answerOf(await sendAs(company.superadmin, 'GET', `${company.path}/second_factors`))).toEqual(
    [],
  );
});
