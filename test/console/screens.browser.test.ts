/**
 * Every screen and dialog of the console: what it says to a screen reader, as golden files, and what axe says of it, in both
 * themes and at both widths. A screen, a part of one or a dialog that is not in the list below fails. To renew the golden
 * files, delete those that are to say something else and run this file with `-u`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { DIALOGS } from '../../console/address/dialogs.ts';
import { FORMS } from '../../console/forms/forms.ts';
import { makeCompanyWithUsers } from '../harness/builders.ts';
import { workerUrl } from '../harness/worker-url.ts';
import { type ConsolePage, inspect } from './console.ts';
import { FIELDS_OUTSIDE } from './fields-outside.ts';
import { type ShownCompany, test } from './shown-company.ts';

interface Look {
  /** The address below `/console/<company>/`; `<annId>` stands for that id of the company. */
  at: string;
  /** What leads there from the screen; without it the address is enough. */
  reach?: (page: Page) => Promise<void>;
}

const LOOKS: readonly Look[] = [
  { at: 'setup' },
  { at: 'home' },
  { at: 'home?table=line' },
  { at: 'companies' },
  { at: 'companies?over=copy-settings' },
  { at: 'companies?over=add-client' },
  { at: 'reports/figures' },
  { at: 'reports/figures?by=day' },
  { at: 'reports/figures?by=source,outcome&compare=none&model=position' },
  { at: 'reports/figures?over=save-report' },
  { at: 'reports/saved' },
  { at: 'reports/saved?over=saved-report&id=<reportId>' },
  { at: 'reports/saved?over=share-report&id=<reportId>' },
  { at: 'reports/costs' },
  { at: 'reports/costs?over=cost' },
  { at: 'reports/costs?over=costs' },
  { at: 'reports/costs?over=cost-feed' },
  { at: 'reports/calls?relative=today&only=missed' },
  { at: 'reports/texts?relative=today' },
  { at: 'reports/forms?relative=today' },
  { at: 'reports/leads?relative=today' },
  { at: 'leads' },
  { at: 'leads?q=ann+lee' },
  { at: 'leads?over=new' },
  { at: 'leads?over=save-view' },
  { at: 'leads?over=edit-view' },
  { at: 'leads?over=columns' },
  { at: 'leads?over=import' },
  { at: 'leads?over=keys' },
  { at: 'leads?over=go' },
  {
    at: 'leads?over=bulk&do=assign',
    reach: async (page) => {
      await page.getByLabel('Select the leads of this page').check();
      await page.locator('.selection').getByRole('link', { name: 'Assign' }).click();
    },
  },
  { at: 'leads/removed' },
  { at: 'leads/<annId>' },
  { at: 'leads/<annId>?over=merge' },
  { at: 'leads/<annId>?over=erase' },
  { at: 'leads/<annId>?over=reminder' },
  { at: 'leads/<annId>?over=thread&phone=%2B15125550100' },
  { at: 'inbox' },
  { at: 'calls/list' },
  { at: 'calls/list?over=call&id=<callId>' },
  { at: 'calls/texts' },
  { at: 'calls/opt-outs' },
  { at: 'numbers/numbers' },
  { at: 'numbers/numbers?over=number' },
  { at: 'numbers/numbers?over=pool' },
  { at: 'numbers/bought' },
  { at: 'numbers/bought?over=bought&key=<boughtId>' },
  { at: 'numbers/bought?over=bought&key=<boughtId>&do=put_back' },
  { at: 'numbers/bought?over=buy' },
  { at: 'numbers/bought?over=branch-numbers' },
  { at: 'numbers/bought?over=import-numbers' },
  { at: 'numbers/bought?over=cap' },
  { at: 'numbers/locations' },
  { at: 'numbers/locations?over=location&key=austin' },
  { at: 'numbers/locations?over=special-days' },
  { at: 'numbers/locations?over=paste' },
  { at: 'numbers/sources' },
  { at: 'numbers/sources?over=source' },
  { at: 'numbers/phone' },
  { at: 'numbers/phone?over=carrier' },
  { at: 'numbers/phone?over=rules&key=defaults' },
  { at: 'numbers/phone?over=rules&key=locations%2Faustin' },
  { at: 'numbers/phone?over=callers' },
  { at: 'numbers/phone?over=menu' },
  { at: 'numbers/site' },
  { at: 'numbers/history' },
  {
    at: 'numbers/locations?over=review',
    reach: async (page) => {
      await page.getByRole('link', { name: 'Austin' }).click();
      await page.getByLabel('Name').fill('Austin Central');
      await page.getByRole('button', { name: 'Save to draft' }).click();
      await page.getByRole('link', { name: 'Review and publish' }).click();
    },
  },
  { at: 'preview?zip=80302&way=google_ad' },
  { at: 'people/users' },
  { at: 'people/users?over=user' },
  { at: 'people/users?over=invite' },
  { at: 'people/keys' },
  { at: 'people/keys?over=key' },
  { at: 'people/notifications' },
  { at: 'people/profile' },
  { at: 'company/options' },
  { at: 'company/brand' },
  { at: 'company/states' },
  { at: 'company/fields' },
  { at: 'company/fields?over=field' },
  { at: 'company/groups' },
  { at: 'company/currencies' },
  { at: 'company/templates' },
  { at: 'company/rules' },
  { at: 'company/rules?over=call-rule' },
  { at: 'company/webhooks' },
  { at: 'company/webhooks?over=webhook' },
  { at: 'company/webhooks/<webhookId>' },
  { at: 'company/webhooks/<webhookId>?over=secret' },
  { at: 'company/chat' },
  { at: 'company/chat?over=chat-channel' },
  { at: 'company/chat/<channelId>' },
  { at: 'company/conversions' },
  { at: 'company/conversions?over=rule' },
  { at: 'company/conversions?over=rule&id=<ruleId>' },
  ...['google_ads', 'google_data_manager', 'meta', 'microsoft_ads', 'ga4', 'microsoft_uet'].map(
    (platform) => ({
      at: `company/conversions/${platform}`,
    }),
  ),
  { at: 'company/conversions/log' },
  // Who was made at once with others stands in the log in any order.
  { at: 'company/log?action=settings' },
  { at: 'company/data' },
  { at: 'nowhere' },
];

