/** Passkeys in the console, with the browser's own virtual authenticator. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { answerOf, makeCompany, makeCompanyWithUsers } from '../../harness/builders.ts';
import { sendAs } from '../../harness/client.ts';
import { setUpFactor, signedIn } from '../../harness/second-factor.ts';
import { type ConsolePage, focused, inspect, tabTo } from '../console.ts';
import { type Open, test } from '../console-test.ts';
import { namedUrl, VirtualAuthenticator, withoutSuggestions } from './virtual-authenticator.ts';

const PASSWORD = 'correct horse: battery';
/** What the browser says of refusals that a test asks for. */
const REFUSED = /status of 40[0139]|\/live' failed: .* Unexpected response code: 403/;

interface Person {
  email: string;
  companyId: string;
  path: string;
}

async function makePerson(): Promise<Person> {
  const email = `pia.${crypto.randomUUID().slice(0, 8)}@acme.example`;
  const companyId = await makeCompany({ superadmin: { name: 'Pia', email, password: PASSWORD } });
  return { email, companyId, path: `/companies/${companyId}` };
}

async function requireTwoFactors(user: { authorization: string }, path: string): Promise<void> {
  const options = await answerOf<object>(await sendAs(user, 'GET', `${path}/settings`));
  const required = { ...options, two_factors_required: true };
  await answerOf(await sendAs(user, 'PUT', `${path}/settings`, required));
}

/** Opens the console at its name, with an authenticator. */
async function openNamed(
  open: Open,
  user?: { authorization: string },
): Promise<ConsolePage & { authenticator: VirtualAuthenticator }> {
  const here = await open(user, { expected: REFUSED, origin: namedUrl() });
  return { ...here, authenticator: await VirtualAuthenticator.of(here.page) };
}

async function enter(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
}

/** Adds a passkey on the profile. */
async function addOnScreen(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('button', { name: 'Save the name' }).click();
  await page
    .getByRole('button', { name: /^Rename/ })
    .first()
    .waitFor();
}

/** Forgets who is signed in, as another browser with the same password manager. */
async function signOut({ page, context }: ConsolePage): Promise<void> {
  await context.clearCookies();
  await page.evaluate(() => localStorage.clear());
}

test('somebody adds a passkey by keyboard, names it, signs in with it and nothing else, and removes it', async ({
  open,
}) => {
  const { email, companyId } = await makePerson();
  const here = await openNamed(open);
  const { page, authenticator } = here;
  await withoutSuggestions(page);
  await page.goto(`/console/${companyId}/people/profile`);
  await inspect(here, 'the sign-in with a passkey');
  await enter(page, email);

  await tabTo(page, /^Add a passkey$/);
  await page.keyboard.press('Enter');
  await page.getByLabel('Name of the passkey').waitFor();
  await expect.poll(async () => (await focused(page)).name).toBe('Name of the passkey');
  await inspect(here, 'a new passkey');
  // Its name is selected, so that one types another.
  await page.keyboard.type('Work laptop');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Rename Work laptop' }).waitFor();
  await page.getByText(/added just now, not used yet/).waitFor();
  expect(await authenticator.count()).toBe(1);

  await signOut(here);
  await page.goto(`/console/${companyId}/people/profile`);
  await tabTo(page, /^Sign in with a passkey$/);
  await page.keyboard.press('Enter');
  await page.getByText(/added .*, last used/).waitFor();
  expect(new URL(page.url()).pathname).toContain(companyId);

  await page.getByRole('button', { name: 'Remove Work laptop' }).press('Enter');
  await page.getByText('Remove Work laptop?').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Work laptop is removed.').waitFor();
  await page.getByRole('button', { name: 'Rename Work laptop' }).waitFor({ state: 'detached' });

  await signOut(here);
  await page.goto('/console/');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByText('This passkey is not known here any more.').waitFor();
});

