/** The console of somebody who reads only: the role viewer. */
import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { answerOf, makeUser } from '../../harness/builders.ts';
import { problemOf, sendAs, type TestUser } from '../../harness/client.ts';
import { startServer } from '../../harness/own-worker.ts';
import { inspect, tabTo } from '../console.ts';
import { test } from '../console-test.ts';
import { makeShownCompany, type ShownCompany } from '../shown-company.ts';

let company: ShownCompany;
let viewer: TestUser;

beforeAll(async () => {
  const receiver = await startServer((_, response) =>
    response.writeHead(500, { 'Retry-After': '3600' }).end(),
  );
  company = await makeShownCompany(receiver.url);
  await receiver.close();
  viewer = await makeUser(company.superadmin, company.path, { name: 'Vic Viewer', role_id: 'viewer' });
}, 120_000);

/** What a viewer may look at, below the company. */
const screens = (): string[] => [
  'home',
  'companies',
  'reports/figures',
  'reports/saved',
  'leads',
  `leads/${company.annId}`,
  'calls/list',
  `calls/list?over=call&id=${company.callId}`,
  'calls/texts',
  'numbers/numbers',
  'numbers/locations',
  'numbers/sources',
  'numbers/site',
  'preview?zip=80302&way=google_ad',
];

const addressOf = (at: string): string => `/console/${company.companyId}/${at}`;

/** Opens a screen, until what it reads is there. */
async function look(page: Page, at: string): Promise<void> {
  await page.goto(addressOf(at));
  await page.locator('h1').first().waitFor();
  await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0);
}

/** What is sent to change something. */
function watchWrites(page: Page): string[] {
  const writes: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'GET' && pathname.startsWith('/console/api/')) {
      writes.push(`${request.method()} ${pathname}`);
    }
  });
  return writes;
}

test(
  'a viewer goes through the screens by keyboard and finds nothing to change',
  { tags: ['full'] },
  async ({ open }) => {
    const here = await open(viewer);
    const { page } = here;
    await page.goto('/console/');
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    const rail = page.getByRole('navigation').first().getByRole('link');
    await expect
      .poll(async () => (await rail.allInnerTexts()).map((text) => text.trim()).filter(Boolean))
      .toEqual(expect.arrayContaining(['Home', 'Leads', 'Calls', 'Reports', 'Numbers', 'Preview', 'People']));
    expect((await rail.allInnerTexts()).join()).not.toMatch(/Setup|Company|Inbox/);
    for (const name of ['Leads', 'Calls', 'Reports', 'Numbers', 'Preview']) {
      await tabTo(page, new RegExp(`^${name}$`));
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1 }).first().waitFor();
    }

    for (const at of screens()) {
      await look(page, at);
      await inspect(here, `${at} of a viewer`);
      // A field that cannot be saved is none. Lists and reports are narrowed, and the preview is of a visit of one's choice.
      const forms = page.locator('form[name]:not([role=search], [name=visit])');
      expect({ at, forms: await forms.count() }).toEqual({ at, forms: 0 });
    }
  },
);

test('no button of a viewer is refused, and none changes anything', { tags: ['full'] }, async ({ open }) => {
  const { page, faults } = await open(viewer);
  const writes = watchWrites(page);
  const pressed: string[] = [];
  for (const at of screens()) {
    await look(page, at);
    const buttons = page.locator('main button:visible:enabled, dialog button:visible:enabled');
    const count = await buttons.count();
    for (let index = 0; index < count; index += 1) {
      const button = buttons.nth(index);
      // What a button opens may hide those after it.
      if (!(await button.isVisible())) continue;
      pressed.push(`${at}: ${(await button.innerText()).trim()}`);
      await button.click({ timeout: 5000 }).catch(() => undefined);
      await page.keyboard.press('Escape');
      if (page.url() !== new URL(addressOf(at), page.url()).href) await look(page, at);
    }
  }

  expect(pressed.length).toBeGreaterThan(10);
  expect(writes).toEqual([]);
  expect(faults).toEqual([]);
});

test('a viewer does not get to a screen that changes something by its address', async ({ open }) => {
  const { page } = await open(viewer);
  for (const at of ['setup', 'company/options', 'inbox', 'people/keys', 'leads/removed', 'reports/costs']) {
    await look(page, at);
    // The own password and second factor are the viewer's own matter; they come a moment after the screen.
    if (at === 'people/keys') await page.locator('form[name="own-password"]').waitFor();
    const forms = await page
      .locator('main form[name]')
      .evaluateAll((all) => all.map((form) => form.getAttribute('name')));
    expect({ at, forms }).toEqual({ at, forms: at === 'people/keys' ? ['own-password'] : [] });
  }
});

test('a recording has a player for a viewer only where the company says so', async ({ open }) => {
  const { superadmin, path } = company;
  // The carrier has deleted it, so who may hear it is told so.
  const carrier = await startServer((_, response) => response.writeHead(404).end());
  const time = new Date().toISOString();
  const { call_id: callId } = await answerOf<{ call_id: string }>(
    await sendAs(superadmin, 'POST', `${path}/calls`, {
      carrier_call_id: 'recorded',
      number: '+15125550102',
      from: '+15125550199',
      started_at: time,
      answered_at: time,
      talk_seconds: 20,
      recording_url: `${carrier.url}/1.wav`,
    }),
  );
  const { page } = await open(viewer, { expected: /status of 404/ });
  const dialog = page.getByRole('dialog');
  const at = `calls/list?over=call&id=${callId}`;

  await look(page, at);
  await dialog.getByText('Ringing time').waitFor();
  expect(await dialog.locator('audio, .recording, .notice').count()).toBe(0);
  const refused = await sendAs(viewer, 'GET', `${path}/calls/${callId}/recording`);
  expect(await problemOf(refused)).toMatchObject({ status: 403, code: 'permission_denied' });

  const options = await answerOf<object>(await sendAs(superadmin, 'GET', `${path}/settings`));
  const opened = { ...options, viewers_hear_recordings: true };
  await answerOf(await sendAs(superadmin, 'PUT', `${path}/settings`, opened));
  await look(page, at);
  await dialog.getByText('The carrier no longer has it.').waitFor();
  await carrier.close();
});
