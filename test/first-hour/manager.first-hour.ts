/** A marketing manager with twelve branches: tries the demo, then sets up the branches and sees each get its number. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { become, headerNumber, openPerson, PERSON, said } from '../demo/visitor.ts';
import { launchBrowser } from '../harness/browser.ts';
import { codeBlocks, forReader } from '../harness/documents.ts';
import { startSite } from '../harness/site.ts';
import { commands } from './followed.ts';
import { openTerminal } from './newcomer.ts';

/** City, ZIP, coordinates, area code. */
const BRANCHES = [
  ['Austin', '78701', '30.2672', '-97.7431', '512'],
  ['Boston', '02108', '42.3576', '-71.0636', '617'],
  ['Chicago', '60603', '41.8807', '-87.6293', '312'],
  ['Dallas', '75201', '32.7872', '-96.7985', '214'],
  ['Denver', '80202', '39.7487', '-104.9997', '303'],
  ['Houston', '77002', '29.7569', '-95.3625', '713'],
  ['Los Angeles', '90012', '34.0614', '-118.2385', '213'],
  ['Miami', '33130', '25.7673', '-80.2053', '305'],
  ['New York', '10001', '40.7508', '-73.9961', '212'],
  ['Phoenix', '85004', '33.4512', '-112.0686', '602'],
  ['Portland', '97205', '45.5206', '-122.6890', '503'],
  ['Seattle', '98101', '47.6102', '-122.3346', '206'],
] as const;
const idOf = (name: string): string => name.toLowerCase().replace(' ', '-');
const DEMO_COMPANY = '11111111-1111-4111-8111-111111111111';

let terminal: Awaited<ReturnType<typeof openTerminal>>;
let browser: Browser;
let page: Page;
let origin: string;
let banner: string;

beforeAll(async () => {
  terminal = await openTerminal();
  browser = await launchBrowser();
  page = await openPerson(browser);
  origin = `http://localhost:${terminal.port}`;
  const [install = '', start = ''] =
    commands('first-hour/manager', 'README.md', 'Try it')[0]?.trim().split('\n') ?? [];
  await terminal.type(install);
  banner = await terminal.start(start, 'Leadline is running');
});

afterAll(async () => {
  await browser?.close();
  await terminal?.close();
});

test('the demo: another place and source gives another number, a returning visitor keeps theirs', async () => {
  await page.goto(origin);
  await become(page, { place: 'Boulder, CO', way: 'Google ad' });
  const first = await headerNumber(page);
  const told = await said(page);
  await become(page, { way: 'Facebook post', isBack: true });

  expect(first).toBe('(303) 555-0151');
  expect(told).toMatchObject({ number: first, chosen: 'Brightwater Denver' });
  expect(await headerNumber(page)).toBe(first);
  expect((await said(page)).state).toBe('Kept');
});

test('twelve branches: each ZIP gets its own number, on a page and by the preview', async () => {
  // The operator's token is in the output of the start.
  await terminal.type(
    `export OPERATOR_TOKEN=${/Operator token\s+(\S+)/.exec(banner)?.[1]} COMPANY=${DEMO_COMPANY}`,
  );
  const settings = {
    default_number: '+18005550142',
    locations: BRANCHES.map(([name, , latitude, longitude]) => ({
      location_id: idOf(name),
      name,
      latitude,
      longitude,
    })),
    numbers: BRANCHES.map(([name, , , , code]) => ({
      phone_number: `+1${code}5550123`,
      location_id: idOf(name),
    })),
  };
  const saved = await fetch(`${origin}/dni/api/companies/${DEMO_COMPANY}/settings`, {
    method: 'PUT',
    headers: { Authorization: 'Bearer local-operator-token', 'Content-Type': 'application/json' },
    body: JSON.stringify(settings),
  });
  expect([saved.status, await saved.json()]).toEqual([200, expect.any(Object)]);

  const [preview = ''] = commands('first-hour/manager', 'docs/install/README.md', 'See that it works');
  const explained = await terminal.type(forReader(preview, { origin, companyId: DEMO_COMPANY }));
  expect(JSON.parse(explained.slice(explained.indexOf('{')))).toMatchObject({
    answer: { phone_number: '+13035550123', closest_location: { name: 'Denver' } },
    source: { channel: 'paid_search' },
  });

  const site = await startSite();
  const tag = codeBlocks('README.md').find(({ heading }) => heading === 'Put it on a site');
  const html = forReader(tag?.code ?? '', { origin, companyId: DEMO_COMPANY });
  const shown: string[] = [];
  for (const [, zip] of BRANCHES) {
    const visitor = await browser.newPage({ userAgent: PERSON });
    site.put(
      '/',
      `<head>${html.replace('data-company', `data-zip="${zip}" data-company`)}</head><p>Call (800) 555-0142</p>`,
    );
    await visitor.goto(`${site.origin}/?leadline_debug`);
    await visitor.locator('leadline-debug h2').waitFor();
    shown.push(await visitor.locator('p').first().innerText());
    await visitor.close();
  }
  await site.close();
  expect(shown).toEqual(BRANCHES.map(([, , , , code]) => `Call (${code}) 555-0123`));
});
