/** Numbers leased from a pool: how long a page shows them, and when it asks again. */
import { expect, test } from 'vitest';
import { OTHER } from '../../site-company.ts';
import { setUpScenario } from '../../scenario.ts';
import {
  AD,
  isRenewed,
  LEASED,
  openControlled as open,
  OVERFLOW,
  passWithIntervals as pass,
  POOL,
  setHidden,
  stored,
  warmPool,
} from './controls.ts';

const scenario = setUpScenario(import.meta.dirname, {
  settings: { numbers: [{ phone_number: '+14155550199' }, POOL] },
  prepare: warmPool,
});

const requests = (): number => scenario.edge.numberRequests.length;

test(
  'a visible page asks again before the end of its lease, and keeps its number',
  { tags: ['one-engine'] },
  async () => {
    const page = await open(await scenario.visit());
    const number = await page.text('#call');
    expect(number).toMatch(LEASED);

    await pass(page, 17);
    expect(requests()).toBe(1);
    await pass(page, 2);

    await expect.poll(requests).toBe(2);
    await expect.poll(() => isRenewed(page)).toBe(true);
    expect(await page.text('#call')).toBe(number);
    await pass(page, 17);
    expect(requests()).toBe(2);
  },
);

test('a hidden page does not ask; after the end it shows the overflow number at once, and then asks', async () => {
  const page = await open(await scenario.visit());
  const number = await page.text('#call');
  await setHidden(page, true);
  await pass(page, 25);
  expect([requests(), await page.text('#call')]).toEqual([1, number]);

  let answer = (): void => {};
  const gate = new Promise<void>((resolve) => (answer = resolve));
  scenario.edge.treat = () => gate.then(() => 'pass' as const);
  await setHidden(page, false);

  await expect.poll(() => page.text('#call')).toBe(OVERFLOW);
  await expect.poll(requests).toBe(2);
  answer();
  await expect.poll(() => page.text('#call')).toBe(number);
});

test(
  'a page that cannot renew shows the overflow number, and does not ask again and again',
  { tags: ['one-engine'] },
  async () => {
    const page = await open(await scenario.visit());
    scenario.edge.treat = () => ({ status: 503 });

    await pass(page, 19);

    await expect.poll(() => page.text('#call')).toBe(OVERFLOW);
    await pass(page, 5);
    await setHidden(page, true);
    await setHidden(page, false);
    expect(requests()).toBe(2);
  },
);

test(
  'a duplicated tab and the next page share the lease without a request',
  { tags: ['one-engine'] },
  async () => {
    const visit = await scenario.visit();
    const number = await (await open(visit)).text('#call');

    expect(await (await visit.openReady(AD)).text('#call')).toBe(number);
    expect(await (await visit.openReady('/page.html')).text('#call')).toBe(number);
    expect(requests()).toBe(1);
  },
);

test('a duplicated tab shares the lease, and its renewal', async () => {
  const visit = await scenario.visit();
  const page = await open(visit);
  const number = await page.text('#call');
  const beside = await visit.openBeside(AD);
  expect([await beside.text('#call'), requests()]).toEqual([number, 1]);
  // Engines differ in which of two tabs is hidden.
  await setHidden(page, false);
  await setHidden(beside, false);

  await pass(page, 19);
  await expect.poll(requests).toBe(2);
  await expect.poll(() => isRenewed(page)).toBe(true);
  // Engines differ in when a tab sees what another one stores.
  await expect.poll(() => stored(beside)).toBe(await stored(page));
  await pass(beside, 19);

  await expect.poll(() => isRenewed(beside)).toBe(true);
  expect([requests(), await page.text('#call'), await beside.text('#call')]).toEqual([2, number, number]);
});

test(
  'visits from one network lease a number each; without storage they share one',
  { tags: ['one-engine'] },
  async () => {
    const ip = '198.51.100.77';
    const numberOf = async (path: string): Promise<string> =>
      (await (await scenario.visit({ ip })).openReady(path)).text('#call');
    scenario.site.put('/asks', scenario.html('page.html', 'async data-consent=required'));

    const [one, other] = [await numberOf(AD), await numberOf(AD)];
    const [first, second] = [await numberOf('/asks?gclid=abc'), await numberOf('/asks?gclid=abc')];

    expect([one, other, first]).toEqual([LEASED, LEASED, LEASED].map((form) => expect.stringMatching(form)));
    expect(new Set([one, other, first]).size).toBe(3);
    expect(second).toBe(first);
  },
);

test('a page without a leased number does not ask again', { tags: ['one-engine'] }, async () => {
  const page = await open(await scenario.visit(), '/page.html');

  await pass(page, 45);
  await setHidden(page, true);
  await setHidden(page, false);

  expect([requests(), await page.text('#call')]).toEqual([1, OTHER]);
});
