/** `window.leadline`, its events, and the data layer. */
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

test.for([
  ['a click', (page: Page) => page.click('#call')],
  ['a click on the icon in it', (page: Page) => page.click('#icon')],
  ['the Enter key', (page: Page) => page.locator('#call').press('Enter')],
] as const)('%s on a swapped link is one call event', async ([, activate]) => {
  // Deferred, so that the whole page is there before the first swap, which is one event then.
  const page = await open('defer data-layer="dataLayer"');
  await page.evaluate(() => {
    window.heard = [];
    document.addEventListener('click', (event) => event.preventDefault());
    window.leadline.on('call', (call) => window.heard.push(call));
    document.addEventListener('leadline:call', (event) => window.heard.push((event as CustomEvent).type));
  });
  await activate(page);

  const call = {
    shown: DIRECT,
    dialled: '+14155550100',
    target: '+12125550134',
    location: null,
    source: 'direct',
  };
  expect(await page.evaluate(() => window.heard)).toEqual([call, 'leadline:call']);
  expect(await page.evaluate(() => window.dataLayer)).toEqual([
    expect.objectContaining({ event: 'leadline_swap' }),
    { event: 'leadline_call', leadline: call },
  ]);
});

test('a click on a link that was not swapped is no call', async () => {
  const page = await scene.open('/does-not.html');
  await page.evaluate(() => {
    window.heard = [];
    window.leadline.on('call', (call) => window.heard.push(call));
  });
  await page.click('#other');

  expect(await page.evaluate(() => window.heard)).toEqual([]);
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
