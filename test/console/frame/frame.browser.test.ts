import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { answerOf, makeCompanyWithUsers } from '../../harness/builders.ts';
import { sendAs } from '../../harness/client.ts';
import { workerUrl } from '../../harness/worker-url.ts';
import { inspect, signInDirectly, tabTo } from '../console.ts';
import { test } from '../console-test.ts';

const PASSWORD = 'correct horse battery';

test.beforeAll(async ({ company: { manager, superadmin, path } }) => {
  const change = { password: PASSWORD };
  await answerOf(await sendAs(superadmin, 'POST', `${path}/users/${manager.userId}/modify`, change));
});

describe('signing in', () => {
  test('shows the leads, and signing out the way in again', async ({ open, company }) => {
    const here = await open();
    const { page } = here;
    await page.goto('/console/');

    await page.getByLabel('E-mail address').fill(company.manager.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/console/${company.companyId}/home`);
    await page.getByRole('button', { name: company.manager.name }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();

    expect(await here.context.cookies()).toEqual([]);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  });

  test('works by keyboard alone, and says what is wrong at the field', async ({ open, company }) => {
    const here = await open(undefined, { expected: /status of 40/ });
    const { page } = here;
    await page.goto('/console/');
    await page.getByLabel('Password').waitFor();

    await tabTo(page, /E-mail/);
    await page.keyboard.press('Enter');
    await page.getByText('Enter your e-mail address.').first().waitFor();
    expect(await page.getByLabel('E-mail address').getAttribute('aria-invalid')).toBe('true');
    await page.keyboard.type(company.manager.email);
    await tabTo(page, /Password/);
    await page.keyboard.type('not it');
    await page.keyboard.press('Enter');
    await page.getByText('The e-mail address or the password is wrong.').waitFor();
    expect(await page.getByLabel('E-mail address').inputValue()).toBe(company.manager.email);
    await page.getByLabel('Password').focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Home' }).waitFor();
  });

  test('comes back as a dialog when the session ends, and what was typed is sent then', async ({
    open,
    company,
  }) => {
    const here = await open(undefined, { expected: /status of 401/ });
    const { page, context } = here;
    await page.goto(`/console/${company.companyId}/leads?over=new`);
    await page.getByLabel('E-mail address').fill(company.manager.email);
    await page.getByLabel('Password').fill(PASSWORD);
    const isLive = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Name').fill('Late Lead');
    await page.getByRole('dialog').getByLabel('Phone').fill('512 555 0177');
    // What the page asks for by itself would open the dialog, too.
    await isLive;
    await page.waitForLoadState('networkidle');
    await context.clearCookies();

    await page.getByRole('button', { name: 'Create lead' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.waitFor();
    await inspect(here, 'sign in again');
    expect(await dialog.getByLabel('E-mail address').inputValue()).toBe(company.manager.email);
    await dialog.getByLabel('Password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Late Lead' }).waitFor();
  });
});

describe('the frame', () => {
  test('has keys for what it shows, listed by ?, which can be switched off', async ({ open, company }) => {
    const here = await open(company.superadmin);
    const { page } = here;
    await page.goto(`/console/${company.companyId}/leads`);
    await page.getByRole('heading', { name: 'All leads' }).waitFor();

    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog.waitFor();
    expect(await dialog.getByRole('term').allInnerTexts()).toEqual(
      expect.arrayContaining(['Leads', 'Search leads']),
    );
    expect(await dialog.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual([
      'On this screen',
      'Everywhere',
      'Go to a screen',
    ]);
    await dialog.getByText('G then L').waitFor();
    // A click beside a dialog is as good as Esc.
    await page.mouse.click(5, 400);
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await dialog.getByRole('checkbox').click();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('/');

    expect(await page.getByLabel('Search leads').evaluate((box) => box === document.activeElement)).toBe(
      false,
    );
  });

  test('has no keys for letters in an open menu, or while something is edited', async ({ open, company }) => {
    const here = await open(company.superadmin);
    const { page } = here;
    const { pathname } = new URL(workerUrl() + `/console/${company.companyId}/leads`);
    await page.goto(pathname);
    await page.getByRole('heading', { name: 'All leads' }).waitFor();
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('link', { name: 'All leads' }).focus();
    await page.keyboard.press('g');
    await page.keyboard.press('c');
    await page.keyboard.press('?');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'All leads' }).waitFor({ state: 'hidden' });
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(pathname);

    await page.goto(`/console/${company.companyId}/company/options`);
    await page.getByLabel('Name', { exact: true }).fill('Changed');
    await page.getByLabel('Week starts on').focus();
    await page.getByRole('button', { name: 'Save options' }).focus();
    await page.keyboard.press('g');
    await page.keyboard.press('l');
    await page.keyboard.press('?');
    expect(new URL(page.url()).pathname).toContain('/company/options');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('opens “Go to” and the list of keys at once, without the network', async ({ open, company }) => {
    const here = await open(company.superadmin, { expected: /ERR_INTERNET_DISCONNECTED|WebSocket/ });
    const { page, context } = here;
    // What a key opens is loaded once the browser has nothing else to do.
    const loaded = Promise.all(
      ['Search screens, settings', 'Go to a screen'].map((text) => scriptWith(page, text)),
    );
    await page.goto(`/console/${company.companyId}/leads`);
    await page.getByRole('heading', { name: 'All leads' }).waitFor();
    await loaded;
    await context.setOffline(true);

    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('dialog', { name: 'Go to' }).waitFor();
    await page.keyboard.type('repor');
    await page.getByRole('option', { name: 'Reports', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await keys.waitFor();
    expect(await keys.getByRole('term').count()).toBeGreaterThan(5);
  });

  test('shows on a phone what is behind the menu, and what is not there', async ({ open, company }) => {
    const here = await open(company.agent);
    const { page } = here;
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`/console/${company.companyId}/nowhere`);
    await page.getByText('Not found, or you have no access.').waitFor();

    await page.getByRole('button', { name: 'Menu' }).click();
    await inspect(here, 'menu');
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Leads' }).click();
    await page.getByRole('heading', { name: 'All leads' }).waitFor();

    await expect.poll(() => page.getByRole('navigation', { name: 'Screens' }).isVisible()).toBe(false);
  });

  test('says that the user has no access to the company in the address, and shows no other company', async ({
    open,
    company,
  }) => {
    const { superadmin } = await makeCompanyWithUsers({ name: 'Foreign Drains' });
    const here = await open(superadmin, { expected: /status of 404/ });
    const { page } = here;
    await page.goto('/console/');
    await page.getByText('Foreign Drains').first().waitFor();
    // Whoever has been here before as well as somebody new, and an address that is none.
    for (const address of [
      `${company.companyId}/leads`,
      company.companyId,
      `${crypto.randomUUID()}/people`,
    ]) {
      await page.goto(`/console/${address}`);
      await page.getByRole('heading', { name: 'No access' }).waitFor();
      expect(await page.getByText('Foreign Drains').count()).toBe(0);
      expect(await page.getByRole('navigation').count()).toBe(0);
      expect(new URL(page.url()).pathname).toBe(`/console/${address}`);
    }
    await inspect(here, 'another company');

    await page.getByRole('link', { name: 'Go to your own company' }).click();

    await page.getByText('Foreign Drains').first().waitFor();
    expect(new URL(page.url()).pathname).not.toContain(company.companyId);
  });

  test('takes a browser without the Navigation API along: links load pages', async ({ open, company }) => {
    const here = await open();
    const { page, context } = here;
    await signInDirectly(context, company.superadmin);
    await context.addInitScript(() => Reflect.deleteProperty(window, 'navigation'));
    await page.goto(`/console/${company.companyId}/leads`);
    await page.getByRole('link', { name: 'New lead' }).click();
    await page.getByRole('dialog', { name: 'New lead' }).waitFor();

    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    expect(new URL(page.url()).search).toBe('');
  });
});

/** Waits until the script of a part of the console has come. @param text that only this part has */
async function scriptWith(page: Page, text: string): Promise<void> {
  await page.waitForResponse(
    async (response) => response.url().endsWith('.js') && (await response.text()).includes(text),
  );
}
