/**
 * A part of the console looks the same whatever was visited before it: each style sheet but that of every page counts
 * within the element of its part alone.
 */
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test } from './console-test.ts';
import { makeShownCompany } from './shown-company.ts';

/** Where each part is to be seen, all of them once. */
const PARTS = [
  'setup',
  'leads',
  'leads/<annId>',
  'leads/<annId>?over=merge',
  'leads?over=import',
  'leads/removed',
  'calls/list',
  'calls/texts',
  'numbers/numbers',
  'numbers/site',
  'preview?zip=80302&way=google_ad',
  'people/users',
  'company/options',
  'company/webhooks',
  'company/log?action=settings',
] as const;

/** The elements whose places are compared, but for the links to the next lead: only a visit of the list brings them. */
const LOOKED_AT =
  'main :is(h1, h2, h3, p, a, button, input, select, textarea, section, table, th, td, li, dialog):not([aria-label="Leads of the list"] *)';
const PATIENCE_MS = 15_000;
/** What is there for so long is all that comes. */
const SETTLED_MS = 400;

/** Built sheets of parts by their names. */
function sheets(): Map<string, string> {
  const { version } = JSON.parse(readFileSync('dist/tables/console.json', 'utf8')) as { version: string };
  const files = globSync(`dist/assets/console/assets/${version}/*.css`);
  return new Map(files.map((file) => [basename(file, '.css'), readFileSync(file, 'utf8')]));
}

/** Whether a sheet is one rule, nested into the element of its part. */
function isRooted(name: string, text: string): boolean {
  const root = new RegExp(`^:where\\(\\[data-part="?${name}"?\\]\\)\\{`);
  if (!root.test(text)) return false;
  let depth = 0;
  const ends = [...text.matchAll(/[{}]/g)].filter(({ 0: brace }) => {
    depth += brace === '{' ? 1 : -1;
    return depth === 0;
  });
  return ends.length === 1 && ends[0]?.index === text.trimEnd().length - 1;
}

test('the sheet of each part is nested into the element of that part, and its animations have names of their own', () => {
  const built = sheets();
  const main = built.get('main') ?? '';
  const sources = globSync('console/{screens/*,screens/leads/*,frame/live}/screen.css').map((file) =>
    basename(dirname(file)),
  );
  const own = [...built.keys()].filter((name) => name !== 'main');
  expect(own.toSorted()).toEqual(sources.filter((name) => name !== 'leads').toSorted());
  expect(own.filter((name) => !isRooted(name, built.get(name) ?? ''))).toEqual([]);
  expect(
    own.filter((name) => /@(?:keyframes|font-face|property)|:root|\bhtml\b/.test(built.get(name) ?? '')),
  ).toEqual([]);
  // That of the first screen is at the end of every page's.
  expect(isRooted('leads', main.slice(main.indexOf(':where([data-part=leads]')))).toBe(true);
  expect(main.slice(0, main.indexOf(':where([data-part=leads]'))).not.toContain('@layer screens{');
});

test(
  'every part stands where it stands on a fresh visit, in whatever order the others were visited before',
  { tags: ['full'], timeout: 240_000 },
  async ({ open }) => {
    const company = await makeShownCompany('http://127.0.0.1:9');
    const { page } = await open(company.superadmin);
    // "9 min. ago" and "10 min. ago" have different widths.
    await page.clock.setFixedTime(new Date());
    const addresses = PARTS.map(
      (part) => `/console/${company.companyId}/${part.replaceAll('<annId>', company.annId)}`,
    );
    const fresh = new Map<string, readonly string[]>();
    for (const address of addresses) {
      await page.goto('about:blank');
      await page.goto(address);
      fresh.set(address, await settled(page));
    }
    for (const order of [addresses, addresses.toReversed(), addresses]) {
      for (const address of order) {
        await page.evaluate((to) => navigation.navigate(to).finished, address);
        const expected = fresh.get(address) ?? [];
        await expect
          .poll(async () => differing(expected, await places(page)), {
            message: address,
            timeout: PATIENCE_MS,
          })
          .toEqual([]);
        expect(expected.length).toBeGreaterThan(2);
        // A part within another would have the rules of both.
        expect(await page.locator('[data-part] [data-part]').count()).toBe(0);
      }
    }
  },
);

/** The places of what is looked at: its tag, its text, its box. */
async function places(page: Page): Promise<string[]> {
  return page.evaluate(
    (looked) =>
      Array.from(document.querySelectorAll<HTMLElement>(looked), (element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const text = element.innerText.slice(0, 20).replaceAll(/\d+/g, '#');
        return `${element.localName} ${text} ${[x, y, width, height].map(Math.round).join(' ')}`;
      }),
    LOOKED_AT,
  );
}

/** The places once nothing moves any more. */
async function settled(page: Page): Promise<string[]> {
  await page.locator('main h1, dialog h2').first().waitFor();
  await page.locator('[aria-busy="true"], .waiting').first().waitFor({ state: 'detached' });
  let last = await places(page);
  for (;;) {
    await page.waitForTimeout(SETTLED_MS);
    const now = await places(page);
    if (differing(last, now).length === 0) return now;
    last = now;
  }
}

function differing(expected: readonly string[], now: readonly string[]): string[] {
  const known = new Set(expected);
  const there = new Set(now);
  return [
    ...now.filter((place) => !known.has(place)),
    ...expected.filter((place) => !there.has(place)),
  ].slice(0, 5);
}
