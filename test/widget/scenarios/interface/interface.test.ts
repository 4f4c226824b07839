/** What a page can call and hear as `window.leadline`. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Leadline } from '../../../../widget/interface.ts';
import { DIRECT, TARGET } from '../../site-company.ts';
import { useScene } from '../../scene.ts';

declare global {
  interface Window {
    leadline: Leadline;
    heard: unknown[];
    dataLayer: unknown[];
  }
}

const scene = useScene(import.meta.dirname);

async function open(attributes = 'async'): Promise<Page> {
  scene.site.put('/page', scene.html('page.html', attributes));
  return scene.open('/page');
}

test('ready gives the plan; get gives the number, in any form that is asked for', async () => {
  const page = await open();

  const got = await page.evaluate(async (target) => {
    const { leadline } = window;
    const plan = await leadline.ready;
    return [
      plan?.source,
      leadline.get(),
      leadline.get(target),
      leadline.get('+12125550134'),
      leadline.get('212.555.0134'),
      leadline.get('(800) 555-9999'),
    ];
  }, TARGET);

  expect(got).toEqual(['direct', '+14155550100', DIRECT, '+14155550100', '415.555.0100', '(800) 555-9999']);
});

test('restore brings the page back byte for byte and stops; swap starts again', async () => {
  const page = await open();
  const html = async (): Promise<string> => (await page.locator('body').innerHTML()).trim();
  const swapped = await html();

  await page.evaluate(() => window.leadline.restore());
  expect(await html()).toBe(/<body>(.*)<\/body>/s.exec(scene.html('page.html'))?.[1]?.trim());
  await page.evaluate((target) => {
    document.querySelector('#late')!.textContent = target;
  }, TARGET);
  expect(await page.locator('#late').textContent()).toBe(TARGET);
  await page.evaluate(() => {
    document.querySelector('#late')!.textContent = '';
    window.leadline.swap();
  });
  expect(await html()).toBe(swapped);
});

test('calls that were made before the script came are made up for', async () => {
  const page = await scene.open('/queue.html');

  await expect.poll(() => page.evaluate(() => window.heard)).toEqual(['direct']);
});

test('without data-layer no data layer is made', async () => {
  const page = await open();

  expect(await page.evaluate(() => 'dataLayer' in window)).toBe(false);
});

test('an error is told to those who listen', async () => {
  const page = await scene.open('/unknown-company.html');

  expect(await page.evaluate(() => window.heard)).toEqual(['error']);
  expect(await page.locator('#call').getAttribute('href')).toBe('tel:+12125550134');
});
