import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser } from '../harness/browser.ts';
import { makeCompanyWithUsers } from '../harness/builders.ts';

describe('the reference page', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  test('asks nothing of other origins, breaks no policy, finds operations and tries one', async () => {
    const { page, asked, complaints } = await openPage(browser);
    const { superadmin } = await makeCompanyWithUsers();

    await page
      .getByRole('button', { name: /search/i })
      .first()
      .click();
    await page.getByRole('combobox', { name: 'Enter search query' }).fill('the current user');
    await page.getByRole('option', { name: /^\s*Operation:\s*The current user/ }).click();
    await expect.poll(() => decodeURIComponent(page.url())).toContain('GET/me');
    await page.getByRole('button', { name: /^Test Request.*\/me/i }).click();
    const client = page.getByRole('dialog');
    await client.getByPlaceholder('Token').fill(superadmin.token);
    const answer = page.waitForResponse((response) => response.url().endsWith('/me'));
    await client.getByRole('button', { name: /^Send/ }).first().click();

    expect((await answer).status()).toBe(200);
    await expect.poll(() => client.textContent()).toContain('Sue Super');
    expect(asked.filter((url) => !url.startsWith(inject('workerUrl')))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test.for([
    [390, 'light'],
    [390, 'dark'],
    [768, 'light'],
    [1280, 'dark'],
  ] as const)('does not scroll sideways at %i px, %s', async ([width, colorScheme]) => {
    const { page } = await openPage(browser, { viewport: { width, height: 900 }, colorScheme });

    const overhang = await page.evaluate(
      () => globalThis.document.documentElement.scrollWidth - globalThis.innerWidth,
    );
    expect(overhang).toBeLessThanOrEqual(0);
  });
});

async function openPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; asked: string[]; complaints: string[] }> {
  const page = await browser.newPage(options);
  const asked: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith('data:')) asked.push(request.url());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  await page.goto(new URL('/reference/', inject('workerUrl')).href);
  await page.getByRole('heading', { name: 'Leadline API' }).waitFor();
  return { page, asked, complaints };
}
