/** Several locations: a branch's number becomes its tracking number, the national number that of the visitor's location. */
import { expect, test } from 'vitest';
import { location } from '../../../harness/dni-company.ts';
import type { Page } from '../../../harness/engines/page.ts';
import { findFaults, openSwapped } from '../../pages.ts';
import { setUpScenario, startAgain } from '../../scenario.ts';

const NATIONAL = '+18005550142';
const AUSTIN = { latitude: '30.2672', longitude: '-97.7431' };
const SEATTLE = { latitude: '47.6062', longitude: '-122.3321' };
const DENVER = { latitude: '39.7392', longitude: '-104.9903' };

const scenario = setUpScenario(import.meta.dirname, {
  prepare: ({ site, html }) => {
    for (const zip of ['98101', '78701', '00000']) {
      site.put(`/zip-${zip}`, html('page.html', `async data-zip="${zip}"`));
    }
  },
  settings: {
    default_number: NATIONAL,
    default_location_id: 'austin',
    locations: [location('austin', AUSTIN), location('seattle', SEATTLE), location('denver', DENVER)],
    targets: [
      { number: NATIONAL },
      { number: '+15125550140', location_id: 'austin' },
      { number: '+12065550140', location_id: 'seattle' },
      { number: '+13035550140', location_id: 'denver' },
    ],
    numbers: [
      { phone_number: '+15125550101', location_id: 'austin' },
      { phone_number: '+12065550101', location_id: 'seattle' },
      { phone_number: '+18005550199' },
    ],
  },
});

/** The national number as shown and as dialled. */
async function nationalNumber(page: Page): Promise<(string | null)[]> {
  return [await page.text('#national'), await page.attribute('#national', 'href')];
}

/** Lists the faults of the page, except for the national number. */
async function otherFaults(page: Page): Promise<string[]> {
  return (await findFaults(page)).filter((fault) => !/^(title|a#national)/.test(fault));
}

test.for([
  ['Austin', AUSTIN, ['(512) 555-0101', 'tel:+15125550101']],
  // Their branch has no other number.
  ['Denver', DENVER, ['(800) 555-0199', 'tel:+18005550199']],
] as const)(
  'a visitor in %s sees the number of that place instead of the national one, and each branch’s own number',
  async ([, cf, shown]) => {
    const page = await openSwapped(scenario, '/page.html', await scenario.visit({ cf }));

    expect(await nationalNumber(page)).toEqual(shown);
    expect(await otherFaults(page)).toEqual([]);
  },
);

test('the ZIP on the script overrides the visitor’s place, and another one on the next page causes a request', async () => {
  const visit = await scenario.visit({ cf: DENVER });
  const first = await openSwapped(scenario, '/zip-98101', visit);
  expect(await nationalNumber(first)).toEqual(['(206) 555-0101', 'tel:+12065550101']);
  expect(await otherFaults(first)).toEqual([]);
  const page = await openSwapped(scenario, '/zip-78701', visit);

  expect(await nationalNumber(page)).toEqual(['(512) 555-0101', 'tel:+15125550101']);
  expect(await otherFaults(page)).toEqual([]);
});

test('a branch without another number, a partner’s number and a number for another place stay', async () => {
  const page = await openSwapped(scenario, '/does-not.html');

  expect(await findFaults(page)).toEqual([]);
});

test('an unknown ZIP leaves the page unchanged', async () => {
  const page = await openSwapped(scenario, '/zip-00000');

  for (const zip of ['00000', 'none']) {
    await startAgain(page, { data: { zip } });
    expect([zip, await page.evaluate(() => window.leadline.ready)]).toEqual([zip, undefined]);
    expect([zip, ...(await nationalNumber(page))]).toEqual([zip, '(800) 555-0142', `tel:${NATIONAL}`]);
    expect(await page.shown('#branches')).toContain('Austin 512-555-0140 / Seattle 206-555-0140');
  }
});
