/** A receptionist's morning: whoever called, wrote or sent a form overnight is answered, assigned, called or closed by keys alone; two people at once. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { answerOf } from '../../../harness/builders.ts';
import { sendAs } from '../../../harness/client.ts';
import { putSettings } from '../../../harness/dni-company.ts';
import { effort } from '../../../harness/effort.ts';
import { startServerForTest } from '../../../harness/receiver.ts';
import {
  AUSTIN,
  branches,
  type CallCompany,
  connectCarrierApi,
  makeCallCompany,
} from '../../../worker/core/phone/calls/call-company.ts';
import { emailField, sendForm, textField } from '../../../worker/core/phone/forms/sending.ts';
import { tabTo } from '../../console.ts';
import { test } from '../../console-test.ts';

/** How many people wait. */
const PEOPLE = effort(8, 40);
/** A little longer than keys are ignored after the row under them has left the list. */
const SETTLED_MS = 600;

const phoneOf = (index: number): string => `+1206555${2_000 + index}`;

async function miss({ superadmin, path }: CallCompany, from: string, minutesAgo: number): Promise<void> {
  const started = new Date(Date.now() - minutesAgo * 60_000).toISOString();
  const call = { carrier_call_id: crypto.randomUUID(), number: AUSTIN, from, started_at: started };
  await answerOf(await sendAs(superadmin, 'POST', `${path}/calls`, call));
}

async function write({ superadmin, path }: CallCompany, from: string, message: string): Promise<void> {
  const text = { carrier_text_id: crypto.randomUUID(), number: AUSTIN, from, message };
  await answerOf(await sendAs(superadmin, 'POST', `${path}/texts`, text));
}

/** Starts a company whose carrier takes texts and calls. @param asked gets the bodies that the carrier's API is sent */
async function startCompany(asked: URLSearchParams[]): Promise<CallCompany> {
  const company = await makeCallCompany();
  const api = await startServerForTest((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      asked.push(new URLSearchParams(body));
      const answer = { sid: `S${crypto.randomUUID()}` };
      response.writeHead(201, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  await connectCarrierApi(company, api.url);
  const dni = { ...branches(company.agent.userId), forms: true, domains: ['example.com'] };
  await answerOf(await putSettings(company.companyId, dni));
  const path = `${company.path}/users/${company.agent.userId}/modify`;
  await answerOf(await sendAs(company.superadmin, 'POST', path, { phone: '+15125550177' }));
  return company;
}

/** Lets people call several times, write, and send forms. */
async function fill(company: CallCompany): Promise<void> {
  for (let index = 0; index < PEOPLE; index += 1) {
    const phone = phoneOf(index);
    if (index % 4 === 0) for (const minutes of [90, 60, 30]) await miss(company, phone, minutes);
    if (index % 4 === 0 || index % 4 === 1) await write(company, phone, `Question ${index}?`);
    if (index % 4 === 2) await miss(company, phone, 45);
    if (index % 4 === 3) {
      const field = ['Phone', phone, 'tel', 'tel', 'phone'] as const;
      const fields = [field, emailField(`p${index}@example.org`), textField('What leaks?', 'The roof.')];
      expect(await sendForm(company.companyId, { fields })).toBeLessThan(300);
    }
  }
}

const rowsOf = (page: Page) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Done/ }) });

/** Opens the inbox at its unassigned rows, and waits until all are there. */
async function openInbox(page: Page, { companyId }: CallCompany, count: number): Promise<void> {
  await page.goto(`/console/${companyId}/inbox?assigned_to=none`);
  await expect.poll(() => rowsOf(page).count()).toBe(count);
}

/** Does one of the things that a receptionist does with the current row. */
async function handle(page: Page, { manager }: CallCompany, index: number): Promise<void> {
  if (index % 4 === 0) {
    await page.keyboard.press('t');
    await page.getByRole('dialog').getByLabel('New text').waitFor();
    // Letters that are keys of the inbox.
    await page.keyboard.type('call you at ten, dx');
    await tabTo(page, /^Send text$/);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  } else if (index % 4 === 1) {
    await page.keyboard.press('a');
    await page.keyboard.type(manager.email.slice(0, 12));
    await page.keyboard.press('Enter');
  } else if (index % 4 === 2) {
    await page.keyboard.press('c');
    await page
      .getByText(/Pick up to call/)
      .last()
      .waitFor();
    await page.keyboard.press('d');
  } else {
    await page.keyboard.press('x');
  }
}

test('people who called, wrote and sent forms are answered, assigned, called or closed by keys alone', async ({
  open,
}) => {
  const asked: URLSearchParams[] = [];
  const company = await startCompany(asked);
  await fill(company);
  const { page } = await open(company.agent);
  await openInbox(page, company, PEOPLE);
  expect(await rowsOf(page).first().innerText()).toMatch(/3 calls and 1 text: call \(206\) 555-2000 back/);

  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  for (const name of [/^Done: /, /^Later: /, /^No answer needed: /, /^Assign /, /^Text /, /^Call /]) {
    await keys.getByText(name).first().waitFor();
  }
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  for (let left = PEOPLE; left > 0; left -= 1) {
    await handle(page, company, PEOPLE - left);
    await expect.poll(() => rowsOf(page).count(), { timeout: 20_000 }).toBe(left - 1);
    await page.waitForTimeout(SETTLED_MS);
  }

  await page.getByText('Nobody waits here.').waitFor();
  const sent = asked.filter((fields) => fields.get('Body') === 'call you at ten, dx');
  expect(sent).toHaveLength(PEOPLE / 4);
  expect(asked.filter((fields) => fields.has('Url') || fields.has('Twiml'))).toHaveLength(PEOPLE / 4);
  const list = await sendAs(company.superadmin, 'GET', `${company.path}/reminders?size=100`);
  const { reminders } = await answerOf<{ reminders: { lead: { assigned_to?: { id: string } } }[] }>(list);
  expect(reminders.map(({ lead }) => lead.assigned_to?.id)).toEqual(
    Array.from({ length: PEOPLE / 4 }, () => company.manager.userId),
  );
});

