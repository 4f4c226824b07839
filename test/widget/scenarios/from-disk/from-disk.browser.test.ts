/** Pages that are opened from the disk, at a `file:` address: they have no host, and send `Origin: null`. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test, vi } from 'vitest';
import { setUpScenario } from '../../scenario.ts';
import { DIRECT, makeSiteCompany, PAID, TARGET } from '../../site-company.ts';

const scenario = setUpScenario(import.meta.dirname);
const folder = mkdtempSync(join(tmpdir(), 'leadline-from-disk-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes the page to the disk. @returns its address */
function fileOf(name: string, companyId = scenario.companyId): string {
  const path = join(folder, name);
  writeFileSync(path, scenario.html('page.html').replaceAll(scenario.companyId, companyId));
  return pathToFileURL(path).href;
}

test('a page from the disk is swapped without an error, and a click on its link is reported', async () => {
  const visit = await scenario.visit({ origin: 'null' });
  const page = await visit.openReady(fileOf('page.html'));
  expect(await page.evaluate(() => location.protocol)).toBe('file:');
  expect([await page.text('#number'), await page.attribute('#call', 'href')]).toEqual([
    DIRECT,
    'tel:+14155550100',
  ]);
  await page.evaluate(() => {
    addEventListener('click', (event) => event.preventDefault());
    document.querySelector<HTMLElement>('#call')?.click();
  });

  await vi.waitUntil(() => scenario.edge.taps.length > 0, { timeout: 30_000 });
  expect(scenario.edge.taps[0]).toMatchObject({ number: '+14155550100', target: '+12125550134' });
  expect(await page.complaints()).toEqual([]);
});

test('its campaign parameters count', async () => {
  const visit = await scenario.visit({ origin: 'null' });
  const page = await visit.openReady(`${fileOf('ad.html')}?gclid=abc`);

  expect(await page.text('#number')).toBe(PAID);
  expect(await page.complaints()).toEqual([]);
});

test('a company that names its domains refuses it: the page keeps its numbers, with one warning', async () => {
  const companyId = await makeSiteCompany({ domains: ['example.com'] });
  const visit = await scenario.visit({ origin: 'null' });
  const page = await visit.openReady(fileOf('foreign.html', companyId));

  expect([await page.text('#number'), await page.attribute('#call', 'href')]).toEqual([
    TARGET,
    'tel:+12125550134',
  ]);
  expect(await page.complaints()).toEqual([expect.stringContaining("not one of the company's domains")]);
});
