/** Reports: the controls are in the address, figures lead to their records. */
import { readFile } from 'node:fs/promises';
import { beforeAll, expect } from 'vitest';
import { putSettings } from '../../harness/dni-company.ts';
import { branches, type CallCompany, makeCallCompany } from '../../worker/core/phone/calls/call-company.ts';
import {
  readReport,
  sortedBy,
  withGroupings,
  withMetric,
} from '../../../console/screens/reports/report-query.ts';
import { tabTo } from '../console.ts';
import { test } from '../console-test.ts';
import { COUNTS, makeReportsCompany, report } from './reports-company.ts';

let company: CallCompany;

beforeAll(async () => {
  company = await makeReportsCompany();
});

test('days, groupings, figures, order and filters are in the address, over reload and Back', async ({
  open,
}) => {
  const here = await open(company.superadmin);
  const { page } = here;
  const query = (): URLSearchParams => new URL(page.url()).searchParams;
  await page.goto(`/console/${company.companyId}/reports`);
  const table = page.getByRole('table', { name: 'Figures by source' });
  const total = (label: string): ReturnType<typeof page.getByRole> =>
    page.getByRole('link', { name: new RegExp(`: ${label}, total$`) });
  await expect.poll(() => total('Calls').textContent()).toBe(String(COUNTS.calls));

  await page.getByLabel('Grouped by').selectOption('Location');
  await page.getByLabel('Then by').selectOption('Outcome');
  await page.getByRole('table', { name: 'Figures by location and outcome' }).waitFor();
  await table.waitFor({ state: 'detached' });
  expect(query().get('by')).toBe('location,outcome');
  await page.getByLabel('Days', { exact: true }).selectOption('Today');
  await expect.poll(() => total('Calls').textContent()).toBe(String(COUNTS.today));
  await page.getByRole('button', { name: '6 figures' }).click();
  await page.getByRole('checkbox', { name: 'Value won' }).check();
  await page.getByRole('checkbox', { name: 'Answer rate' }).uncheck();
  await page.keyboard.press('Escape');
  await page.getByRole('columnheader', { name: 'Value won' }).waitFor();
  await page.reload();
  await page.getByRole('columnheader', { name: 'Value won' }).waitFor();
  await expect.poll(() => page.getByLabel('Days', { exact: true }).inputValue()).toBe('today');

  await page.getByLabel('Days', { exact: true }).selectOption('Other days');
  await page.getByLabel('First day').waitFor();
  const today = query().get('from');
  expect(query().get('to')).toBe(today);
  await page.getByLabel('First day').fill('2020-01-01');
  await page.getByLabel('First day').blur();
  await expect.poll(() => query().get('from')).toBe('2020-01-01');
  await page.goBack();
  await expect.poll(() => query().get('from')).toBe(today);

  await page.goto(`/console/${company.companyId}/reports`);
  const head = table.getByRole('columnheader', { name: /^Calls\b/ });
  await head.getByRole('link').click();
  await expect.poll(() => head.getAttribute('aria-sort')).toBe('descending');
  await head.getByRole('link').click();
  await expect.poll(() => head.getAttribute('aria-sort')).toBe('ascending');
  await page.getByRole('link', { name: /^Paid search ?: filter by this$/ }).click();
  await expect.poll(() => total('Calls').textContent()).toBe(String(COUNTS.austin));
  await page.getByRole('link', { name: 'Remove the filter Source: Paid search' }).click();
  await expect.poll(() => total('Calls').textContent()).toBe(String(COUNTS.calls));
});

test('the file has the rows of the report, and paper has no navigation', async ({ open }) => {
  const { page } = await open(company.manager);
  await page.goto(`/console/${company.companyId}/reports?by=location&metrics=calls`);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'CSV' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file).toMatch(/austin|Austin/);
  await page.emulateMedia({ media: 'print' });
  await page.getByRole('navigation', { name: 'Screens' }).waitFor({ state: 'hidden' });
  await page.getByRole('table', { name: 'Figures by location' }).waitFor();
  expect(await page.getByLabel('Grouped by').isVisible()).toBe(false);
});

