/**
 * The phone of the demo: the user calls and texts the number on the page, and becomes a lead.
 *
 * @module-tag full: starts `npm start` as a process
 */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DEMO_ACCOUNT, LANE } from '../../demo/carrier/account.ts';
import { sign } from '../../demo/carrier/signing.ts';
import { DEMO_COMPANY_ID } from '../../demo/company.ts';
import { type Demo, START_TIMEOUT_MS, startDemo } from './demo.ts';
import { askDemo, demoAuthorization } from './demo-company.ts';
import { PERSON } from './visitor.ts';

let demo: Demo;
let page: Page;
const faults: string[] = [];

beforeAll(async () => {
  demo = await startDemo();
}, START_TIMEOUT_MS);

afterAll(() => demo?.stop());

beforeEach(async () => {
  page = await demo.browser.newPage({ userAgent: PERSON, viewport: { width: 1280, height: 800 } });
  page.on('console', (message) => void (message.type() === 'error' && faults.push(message.text())));
  page.on('pageerror', (error) => void faults.push(String(error)));
});

afterEach(async () => {
  await page.close();
  const [fault] = faults.splice(0);
  if (fault !== undefined) throw new Error(fault);
});

/** Opens the page as a visitor from Boulder, near Denver, who comes from the mailing's campaign link. */
const comeByMailing = async (): Promise<void> => {
  const campaign = 'utm_source=newsletter&utm_medium=email&utm_campaign=spring_2026';
  await page.goto(`${demo.origin}/demo/?${campaign}`);
  await page.locator('header .phone', { hasText: '(303) 555-0154' }).waitFor();
};

const press = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

const pickUpPhone = async (by: string, who: { name: string; number: string }): Promise<void> => {
  await press(by);
  await page.getByLabel('Name', { exact: true }).fill(who.name);
  await page.getByLabel('Number', { exact: true }).fill(who.number);
};

/** Returns the lead's card once it shows this much of the call. */
const cardWith = async (outcome: string): Promise<string> => {
  const card = page.locator('leadline-phone .lead', { hasText: outcome });
  await card.waitFor();
  return card.innerText();
};

/** Follows the link to the console, signed in. */
const showsInConsole = async (name: string): Promise<void> => {
  const value = Buffer.from(await demoAuthorization(demo.origin)).toString('base64url');
  const cookie = {
    name: 'leadline',
    value,
    url: demo.origin,
    httpOnly: true,
    sameSite: 'Strict',
  } as const;
  await page.context().addCookies([cookie]);
  const address = await page.getByRole('link', { name: 'Open the lead in the console' }).getAttribute('href');
  expect(address).toContain(`/console/${DEMO_COMPANY_ID}/leads/`);
  await page.goto(demo.origin + address);
  await page.getByRole('heading', { name }).waitFor();
};

interface Call {
  call_id: string;
  from: string;
  lead_id: string;
  [member: string]: unknown;
}

const callsTo = async (number: string): Promise<Call[]> => {
  const query = new URLSearchParams({ number });
  return (await askDemo<{ calls: Call[] }>(demo.origin, `/calls?${query}`)).calls;
};

interface Event {
  type: string;
  data: Record<string, unknown>;
}

const eventsOf = async (leadId: string): Promise<Event[]> =>
  (await askDemo<{ events: Event[] }>(demo.origin, `/leads/${leadId}/events`)).events;

