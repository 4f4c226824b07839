import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { memberOfAll } from '../../harness/agency.ts';
import { makeCompany, makeCompanyWithUsers } from '../../harness/builders.ts';
import { inspect, tabTo } from '../console.ts';
import { test } from '../console-test.ts';

const signIn = async (
  page: Page,
  { companyId, email, password }: { companyId: string; email: string; password: string },
): Promise<void> => {
  await page.goto(`/console/${companyId}/people`);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await page.getByText(email).first().waitFor();
};

test('a super admin invites somebody by keyboard; they choose a password, land signed in, and the link is used up', async ({
  open,
}) => {
  const company = await makeCompanyWithUsers();
  const here = await open(company.superadmin);
  const { page } = here;
  const email = `ida.${crypto.randomUUID().slice(0, 8)}@acme.example`;
  await page.goto(`/console/${company.companyId}/people`);
  await page.getByRole('link', { name: 'Invite somebody' }).press('Enter');
  const form = page.getByRole('dialog', { name: 'Invite somebody' });
  await form.getByLabel('E-mail address').waitFor();
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  const made = page.getByRole('dialog', { name: 'Invitation' });
  await made.getByText('Mail is not set up here').waitFor();
  await inspect(here, 'the link of an invitation');
  const link = await made.locator('code').innerText();
  await made.getByRole('button', { name: 'Done' }).press('Enter');
  await page.getByRole('rowheader', { name: email }).waitFor();

  const there = await open(undefined, { expected: /status of 410/ });
  await there.page.goto(`${link.split('#')[0]}#lli_${'A'.repeat(66)}`);
  await there.page.getByRole('heading', { name: 'This link does not work' }).waitFor();
  // Pasted into the same tab: the address changes behind # alone.
  await there.page.goto(link);
  await there.page.getByRole('heading', { name: 'Welcome to Acme Plumbing' }).waitFor();
  await inspect(there, 'the page of an invitation');
  await there.page.getByLabel('Your name').fill('Ida Invited');
  await there.page.getByLabel('New password').fill('correct horse: battery');
  await there.page.keyboard.press('Enter');
  await there.page.getByText(email).first().waitFor();
  expect(new URL(there.page.url()).pathname).toContain(company.companyId);

  const late = await open(undefined, { expected: /status of 410/ });
  await late.page.goto(link);
  await late.page.getByRole('heading', { name: 'This link does not work' }).waitFor();
  await page.reload();
  await page.getByRole('row', { name: email }).getByText('Accepted').waitFor();
});

test('one invitation opens two companies: chosen by keyboard, named to the invited, and joined', async ({
  open,
}) => {
  const companies = await Promise.all(
    ['Acme Plumbing', 'Brightwater'].map((name) => makeCompanyWithUsers({ name })),
  );
  const here = await open(await memberOfAll(companies));
  const { page } = here;
  const email = `ida.${crypto.randomUUID().slice(0, 8)}@client.example`;
  await page.goto(`/console/${companies[0]?.companyId}/people`);
  await page.getByRole('link', { name: 'Invite somebody' }).press('Enter');
  const form = page.getByRole('dialog', { name: 'Invite somebody' });
  await form.getByRole('group', { name: 'Also for' }).waitFor();
  await page.keyboard.type(email);
  await tabTo(page, /^Brightwater$/);
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  const link = await page.getByRole('dialog', { name: 'Invitation' }).locator('code').innerText();
  await page.getByRole('button', { name: 'Done' }).press('Enter');
  await page.getByRole('rowheader', { name: email }).getByText('also for Brightwater').waitFor();

  const there = await open();
  await there.page.goto(link);
  await there.page.getByText('The same sign-in is for Brightwater, too.').waitFor();
  await there.page.getByLabel('Your name').fill('Ida Invited');
  await there.page.getByLabel('New password').fill('correct horse: battery');
  await there.page.keyboard.press('Enter');
  await there.page.getByRole('button', { name: 'Company: Acme Plumbing' }).press('Enter');
  await there.page.getByText('Brightwater').first().waitFor();
});

