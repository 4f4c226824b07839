import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
});
