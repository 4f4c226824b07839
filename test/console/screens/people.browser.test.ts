import { expect } from 'vitest';
import { answerOf, makeCompanyWithUsers, signInByOperator } from '../../harness/builders.ts';
import { send, sendAs } from '../../harness/client.ts';
import { tabTo } from '../console.ts';
import { test } from '../console-test.ts';

test('a super admin adds somebody, changes and suspends them, by keyboard alone', async ({ open }) => {
  const company = await makeCompanyWithUsers();
  const here = await open(company.superadmin, { expected: /status of 400/ });
  const { page } = here;
  await page.goto(`/console/${company.companyId}/people`);
  await page.getByRole('link', { name: company.agent.name }).waitFor();
  await page.getByRole('link', { name: 'Add a user' }).press('Enter');
  const form = page.getByRole('dialog', { name: 'New user' });
  await form.getByLabel('Name').waitFor();
  await page.keyboard.type('Nia Néw 👩‍🔧');
  await page.keyboard.press('Enter');
  await form.getByText('e-mail', { exact: false }).first().waitFor();
  await form.getByRole('alert').waitFor();
  const email = `nia.${crypto.randomUUID().slice(0, 8)}@acme.example`;
  await form.getByLabel('E-mail address').fill(email);
  await form.getByLabel('Role').selectOption('manager');
  const password = ' begins and ends with blanks ';
  await form.getByLabel('Password').fill(password);
  await form.getByLabel('Phone', { exact: true }).fill('+15125550123');
  await form.getByLabel('Text reminders to this phone').press('Space');
  await form.getByRole('button', { name: 'Add user' }).press('Enter');
  await page.getByText('User added.').waitFor();
  const signIn = await send('/auth/issue_token', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: email, password }),
  });
  expect(signIn.status).toBe(200);

  await page.getByRole('link', { name: 'Nia Néw' }).press('Enter');
  await tabTo(page, /Inactive/);
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await page.getByText('User saved.').waitFor();

  const users = await answerOf<{ email: string; role_id: string; is_suspended: boolean }[]>(
    await sendAs(company.superadmin, 'GET', `${company.path}/users`),
  );
  expect(users.find((user) => user.email === email)).toMatchObject({
    role_id: 'manager',
    notify_reminders_by_sms: true,
    is_suspended: true,
  });
});

test('a key is shown once, opens the API, and is revoked', async ({ open }) => {
  const company = await makeCompanyWithUsers();
  const here = await open(company.manager);
  const { page } = here;
  await page.goto(`/console/${company.companyId}/people/keys`);
  await page.getByText('No API keys yet.').waitFor();
  await page.getByRole('link', { name: 'Create a key' }).click();
  const form = page.getByRole('dialog', { name: 'New API key' });
  await form.getByLabel('Name').fill('Website forms');
  await form.getByRole('button', { name: 'Create key' }).click();
  const secret = await page.getByRole('dialog', { name: 'The new key' }).locator('code').innerText();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('rowheader', { name: 'Website forms' }).waitFor();
  const authorization = `Bearer ${secret}`;
  expect((await sendAs({ authorization }, 'GET', `${company.path}/users`)).status).toBe(200);

  page.on('dialog', (dialog) => void dialog.accept());
  await page.getByRole('button', { name: 'Revoke Website forms' }).click();
  await page.getByText('Key revoked.').waitFor();
  expect((await sendAs({ authorization }, 'GET', `${company.path}/users`)).status).toBe(401);
});

test('somebody sees by keyboard where they are signed in, and signs out there', async ({ open }) => {
  const company = await makeCompanyWithUsers();
  const elsewhere = await open(await signInByOperator(company.agent.email), { expected: /status of 401/ });
  await elsewhere.page.goto(`/console/${company.companyId}/leads`);
  await elsewhere.page.getByRole('heading', { name: 'All leads' }).waitFor();
  const here = await open(company.agent);
  const { page } = here;
  await page.goto(`/console/${company.companyId}/people/profile`);
  const sessions = page.getByRole('listitem').filter({ hasText: 'signed in' });
  await page.getByText('This browser', { exact: true }).waitFor();
  expect(await sessions.count()).toBe(2);

  await page.getByRole('button', { name: 'Sign out everywhere else' }).press('Enter');

  await page.getByText('Signed out everywhere else.').waitFor();
  await expect.poll(() => sessions.count()).toBe(1);
  await elsewhere.page.getByLabel('Password').waitFor();
});