test('the browser suggests the passkey for the address, and choosing it signs in', async ({ open }) => {
  const { email, companyId } = await makePerson();
  const here = await openNamed(open);
  const { page } = here;
  await page.goto(`/console/${companyId}/people/profile`);
  expect(await page.getByLabel('E-mail address').getAttribute('autocomplete')).toBe('username webauthn');
  await enter(page, email);
  await addOnScreen(page);
  await signOut(here);

  // The virtual authenticator chooses what is suggested.
  await page.goto(`/console/${companyId}/people/profile`);

  await page.getByText(/added .*, last used/).waitFor();
});

test('a passkey that is cancelled leaves the form as it was, and one press asks once', async ({ open }) => {
  const { email, companyId } = await makePerson();
  const here = await openNamed(open);
  const { page, authenticator, context } = here;
  await withoutSuggestions(page);
  await page.goto(`/console/${companyId}/people/profile`);
  await enter(page, email);
  await authenticator.setVerified(false);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('No passkey was used.').waitFor();
  await authenticator.setVerified(true);
  await addOnScreen(page);
  // The authenticator has one for this person already.
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('This device has a passkey of yours already.').waitFor();
  await signOut(here);
  await page.goto('/console/');

  await page.getByLabel('E-mail address').fill('half@typed');
  await authenticator.setVerified(false);
  const button = page.getByRole('button', { name: 'Sign in with a passkey' });
  await button.click();
  await page.getByText('No passkey was used. Try again, or choose another way.').waitFor();
  expect(await page.getByLabel('E-mail address').inputValue()).toBe('half@typed');
  await authenticator.setVerified(true);

  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/console/session/passkey')) sent.push(request.method());
  });
  here.faults.length = 0;
  await context.setOffline(true);
  await button.click();
  await page.getByText('The server cannot be reached.').waitFor();
  expect(await page.getByLabel('E-mail address').inputValue()).toBe('half@typed');
  await context.setOffline(false);
  here.faults.length = 0;
  await button.dblclick();
  await page.getByText('Pia').first().waitFor();
  expect(sent).toEqual(['POST']);
});

