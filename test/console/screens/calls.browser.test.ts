import { readFileSync } from 'node:fs';
import { beforeAll, expect, vi } from 'vitest';
import { csvRecords } from '../../../console/formats/csv.ts';
import { readWorkbook } from '../../../console/formats/workbook/read-workbook.ts';
import { answerOf } from '../../harness/builders.ts';
import { freshIp, send, sendAs, visitorHeaders } from '../../harness/client.ts';
import { startServer } from '../../harness/own-worker.ts';
import { AUSTIN, type CallCompany, makeCallCompany } from '../../worker/core/phone/calls/call-company.ts';
import { inspect, tabTo } from '../console.ts';
import { test } from '../console-test.ts';

/** Half a second of silence: WAV, 8 kHz, 8 bit. */
const SECONDS = 0.5;

let company: CallCompany;

beforeAll(async () => {
  company = await makeCallCompany();
  const templates = [{ name: 'On the way', text: 'Hi {first_name}, {branch} is on the way.' }];
  await answerOf(
    await sendAs(company.superadmin, 'PUT', `${company.path}/lead_settings/templates`, templates),
  );
  const files = await startServer((request, response) => {
    if (request.url === '/gone.wav') response.writeHead(404).end();
    else response.writeHead(200, { 'Content-Type': 'audio/wav' }).end(silence());
  });
  await tell({
    carrier_call_id: 'ann',
    from: '+12065550101',
    caller_name: 'Ann Lee',
    answered_at: ago(60),
    talk_seconds: 95,
    recording_url: `${files.url}/ann.wav`,
  });
  await tell({ carrier_call_id: 'bob', from: '+12065550102', recording_url: `${files.url}/gone.wav` });
  await tell({ carrier_call_id: 'who', from: null, number: '+18005550111' });
  await answerOf(
    await sendAs(company.superadmin, 'POST', `${company.path}/texts`, {
      carrier_text_id: 'ann',
      number: AUSTIN,
      from: '+12065550101',
      message: 'Are you\nthere? 👋',
    }),
  );
});

function ago(minutes: number): string {
  return new Date(Date.now() - minutes * 60_000).toISOString();
}

async function tell(call: Record<string, unknown>): Promise<void> {
  const told = { number: AUSTIN, started_at: ago(61), ring_seconds: 12, ...call };
  await answerOf(await sendAs(company.superadmin, 'POST', `${company.path}/calls`, told));
}

function silence(): Buffer {
  const rate = 8_000;
  const samples = Buffer.alloc(rate * SECONDS, 128);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}

test('calls narrow by their filters, and the address says how', async ({ open }) => {
  const here = await open(company.superadmin);
  const { page } = here;
  await page.goto(`/console/${company.companyId}/calls`);
  await page.getByRole('link', { name: 'Ann Lee', exact: true }).waitFor();
  await expect.poll(() => page.getByRole('row').count()).toBe(4);
  await page.getByRole('option', { name: 'Austin' }).waitFor({ state: 'attached' });

  await page.getByLabel('Outcome').selectOption('Missed');
  await page.getByRole('link', { name: 'Ann Lee', exact: true }).waitFor({ state: 'detached' });
  await expect.poll(() => page.getByRole('row').count()).toBe(3);
  await page.getByLabel('Location').selectOption('Austin');
  await page.getByRole('link', { name: 'Withheld number' }).waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('link', { name: '(206) 555-0102', exact: true }).waitFor();
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  await page.getByLabel('Source').selectOption('Email');
  await page.getByText('No calls match these filters.').waitFor();
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await page.getByRole('link', { name: 'Ann Lee', exact: true }).waitFor();

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export as CSV' }).click();
  expect((await download).suggestedFilename()).toBe('calls.csv');

  const workbook = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as Excel' }).click();
  expect((await workbook).suggestedFilename()).toBe('calls.xlsx');
  const [sheet] = await readWorkbook(readFileSync(await (await workbook).path()));
  expect(sheet?.name).toBe('calls');
  const [header = [], ...rows] = csvRecords(sheet?.text ?? '', ',');
  const ann = rows.find((cells) => cells[header.indexOf('caller_name')] === 'Ann Lee');
  expect(ann?.[header.indexOf('from')]).toBe('+12065550101');
  const time = header.findIndex((name) => /^started_at \(.+\)$/.test(name));
  expect(ann?.[time]).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}/);
});

