import { memberOfAll } from '../../harness/agency.ts';
import { beforeAll, expect } from 'vitest';
import { makeCompanyWithUsers, type PeopledCompany } from '../../harness/builders.ts';
import type { TestUser } from '../../harness/client.ts';
import { createLead } from '../../harness/leads.ts';
import { focused, inspect, tabTo } from '../console.ts';
import { test } from '../console-test.ts';

let first: PeopledCompany;
let second: PeopledCompany;
/** Works in both, and is signed in to the first. */
let ann: TestUser;

beforeAll(async () => {
  [first, second] = await Promise.all([
    makeCompanyWithUsers({ name: 'Acme Plumbing' }),
    makeCompanyWithUsers({ name: 'Brightwater' }),
  ]);
  await createLead({ user: second.superadmin, path: second.path }, { name: 'Lena Other' });
});

test(
  'somebody of two companies goes from one to the other by keyboard alone, and another window goes on where it was',
  { tags: ['full'] },
  async ({ open }) => {
    ann = await memberOfAll([first, second]);
    const here = await open(ann);
    const { page, context } = here;
    await page.goto(`/console/${first.companyId}/leads`);
    await page.getByRole('heading', { name: 'All leads' }).waitFor();
    const other = await context.newPage();
    await other.goto(`/console/${first.companyId}/people`);
    await other.getByText(first.manager.name).waitFor();

    await page.bringToFront();
    await page.getByRole('button', { name: 'Company: Acme Plumbing' }).press('Enter');
    expect((await focused(page)).name).toBe('Switch to the company');
    await inspect(here, 'companies');
    // At a phone's width the menu was hidden meanwhile, and the focus with it.
    await page.getByRole('combobox', { name: 'Switch to the company' }).focus();
    await page.keyboard.type('bright');
    await page.getByRole('option', { name: 'Brightwater' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    await page.getByRole('button', { name: 'Company: Brightwater' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/console/${second.companyId}/home`);

    // The other window's next look at the server is of its own company.
    await other.bringToFront();
    await other.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await other.getByRole('link', { name: 'Leads' }).click();
    await other.getByText('No leads yet').waitFor();
    await other.getByRole('button', { name: 'Company: Acme Plumbing' }).waitFor();
  },
);

test('a link into another company of the user opens that company', async ({ open }) => {
  ann = await memberOfAll([first, second]);
  const here = await open(ann);
  await here.page.goto(`/console/${second.companyId}/leads`);
  await here.page.getByRole('link', { name: 'Lena Other' }).waitFor();
  expect(new URL(here.page.url()).pathname).toBe(`/console/${second.companyId}/leads`);
});

test('a search by name opens a screen, an action or a lead', async ({ open }) => {
  const here = await open(second.superadmin);
  const { page } = here;
  await page.goto(`/console/${second.companyId}/people`);
  await page.getByText(second.manager.name).waitFor();
  await page.keyboard.press('ControlOrMeta+k');
  const dialog = page.getByRole('dialog', { name: 'Go to' });
  await dialog.waitFor();
  await page.keyboard.type('lena');
  await dialog.getByRole('option', { name: 'Lena Other' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Lena Other' }).waitFor();

  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('new le');
  await dialog.getByRole('option', { name: 'New lead' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'New lead' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Lena Other' }).waitFor();
  await page.goBack();
  // The palette is no place to come back to.
  await page.getByRole('heading', { name: 'Lena Other' }).waitFor();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
});

test('somebody of two companies sees by keyboard how each is doing, and goes to the trouble of the other', async ({
  open,
}) => {
  const person = await memberOfAll([first, second]);
  const here = await open(person);
  const { page } = here;
  await page.goto(`/console/${first.companyId}/leads`);
  await page.getByRole('button', { name: 'Company: Acme Plumbing' }).press('Enter');
  await tabTo(page, /^All companies$/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'All companies' }).waitFor();

  const table = page.getByRole('table', { name: 'Companies' });
  const row = table.getByRole('row', { name: /Brightwater/ });
  await row.getByText('Setup is not finished').waitFor();
  for (const text of ['Super admin', 'none in two weeks', '0 of 6 steps', 'Never seen']) {
    await row.getByText(text).waitFor();
  }
  await row.getByRole('link', { name: 'Setup is not finished' }).press('Enter');
  await page.getByRole('heading', { name: 'Setup', exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/console/${second.companyId}/setup`);
  await page.getByRole('button', { name: 'Company: Brightwater' }).waitFor();
});

test('a part that arrives between its rendering and its effects is shown', async ({ open }) => {
  const company = await makeCompanyWithUsers();
  const { page } = await open(company.superadmin);
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/*/*.js', async (route) => {
    const response = await route.fetch();
    const script = await response.text();
    if (script.includes('Search screens, settings')) {
      asked.resolve();
      await held.promise;
    }
    await route.fulfill({ response });
  });
  await page.clock.install();
  await page.goto(`/console/${company.companyId}/leads`);
  await page.getByRole('heading', { name: 'All leads' }).waitFor();
  // The palette is loaded ahead once the page is quiet.
  await asked.promise;
  // Effects wait for a frame, which does not come.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.evaluate(() =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true })),
  );
  await page.waitForURL(/over=go/);
  const arrived = page.waitForResponse(async (response) => {
    return response.url().endsWith('.js') && (await response.text()).includes('Search screens, settings');
  });
  held.resolve();
  await arrived;
  // The page's clock stands: only what needs no time happens.
  await page.waitForTimeout(500);
  await page.clock.resume();

  await expect.poll(() => page.getByRole('dialog', { name: 'Go to' }).getByRole('combobox').count()).toBe(1);
});
