/**
 * Measures the console in Chromium with a four times slower processor: how soon its list is usable compared with a bare page with
 * the same request, how fast it responds to keys and clicks, and the preview with 1,200 locations.
 * `BENCH_SIZES=1000,1000000 npm run bench console`.
 */
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../test/harness/browser.ts';
import { startWorker } from '../../test/harness/own-worker.ts';
import { call, type Company, makeCompany } from '../finding/company.ts';
import { OPERATOR_TOKEN } from '../lookup/servers.ts';
import { bareAddress, openPage, type Visitor } from './browser.ts';
import { settingsWith } from './settings.ts';
import { installWaits } from './waits.ts';

const LOCATIONS = 1_200;
const SLOWNESS = 4;
const ROUNDS = 5;
const INTERACTIONS = 100;
const TURNS = 30;
/** Longer than any answer takes. */
const PATIENCE_MS = 30_000;

/** Measures every size of `BENCH_SIZES`; 1,000 by default, because a million leads take minutes to make. */
export async function benchConsole(): Promise<void> {
  const sizes = (process.env['BENCH_SIZES'] ?? '1000').split(',').map(Number);
  const server = await startWorker({ OPERATOR_TOKEN, REQUESTS_PER_MINUTE: '10000000' }, { withAssets: true });
  const browser = await launchBrowser();
  try {
    for (const size of sizes) {
      const company = await makeCompany(server.url, size);
      console.log(`\n${size.toLocaleString('en-US')} leads`);
      await benchLeads(browser, company);
      await benchHome(browser, company);
      if (size === sizes[0]) await benchPreview(browser, company);
    }
  } finally {
    await browser.close();
    await server.close();
  }
}

async function benchLeads(browser: Browser, company: Company): Promise<void> {
  const who = visitorOf(company);
  const [usable, bare, tasks]: number[][] = [[], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const console = await openCold(browser, who, listOf(company));
    usable?.push(console.usable);
    tasks?.push(console.longestTask);
    bare?.push((await openCold(browser, who, bareAddress(console.asked))).usable);
  }
  const [ours, theirs] = [at(usable, 0.5), at(bare, 0.5)];
  report(
    'list usable, cold, CPU ÷ 4',
    ours,
    `bare page ${theirs.toFixed(0)} ms, ${(ours / theirs).toFixed(2)}x`,
  );
  report('longest task meanwhile', at(tasks, 0.5));
  await benchAnswers(browser, company);
  await benchInteractions(browser, company);
}

/** Measures a first visit of Home, up to its figures and the first chart. */
async function benchHome(browser: Browser, company: Company): Promise<void> {
  const usable: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const opened = await openPage(browser, visitorOf(company), SLOWNESS);
    await opened.page.goto(`/console/${company.companyId}/home`);
    await opened.usable;
    usable.push((await notedOf(opened.page)).usable);
    await opened.page.context().close();
  }
  report('Home usable, cold, CPU ÷ 4', at(usable, 0.5), 'aim 1,000 ms');
}

/** Measures a first visit of a page. `asked`: the API path of its table. */
async function openCold(
  browser: Browser,
  who: Visitor,
  address: string,
): Promise<{ usable: number; longestTask: number; asked: string }> {
  const { page, usable } = await openPage(browser, who, SLOWNESS);
  const asked = page.waitForRequest(/\/smart_views\/[\w-]+\?/, { timeout: PATIENCE_MS });
  await page.goto(address);
  await usable;
  // Count the tasks after the rows too.
  await page.waitForLoadState('networkidle');
  const { pathname, search } = new URL((await asked).url());
  const noted = await notedOf(page);
  await page.context().close();
  return { ...noted, asked: pathname.replace('/console/api', '') + search };
}

/** Measures how soon results and counts appear; at full speed, since the server runs on the same machine. */
async function benchAnswers(browser: Browser, company: Company): Promise<void> {
  const page = await openList(browser, company, 1);
  await page.evaluate(installWaits, PATIENCE_MS);
  const facets = page.getByRole('checkbox', { name: /^(?:open|contacted|qualified|basic|plus)/i });
  const pressed: number[] = [];
  const values = await facets.count();
  // Select each, then deselect each: no filter repeats, so none is answered from a cache.
  for (let turn = 0; turn < 2 * values - 1; turn += 1) {
    const facet = facets.nth(turn % values);
    await facet.focus();
    pressed.push(await timed(page, 'keydown', () => page.keyboard.press('Space')));
  }
  report('facet → counts', at(pressed, 0.95), 'p95 (aim 200 ms)');
  const typed: number[] = [];
  const box = page.getByLabel('Search leads');
  for (let turn = 0; turn < TURNS; turn += 1) {
    // Digits of phone numbers; neither the first three nor all four repeat.
    const digits = String(1_000 + turn * 37);
    await timed(page, 'input', () => box.fill(digits.slice(0, 3)));
    await box.press('End');
    typed.push(await timed(page, 'keydown', () => page.keyboard.press(digits.slice(3))));
  }
  report('key → results', at(typed, 0.95), 'p95 (aim 200 ms)');
  await page.context().close();
}

