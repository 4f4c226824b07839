import { beforeAll, expect } from 'vitest';
import { answerOf, makeCompanyWithUsers, type PeopledCompany } from '../../harness/builders.ts';
import { basic, freshIp, send, sendAs, type TestUser } from '../../harness/client.ts';
import { createLead } from '../../harness/leads.ts';
import { focused, inspect } from '../console.ts';
import { test } from '../console-test.ts';

const OWN = 'the one of her own';
const GIVEN = 'the one that was given';

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

/** Somebody of both companies with one password, signed in to the first. */
async function inBoth(): Promise<TestUser> {
  const email = `ann.${crypto.randomUUID()}@agency.test`;
  const member = { name: 'Ann Agency', role_id: 'superadmin', email };
  for (const [company, password] of [
    [first, OWN],
    [second, GIVEN],
  ] as const) {
    await answerOf(
      await sendAs(company.superadmin, 'POST', `${company.path}/users`, { ...member, password }),
    );
  }
  const token = await answerOf<string>(
    await send('/auth/issue_token', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'CF-Connecting-IP': freshIp() },
      body: JSON.stringify({ username: email, password: OWN, kind: 'session' }),
    }),
  );
  const authorization = basic(email, token);
  await answerOf(await sendAs({ authorization }, 'POST', '/me/invitations/accept', { password: GIVEN }));
  return { userId: '', groupId: '', name: member.name, email, token, authorization };
}

test(
  'somebody of two companies goes from one to the other by keyboard alone, and another window goes on where it was',
  { tags: ['full'] },
  async ({ open }) => {
    ann = await inBoth();
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
  ann = await inBoth();
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