test('the sign-in page leads to the page of a forgotten password, which says what to do without mail', async ({
  open,
}) => {
  const here = await open();
  const { page } = here;
  await page.goto('/console/');
  await page.getByRole('link', { name: 'Forgot your password?' }).press('Enter');
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
  await page.getByLabel('E-mail address').fill('nobody@acme.example');
  await page.keyboard.press('Enter');
  await page.getByText('Mail is not set up here.').waitFor();
  await page.getByRole('link', { name: 'Back to the sign-in' }).press('Enter');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/console/');
});

test('a super admin makes a password link for a user, who is signed in with it', async ({ open }) => {
  const company = await makeCompanyWithUsers();
  const { page } = await open(company.superadmin);
  await page.goto(`/console/${company.companyId}/people?over=user&id=${company.agent.userId}`);
  await page.getByRole('button', { name: 'Make a password link' }).press('Enter');
  const made = page.getByRole('dialog', { name: 'Link for a new password' });
  const link = await made.locator('code').innerText();

  const { page: theirs } = await open();
  await theirs.goto(link);
  await theirs.getByRole('heading', { name: 'Choose a new password' }).waitFor();
  await theirs.getByLabel('New password').fill('correct horse: battery');
  await theirs.keyboard.press('Enter');

  await theirs.getByText(company.agent.email).first().waitFor();
  expect(new URL(theirs.url()).pathname).toContain(company.companyId);
});

test('somebody changes their password by keyboard from the menu with their name, and stays signed in', async ({
  open,
}) => {
  const email = `sue.${crypto.randomUUID().slice(0, 8)}@acme.example`;
  const [password, next] = ['correct horse: battery', ' a longer one, with blanks '];
  const companyId = await makeCompany({ superadmin: { name: 'Sue', email, password } });
  const here = await open(undefined, { expected: /status of 403/ });
  const { page } = here;
  await signIn(page, { companyId, email, password });
  await page.getByRole('button', { name: email }).press('Enter');
  await page.getByRole('link', { name: 'My profile', exact: true }).first().press('Enter');
  await page.getByLabel('Current password').fill('not the right one');
  await page.getByLabel('New password').fill(next);
  await page.keyboard.press('Enter');
  await page.getByText('The current password is wrong.').waitFor();
  await page.getByLabel('Current password').fill(password);
  await page.keyboard.press('Enter');
  await page.getByText('Password changed.').waitFor();

  await page.reload();
  await page.getByRole('heading', { name: 'Password' }).waitFor();
  const { page: elsewhere } = await open();
  await signIn(elsewhere, { companyId, email, password: next });
  expect(new URL(elsewhere.url()).pathname).toContain(companyId);
});

test('a password that is typed while another one is saved stays', async ({ open }) => {
  const email = `sue.${crypto.randomUUID().slice(0, 8)}@acme.example`;
  const password = 'correct horse: battery';
  const companyId = await makeCompany({ superadmin: { name: 'Sue', email, password } });
  const { page } = await open();
  await signIn(page, { companyId, email, password });
  await page.goto(`/console/${companyId}/people/profile`);
  const answer = Promise.withResolvers<void>();
  await page.route('**/me/password', async (route) => {
    await answer.promise;
    await route.continue();
  });
  const [current, next] = [page.getByLabel('Current password'), page.getByLabel('New password')];
  await current.fill(password);
  await next.fill('the first new one');
  await next.press('Enter');
  await page.getByRole('button', { name: 'Change the password', disabled: true }).waitFor();
  await next.fill('a second thought');
  answer.resolve();
  await page.getByText('Password changed.').waitFor();

  expect(await next.inputValue()).toBe('a second thought');
  await current.fill('the first new one');
  await next.press('Enter');
  await expect.poll(() => next.inputValue()).toBe('');
});
