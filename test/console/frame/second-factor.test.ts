import { expect } from 'vitest';
import { makeCompany } from '../../harness/builders.ts';
import { setUpFactor, signedIn } from '../../harness/second-factor.ts';
import { inspect } from '../console.ts';
import { test } from '../console-test.ts';

const PASSWORD = 'correct horse: battery';

test('somebody with two factors is asked for the code after the password, and may enter a recovery code', async ({
  open,
}) => {
  const email = `sue.${crypto.randomUUID().slice(0, 8)}@acme.example`;
  const companyId = await makeCompany({ superadmin: { name: 'Sue', email, password: PASSWORD } });
  const { app, recoveryCodes } = await setUpFactor(await signedIn(email, PASSWORD), PASSWORD);
  const here = await open(undefined, { expected: /status of 40[13]/ });
  const { page } = here;
  await page.goto(`/console/${companyId}/people`);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');

  const code = page.getByLabel('Code');
  await code.waitFor();
  await inspect(here, 'the sign-in with a code');
  expect(await code.getAttribute('autocomplete')).toBe('one-time-code');
  await page.keyboard.type(app.wrongCode());
  await page.keyboard.press('Enter');
  await page.getByText('The code is wrong').first().waitFor();
  await code.fill(recoveryCodes[0] ?? '');
  await page.keyboard.press('Enter');

  await page.getByText(email).first().waitFor();
  expect(new URL(page.url()).pathname).toContain(companyId);
});
