/** Shortcuts work from the first moment on, also before their code is there, and on keyboards that write signs with Shift. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test } from '../console-test.ts';

/** Stands in the code of the shortcuts. */
const CODE = 'CHORD_TIMEOUT';

/** Holds the code of the shortcuts back. @returns lets it come, and waits until it works */
async function holdKeys(page: Page): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/*/*.js', async (route) => {
    const response = await route.fetch();
    if ((await response.text()).includes(CODE)) await held.promise;
    await route.fulfill({ response });
  });
  return async () => {
    const arrived = page.waitForEvent('requestfinished', async (request) =>
      ((await (await request.response())?.text()) ?? '').includes(CODE),
    );
    held.resolve();
    await arrived;
    // The module runs in a task of its own.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
  };
}

test('keys that were pressed before act when their code is there', async ({
  open,
  salesCompany: company,
}) => {
  const { page } = await open(company.superadmin);
  const release = await holdKeys(page);
  await page.goto(`/console/${company.companyId}/leads/${company.annId}`);
  await page.getByRole('heading', { name: 'Ann Lee' }).waitFor();
  await page.keyboard.press('m');
  await release();
  await page.getByRole('dialog').waitFor();
  expect(new URL(page.url()).search).toBe('?over=merge');
});

test('keys of two letters that were pressed before act too', async ({ open, salesCompany: company }) => {
  const { page } = await open(company.superadmin);
  const release = await holdKeys(page);
  await page.goto(`/console/${company.companyId}/leads`);
  await page.getByRole('heading', { name: 'All leads' }).waitFor();
  await page.keyboard.type('gc');
  await release();
  await page.getByRole('heading', { name: 'Calls', exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/console/${company.companyId}/calls`);
});

const MEANT_OTHERWISE: Record<string, (page: Page) => Promise<void>> = {
  'that were typed into a field': async (page) => {
    await page.getByLabel('Search leads').focus();
    await page.keyboard.type('gc');
    expect(await page.getByLabel('Search leads').inputValue()).toBe('gc');
    await page.getByLabel('Search leads').fill('');
    await page.getByRole('heading', { name: 'All leads' }).focus();
  },
  'of somebody who types by now': async (page) => {
    await page.keyboard.type('gc');
    await page.getByLabel('Search leads').focus();
  },
  'of somebody who went to another screen': async (page) => {
    await page.keyboard.type('gc');
    await page.getByRole('navigation').getByRole('link', { name: 'Company', exact: true }).click();
    await page.getByRole('heading', { name: 'Company', exact: true }).first().waitFor();
  },
  'with Ctrl': async (page) => {
    await page.keyboard.press('Control+g');
    await page.keyboard.press('c');
  },
};
const NAMES = Object.keys(MEANT_OTHERWISE);

test.for(NAMES)('keys %s do nothing later', async (name, { open, salesCompany: company }) => {
  const { page } = await open(company.superadmin);
  const release = await holdKeys(page);
  await page.goto(`/console/${company.companyId}/leads`);
  await page.getByRole('heading', { name: 'All leads' }).waitFor();
  await MEANT_OTHERWISE[name]?.(page);
  await keysWorkFromNowOn(page, release);
});

/** Lets the code of the shortcuts come: it does nothing of what was pressed before, and what is pressed now. */
async function keysWorkFromNowOn(page: Page, release: () => Promise<void>): Promise<void> {
  const before = new URL(page.url()).pathname;
  await release();
  expect(new URL(page.url()).pathname).toBe(before);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.type('gc');
  await page.getByRole('heading', { name: 'Calls', exact: true }).waitFor();
}

test('signs are shortcuts also where the keyboard writes them with Shift, but not while something is edited', async ({
  open,
  salesCompany: company,
}) => {
  const { page } = await open(company.superadmin);
  const press = (key: string): Promise<void> =>
    page.evaluate((sign) => {
      const event = { key: sign, shiftKey: true, bubbles: true, cancelable: true };
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', event));
    }, key);
  await page.goto(`/console/${company.companyId}/leads`);
  await page.getByRole('heading', { name: 'All leads' }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('Shift+Slash');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  // A German keyboard has the slash above the seven.
  await press('/');
  expect(await page.getByLabel('Search leads').evaluate((box) => box === document.activeElement)).toBe(true);

  await page.goto(`/console/${company.companyId}/company/options`);
  await page.getByLabel('Name', { exact: true }).fill('Changed');
  await page.getByRole('button', { name: 'Save options' }).focus();
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('Shift+Slash');
  expect(await page.getByRole('dialog').count()).toBe(0);
});
