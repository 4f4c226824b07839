import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askDemo } from './demo-company.ts';
import { type Demo, START_TIMEOUT_MS, startDemo } from './demo.ts';
import { become, headerNumber, openPerson, said } from './visitor.ts';

/** The ad whose visits lease a number each. */
const AD = 'Bing ad, a number a visit';
const POOL = /^\(303\) 555-016[1-8]$/;

let demo: Demo;

beforeAll(async () => {
  demo = await startDemo();
}, START_TIMEOUT_MS);

afterAll(() => demo?.stop());

async function visitor(): Promise<Page> {
  const page = await openPerson(demo.browser);
  await page.goto(`${demo.origin}/demo/`);
  await become(page, { way: AD });
  return page;
}

interface Call {
  visit: { campaign: string } | null;
  attribution: { confidence: number };
}

async function callsTo(number: string): Promise<Call[]> {
  return (await askDemo<{ calls: Call[] }>(demo.origin, `/calls?${new URLSearchParams({ number })}`)).calls;
}

/** Taps the number of the page, and calls it by the demo's phone. */
async function callFrom(page: Page | undefined, caller: string): Promise<void> {
  const press = async (name: string): Promise<void> =>
    page?.getByRole('button', { name, exact: true }).click();
  await press('Call this number');
  await page?.getByLabel('Name', { exact: true }).fill(`Caller ${caller}`);
  await page?.getByLabel('Number', { exact: true }).fill(caller);
  await press('Call');
  await press('Pick up');
  await page?.getByText('Connected with Brightwater Denver').waitFor();
  await press('Hang up');
}

describe('visitors by the ad with a pool', { timeout: 180_000 }, () => {
  test('see a number each at the same branch, and the panel says what they lease and tap', async () => {
    const [first, second] = [await visitor(), await visitor()];

    const [one, other] = [await headerNumber(first), await headerNumber(second)];

    expect(one).toMatch(POOL);
    expect(other).toMatch(POOL);
    expect(other).not.toBe(one);
    expect(await said(first)).toMatchObject({
      number: one,
      state: 'Leased',
      steps: expect.arrayContaining(['denver-heaters']),
    });
    const happenings = first.locator('leadline-panel .happenings li');
    await happenings.filter({ hasText: `Lease taken: ${one}.` }).waitFor();
    await first.locator('header .phone').click();
    await happenings.filter({ hasText: `Tap: ${one}.` }).waitFor();
    // The next page shows the same number.
    await first.goto(`${demo.origin}/demo/services`);
    expect(await headerNumber(first)).toBe(one);
    await Promise.all([first.close(), second.close()]);
  });

  test('call from two campaigns of the ad, and each lead names the campaign of its own visit', async () => {
    const calls = [
      { campaign: 'heaters', caller: '(415) 555-0131' },
      { campaign: 'heaters_sale', caller: '(415) 555-0132' },
    ];
    const pages = [];
    for (const { campaign } of calls) {
      const page = await openPerson(demo.browser);
      await page.goto(
        `${demo.origin}/demo/?utm_source=bing&utm_medium=cpc&utm_campaign=${campaign}&msclkid=demo`,
      );
      await said(page);
      pages.push(page);
    }
    const numbers = await Promise.all(pages.map(headerNumber));
    // The second visitor calls first.
    for (const turn of [1, 0]) await callFrom(pages[turn], calls[turn]?.caller ?? '');

    for (const [turn, { campaign }] of calls.entries()) {
      const number = `+1${numbers[turn]?.replaceAll(/\D/g, '')}`;
      await expect
        .poll(() => callsTo(number), { timeout: 30_000 })
        .toMatchObject([{ source: 'heater_ad', visit: { campaign }, lead_id: expect.any(String) }]);
      const [call] = await callsTo(number);
      expect(call?.attribution.confidence).toBeGreaterThan(0.5);
    }
    expect(new Set(numbers).size).toBe(calls.length);
    await Promise.all(pages.map((page) => page.close()));
  });
});
