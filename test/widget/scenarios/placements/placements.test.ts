/** Numbers are swapped once, with one request, for every placement and delay of the script. */
import { expect, test } from 'vitest';
import { DIRECT, TARGET } from '../../site-company.ts';
import { ready, useScene } from '../../scene.ts';

const scene = useScene(import.meta.dirname);

test.for([
  ['async in the head', 'page.html', 'async'],
  ['deferred in the head', 'page.html', 'defer'],
  ['blocking in the head', 'page.html', ''],
  ['at the end of the body', 'end.html', ''],
  ['added late, like by a tag manager', 'late.html', ''],
] as const)('%s', async ([, file, attributes]) => {
  scene.site.put('/placement', scene.html(file, attributes));
  const page = await scene.open('/placement');

  expect(await page.html('h1')).toBe(`Call <a id="call" href="tel:+14155550100">${DIRECT}</a>`);
});

test('loaded twice, the second script does nothing', async () => {
  const page = await scene.open('/twice.html');

  expect(await page.text('#call')).toBe(DIRECT);
  expect(scene.edge.asked).toHaveLength(1);
});

test('with a stored plan the next page view swaps before its first paint, without a request', async () => {
  scene.site.put('/second', scene.html('page.html', ''));
  const visit = await scene.visit();
  await visit.openReady('/page.html');
  const page = await visit.openReady('/second');

  await page.until(() => 'painted' in window);
  expect(await page.evaluate(() => (window as { painted?: string }).painted)).toBe(DIRECT);
  expect(scene.edge.asked).toHaveLength(1);
});

test('an expired plan is requested again', async () => {
  const page = await scene.open('/page.html');
  await page.evaluate((key) => {
    const kept = JSON.parse(localStorage.getItem(key) ?? '') as { until: number };
    localStorage.setItem(key, JSON.stringify({ ...kept, until: 1 }));
  }, `leadline:${scene.companyId}`);
  await page.reload();
  await ready(page);

  expect(scene.edge.asked).toHaveLength(2);
});

test('a prerendered page sends its request when it is shown', async () => {
  const page = await (await scene.visit()).open('/prerendering.html');
  await page.until(() => 'leadline' in window);

  expect(scene.edge.asked).toEqual([]);
  await page.evaluate(() => void document.dispatchEvent(new Event('prerenderingchange')));
  await ready(page);
  expect(await page.text('#call')).toBe(DIRECT);
  expect(scene.edge.asked).toHaveLength(1);
});

test('a script that is blocked, in a comment or in a template sends no request; once it is released, it swaps', async () => {
  const page = await (await scene.visit()).open('/does-not.html');

  expect(scene.edge.paths).toEqual([]);
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