test('somebody with two factors uses a passkey instead of the code, after an older session has confirmed', async ({
  open,
}) => {
  const { email, companyId } = await makePerson();
  const { recoveryCodes } = await setUpFactor(await signedIn(email, PASSWORD), PASSWORD);
  // A token that was not issued to a session just now.
  const old = await signedIn(email, PASSWORD, { code: recoveryCodes[0] ?? '' });
  const here = await openNamed(open, old);
  const { page } = here;
  await withoutSuggestions(page);
  await page.goto(`/console/${companyId}/people/profile`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('Confirm that it is you.').waitFor();
  await inspect(here, 'the proof of who somebody is');
  const form = page.locator('form[name="confirm"]');
  await form.getByLabel('Password').fill(PASSWORD);
  await form.getByLabel('Code').fill('000000');
  await page.keyboard.press('Enter');
  await form.getByText('The code is wrong').waitFor();
  await form.getByLabel('Code').fill(recoveryCodes[1] ?? '');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Save the name' }).click();
  await signOut(here);

  await page.goto(`/console/${companyId}/people/profile`);
  await enter(page, email);
  await page.getByLabel('Code').waitFor();
  await inspect(here, 'a code or a passkey');
  await page.getByRole('button', { name: 'Use a passkey' }).click();

  await page.getByText(/added .*, last used/).waitFor();
});

test('where a company asks for two factors, a passkey is one, and a password alone asks for it', async ({
  open,
}) => {
  const { email, companyId, path } = await makePerson();
  await requireTwoFactors(await signedIn(email, PASSWORD, { kind: 'session' }), path);
  const here = await openNamed(open);
  const { page } = here;
  await withoutSuggestions(page);
  await page.goto(`/console/${companyId}/people/profile`);
  await enter(page, email);
  await page.getByRole('heading', { name: 'Set up two-factor sign-in' }).waitFor();
  await page.getByRole('button', { name: 'Add a passkey' }).waitFor();
  await page.getByRole('button', { name: 'Use an authenticator app instead' }).waitFor();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('button', { name: /^Rename/ }).waitFor();

  await signOut(here);
  await page.goto(`/console/${companyId}/people/profile`);
  await enter(page, email);
  await page.getByRole('heading', { name: 'Confirm with your second factor' }).waitFor();
  await page.getByRole('button', { name: 'Use your passkey' }).waitFor();
  expect(await page.getByLabel('Password').count()).toBe(0);
  await inspect(here, 'the second factor first');
  await page.getByRole('button', { name: 'Use your passkey' }).click();
  await page.getByRole('button', { name: /^Rename/ }).waitFor();

  await page.getByRole('button', { name: /^Remove/ }).click();
  await page
    .getByText('Acme Plumbing requires two-factor sign-in, and this is your last second factor')
    .waitFor();
});

test('a super admin sees who has passkeys, and removes those of a lost device', async ({ open }) => {
  const company = await makeCompanyWithUsers();
  const email = `ann.${crypto.randomUUID().slice(0, 8)}@acme.example`;
  const ann = { name: 'Ann Deviceless', email, role_id: 'agent', password: PASSWORD };
  const { user_id: userId } = await answerOf<{ user_id: string }>(
    await sendAs(company.superadmin, 'POST', `${company.path}/users`, ann),
  );
  const theirs = await openNamed(open);
  await withoutSuggestions(theirs.page);
  await theirs.page.goto(`/console/${company.companyId}/people/profile`);
  await enter(theirs.page, email);
  await addOnScreen(theirs.page);
  const { page } = await open(company.superadmin);
  await page.goto(`/console/${company.companyId}/people`);
  await page
    .getByRole('row', { name: /Ann Deviceless/ })
    .getByText('Has a passkey')
    .waitFor();
  await page.getByRole('link', { name: 'Ann Deviceless' }).click();
  await page.getByRole('button', { name: 'Their device is lost' }).click();
  await page.getByRole('button', { name: 'Remove their passkeys' }).click();
  await page.getByText('Ann Deviceless has no passkeys any more.').waitFor();
  expect(await answerOf(await sendAs(company.superadmin, 'GET', `${company.path}/second_factors`))).toEqual(
    [],
  );

  await signOut(theirs);
  await theirs.page.goto('/console/');
  await theirs.page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await theirs.page.getByText('This passkey is not known here any more.').waitFor();
  const at = `${company.path}/users/${userId}/modify`;
  await answerOf(await sendAs(company.superadmin, 'POST', at, { is_suspended: true }));
  await enter(theirs.page, email);
  await theirs.page.getByText('This user is suspended.').waitFor();
});

test('an invitation of somebody with two factors leads to the sign-in, which a passkey completes', async ({
  open,
}) => {
  const { email, companyId } = await makePerson();
  const { user } = await setUpFactor(await signedIn(email, PASSWORD, { kind: 'session' }), PASSWORD);
  const here = await openNamed(open, user);
  const { page } = here;
  await withoutSuggestions(page);
  await page.goto(`/console/${companyId}/people/profile`);
  await addOnScreen(page);
  await signOut(here);
  const inviting = await makeCompanyWithUsers({ name: 'Second Drains' });
  const made = await sendAs(inviting.superadmin, 'POST', `${inviting.path}/invitations`, {
    email,
    role_id: 'agent',
    name: 'Pia',
  });
  const { link } = await answerOf<{ link: string }>(made);

  await page.goto(`/console/link${new URL(link).hash}`);
  await page.getByRole('button', { name: 'I already sign in to Leadline with this address' }).click();
  await page.getByLabel('Your present password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('You have joined Second Drains.').waitFor();
  expect(await page.getByLabel('E-mail address').inputValue()).toBe(email);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();

  await page.getByText('Second Drains').first().waitFor();
  expect(new URL(page.url()).pathname).toContain(inviting.companyId);
});
