/** Pages from the real back/forward cache, which Chromium's headless shell does not have. */
import { expect, test } from 'vitest';
import { DIRECT, TARGET } from '../../site-company.ts';
import { setUpScenario } from '../../scenario.ts';

const scenario = setUpScenario(import.meta.dirname, { isWholeBrowser: true });

test('a page from the back/forward cache is still swapped, and swaps changes', async () => {
  const visit = await scenario.visit();
  const page = await visit.openReady('/page.html');
  await page.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) => Object.assign(window, { persisted }));
  });
  await visit.open('/away.html');
  await page.evaluate(() => void setTimeout(() => history.back()));

  // The same page with its listener, not a reload.
  await page.until(() => (window as { persisted?: boolean }).persisted);
  expect(await page.text('#call')).toBe(DIRECT);
  await page.evaluate((target) => document.body.append(`Now ${target}`), TARGET);
  await expect.poll(() => page.text('body')).toContain(`Now ${DIRECT}`);
  expect(scenario.edge.numberRequests).toHaveLength(1);
  await page.click('#call');
  await expect
    .poll(() => scenario.edge.taps)
    .toEqual([expect.objectContaining({ visit: scenario.edge.numberRequests[0]?.id })]);
});
