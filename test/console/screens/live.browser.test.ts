/** Screens that move by themselves: what others change is seen within a second, and nothing typed is lost. */
import type { Page, WebSocketRoute } from 'playwright-core';
import { expect } from 'vitest';
import { answerOf } from '../../harness/builders.ts';
import { sendAs } from '../../harness/client.ts';
import { createLead, type LeadClient, sendLead } from '../../harness/leads.ts';
import { AUSTIN, makeCallCompany } from '../../worker/core/phone/calls/call-company.ts';
import { inspect, tabTo } from '../console.ts';
import { test } from '../console-test.ts';

/** Long before a page without a connection asks, every 30 seconds. `npm run bench live` measures how soon pages are told. */
const WITHIN = { timeout: 30_000 };

test('a second browser sees the first one’s new lead and its change at once', async ({ open, company }) => {
  const [one, other] = await Promise.all([open(company.superadmin), open(company.manager)]);
  const name = `Nora ${crypto.randomUUID()}`;
  await connected(other.page, `/console/${company.companyId}/leads?q=nora`);
  await connected(one.page, `/console/${company.companyId}/leads?over=new`);

  await one.page.getByRole('textbox', { name: 'Name' }).fill(name);
  await one.page.getByRole('textbox', { name: 'E-mail' }).fill(`${crypto.randomUUID()}@example.com`);
  await one.page.getByRole('button', { name: 'Create lead' }).click();
  await one.page.getByRole('heading', { name }).waitFor();

  await other.page.getByRole('link', { name }).waitFor(WITHIN);
  await other.page.getByRole('link', { name }).click();
  await other.page.getByRole('heading', { name }).waitFor();
  await one.page.getByRole('textbox', { name: 'Note' }).fill('Wants a quote');
  await one.page.keyboard.press('Control+Enter');
  await one.page.getByRole('listitem').getByText('Wants a quote').waitFor();
  await other.page.getByRole('listitem').getByText('Wants a quote').waitFor(WITHIN);
  expect(await other.page.getByRole('listitem').getByText('Wants a quote').count()).toBe(1);
});

test('what somebody edits stays, and a notice says what another has saved', async ({ open, company }) => {
  const client: LeadClient = { user: company.manager, path: company.path };
  const leadId = await createLead(client, { name: 'Ann Lee' });
  const { page } = await open(company.superadmin);
  await connected(page, `/console/${company.companyId}/leads/${leadId}`);
  await page.getByRole('button', { name: 'Edit Name: Ann Lee' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Anna Lee');
  await page.getByRole('textbox', { name: 'Note' }).fill('Half a sentence');
  await page.getByRole('textbox', { name: 'Name' }).focus();

  await sendLead(client, 'POST', `/${leadId}/modify`, { name: 'Ann Leigh' });

  await page.getByRole('alert').getByText('It now says: Ann Leigh.').waitFor(WITHIN);
  expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Anna Lee');
  expect(await page.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('Half a sentence');
  expect(
    await page.getByRole('textbox', { name: 'Name' }).evaluate((it) => it === document.activeElement),
  ).toBe(true);
  await page.getByRole('button', { name: 'Keep theirs' }).click();
  await page.getByRole('button', { name: 'Edit Name: Ann Leigh' }).waitFor();
  await page.getByRole('textbox', { name: 'Note' }).fill('');
});

test('a lost connection comes back by itself, and what was missed is seen', async ({ open, company }) => {
  const client: LeadClient = { user: company.manager, path: company.path };
  const { page } = await open(company.superadmin);
  const sockets: WebSocketRoute[] = [];
  await page.routeWebSocket(/\/live$/, (socket) => {
    sockets.push(socket);
    socket.connectToServer();
  });
  await page.goto(`/console/${company.companyId}/leads?q=missed`);
  await expect.poll(() => sockets.length).toBe(1);
  const name = `Missed ${crypto.randomUUID()}`;

  await sockets[0]?.close({ code: 1012 });
  await createLead(client, { name });

  await page.getByRole('link', { name }).waitFor();
  expect(sockets).toHaveLength(2);
  expect(await page.getByText('The connection is lost').count()).toBe(0);
});

test('a change on the own page is read once, whether its hint or its answer is first', async ({
  open,
  company,
}) => {
  const client: LeadClient = { user: company.superadmin, path: company.path };
  for (const first of ['hint', 'answer']) {
    const leadId = await createLead(client, { name: 'Once' });
    const { page } = await open(company.superadmin);
    const hints: (() => void)[] = [];
    let holdsHints = false;
    let messages = 0;
    await page.routeWebSocket(/\/live$/, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((message) => {
        messages += 1;
        if (holdsHints) hints.push(() => socket.send(message));
        else socket.send(message);
      });
    });
    const written = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    await page.route(`**/leads/${leadId}/*`, async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      const response = await route.fetch();
      written.resolve();
      await answered.promise;
      return route.fulfill({ response });
    });
    await page.goto(`/console/${company.companyId}/leads/${leadId}`);
    await expect.poll(() => messages).toBeGreaterThan(0);
    await page.getByRole('heading', { name: 'Once' }).waitFor();
    await page.waitForLoadState('networkidle');
    const reads: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith(`/leads/${leadId}`)) reads.push(request.url());
    });

    holdsHints = true;
    await page.getByRole('textbox', { name: 'Note' }).fill('Just once');
    await page.keyboard.press('Control+Enter');
    await written.promise;
    await expect.poll(() => hints.length).toBeGreaterThan(0);
    if (first === 'hint') {
      for (const hint of hints.splice(0)) hint();
      holdsHints = false;
    }
    // Long enough for a read that the hint began, and for the change to be older than any delay of this page's clock.
    await page.waitForTimeout(1_000);
    answered.resolve();
    await page.getByRole('listitem').getByText('Just once').waitFor();
    for (const hint of hints.splice(0)) hint();
    await page.waitForTimeout(500);
    await page.waitForLoadState('networkidle');

    expect([first, reads.length]).toEqual([first, 1]);
    await page.close();
  }
});

