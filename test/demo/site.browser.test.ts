/** The demo site, of which `npm test` has one journey: a start, a visitor, a call, a form. The start takes longest. */
import { boolean, constantFrom, record, sample } from 'fast-check';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DEMO_COMPANY_ID, printed } from '../../demo/company.ts';
import { PLACES, WAYS } from '../../demo/visitors.ts';
import { askDemo } from './demo-company.ts';
import { type Demo, START_TIMEOUT_MS, startDemo } from './demo.ts';
import { become, callByPhone, headerNumber, openPerson, PERSON, said } from './visitor.ts';
import { effort } from '../harness/effort.ts';

const FULL = { tags: ['full'] };
const NATIONAL = '(800) 555-0142';
/** A number of a pool depends on the visits before. */
const WAYS_WITHOUT_POOL = Object.keys(WAYS).filter((way) => !way.includes('a number a visit'));

let demo: Demo;
let page: Page;

beforeAll(async () => {
  demo = await startDemo();
}, START_TIMEOUT_MS);

afterAll(() => demo?.stop());

beforeEach(async () => {
  page = await openPerson(demo.browser);
});

afterEach(() => page.close());

const visit = (path = ''): Promise<unknown> => page.goto(`${demo.origin}/demo/${path}`);

/** Returns the operator's preview for a visitor at `place` who came by `way`. */
async function previewOf(
  place: string,
  way: string,
): Promise<{
  answer: { phone_number: string };
  source: { name: string };
  location: { location_id: string; candidates: { location_id: string; name: string }[] };
}> {
  const { query = '', referrer = '' } = WAYS[way] ?? {};
  const asked = new URLSearchParams({ url: `${demo.origin}/`, keys: query, referrer });
  const response = await fetch(`${demo.origin}/dni/preview/${DEMO_COMPANY_ID}?${asked}`, {
    headers: {
      Authorization: 'Bearer local-operator-token',
      'MF-CF-Blob': JSON.stringify(PLACES[place]),
    },
  });
  return (await response.json()) as Awaited<ReturnType<typeof previewOf>>;
}