test('a key that is pressed twice or held marks one row, and Undo by key brings it back', async ({
  open,
}) => {
  const company = await startCompany([]);
  for (const index of [0, 1, 2]) await miss(company, phoneOf(index), 60 - index);
  const { page } = await open(company.agent);
  await openInbox(page, company, 3);
  await page.keyboard.press('j');

  await page.keyboard.press('d');
  await page.keyboard.press('d');
  await expect.poll(() => rowsOf(page).count()).toBe(2);
  // A held key repeats.
  for (let times = 0; times < 20; times += 1) {
    await page.keyboard.press('d');
    await page.waitForTimeout(40);
  }
  expect(await rowsOf(page).count()).toBe(2);

  await page.keyboard.press('z');
  await expect.poll(() => rowsOf(page).count()).toBe(3);
});

test('of two people at one row the second is told before anything is sent, and keeps what they wrote', async ({
  open,
}) => {
  const asked: URLSearchParams[] = [];
  const company = await startCompany(asked);
  await write(company, phoneOf(0), 'Do you have time on Tuesday?');
  const ann = await open(company.manager);
  const bob = await open(company.agent, { expected: /status of 409/ });
  await openInbox(ann.page, company, 1);
  await openInbox(bob.page, company, 1);

  await ann.page.keyboard.press('t');
  await ann.page.getByLabel('New text').fill('Yes, at ten.');
  await rowsOf(bob.page)
    .getByText(/has been on it since/)
    .waitFor();
  await bob.page.keyboard.press('t');
  const dialog = bob.page.getByRole('dialog');
  await dialog.getByText(/is answering at the moment/).waitFor();
  await dialog.getByLabel('New text').fill('Yes, at noon.');
  await dialog.getByRole('button', { name: 'Send text' }).press('Enter');
  await dialog
    .getByRole('alert')
    .getByText(/Nothing was sent/)
    .waitFor();
  expect(asked).toHaveLength(0);

  await ann.page.getByRole('button', { name: 'Send text' }).press('Enter');
  await ann.page.getByText('Nobody waits here.').waitFor();
  // What Ann wrote stands above, and what Bob wrote is still there.
  await dialog.getByText('Yes, at ten.').waitFor();
  await dialog.getByText(/has answered or finished this/).waitFor();
  expect(await dialog.getByLabel('New text').inputValue()).toBe('Yes, at noon.');
  await dialog.getByRole('button', { name: 'Send anyway' }).press('Enter');
  await bob.page.getByText('Nobody waits here.').waitFor();
  await expect
    .poll(() => asked.map((fields) => fields.get('Body')))
    .toEqual(['Yes, at ten.', 'Yes, at noon.']);
});

test('Escape and Back lead from an answer to the row where one was, which others may take then', async ({
  open,
}) => {
  const company = await startCompany([]);
  for (const index of [0, 1]) await write(company, phoneOf(index), `Question ${index}?`);
  const { page } = await open(company.agent);
  const other = await open(company.manager);
  await openInbox(page, company, 2);
  await openInbox(other.page, company, 2);
  await page.keyboard.press('j');
  await page.keyboard.press('j');

  for (const leave of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
    await page.keyboard.press('t');
    await other.page.getByText(/has been on it since/).waitFor();
    await leave();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.locator('.inbox [aria-current] .main').innerText()).toBe('(206) 555-2001');
    await other.page.getByText(/has been on it since/).waitFor({ state: 'detached' });
  }
  await page.setViewportSize({ width: 320, height: 700 });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

test('a page whose connection comes late shows who is at a row since before', async ({ open }) => {
  const company = await startCompany([]);
  await write(company, phoneOf(0), 'Do you have time on Tuesday?');
  const { page } = await open(company.agent);
  const connect = Promise.withResolvers<void>();
  await page.routeWebSocket(/\/live$/, (socket) => {
    void connect.promise.then(() => socket.connectToServer());
  });
  await openInbox(page, company, 1);
  const list = await sendAs(company.manager, 'GET', `${company.path}/reminders`);
  const { reminders } = await answerOf<{
    reminders: { event: { data: { event_id: string } }; lead: { lead_id: string } }[];
  }>(list);
  const [{ event, lead } = { event: { data: { event_id: '' } }, lead: { lead_id: '' } }] = reminders;
  const path = `${company.path}/leads/${lead.lead_id}/events/reminder/${event.data.event_id}/take`;
  await answerOf(await sendAs(company.manager, 'POST', path));

  connect.resolve();

  await rowsOf(page)
    .getByText(/has been on it since/)
    .waitFor();
});