test('an incoming call is shown while it rings, says who took it, and goes', async ({ open }) => {
  const company = await makeCallCompany();
  const [manager, colleague] = await Promise.all([open(company.manager), open(company.colleague)]);
  await Promise.all(
    [manager, colleague].map(({ page }) => connected(page, `/console/${company.companyId}/leads?over=new`)),
  );
  const { page } = manager;
  await page.getByRole('textbox', { name: 'Name' }).fill('Typed mean');
  const call = {
    carrier_call_id: crypto.randomUUID(),
    number: AUSTIN,
    from: '+12065550177',
    caller_name: 'Rita Ring',
    started_at: new Date().toISOString(),
    outcome: null,
  };
  const report = async (members: object): Promise<void> => {
    await answerOf(
      await sendAs(company.superadmin, 'POST', `${company.path}/calls`, { ...call, ...members }),
    );
  };

  await report({});
  const card = page.locator('.incoming');
  await card.getByText('Rita Ring').waitFor(WITHIN);
  await page.keyboard.type('while');
  expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Typed meanwhile');
  await page.keyboard.press('Escape');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.goto(`/console/${company.companyId}/leads`);
  await expect
    .poll(() => card.innerText())
    .toMatch(/Incoming call\s+Rita Ring\s+\(206\) 555-0177 · First call · Austin\s+Paid search/);
  await inspect(manager, 'an incoming call');
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.setViewportSize({ width: 1280, height: 800 });
  await card.getByRole('link', { name: 'Rita Ring' }).focus();
  await report({ answered_at: new Date().toISOString() });
  await card.getByText('Answered').waitFor(WITHIN);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Rita Ring' }).waitFor();
  await report({ outcome: 'answered', talk_seconds: 3 });
  await expect.poll(() => card.count()).toBe(0);
  await expect.poll(() => colleague.page.locator('.incoming').count()).toBe(0);
});

test('people see who else has the lead open, until they leave', async ({ open, company }) => {
  const client: LeadClient = { user: company.manager, path: company.path };
  const leadId = await createLead(client, { name: 'Shared' });
  const [one, other] = await Promise.all([open(company.superadmin), open(company.manager)]);
  const address = `/console/${company.companyId}/leads/${leadId}`;
  await connected(one.page, address);
  await connected(other.page, address);

  await one.page.getByText('Also here: Mary Manager').waitFor();
  await other.page.getByText('Also here: Sue Super').waitFor();
  await other.page.getByRole('link', { name: 'Leads' }).first().click();
  await other.page.getByRole('heading', { name: 'Leads' }).waitFor();

  await one.page.getByText('Also here').waitFor({ state: 'detached' });
  expect(await other.page.getByText('Also here').count()).toBe(0);
});

test('the bell counts, lists and marks notifications, and each leads to its place', async ({
  open,
  company,
}) => {
  const client: LeadClient = { user: company.manager, path: company.path };
  const leadIds = [await createLead(client, { name: 'Bella' }), await createLead(client, { name: 'Belle' })];
  const here = await open(company.agent);
  const { page } = here;
  await connected(page, `/console/${company.companyId}/leads`);
  await page.getByRole('button', { name: 'Notifications, 0 unread' }).waitFor();

  for (const leadId of leadIds) {
    await sendLead(client, 'POST', `/${leadId}/assign`, { to_user_email: company.agent.email });
  }
  await page.getByRole('button', { name: 'Notifications, 2 unread' }).waitFor();
  await tabTo(page, /Notifications/);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Mary Manager assigned Belle to you' }).waitFor();
  await inspect(here, 'notifications');
  await page.getByRole('button', { name: 'Mark as read: Mary Manager assigned Belle to you' }).click();
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor();
  await page.getByRole('link', { name: 'Mary Manager assigned Bella to you' }).click();
  await page.getByRole('heading', { name: 'Bella' }).waitFor();
  await page.getByRole('button', { name: 'Notifications, 0 unread' }).waitFor();

  // What is told of the lead on the screen is seen at once.
  await sendLead(client, 'POST', `/${leadIds[1]}/unassign`, { from_user_email: company.agent.email });
  await sendLead(client, 'POST', `/${leadIds[1]}/assign`, { to_user_email: company.agent.email });
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click();
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await page.getByRole('button', { name: 'Notifications, 0 unread' }).waitFor();
  expect(await page.locator('.told.is-unread').count()).toBe(0);
});

/** Opens a page, and waits until it is connected. */
async function connected(page: Page, address: string): Promise<void> {
  const hello = new Promise<void>((resolve) => {
    page.once('websocket', (socket) => socket.once('framereceived', () => resolve()));
  });
  await page.goto(address);
  await hello;
}