/** What a company that has nothing yet is shown. */
const EMPTY = [
  'reports/saved',
  'reports/costs',
  'setup',
  'home',
  'reports/figures',
  'reports/leads?relative=today',
  'leads',
  'leads/removed',
  'leads/duplicates',
  'inbox',
  'calls/list',
  'calls/texts',
  'calls/opt-outs',
  'numbers/numbers',
  'numbers/bought',
  'numbers/locations',
  'numbers/sources',
  'numbers/phone',
  'numbers/site',
  'numbers/history',
  'preview',
  'people/keys',
  'company/fields',
  'company/rules',
  'company/webhooks',
  'company/chat',
  'company/conversions',
  'company/conversions/log',
] as const;

/** The parts that the navigation leads to by the name of their screen alone. */
const DEFAULT_PARTS: Record<string, string> = {
  calls: 'calls/list',
  reports: 'reports/figures',
  numbers: 'numbers/numbers',
  people: 'people/users',
  company: 'company/options',
};

/** For what a screen reads to be there: it is looked at until it says what it said before. */
const PATIENCE_MS = 30_000;
/** For a screen without a golden file. */
const FIRST_LOOK_MS = 2_000;
const LOOK_AGAIN_MS = 50;

const QUERY = /\?.*/;
const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g;
const LOCAL_ADDRESS = /http:\/\/127\.0\.0\.1:\d+/g;
/** The mark by which the builders tell the addresses of one test from those of another. */
const ADDRESS_MARK = /(?<=\w)\.[\da-f]{8}@/g;
/** The end of an API key. */
const KEY_HINT = /…[\w-]{4}(?=[ "])/g;
const DURATION = /(?<= in )\d+ ms/g;
const TIME = /[A-Z][a-z]{2} \d{1,2}, \d{4}(?:, \d{1,2}:\d\d\s[AP]M)?|\d{1,2}:\d\d(?::\d\d)?\s[AP]M/g;
/** Days of reports in URLs, days of charts, and ranges of days. */
const DAY_IN_URL = /(?<=(?:from|to)=)\d{4}-\d\d-\d\d/g;
const CHART_DAY = /(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), [A-Z][a-z]{2} \d{1,2}\b/g;
const DAYS = /[A-Z][a-z]{2} \d{1,2}(?:, \d{4})? – (?:[A-Z][a-z]{2} )?\d{1,2}, \d{4}/g;
/** The browser's list of time zones, without the first one. */
const ZONES = /(?<=- option "Africa\/Abidjan"\n)(?: +- option "[A-Z][\w-]+(?:\/[\w +-]+)+"\n)+/g;
/** The value of a field for a day and an hour, such as tomorrow morning. */
const FIELD_TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d/g;
const AGO = /just now|\d+ (?:min|hr)\. ago/g;

/** The screens that one page visits, by the first part of their addresses. */
const VISITS = [
  'setup, home, companies, reports, nowhere',
  'leads, inbox, calls',
  'numbers, preview',
  'people, company',
] as const;

const roomOf = (at: string): string => /^[\w-]+/.exec(at)?.[0] ?? '';

test('every screen and dialog of the sources is visited', () => {
  expect(DIALOGS.filter((name) => !LOOKS.some(({ at }) => at.includes(`over=${name}`)))).toEqual([]);
  const visited = new Set(VISITS.flatMap((rooms) => rooms.split(', ')));
  expect(LOOKS.filter(({ at }) => !visited.has(roomOf(at)))).toEqual([]);
});

test.for(VISITS)(
  'each screen and dialog of %s says to a screen reader what it said before, and is as axe wants it',
  { timeout: 240_000 },
  async (rooms, { open, shownCompany }) =>
    visit(await open(shownCompany.superadmin), rooms.split(', '), shownCompany),
);

/** Looks at each screen and dialog of the rooms, one after another on the same page. */
async function visit(here: ConsolePage, rooms: readonly string[], company: ShownCompany): Promise<void> {
  const linked = new Set<string>();
  const typedInto = new Set<string>();
  for (const { at, reach } of LOOKS.filter((look) => rooms.includes(roomOf(look.at)))) {
    await go(here.page, reach ? at.replace(QUERY, '') : at, company);
    await reach?.(here.page);
    await compare(here.page, nameOf(at), company);
    await dismissToasts(here.page);
    await inspect(here, at);
    for (const path of await pathsLinked(here.page)) linked.add(path);
    for (const form of await formsOf(here.page)) typedInto.add(form);
  }
  const looked = new Set(LOOKS.map(({ at }) => at.replace(/<\w+>/, '<id>').replace(QUERY, '')));
  expect([...linked].filter((path) => !looked.has(path))).toEqual([]);
  // What is typed into any other is in no table.
  const known = (name: string): boolean =>
    FORMS.some((form) => form === name) || FIELDS_OUTSIDE.some((field) => field.test(name));
  expect([...typedInto].filter((name) => !known(name))).toEqual([]);
}

test('screens without data say so', { timeout: 120_000 }, async ({ open }) => {
  const company = await makeCompanyWithUsers();
  const here = await open(company.superadmin);
  for (const at of EMPTY) {
    await go(here.page, at, company);
    await compare(here.page, `empty/${nameOf(at)}`, company);
  }
});

test('a manager of a company without numbers is told so by the preview, without a failed request', async ({
  open,
}) => {
  const company = await makeCompanyWithUsers();
  // A 404 would be an error of the browser's console, which fails the test.
  const { page, faults } = await open(company.manager);
  await go(page, 'preview', company);
  await page.getByText('Nothing to preview yet. The company has no numbers.').waitFor();
  expect(faults).toEqual([]);
});

test('the pages without a session read the same to a screen reader as before, and are as axe wants them', async ({
  open,
}) => {
  const here = await open();
  await here.page.goto('/console/');
  await compare(here.page, 'sign-in', { companyId: 'of nobody' });
  await inspect(here, 'sign-in');
  await here.page.getByRole('link', { name: 'Forgot your password?' }).click();
  await here.page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
  await inspect(here, 'the page of a forgotten password');
  await here.page.goto('/console/new');
  await compare(here.page, 'new-company', { companyId: 'of nobody' });
  await inspect(here, 'the page of a new company');
  expect(here.faults).toEqual([]);
});

/** By the console's own way, without loading the page anew each time. */
async function go(page: Page, at: string, company: { companyId: string }): Promise<void> {
  const path = at.replaceAll(/<(\w+)>/g, (_, id: string) => company[id as keyof typeof company]);
  const address = `/console/${company.companyId}/${path}`;
  if (page.url() === 'about:blank') await page.goto(address);
  else await page.evaluate((to) => navigation.navigate(to).finished, address);
}

/** `numbers/locations?over=location&key=austin` is `numbers-locations-location-austin`, `leads/<annId>` `leads-the-ann`. */
function nameOf(at: string): string {
  return at
    .replaceAll(/<(\w+)Id>/g, 'the-$1')
    .replaceAll(/[a-z]+=/g, '')
    .replaceAll(/[^a-z0-9]+/gi, '-');
}

/** Compares what is said once it is what it was before, or says nothing else any more. */
async function compare(page: Page, name: string, { companyId }: { companyId: string }): Promise<void> {
  const file = resolve('test/golden/console', `${name}.yaml`);
  const before = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  const read = async (): Promise<string> => normal(await said(page), companyId);
  let now = await read();
  const end = performance.now() + (before === undefined ? FIRST_LOOK_MS : PATIENCE_MS);
  while (now !== before && performance.now() < end) {
    await setTimeout(LOOK_AGAIN_MS);
    now = await read();
  }
  await expect.soft(now).toMatchFileSnapshot(file);
}

/** What is read aloud: a dialog in the place of the screen that it is over. */
async function said(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog');
  return ((await dialog.count()) > 0 ? dialog.last() : page.getByRole('main')).ariaSnapshot();
}

/** What a toast says is said once, not for as long as the screens after it take to be looked at. */
async function dismissToasts(page: Page): Promise<void> {
  const dismiss = page.getByRole('button', { name: 'Dismiss' });
  while ((await dismiss.count()) > 0) await dismiss.first().click();
}

/** The forms of a page by their names, and what can be typed or chosen in none by its label. */
async function formsOf(page: Page): Promise<string[]> {
  return page
    .locator('form, :is(input:not([type=hidden]), select, textarea):not(form *)')
    .evaluateAll((elements) =>
      elements.map((element) => {
        const labels = 'labels' in element ? (element.labels as NodeListOf<HTMLElement> | null) : null;
        const name = element.matches('form') ? element.getAttribute('name') : undefined;
        const label = element.getAttribute('aria-label') ?? labels?.[0]?.innerText ?? element.outerHTML;
        // The columns are named like fields of leads.
        const dialog = element.closest('dialog')?.querySelector('h2')?.innerText;
        return name ?? (dialog === 'Columns' ? `Column: ${label}` : label);
      }),
    );
}

/** The paths below the company that the page leads to, without what tells one record from another. */
async function pathsLinked(page: Page): Promise<string[]> {
  const links = await page
    .locator('a[href^="/console/"]:not([href^="/console/api/"])')
    .evaluateAll((elements) =>
      elements.map((element) => new URL((element as HTMLAnchorElement).href).pathname),
    );
  return links
    .map((path) => path.split('/').slice(3).join('/').replaceAll(UUID, '<id>'))
    .map((path) => DEFAULT_PARTS[path] ?? path);
}

/** Without what differs from run to run. */
function normal(text: string, companyId: string): string {
  return `${text
    .replaceAll(companyId, '<company>')
    .replaceAll(UUID, '<id>')
    .replaceAll(ADDRESS_MARK, '@')
    .replaceAll(workerUrl(), 'https://leadline.example.com')
    .replaceAll(LOCAL_ADDRESS, 'https://hooks.example.com')
    .replaceAll(KEY_HINT, '…AAAA')
    .replaceAll(DURATION, '<time>')
    .replaceAll(FIELD_TIME, '<time>')
    .replaceAll(DAY_IN_URL, '<day>')
    .replaceAll(DAYS, '<days>')
    .replaceAll(CHART_DAY, '<day>')
    .replaceAll(TIME, '<time>')
    .replaceAll(ZONES, '')
    .replaceAll(AGO, '<time>')}\n`;
}