describe('the demo site', { timeout: 180_000 }, () => {
  test('is announced by the start, and is the target of the address without a path', async () => {
    await page.goto(demo.origin);

    expect(page.url()).toBe(`${demo.origin}/demo/`);
    expect(await headerNumber(page)).toBe('(303) 555-0150');
    for (const told of [`${demo.origin}/demo/`, 'demo@leadline.test / leadline-demo', '/reference/'])
      expect(demo.output()).toContain(told);
  });

  test('has leads that changed when something happened, not when the demo was made', FULL, async () => {
    interface Lead {
      lead_id: string;
      lead_modification_time: string;
      last_event_time: number;
    }
    const changedLater = async (): Promise<number> => {
      const { leads } = await askDemo<{ leads: Lead[] }>(demo.origin, '/smart_views/default?count=20');
      const whole = await Promise.all(
        leads.map(({ lead_id: id }) => askDemo<Lead>(demo.origin, `/leads/${id}`)),
      );
      expect(whole).toHaveLength(20);
      return whole.filter((lead) => Date.parse(lead.lead_modification_time) !== lead.last_event_time).length;
    };
    // The last calls are given to their visits after the start.
    await expect.poll(changedLater, { timeout: 90_000, interval: 1_000 }).toBe(0);
  });

  test('shows the number for the nearest branch and the source everywhere on the page', async () => {
    await visit();

    await become(page, { place: 'Tacoma, WA', way: 'Google ad' });

    expect(await headerNumber(page)).toBe('(206) 555-0151');
    await page.locator('.branch .name', { hasText: 'Brightwater Seattle' }).waitFor();
    expect(await page.locator('header .phone').getAttribute('href')).toBe('tel:+12065550151');
    expect(await page.locator('.hero .button').first().innerText()).toContain('Call (206) 555-0151');
    expect(await page.locator('.hero .lead').innerText()).toContain('(206) 555-0151');
    expect(await page.locator('.cards').innerText()).toContain('206.555.0151');
    expect(await page.locator('footer').innerText()).toContain('+1 206 555 0151');
    expect(await page.locator('main').innerText()).not.toContain(NATIONAL);
  });

  test(
    'swaps each branch number for that branch, late content too, and leaves order numbers alone',
    FULL,
    async () => {
      await visit();
      await become(page, { place: 'Austin, TX', way: 'Google ad' });

      await visit('locations');
      await page.locator('#seattle', { hasText: '(206) 555-0151' }).waitFor();
      await page.locator('.nearest').waitFor();
      expect(await page.locator('.nearest h3').allInnerTexts()).toEqual(['Austin']);
      await visit('contact');
      await page.locator('#late', { hasText: '(512) 555-0151' }).waitFor();
      await visit('services');
      expect(await headerNumber(page)).toBe('(512) 555-0151');

      expect(await page.locator('main').innerText()).toContain('8005550142998');
    },
  );

  test('calls from its phone, and the call is answered and becomes a lead of the number', async () => {
    await visit('?utm_source=newsletter&utm_medium=email&utm_campaign=spring_2026');
    expect(await headerNumber(page)).toBe('(303) 555-0154');
    await callByPhone(page, { name: 'Ann Lee', number: '(415) 555-0101' });

    const card = page.locator('leadline-phone .lead', { hasText: 'answered' });
    await card.waitFor();
    expect(await card.innerText()).toContain('Ann Lee');
    const { calls } = await askDemo<{ calls: { lead_id: string }[] }>(
      demo.origin,
      '/calls?number=%2B13035550154&limit=1',
    );
    expect(calls).toMatchObject([
      { from: '+14155550101', source: 'spring_mailing', location_id: 'denver', outcome: 'answered' },
    ]);
    expect(await askDemo(demo.origin, `/leads/${calls[0]?.lead_id}`)).toMatchObject({
      name: 'Ann Lee',
      source_tags: ['spring_mailing'],
    });
  });

  test('shows the printed number without a network', FULL, async () => {
    await page.route('**/dni/swap/**', (route) => route.abort());

    await visit();

    expect(await headerNumber(page)).toBe(NATIONAL);
    expect(await said(page)).toMatchObject({ number: NATIONAL, state: 'Not swapped', steps: [] });
  });

  describe('its panel', () => {
    test(
      'explains the page to random visitors as the preview does, and recognises returning ones',
      FULL,
      async () => {
        const choices = sample(
          record({
            place: constantFrom(...Object.keys(PLACES)),
            way: constantFrom(...WAYS_WITHOUT_POOL),
            isBack: boolean(),
          }),
          effort(4, 16),
        );
        await visit();
        const chosen = (name: string): Promise<string> =>
          page.locator(`leadline-panel [name=${name}]`).inputValue();
        const first = `${await chosen('place')} · ${await chosen('way')}`;
        let before = { who: first, number: await headerNumber(page), address: '' };
        for (const { place, way, isBack } of choices) {
          const who = `${place} · ${way}`;
          // No new visitor.
          if (who === before.who) continue;
          await become(page, { place, way, isBack });
          const [shown, told, preview] = await Promise.all([
            headerNumber(page),
            said(page),
            previewOf(place, way),
          ]);
          const address = await page.locator('leadline-panel [name=ip]').inputValue();

          const { location, source, answer } = preview;
          const now = printed(answer.phone_number);
          const number = isBack ? before.number : now;
          const branch = location.candidates.find((item) => item.location_id === location.location_id)?.name;
          const instead = isBack
            ? `A new visitor would get ${number === now ? 'the same number' : now}, because`
            : 'Why this number';
          expect({
            who,
            isBack,
            shown,
            ...told,
            story: '',
            listed: [],
            keepsAddress: address === before.address,
          }).toEqual({
            who,
            isBack,
            shown: number,
            number,
            state: isBack ? 'Kept' : 'New',
            story: '',
            heading: instead,
            steps: [expect.any(String), branch, source.name, now],
            listed: [],
            chosen: place === 'Unknown place' ? '' : branch,
            keepsAddress: isBack && before.address !== '',
          });
          before = { who, number, address };
        }
      },
    );

    test('explains the same decision on the next page, which sends no lookup', FULL, async () => {
      await visit();
      await become(page, { place: 'Brooklyn, NY', way: 'Google search' });
      const first = await said(page);
      await page.getByRole('link', { name: 'Services' }).click();
      await page.waitForURL('**/demo/services');

      const next = await said(page);

      expect(first).toMatchObject({ number: '(212) 555-0152', state: 'New' });
      expect({ ...next, story: first.story }).toEqual(first);
      expect(next.story).toContain('This page sent no lookup');
    });

    test('accepts a ZIP, and visits without the cache', FULL, async () => {
      await visit();
      await become(page, { zip: '98101', way: 'Google search' });
      expect(await headerNumber(page)).toBe('(206) 555-0152');
      expect(await said(page)).toMatchObject({
        steps: ['WA 98101', 'Brightwater Seattle', 'organic_search', '(206) 555-0152'],
      });
      await become(page, { zip: '', place: 'Evanston, IL' });
      await become(page, { isBack: true, nocache: true, way: 'Facebook post' });

      expect(await headerNumber(page)).toBe('(312) 555-0153');
      expect(await said(page)).toMatchObject({ state: 'Not cached', number: '(312) 555-0153' });
    });

    test('explains an invalid ZIP', FULL, async () => {
      await visit();
      await become(page, { zip: '00001' });

      expect(await said(page)).toMatchObject({ number: NATIONAL, state: 'Not swapped' });
      expect((await said(page)).story).toContain('00001');
    });

    test('recognises a crawler, which sees the printed number', FULL, async () => {
      const crawler = await demo.browser.newPage({ userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1)' });
      await crawler.goto(`${demo.origin}/demo/`);

      expect(await said(crawler)).toMatchObject({ number: NATIONAL, state: 'Crawler', steps: [] });
      await crawler.close();
    });
  });

  describe('its contact form', () => {
    const fill = async (name: string, phone: string): Promise<void> => {
      await page.getByLabel('Your name').fill(name);
      await page.getByLabel('Your phone').fill(phone);
      await page.getByLabel('What happened?').fill('The boiler hisses.');
      await page.getByRole('button', { name: 'Ask for a call' }).click();
    };

    test('becomes a lead with the source of the visit, which the panel shows', async () => {
      await visit();
      await become(page, { place: 'Tacoma, WA', way: 'Google ad' });
      await visit('contact');
      // The script's part for forms comes with the first focus.
      await page.getByLabel('Your name').focus();
      await page.waitForFunction(() =>
        performance.getEntriesByType('resource').some(({ name }) => name.includes('leadline-leads')),
      );
      await fill('Ann Lee', '(415) 555-0100');
      await page.getByText('Thank you, Ann Lee.').waitFor();
      const shown = page
        .locator('leadline-panel .happenings li')
        .filter({ hasText: 'Form: Ann Lee is a lead' });
      await shown.waitFor({ timeout: 30_000 });
      expect(await shown.innerText()).toContain('of the source paid_search');
      const leadId = /[\da-f-]{36}$/.exec((await shown.locator('a').getAttribute('href')) ?? '')?.[0];

      const lead = await askDemo<Record<string, unknown>>(demo.origin, `/leads/${leadId}`);
      const { events } = await askDemo<{ events: { type: string; data: Record<string, unknown> }[] }>(
        demo.origin,
        `/leads/${leadId}/events`,
      );
      expect(lead).toMatchObject({
        name: 'Ann Lee',
        phones: [{ phone: '+14155550100' }],
        source_tags: ['paid_search'],
      });
      expect(events.find(({ type }) => type === 'form')?.data).toMatchObject({
        confirmed: true,
        answers: [{ label: 'What happened?', value: 'The boiler hisses.' }],
      });
    });

    test('explains a fault, and creates no lead', FULL, async () => {
      await visit('contact');
      await fill('Ann Lee', '12');

      await page.locator('[role=status].bad').waitFor();
      expect(await page.locator('form [role=status]').innerText()).toContain('phone');
    });

    test('works without scripts', FULL, async () => {
      const context = await demo.browser.newContext({ userAgent: PERSON, javaScriptEnabled: false });
      page = await context.newPage();
      await visit('contact');
      await fill('Bo Berg', '(415) 555-0101');

      await page.waitForURL('**/demo/thanks');
      expect(await page.locator('h1').innerText()).toBe('Thank you');
    });

    test.for([
      ['another site', { Origin: 'https://evil.example' }, 'name=A&phone=4155550102', 403],
      ['nobody', {}, 'name=&phone=4155550102', 400],
      ['somebody with a too short number', {}, 'name=A&phone=12', 400],
      ['somebody with a too long message', {}, `name=A&phone=4155550102&message=${'x'.repeat(20_000)}`, 400],
    ] as const)('refuses the form of %s', async ([, headers, body, status]) => {
      const response = await fetch(`${demo.origin}/demo/callback`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
        body,
      });

      expect(response.status).toBe(status);
    });
  });
});
