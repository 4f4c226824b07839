/**
 * The mailbox of the demo, in which the mail of the product lands.
 *
 * @module-tag full: starts `npm start` as a process
 */
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { DEMO_COMPANY_ID, DEMO_SIGN_IN } from '../../demo/company.ts';
import { MAIL_LIST } from '../../demo/mail.ts';
import { type Demo, START_TIMEOUT_MS, startDemo } from './demo.ts';
import { PERSON } from './visitor.ts';

let demo: Demo;
let context: BrowserContext;
let mailbox: Page;
const faults: string[] = [];

beforeAll(async () => {
  demo = await startDemo();
}, START_TIMEOUT_MS);

afterAll(() => demo?.stop());

beforeEach(async () => {
  context = await demo.browser.newContext({ userAgent: PERSON, viewport: { width: 1280, height: 800 } });
  context.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('status of 401')) faults.push(message.text());
  });
  context.on('weberror', (error) => void faults.push(String(error.error())));
  mailbox = await context.newPage();
});

afterEach(async () => {
  await context.close();
  const [fault] = faults.splice(0);
  if (fault !== undefined) throw new Error(fault);
});

/** Opens the message to an address in the mailbox, by keyboard. */
async function openMail(to: string, subject: string): Promise<void> {
  if (!mailbox.url().includes('/demo/mail')) await mailbox.goto(`${demo.origin}/demo/mail`);
  const message = mailbox.getByRole('listitem').filter({ hasText: to }).filter({ hasText: subject });
  await message.getByRole('link').press('Enter');
  await mailbox.getByRole('heading', { name: subject }).waitFor();
}

/** Follows the button of the open message. @returns the tab that it opens */
async function followMail(label: string): Promise<Page> {
  const link = mailbox.frameLocator('iframe').getByRole('link', { name: label });
  const [opened] = await Promise.all([context.waitForEvent('page'), link.press('Enter')]);
  return opened;
}

async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto(`${demo.origin}/console/${DEMO_COMPANY_ID}/people`);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
}

test(
  'an invitation lands in the mailbox, its link leads into the company, and a forgotten password has one too',
  { timeout: 120_000 },
  async () => {
    const person = { email: 'ida@brightwater.example', password: 'correct horse: battery' };
    const admin = await demo.browser.newPage({ userAgent: PERSON });
    await signIn(admin, DEMO_SIGN_IN);
    await admin.getByRole('link', { name: 'Invite somebody' }).press('Enter');
    const form = admin.getByRole('dialog', { name: 'Invite somebody' });
    await form.getByLabel('E-mail address').fill(person.email);
    await admin.keyboard.press('Enter');
    await admin.getByRole('dialog', { name: 'Invitation' }).waitFor();

    // From the panel of the site.
    await mailbox.goto(`${demo.origin}/demo/`);
    await mailbox.getByRole('link', { name: 'Mailbox' }).press('Enter');
    await openMail(person.email, 'invites you to Leadline');
    const joining = await followMail('Accept the invitation');
    await joining.getByLabel('Your name').fill('Ida Invited');
    await joining.getByLabel('New password').fill(person.password);
    await joining.keyboard.press('Enter');
    await joining.getByText(person.email).first().waitFor();
    expect(new URL(joining.url()).pathname).toContain(DEMO_COMPANY_ID);
    await admin.reload();
    await admin.getByRole('row', { name: person.email }).first().waitFor();
    await admin.close();
    await joining.close();

    const forgotten = await demo.browser.newPage({ userAgent: PERSON });
    await forgotten.goto(`${demo.origin}/console/`);
    await forgotten.getByRole('link', { name: 'Forgot your password?' }).press('Enter');
    await forgotten.getByLabel('E-mail address').fill(person.email);
    await forgotten.keyboard.press('Enter');
    await forgotten.getByRole('link', { name: 'Back to the sign-in' }).waitFor();
    await forgotten.close();
    await openMail(person.email, 'Choose a new password');
    await mailbox.getByRole('button', { name: 'Plain text' }).press('Enter');
    await mailbox.getByText('works once, for 30 minutes').waitFor();
    await mailbox.getByRole('button', { name: 'HTML' }).press('Enter');
    const choosing = await followMail('Choose a new password');
    await choosing.getByLabel('New password').fill('another horse: battery');
    await choosing.keyboard.press('Enter');
    await choosing.getByText(person.email).first().waitFor();
    await openMail(person.email, 'password was changed');
  },
);

test('a message runs no script and has not the origin of the page', async () => {
  await mailbox.goto(`${demo.origin}/demo/mail`);
  await expect.poll(() => mailbox.getByRole('listitem').count()).toBeGreaterThan(0);
  await mailbox.getByRole('listitem').first().getByRole('link').press('Enter');
  const frame = mailbox.frames().find((each) => each.parentFrame() !== null);
  await expect.poll(() => frame?.title()).not.toBe('');

  expect(await mailbox.locator('iframe').getAttribute('sandbox')).toBe(
    'allow-popups allow-popups-to-escape-sandbox',
  );
  expect(await frame?.evaluate(() => window.origin)).toBe('null');
});

test('the mailbox is emptied, and other names and origins read nothing', async () => {
  const url = demo.origin + MAIL_LIST;
  const elsewhere = await fetch(url, { headers: { Origin: 'https://evil.example' } });
  expect(elsewhere.status).toBe(404);
  await mailbox.goto(`${demo.origin}/demo/mail`);
  await mailbox.getByRole('button', { name: 'Empty the mailbox' }).press('Enter');
  await mailbox.getByText('There is no mail yet.').waitFor();
  expect(await (await fetch(url)).json()).toEqual({ messages: [] });
});
