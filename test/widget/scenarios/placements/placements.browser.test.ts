/** When a page asks for its numbers: once, with a stored plan not at all, and when it is shown or allowed. */
import { expect, test } from 'vitest';
import { DIRECT, PAID, TARGET } from '../../site-company.ts';
import { ready, setUpScenario } from '../../scenario.ts';

const scenario = setUpScenario(import.meta.dirname);

test('loaded twice, the second script does nothing', async () => {
  const page = await scenario.open('/twice.html');

  expect(await page.text('#call')).toBe(DIRECT);
  expect(scenario.edge.numberRequests).toHaveLength(1);
});

test('with a stored plan the next page view swaps before its first paint, without a request until the plan expires', async () => {
  scenario.site.put('/second', scenario.html('page.html', ''));
  const visit = await scenario.visit();
  await visit.openReady('/page.html');
  const page = await visit.openReady('/second');

  await page.until(() => (window as { painted?: string }).painted !== undefined);
  expect(await page.evaluate(() => (window as { painted?: string }).painted)).toBe(DIRECT);
  expect(scenario.edge.numberRequests).toHaveLength(1);

  // An expired plan is requested again.
  await page.evaluate((key) => {
    const kept = JSON.parse(localStorage.getItem(key) ?? '') as { until: number };
    localStorage.setItem(key, JSON.stringify({ ...kept, until: 1 }));
  }, `leadline:${scenario.companyId}`);
  await page.reload();
  await ready(page);
  expect(scenario.edge.numberRequests).toHaveLength(2);
});

test('a prerendered page sends its request when it is shown', async () => {
  const page = await (await scenario.visit()).open('/prerendering.html');
  await page.until(() => 'leadline' in window);

  expect(scenario.edge.numberRequests).toEqual([]);
  await page.evaluate(() => void document.dispatchEvent(new Event('prerenderingchange')));
  await ready(page);
  expect(await page.text('#call')).toBe(DIRECT);
  expect(scenario.edge.numberRequests).toHaveLength(1);
});

test('a script that is blocked, in a comment or in a template sends no request; once it is released, it swaps', async () => {
  const page = await (await scenario.visit()).open('/does-not.html');

  expect(scenario.edge.paths).toEqual([]);
  expect(await page.text('#call')).toBe(TARGET);
  await page.evaluate(() => {
    // A script runs once, so tools insert a copy with the same attributes to run it later.
    const held = document.querySelector('script[data-category]') as HTMLScriptElement;
    const script = document.createElement('script');
    script.src = held.src;
    Object.assign(script.dataset, held.dataset);
    held.replaceWith(script);
  });
  await ready(page);
  expect(await page.text('#call')).toBe(DIRECT);
});

test('a tag of a module, which is no current script, works like any other', async () => {
  const page = await scenario.open('/module.html');

  expect(await page.text('#call')).toBe(DIRECT);
  expect(await page.complaints()).toEqual([]);
});

test('on a page with an old Prototype.js, which makes texts of arrays in JSON, request and stored plan are whole', async () => {
  const visit = await scenario.visit();
  visit.before(() => {
    Object.assign(Array.prototype, {
      toJSON(this: unknown[]) {
        return `[${this.map((part) => JSON.stringify(part)).join(', ')}]`;
      },
    });
  });
  await visit.openReady('/page.html?gclid=abc');
  const page = await visit.openReady('/page.html');

  expect(await page.text('#call')).toBe(PAID);
  expect(scenario.edge.numberRequests).toEqual([
    expect.objectContaining({ keys: 'gclid=abc', session: ['gclid=abc', ''], cookies: null }),
  ]);
});
