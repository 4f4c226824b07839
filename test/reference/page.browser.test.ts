/** @module-tag full: loads the whole reference */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../harness/browser.ts';
import { makeCompanyWithUsers } from '../harness/builders.ts';
import { workerUrl } from '../harness/worker-url.ts';

describe('the reference page', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  test('sends no requests to other origins, violates no policy, finds operations and tries one', async () => {
    const { page, asked, complaints } = await openPage(browser);
    const { superadmin } = await makeCompanyWithUsers();

    await page
      .getByRole('button', { name: /search/i })
      .first()
      .click();
    await page.getByRole('combobox', { name: 'Enter search query' }).fill('the current user');
    await page.getByRole('option', { name: /^\s*Operation:\s*The current user/ }).click();
    await expect.poll(() => decodeURIComponent(page.url())).toContain('GET/me');
    await page.getByRole('button', { name: 'Test Request (get /me)' }).click();
    const client = page.getByRole('dialog');
    await client.getByPlaceholder('Token').fill(superadmin.token);
    const answer = page.waitForResponse((response) => response.url().endsWith('/me'));
    await client.getByRole('button', { name: /^Send/ }).first().click();

    expect((await answer).status()).toBe(200);
    await expect.poll(() => client.textContent()).toContain('Sue Super');
    expect(asked.filter((url) => !url.startsWith(workerUrl()))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('does not scroll sideways with any width and theme', async () => {
    const { page } = await openPage(browser);
    const overhangs: unknown[] = [];
    for (const width of [390, 768, 1280]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        const overhang = await page.evaluate(
          () => globalThis.document.documentElement.scrollWidth - globalThis.innerWidth,
        );
        if (overhang > 0) overhangs.push({ width, colorScheme, overhang });
      }
    }

    expect(overhangs).toEqual([]);
  });
});

async function openPage(browser: Browser): Promise<{ page: Page; asked: string[]; complaints: string[] }> {
  const page = await browser.newPage();
  // The viewer sets up all operations before it shows the first.
  page.setDefaultTimeout(120_000);
  const asked: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith('data:')) asked.push(request.url());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  await page.goto(new URL('/reference/', workerUrl()).href);
  await page.getByRole('heading', { name: 'Leadline API' }).waitFor();
  return { page, asked, complaints };
}
