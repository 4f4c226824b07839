import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { answerOf } from '../../harness/builders.ts';
import { sendAs } from '../../harness/client.ts';
import { inspect } from '../console.ts';
import { test } from '../console-test.ts';
import type { SalesCompany } from '../sales-company.ts';

async function stateOf({ superadmin, path }: SalesCompany, leadId: string): Promise<string> {
  const lead = await sendAs(superadmin, 'GET', `${path}/leads/${leadId}`);
  return (await answerOf<{ state: string }>(lead)).state;
}

test(
  'a toast is read aloud and its Undo pressed while a dialog is open, which stays, and after it has closed',
  { tags: ['full'] },
  async ({ open, salesCompany: company }) => {
    const here = await open(company.superadmin);
    const { page } = here;
    await page.goto(`/console/${company.companyId}/leads/${company.annId}`);
    await page.getByRole('heading', { name: 'Ann Lee' }).waitFor();
    await page.keyboard.press('s');
    await page.getByRole('button', { name: 'Won', exact: true }).press('Enter');
    await page.getByText('State changed to Won.').waitFor();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    const toast = dialog.getByRole('status');
    await toast.getByText('State changed to Won.').waitFor();
    await inspect(here, 'a toast over a dialog');
    expect(await stateOf(company, company.annId)).toBe('won');
    // With the mouse: whatever is inert, or lies under something else, is not hit.
    await toast.getByRole('button', { name: 'Undo', exact: true }).click();
    await toast.getByText('Undone.').waitFor();
    expect(await stateOf(company, company.annId)).toBe('open');
    await dialog.waitFor();

    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    const after = page.getByRole('status').filter({ hasText: 'Undone.' });
    await after.getByRole('button', { name: 'Dismiss' }).click();
    await after.waitFor({ state: 'detached' });
  },
);

test('of two dialogs, the one on top shows the toasts', async ({ open, salesCompany: company }) => {
  const here = await open(company.superadmin, { expected: /status of 401/ });
  const { page, context } = here;
  await page.goto(`/console/${company.companyId}/leads/${company.annId}`);
  await page.getByRole('heading', { name: 'Ann Lee' }).waitFor();
  await page.keyboard.press('s');
  await page.getByRole('button', { name: 'Won', exact: true }).press('Enter');
  await page.getByText('State changed to Won.').waitFor();
  await page.keyboard.press('m');
  const merge = page.getByRole('dialog').filter({ hasText: 'Merge' }).first();
  await merge.getByRole('status').getByText('State changed to Won.').waitFor();
  // The session ends under the dialog: the way in lies over it.
  await context.clearCookies();
  await merge.getByRole('combobox').or(merge.getByRole('searchbox')).first().fill('Zoë');
  const signIn = page.getByRole('dialog', { name: 'Sign in again' });
  await signIn.getByRole('status').getByText('State changed to Won.').waitFor();
  // What is waited for there, the answer to the search, has a status too.
  expect(await merge.getByText('State changed to Won.').count()).toBe(0);
});

/** Where the toasts stand, and the errors that they lie over. */
async function covered(page: Page): Promise<{ side: string; errors: string[] }> {
  return page.evaluate(() => {
    const toasts = document.querySelector<HTMLElement>('.toasts');
    const own = toasts?.getBoundingClientRect() ?? new DOMRect();
    const errors = [...document.querySelectorAll<HTMLElement>('[role="alert"], .fault')].filter((error) => {
      const { left, right, top, bottom } = error.getBoundingClientRect();
      return left < own.right && own.left < right && top < own.bottom && own.top < bottom;
    });
    return { side: toasts?.dataset['side'] ?? '', errors: errors.map(({ innerText }) => innerText) };
  });
}

test('a toast covers no error, however high the window is', async ({ open, salesCompany: company }) => {
  const here = await open(company.superadmin, { expected: /status of 400/ });
  const { page } = here;
  await page.goto(`/console/${company.companyId}/leads/${company.annId}`);
  await page.getByRole('heading', { name: 'Ann Lee' }).waitFor();
  await page.keyboard.press('s');
  await page.getByRole('button', { name: 'Contacted', exact: true }).press('Enter');
  const toast = page.getByText('State changed to Contacted.');
  await toast.waitFor();
  await page.evaluate(
    () => navigation.navigate(`${location.pathname.replace(/[^/]+$/, '')}?over=new`).finished,
  );
  const dialog = page.getByRole('dialog', { name: 'New lead' });
  await dialog.getByLabel('E-mail').fill('no address');
  await dialog.getByRole('button', { name: 'Create lead' }).click();
  await dialog.locator('.fault').first().waitFor();
  expect((await covered(page)).side).not.toBe('bottom');
  // Whoever points at it keeps it.
  await toast.hover();

  const sides = new Set<string>();
  for (let height = 900; height >= 420; height -= 40) {
    await page.setViewportSize({ width: 1280, height });
    await expect.poll(async () => (await covered(page)).errors, { message: `${height} px` }).toEqual([]);
    sides.add((await covered(page)).side);
  }
  await toast.waitFor();
  // At the bottom of each of them it would have covered some, or the button.
  expect([...sides]).not.toEqual(['bottom']);
});

test('a toast covers neither the button that saves nor the tabs, however high the window is', async ({
  open,
  salesCompany: company,
}) => {
  const { page } = await open(company.superadmin);
  await page.goto(`/console/${company.companyId}/numbers/site`);
  await page.getByLabel('Days a visitor keeps the same number').fill('9');
  await page.getByLabel('Default number').fill('(800) 555-0100');
  const save = page.getByRole('button', { name: 'Save to draft' });
  await save.click();
  const toast = page.getByText('Draft saved.');
  await toast.waitFor();
  // Whoever points at it keeps it.
  await toast.hover();
  const isCovered = (): Promise<string[]> =>
    page.evaluate(() => {
      const own = document.querySelector('.toasts')?.getBoundingClientRect() ?? new DOMRect();
      const lie = [...document.querySelectorAll<HTMLElement>('main .primary, main .tabs a')].filter(
        (each) => {
          const { left, right, top, bottom } = each.getBoundingClientRect();
          return left < own.right && own.left < right && top < own.bottom && own.top < bottom;
        },
      );
      return lie.map(({ innerText }) => innerText);
    });
  for (const height of [900, 760, 640, 520]) {
    await page.setViewportSize({ width: 1280, height });
    for (const place of ['center', 'end'] as const) {
      await save.evaluate((button, block) => button.scrollIntoView({ block }), place);
      await expect.poll(isCovered, { message: `${height} px, ${place}` }).toEqual([]);
    }
  }
  await toast.waitFor();
});

test('a dialog that a link from elsewhere opened says what it has done', async ({
  open,
  salesCompany: company,
}) => {
  const { page } = await open(company.superadmin);
  const phone = `/console/${company.companyId}/numbers/phone`;
  await page.goto(phone);
  await page.getByRole('link', { name: 'Edit the lists' }).waitFor();
  await page.goto(`${phone}?over=callers`);
  await page.getByRole('textbox', { name: 'Blocked callers' }).fill('(512) 555-0199');
  await page.getByRole('button', { name: 'Save to draft' }).click();

  await page.getByRole('status').getByText('Lists changed in the draft.').waitFor();
  expect(new URL(page.url()).search).toBe('');
});