test('by keyboard alone, a report by day shows another figure as a line and opens the calls of a day', async ({
  open,
}) => {
  const here = await open(company.superadmin);
  const { page } = here;
  await page.goto(`/console/${company.companyId}/reports?by=day&metrics=calls,missed`);
  await page.getByRole('heading', { name: 'Calls by day' }).waitFor();
  await tabTo(page, /^Line$/);
  await page.keyboard.press('ArrowDown');
  await page.getByRole('heading', { name: 'Missed by day' }).waitFor();
  await tabTo(page, /^\d+: Missed, \w{3}, \w{3} \d+$/, 200);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Missed calls' }).waitFor();
  await page
    .getByRole('link', { name: /^\(206\) 555-\d{4}$/ })
    .first()
    .press('Enter');
  await page.getByRole('dialog', { name: /^Call from \(206\)/ }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Reports' }).first().press('Enter');
  await page.getByRole('heading', { name: 'Reports' }).waitFor();
});

test('a report says how many calls met an empty pool, and leads to the advice on the pool', async ({
  open,
}) => {
  const pooled = await makeCallCompany();
  const settings = branches(pooled.agent.userId);
  const overflow = '+18005550190';
  const pool = { pool: 'ads', source: 'paid_search', phone_numbers: ['+18005550191'], overflow };
  const numbers = [...(settings['numbers'] as object[]), pool];
  expect((await putSettings(pooled.companyId, { ...settings, numbers })).status).toBe(200);
  for (const number of [overflow, overflow, '+18005550191']) await report(pooled, { number });
  const { page } = await open(pooled.superadmin);

  await page.goto(`/console/${pooled.companyId}/reports?by=source&metrics=calls,missed`);
  const met = page.getByRole('list', { name: 'Calls while all numbers of a pool were in use' });
  await met.getByText('2 calls came to the overflow number').waitFor();
  await met.getByRole('link', { name: 'ads' }).press('Enter');
  await page.getByRole('heading', { name: 'Pools' }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^ads:/);
  await page.goto(`/console/${pooled.companyId}/reports?by=source&metrics=calls,missed`);
  await met.getByRole('link', { name: '2 calls' }).press('Enter');
  await page.getByRole('heading', { name: 'Calls' }).waitFor();
  expect(new URL(page.url()).searchParams.get('number')).toBe(overflow);
});

test('an address is read as a report, whatever it says', () => {
  const read = (query: string): ReturnType<typeof readReport> => readReport(new URLSearchParams(query));
  expect(read('')).toMatchObject({
    by: ['source'],
    days: { relative: 'last_30_days' },
    compare: 'previous',
    model: 'last',
  });
  expect(read('metrics=leads,nonsense,calls&line=leads')).toMatchObject({
    metrics: ['leads', 'calls'],
    line: 'leads',
  });
  expect(read('by=none').by).toEqual([]);
  expect(read('by=day,source,number').by).toEqual(['day', 'source']);
  expect(read('from=2026-11-23&to=2026-11-01').days).toEqual({ from: '2026-11-01', to: '2026-11-23' });
  expect(read('from=2026-11-23&relative=today').days).toEqual({ relative: 'today' });
  expect(read('from=2026-11-23').days).toEqual({ from: '2026-11-23', to: undefined });
  expect(read('include=spam,nonsense&limit=10&first_time=true&hour=9')).toMatchObject({
    include: ['spam'],
    limit: 10,
    filters: { first_time: 'true', hour: '9' },
  });
  expect([read('').limit, read('limit=9999').limit, read('limit=x').limit]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(read('relative=__proto__&compare=toString&model=x')).toMatchObject({
    days: { relative: 'last_30_days' },
    compare: 'previous',
    model: 'last',
  });
  expect(withGroupings(['source', 'source'])).toEqual({ by: 'source', sort: undefined });
  expect(withGroupings(['', ''])).toEqual({ by: 'none', sort: undefined });
  expect(withMetric({ metrics: ['won'] }, 'won', false)).toEqual({});
  expect(withMetric({ metrics: ['won'] }, 'calls', true)).toMatchObject({ metrics: 'calls,won' });
  expect([sortedBy({ sort: undefined }, 'calls'), sortedBy({ sort: '-calls' }, 'calls')]).toEqual([
    { sort: '-calls' },
    { sort: 'calls' },
  ]);
});