describe('the phone', { timeout: 120_000 }, () => {
  test('presses keys in the menu of the main line, and the branch closest to the ZIP code rings', async () => {
    await page.goto(`${demo.origin}/demo/contact`);
    await page.getByRole('link', { name: '1-800-555-0142' }).click();
    await page.getByLabel('Number', { exact: true }).fill('(415) 555-0144');
    await press('Call');
    await page.getByText('A voice asks for a key').waitFor();
    await press('1');
    const asked = 'Please key in your five-digit ZIP code.';
    const spoken = (text: string): Promise<void> => page.getByText(`“${text}”`, { exact: true }).waitFor();
    await spoken(asked);
    for (const digits of ['8', '80', '802', '8020']) {
      await press(digits.slice(-1));
      await spoken(`${asked} ${digits}`);
    }
    await press('2');
    await page.getByText('Brightwater Denver rings').waitFor();
    await press('Hang up');

    await cardWith('abandoned');
    const [call] = await callsTo('+18005550142');
    expect(call).toMatchObject({
      from: '+14155550144',
      menu: {
        pressed: [
          { menu: 'Main line', key: '1', label: 'Closest branch' },
          { menu: 'Main line', key: '80202', label: null },
        ],
        led_to: 'location',
        location_id: 'denver',
      },
    });
  });

  test('calls the number of the visit: the branch rings, and the call is a lead with source, branch and timeline', async () => {
    await comeByMailing();
    await pickUpPhone('Call this number', { name: 'Ann Lee', number: '(415) 555-0101' });
    await press('Call');
    await page.getByText('Brightwater Denver rings').waitFor();
    // The lead exists while the phone rings.
    expect(await cardWith('in progress')).toContain('Ann Lee');
    await press('Pick up');
    await page.getByText('“spring mailing, Brightwater Denver. Press 1 to accept the call.”').waitFor();
    await page.getByText('Connected with Brightwater Denver').waitFor();
    await press('Hang up');

    const card = await cardWith('answered');
    for (const told of ['Ann Lee', 'spring_mailing', 'Brightwater Denver']) expect(card).toContain(told);
    const [first] = await page.locator('.exchanges li').all();
    await first?.locator('summary').click();
    expect(await first?.innerText()).toMatch(/X-Twilio-Signature: [\w+/]{27}=[^]*<Dial [^]*\+13035550140/);
    const [call] = await callsTo('+13035550154');
    expect(call).toMatchObject({
      carrier: 'twilio',
      from: '+14155550101',
      source: 'spring_mailing',
      location_id: 'denver',
      outcome: 'answered',
      answered_by: { number: '+13035550140' },
      first_time: true,
    });
    const lead = await askDemo(demo.origin, `/leads/${call?.lead_id}`);
    expect(lead).toMatchObject({
      name: 'Ann Lee',
      phones: [{ phone: '+14155550101' }],
      source_tags: ['spring_mailing'],
      assigned_to: { name: expect.stringMatching(/^(?:Casey Nguyen|Taylor Brooks)$/) as string },
    });
    const events = (await eventsOf(call?.lead_id ?? '')).filter(({ type }) => type === 'call');
    expect(events.map(({ data }) => data['outcome'])).toEqual(['answered']);
    await showsInConsole('Ann Lee');
  });

  test('an unanswered call with voicemail becomes a reminder on the lead', async () => {
    await comeByMailing();
    // Links of the page call in the demo too, since the numbers are fictional.
    await page.locator('.hero .button', { hasText: 'Call (303) 555-0154' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Cy Dunn');
    await page.getByLabel('Number', { exact: true }).fill('415-555-0102');
    await press('Call');
    await press('Do not answer');
    await page.getByText('“Please leave a message after the tone.”').waitFor();
    await press('Leave a message');

    await cardWith('voicemail');
    const [call] = await callsTo('+13035550154');
    expect(call).toMatchObject({ from: '+14155550102', outcome: 'voicemail', voicemail: { seconds: 9 } });
    const reminder = (await eventsOf(call?.lead_id ?? '')).find(({ type }) => type === 'reminder');
    expect(reminder?.data).toMatchObject({ state: 'open', phone: '+14155550102' });
    await page.getByText('The call has ended').waitFor();
    // The voicemail can be played in the console.
    await showsInConsole('Cy Dunn');
    const message = page.locator('audio[aria-label="Voicemail"]');
    await message.waitFor();
    const seconds = await message.evaluate((element) => {
      const audio = element as HTMLAudioElement;
      return new Promise<number>((resolve) => {
        audio.addEventListener('loadedmetadata', () => resolve(audio.duration));
        audio.preload = 'metadata';
        audio.load();
      });
    });
    expect(seconds).toBe(9);
  });

  test('texts the number, and shows the answer of the branch', async () => {
    await comeByMailing();
    await pickUpPhone('Text this number', { name: 'Bo Berg', number: '(415) 555-0103' });
    await page.getByLabel('Message').fill('Do you mend boilers?');
    await press('Send');
    await page.locator('.thread .inbound', { hasText: 'Do you mend boilers?' }).waitFor();
    const { texts } = await askDemo<{ texts: { lead_id: string; source: string }[] }>(
      demo.origin,
      '/texts?limit=1',
    );
    expect(texts).toMatchObject([{ phone: '+14155550103', source: 'spring_mailing', status: 'received' }]);

    await askDemo(demo.origin, `/leads/${texts[0]?.lead_id}/text`, { message: 'We do. When?' });

    await page.locator('.thread .outbound', { hasText: /We do\. When\?.*(?:sent|delivered)/ }).waitFor();
  });
});

describe('a call back', { timeout: 120_000 }, () => {
  test.for([
    ['(415) 555-0151', 'answered'],
    ['(415) 555-0153', 'busy'],
    ['(415) 555-0158', 'missed'],
  ])('to %s ends %s, as the last digit decides', async ([phone, outcome]) => {
    const { lead_ids: ids } = await askDemo<{ lead_ids: [string] }>(demo.origin, '/leads/create', { phone });
    const { call_id: callId } = await askDemo<Call>(demo.origin, `/leads/${ids[0]}/call`, {});

    await expect
      .poll(async () => (await askDemo<Call>(demo.origin, `/calls/${callId}`))['outcome'], {
        timeout: 40_000,
        interval: 500,
      })
      .toBe(outcome);
    const { ended_at: ended, hangup } = await askDemo<Call>(demo.origin, `/calls/${callId}`);
    expect([ended, hangup]).toEqual([expect.any(String), null]);
  });
});

describe('the simulated carrier', () => {
  test.for(['localhost', '127.0.0.1'])('reaches the product at %s', async (name) => {
    const url = `http://${name}:${new URL(demo.origin).port}${LANE}/call`;
    const form = new URLSearchParams({
      AccountSid: DEMO_ACCOUNT.accountId,
      CallSid: `CA${name}`,
      From: '+14155550159',
      To: '+13035550154',
    });

    const response = await fetch(url, { method: 'POST', headers: sign(DEMO_ACCOUNT, url, form), body: form });

    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('<Dial')]);
  });

  test.for([
    ['a page elsewhere', { Origin: 'https://evil.example' }, { path: '/call', fields: {} }, 404],
    ['an address outside the carrier’s paths', {}, { path: '/../operator', fields: {} }, 400],
    ['nonsense', {}, 'nonsense', 400],
  ] as const)('signs nothing for %s', async ([, headers, body, status]) => {
    const response = await fetch(`${demo.origin}/demo/carrier/send`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

    expect(response.status).toBe(status);
  });
});
