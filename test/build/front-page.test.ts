import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { test } from '../harness/browser-test.ts';
import { send } from '../harness/client.ts';
import { freePort, startLocalLeadline } from '../harness/local-leadline.ts';

test('the front page of a deployment names the product', async ({ browser }) => {
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())));
  const response = await page.goto((await send('/')).url);

  expect(await page.locator('h1').innerText()).toBe('Leadline answers here');
  for (const link of await page
    .locator('a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))) {
    expect((await send(String(link))).status).toBe(200);
  }
  expect(await response?.headerValue('Content-Security-Policy')).toContain("frame-ancestors 'none'");
  expect(await response?.headerValue('X-Content-Type-Options')).toBe('nosniff');
  expect(errors).toEqual([]);
  await page.close();
});

test(
  'npm start without the demo has the same front page and no demo site',
  { tags: ['full'], timeout: 180_000 },
  async () => {
    const state = mkdtempSync(join(tmpdir(), 'leadline-front-'));
    const leadline = await startLocalLeadline(state, await freePort(), ['--no-demo']);

    const front = await fetch(`${leadline.origin}/`);
    const demo = await fetch(`${leadline.origin}/demo/`);
    const callback = await fetch(`${leadline.origin}/demo/callback`, { method: 'POST' });
    const carrier = await fetch(`${leadline.origin}/demo/carrier/send`, { method: 'POST' });
    await leadline.stop();
    rmSync(state, { recursive: true, force: true });

    expect(await front.text()).toContain('Leadline answers here');
    expect(demo.status).toBe(404);
    expect(callback.status).toBe(404);
    expect(carrier.status).toBe(404);
  },
);