/** Measures keys and clicks all over the list, as fast as the page handles them. */
async function benchInteractions(browser: Browser, company: Company): Promise<void> {
  const page = await openList(browser, company, SLOWNESS);
  const before = (await notedOf(page)).interactions.length;
  // First the rows, with a facet now and then; then a search, letter by letter.
  const keys = 'j j x k j x j j k'.split(' ');
  const facet = page.getByRole('checkbox', { name: /^(?:open|contacted)/i }).first();
  for (let turn = 0; turn < INTERACTIONS / 2; turn += 1) {
    if (turn % 10 === 9) await facet.press('Space');
    else await page.keyboard.press(keys[turn % keys.length] ?? 'j');
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await page.getByLabel('Search leads').focus();
  const letters = ['a', 'n', 'n', 'a', 'Backspace'];
  for (let turn = 0; turn < INTERACTIONS / 2; turn += 1) {
    await page.keyboard.press(letters[turn % letters.length] ?? 'a');
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  const { interactions } = await notedOf(page);
  const durations = interactions.slice(before);
  // Interactions too short for the browser to report.
  const all = [
    ...durations,
    ...Array.from({ length: Math.max(0, INTERACTIONS - durations.length) }, () => 8),
  ];
  report(`INP, ${INTERACTIONS} interactions, CPU ÷ 4`, at(all, 0.98), 'p98 (aim 100 ms)');
  await page.context().close();
}

async function benchPreview(browser: Browser, company: Company): Promise<void> {
  const who = visitorOf(company);
  const settings = `${who.origin}/dni/api/companies/${company.companyId}/settings`;
  await call(settings, who.authorization, { method: 'PUT', body: settingsWith(LOCATIONS) });
  const { page } = await openPage(browser, who, 1);
  await page.goto(`/console/${company.companyId}/preview?zip=8030&map=US`);
  const finding = page.getByText(/postal codes go to [\d,]+ locations/);
  await finding.waitFor({ timeout: PATIENCE_MS });
  await page.evaluate(installWaits, PATIENCE_MS);
  const box = page.getByLabel('Postal code', { exact: true });
  const keys: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    await box.press('End');
    keys.push(await timed(page, 'input', () => page.keyboard.press(String(1 + (turn % 9))), false));
    // Four digits are an invalid postal code, whose message is not measured.
    await page.keyboard.press('Backspace');
    await page.locator('.column .is-former').waitFor({ timeout: PATIENCE_MS });
  }
  report(`preview after a key, ${LOCATIONS} locations`, at(keys, 0.95), 'p95 (aim 16 ms)');
  const country = page.getByLabel('Country of the map');
  await country.selectOption('CA');
  await page
    // Do not match the end of 41,692, the count of the United States.
    .getByText(/(?<!\d)1,\d{3} postal codes/)
    .first()
    .waitFor({ timeout: PATIENCE_MS });
  const start = await page.evaluate(() => performance.now());
  await country.selectOption('US');
  await page.getByText(/4\d,\d{3} postal codes go to/).waitFor({ timeout: PATIENCE_MS });
  const end = await page.evaluate(() => performance.now());
  report(`all postal codes, ${LOCATIONS} locations, drawn`, end - start, 'aim 1,000 ms');
  await page.context().close();
}

/** Times an event. @param act triggers it @param isAsked whether the server has to answer */
async function timed(
  page: Page,
  event: 'keydown' | 'input',
  act: () => Promise<void>,
  isAsked = true,
): Promise<number> {
  const answered = await page.evaluateHandle(
    ([event, isAsked]) => ({ time: window.answered(event, isAsked) }),
    [event, isAsked] as const,
  );
  await act();
  return answered.evaluate(({ time }) => time);
}

async function openList(browser: Browser, company: Company, slowness: number): Promise<Page> {
  const { page, usable } = await openPage(browser, visitorOf(company), slowness);
  await page.goto(listOf(company));
  await usable;
  await page.waitForLoadState('networkidle');
  return page;
}

function listOf({ companyId }: Company): string {
  return `/console/${companyId}/leads`;
}

/** Returns the measurements of a page so far. */
async function notedOf(page: Page): Promise<{ usable: number; longestTask: number; interactions: number[] }> {
  return page.evaluate(() => ({
    ...window.noted,
    interactions: [...window.noted.interactions.values()],
  }));
}

function visitorOf({ url, authorization }: Company): Visitor {
  return { origin: new URL(url).origin, authorization };
}

function at(values: number[] | undefined, share: number): number {
  const sorted = (values ?? []).toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function report(name: string, milliseconds: number, note = ''): void {
  console.log(`  ${name.padEnd(44)} ${milliseconds.toFixed(1).padStart(8)} ms  ${note}`);
}
