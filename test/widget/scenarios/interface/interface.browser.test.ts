/** The methods and events of `window.leadline`. */
import { expect, test } from 'vitest';
import type { Page } from '../../../harness/engines/page.ts';
import { idle } from '../../pages.ts';
import { DIRECT, TARGET } from '../../site-company.ts';
import { setUpScenario } from '../../scenario.ts';

const scenario = setUpScenario(import.meta.dirname);

async function open(attributes = 'async'): Promise<Page> {
  scenario.site.put('/page', scenario.html('page.html', attributes));
  return scenario.open('/page');
}

test('ready resolves to the plan; get returns the number in any form', async () => {
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

test('restore restores the page byte for byte and stops; swap starts again', async () => {
  const page = await open();
  const html = async (): Promise<string> => (await page.html('body')).trim();
  const swapped = await html();

  await page.evaluate(() => window.leadline.restore());
  expect(await html()).toBe(/<body>(.*)<\/body>/s.exec(scenario.html('page.html'))?.[1]?.trim());
  await page.evaluate((target) => {
    document.querySelector('#late')!.textContent = target;
  }, TARGET);
  expect(await page.text('#late')).toBe(TARGET);
  await page.evaluate(() => {
    document.querySelector('#late')!.textContent = '';
    window.leadline.swap();
  });
  expect(await html()).toBe(swapped);
});

test(
  'restore cancels pending work: slices of a large page, waiting roots, loading frames',
  { tags: ['full'] },
  async () => {
    const visit = await scenario.visit();
    visit.before(() => {
      // Each read of the clock ends a slice.
      let now = 0;
      performance.now = () => (now += 100);
      // The test runs idle callbacks itself.
      Object.assign(window, {
        idlers: [],
        requestIdleCallback: (run: () => void) => window.idlers.push(run),
      });
    });
    scenario.site.put('/slices', scenario.html('slices.html'));
    const page = await visit.openReady('/slices');

    const texts = await page.evaluate(async () => {
      window.leadline.restore();
      for (const run of window.idlers) run();
      const frame = document.createElement('iframe');
      frame.srcdoc = '<p>(212) 555-0134</p>';
      await new Promise((resolve) => {
        frame.addEventListener('load', resolve);
        document.body.append(frame);
      });
      // Slices wait for timers of at most 4 ms, which began before.
      await new Promise((resolve) => {
        setTimeout(resolve, 10);
      });
      return [document.body.textContent, frame.contentDocument!.body.textContent].join('').includes('415');
    });

    expect(texts).toBe(false);
    await page.evaluate(() => void window.leadline.swap());
    await expect.poll(() => page.text('#app')).toBe(DIRECT);
    await expect.poll(() => page.evaluate(() => document.body.textContent.split('(415)').length)).toBe(302);
  },
);

test('swap on an empty page causes no error, and later content is swapped', async () => {
  const page = await open();

  const errors = await page.evaluate(() => {
    const { documentElement } = document;
    documentElement.remove();
    try {
      window.leadline.swap();
    } catch (error) {
      return String(error);
    } finally {
      document.append(documentElement);
    }
    return '';
  });

  expect(errors).toBe('');
  await expect.poll(async () => (await page.text('#call')).trim()).toBe(DIRECT);
});

test(
  'restore before the plan keeps the page unchanged until swap is called',
  { tags: ['one-engine'] },
  async () => {
    const visit = await scenario.visit();
    let answer = (): void => {};
    const wait = new Promise<'pass'>((resolve) => {
      answer = () => resolve('pass');
    });
    scenario.edge.treat = () => wait;
    scenario.site.put('/page', scenario.html('page.html'));
    const page = await visit.open('/page');
    await page.until(() => 'leadline' in window);
    await page.evaluate(() => window.leadline.restore());
    answer();
    await page.evaluate(() => window.leadline.ready.then(() => null));
    await idle(page);

    expect((await page.text('#call')).trim()).toBe(TARGET);
    await page.evaluate(() => void window.leadline.swap());
    expect((await page.text('#call')).trim()).toBe(DIRECT);
  },
);

test('calls before the script are executed later', { tags: ['one-engine'] }, async () => {
  const page = await scenario.open('/queue.html');

  await expect.poll(() => page.evaluate(() => window.heard)).toEqual(['direct']);
});

test('without data-layer no data layer is created', { tags: ['one-engine'] }, async () => {
  const page = await open();

  expect(await page.evaluate(() => 'dataLayer' in window)).toBe(false);
});

test('an error is emitted to listeners', { tags: ['one-engine'] }, async () => {
  const page = await scenario.open('/unknown-company.html');

  expect(await page.evaluate(() => window.heard)).toEqual(['error']);
  expect(await page.attribute('#call', 'href')).toBe('tel:+12125550134');
});
