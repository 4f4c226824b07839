/**
 * Visitors of the demo who lease numbers of a pool.
 *
 * @module-tag full: starts `npm start` as a process
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askDemo } from './demo-company.ts';
import { type Demo, START_TIMEOUT_MS, startDemo } from './demo.ts';
import { become, callByPhone, headerNumber, openPerson, said } from './visitor.ts';

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
    for (const { campaign, caller } of calls) {
      const page = await openPerson(demo.browser);
      await page.goto(
        `${demo.origin}/demo/?utm_source=bing&utm_medium=cpc&utm_campaign=${campaign}&msclkid=demo`,
      );
      await said(page);
      pages.push({ page, caller });
    }
    const numbers = await Promise.all(pages.map(({ page }) => headerNumber(page)));
    // The second visitor calls first.
    for (const { page, caller } of pages.toReversed()) {
      await callByPhone(page, { name: `Caller ${caller}`, number: caller });
    }

    for (const [turn, { campaign }] of calls.entries()) {
      const number = `+1${numbers[turn]?.replaceAll(/\D/g, '')}`;
      await expect
        .poll(() => callsTo(number), { timeout: 100_000 })
        .toMatchObject([{ source: 'heater_ad', visit: { campaign }, lead_id: expect.any(String) }]);
      const [call] = await callsTo(number);
      expect(call?.attribution.confidence).toBeGreaterThan(0.5);
    }
    expect(new Set(numbers).size).toBe(calls.length);
    await Promise.all(pages.map(({ page }) => page.close()));
  });
});