test('a call is played, tagged, undone and followed to its lead, by keyboard alone', async ({ open }) => {
  const here = await open(company.manager);
  const { page } = here;
  await page.goto(`/console/${company.companyId}/leads`);
  await page.getByRole('heading', { name: 'All leads' }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await page.getByRole('link', { name: 'Ann Lee', exact: true }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Call from Ann Lee' });
  await dialog.getByText('Paid search, the location Austin, by the number called (certain).').waitFor();
  // The browser has understood the recording.
  await page.waitForFunction(() => document.querySelector('audio')?.duration === 0.5);
  await dialog.getByRole('button', { name: 'Speed of the recording: 1×' }).focus();
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Speed of the recording: 1.25×' }).waitFor();
  expect(await page.evaluate(() => document.querySelector('audio')?.playbackRate)).toBe(1.25);
  const download = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Download the recording' }).click();
  expect((await download).suggestedFilename()).toMatch(/^recording\.\w+$/);

  await dialog.getByLabel('Was it a lead?').selectOption('No, not a lead');
  await dialog.getByLabel('Value').fill('120.50');
  await dialog.getByLabel('Tags').fill('wrong number, , twice');
  await dialog.getByLabel('Note').fill('Looked for a florist.');
  await tabTo(page, /Save/);
  await page.keyboard.press('Enter');
  await page.getByText('Saved.').waitFor();
  expect(await theCall('Ann Lee')).toMatchObject({
    lead_status: 'not_a_lead',
    value: { unit: 'USD', value: 120.5 },
    tags: ['wrong number', 'twice'],
    note: 'Looked for a florist.',
  });
  await page.getByRole('button', { name: 'Undo', exact: true }).press('Enter');
  await page.getByText('Undone.').waitFor();
  expect(await theCall('Ann Lee')).toMatchObject({ lead_status: null, value: null, tags: [], note: null });

  // The row rates it, too, and shows the rating.
  const row = page.getByRole('row').filter({ hasText: 'Ann Lee' });
  await row.getByRole('button', { name: 'More about the call of Ann Lee' }).press('Enter');
  await page.getByRole('button', { name: 'Not a lead' }).press('Enter');
  await row.getByText('Not a lead', { exact: true }).waitFor();
  expect(await theCall('Ann Lee')).toMatchObject({ lead_status: 'not_a_lead' });

  await page.getByRole('link', { name: 'Ann Lee', exact: true }).press('Enter');
  await dialog.getByRole('link', { name: 'Go to the lead' }).press('Enter');
  // The call is a card on the timeline, and the person's story stands above.
  const card = page.getByRole('listitem').filter({ hasText: 'answered a call' });
  await expect
    .poll(() => card.getByRole('definition').allInnerTexts())
    .toEqual(['1:35 min', '(512) 555-0102', 'Austin', 'Paid search', 'Not a lead']);
  await card.getByRole('button', { name: 'Call back Ann Lee' }).waitFor();
  expect(
    await page.getByText('Calls', { exact: true }).locator('xpath=..').getByRole('definition').innerText(),
  ).toBe('1');
  // A timeline fetches no recording before somebody plays it.
  const player = page.getByLabel('Recording', { exact: true });
  expect(await player.evaluate((audio: HTMLAudioElement) => [audio.preload, audio.readyState])).toEqual([
    'none',
    0,
  ]);
  await player.focus();
  await page.keyboard.press('Space');
  await page.waitForFunction(() => document.querySelector('audio')?.ended);
});

test('a call shows campaign, keyword, page and confidence: in the lists, on the call and on its lead', async ({
  open,
}) => {
  const own = await makeCallCompany();
  const visit = '1767323045678-0.7431204518236';
  const touch = ['utm_source=google&utm_medium=cpc&utm_campaign=Plumber&utm_term=leak', ''];
  const url = 'https://example.com/pipes';
  await sendFromPage(own, 'swap', { url, visit: [touch, touch, touch, visit, null, ''] });
  // The visit is kept after the answer, so that the first tap may come before it.
  await vi.waitUntil(
    async () => {
      await sendFromPage(own, 'tap', { number: AUSTIN, target: '+18005550100', visit, page: url });
      const { call_id: id } = await makeCall(own);
      const read = async (): Promise<boolean> => {
        const answer = await sendAs(own.superadmin, 'GET', `${own.path}/calls/${id}`);
        return (await answerOf<{ visit: object | null }>(answer)).visit !== null;
      };
      return vi.waitUntil(read, { timeout: 2_000 }).catch(() => false);
    },
    { timeout: 30_000 },
  );
  const here = await open(own.superadmin);
  const { page } = here;

  await page.goto(`/console/${own.companyId}/calls`);
  await page
    .getByText(/^Plumber, leak(?: \(likely, \d\d%\))?$/)
    .first()
    .waitFor();
  await page.getByRole('link', { name: 'Cid Visitor', exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Call from Cid Visitor' });
  await dialog
    .getByText(
      /^Google, campaign Plumber, keyword leak, page \/pipes \((?:sure|likely), \d\d%: tapped the number \d seconds? before\)\.$/,
    )
    .waitFor();
  await dialog.getByRole('link', { name: 'Go to the lead' }).click();
  await page
    .getByText(
      /^Google, campaign Plumber, keyword leak, page \/pipes \((?:sure|likely), \d\d%: tapped the number \d seconds? before\)\.$/,
    )
    .waitFor();
  await page.getByText('First campaign').waitFor();
  await inspect(here, 'the lead of a visit');

  await page.goto(`/console/${own.companyId}/leads`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('link', { name: 'Columns' }).click();
  const columns = page.getByRole('dialog', { name: 'Columns' });
  await columns.getByLabel('Last campaign').check();
  await columns.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('columnheader', { name: 'Last campaign' }).waitFor();
  await page.getByRole('cell', { name: 'Plumber' }).first().waitFor();
  const campaigns = page.getByRole('group', { name: 'Last campaign' });
  await campaigns.getByRole('button').click();
  await campaigns.getByLabel('Plumber').check();
  await page.getByText('Last campaign: Plumber').waitFor();
  await page.reload();
  await page.getByRole('columnheader', { name: 'Last campaign' }).waitFor();

  await sendText(own);
  await page.goto(`/console/${own.companyId}/calls/texts`);
  await vi.waitUntil(
    async () => {
      await page.reload();
      await page.getByText('Is Friday fine?').waitFor();
      return (await page.getByText(/^Plumber, leak(?: \((?:likely|possible), \d\d%\))?$/).count()) > 0;
    },
    { timeout: 30_000 },
  );
});

/** Reports a text of a caller whose call belongs to a visit. */
async function sendText({ superadmin, path }: CallCompany): Promise<void> {
  await answerOf(
    await sendAs(superadmin, 'POST', `${path}/texts`, {
      carrier_text_id: crypto.randomUUID(),
      number: AUSTIN,
      from: `+1206555${7_000 + made}`,
      message: 'Is Friday fine?',
      sent_at: new Date().toISOString(),
    }),
  );
}

/** Sends what the script sends from a page. */
async function sendFromPage({ companyId }: CallCompany, lane: 'swap' | 'tap', body: unknown): Promise<void> {
  const cf = { latitude: '30.27', longitude: '-97.74', country: 'US', regionCode: 'TX' };
  const response = await send(`/dni/${lane}/${companyId}`, {
    method: 'POST',
    headers: { 'Content-Type': 'text/plain', ...visitorHeaders({ ip: freshIp(), cf }) },
    body: JSON.stringify(body),
  });
  expect(response.ok).toBe(true);
}

let made = 0;

/** Reports a call of a new caller, which begins now. */
async function makeCall({ superadmin, path }: CallCompany): Promise<{ call_id: string }> {
  made += 1;
  return answerOf(
    await sendAs(superadmin, 'POST', `${path}/calls`, {
      carrier_call_id: `visitor-${made}`,
      number: AUSTIN,
      from: `+1206555${7_000 + made}`,
      caller_name: 'Cid Visitor',
      started_at: new Date().toISOString(),
    }),
  );
}

test('a recording that the carrier has deleted shows the reason instead of a player', async ({ open }) => {
  const here = await open(company.superadmin, { expected: /status of 404/ });
  const { page } = here;
  await page.goto(`/console/${company.companyId}/calls?outcome=missed&location=austin`);
  await page.getByRole('link', { name: '(206) 555-0102', exact: true }).click();
  await page.getByText('The carrier no longer has it.').waitFor();
  expect(await page.locator('audio').count()).toBe(0);
});

test(
  'an agent and a manager see what branches are called, and the settings stay closed to them',
  { tags: ['full'] },
  async ({ open }) => {
    const settings = `/dni/api/companies/${company.companyId}/settings`;
    for (const user of [company.agent, company.manager]) {
      const here = await open(user);
      const { page } = here;
      await page.goto(`/console/${company.companyId}/calls`);
      const call = page.getByRole('row').filter({ hasText: 'Ann Lee' });
      await call.getByRole('cell', { name: 'Austin', exact: false }).getByText('Austin').first().waitFor();
      await page
        .getByLabel('Location')
        .getByRole('option', { name: 'Denver' })
        .waitFor({ state: 'attached' });
      const places = await answerOf<object>(await sendAs(user, 'GET', `${company.path}/calls/places`));
      expect(places).toEqual({
        locations: [
          { location_id: 'austin', name: 'Austin' },
          { location_id: 'denver', name: 'Denver' },
        ],
        sources: ['email', 'paid_search'],
      });
      expect((await sendAs(user, 'GET', settings)).status).toBe(403);
    }
  },
);

test('texts stand beside the calls, and a lead is written to', async ({ open }) => {
  const here = await open(company.superadmin);
  const { page } = here;
  await page.goto(`/console/${company.companyId}/calls`);
  await page.getByRole('link', { name: 'Texts' }).click();
  await page.getByText('there? 👋').waitFor();
  // A conversation has the name of its lead, and leads to its thread.
  await page.getByRole('link', { name: 'Ann Lee', exact: true }).press('Enter');
  await page.getByRole('dialog', { name: 'Texts with (206) 555-0101' }).getByText('there? 👋').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Text to (206) 555-0101' }).waitFor();

  await page.keyboard.press('t');
  await page.keyboard.type('We are on the way.');
  await inspect(here, 'a lead that is written to');
  await page.getByRole('button', { name: 'Send text' }).click();
  await page.getByText('Sending the text.').waitFor();
  await page.getByText('sent a text').waitFor();

  // The thread with the phone that wrote, by keyboard.
  await tabTo(page, /^Texts with \(206\) 555-0101$/);
  await page.keyboard.press('Enter');
  const thread = page.getByRole('dialog', { name: 'Texts with (206) 555-0101' });
  await thread.getByText('We are on the way.').waitFor();
  const lines = thread.locator('.thread .message');
  await expect
    .poll(() => lines.allInnerTexts())
    .toEqual([expect.stringContaining('there? 👋'), 'We are on the way.']);
  // A template is filled in; a placeholder without a value is not sent.
  await thread.getByLabel('Template').selectOption('On the way');
  const box = thread.getByLabel('New text');
  await expect.poll(() => box.inputValue()).toBe('Hi Ann, Austin is on the way.');
  await box.fill('Hi {name},');
  await thread.getByRole('button', { name: 'Send text' }).press('Enter');
  await thread.getByRole('alert').getByText('Write something in place of {name}.').waitFor();
  await box.fill('In ten minutes.');
  await thread.getByRole('button', { name: 'Send text' }).click();
  await expect.poll(() => lines.last().innerText()).toBe('In ten minutes.');
  await page.keyboard.press('Escape');
  await thread.waitFor({ state: 'hidden' });
});

test('a manager opts a person out and lifts it with a reason, by keyboard; an agent sees no such tab', async ({
  open,
}) => {
  const own = await makeCallCompany();
  const here = await open(own.manager);
  const { page } = here;
  await page.goto(`/console/${own.companyId}/calls`);
  await tabTo(page, /^Opt-outs$/);
  await page.keyboard.press('Enter');
  await page.getByText('Nobody has opted out.').waitFor();
  await page.getByLabel('Phone number that wants no texts and calls').fill('206 555 0199');
  await page.keyboard.press('Enter');
  await page.getByText('(206) 555-0199 has opted out.').waitFor();
  await page.getByText('No texts and calls: set by hand').waitFor();
  await tabTo(page, /^Lift the opt-out of \(206\) 555-0199$/);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'They asked for it by phone' }).press('Enter');
  await page.getByText('(206) 555-0199 may get texts and calls again.').waitFor();
  await page.getByText('Nobody has opted out.').waitFor();

  const agent = await open(own.agent);
  await agent.page.goto(`/console/${own.companyId}/calls`);
  await agent.page.getByRole('link', { name: 'Texts' }).waitFor();
  expect(await agent.page.getByRole('link', { name: 'Opt-outs' }).count()).toBe(0);
});

interface SaidCall {
  caller_name: string | null;
}

async function theCall(name: string): Promise<SaidCall | undefined> {
  const { calls } = await answerOf<{ calls: SaidCall[] }>(
    await sendAs(company.superadmin, 'GET', `${company.path}/calls`),
  );
  return calls.find((call) => call.caller_name === name);
}

test('the caller has room for a name at every width, and the list none to scroll', async ({ open }) => {
  const own = await makeCallCompany();
  const told = {
    carrier_call_id: 'long',
    number: AUSTIN,
    from: '+12065550199',
    caller_name: 'Margaret Thornton',
    started_at: ago(90),
    answered_at: ago(89),
    talk_seconds: 754,
  };
  const { call_id: id } = await answerOf<{ call_id: string }>(
    await sendAs(own.superadmin, 'POST', `${own.path}/calls`, told),
  );
  const remarks = { tags: ['Emergency'], value: { unit: 'USD', value: 12_345 } };
  await answerOf(await sendAs(own.superadmin, 'POST', `${own.path}/calls/${id}/modify`, remarks));
  const { page } = await open(own.superadmin);
  await page.goto(`/console/${own.companyId}/calls`);
  await page.getByRole('link', { name: 'Margaret Thornton' }).waitFor();
  await page.locator('.calls td.from').evaluate((source) => source.append(' Spring sale of water heaters'));
  await page.locator('.calls td.to').evaluate((branch) => branch.append(' North, beside the old market'));

  for (let width = 320; width <= 1_600; width += 32) {
    await page.setViewportSize({ width, height: 800 });
    const cut = await page.locator('.calls .main').evaluate((name) => {
      const table = name.closest('table');
      return {
        name: name.scrollWidth - name.clientWidth,
        table: (table?.offsetWidth ?? 0) - (table?.parentElement?.clientWidth ?? 0),
      };
    });
    expect(cut, `${width} px`).toEqual({ name: 0, table: 0 });
  }
});
