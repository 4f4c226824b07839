/** The page of a report that is shared by a link: its figures are those of the API, and it ends. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, openCompany, type Session } from '../../../harness/mortal-worker.ts';
import { OPERATOR_TOKEN } from '../../../harness/operator-token.ts';
import { type OwnWorker, startWorker } from '../../../harness/own-worker.ts';
import type { ReportBody } from '../../../../worker/core/reports/queries/answer-schema.ts';
import type { SavedReportBody, SharedReportBody } from '../../../../worker/core/reports/saved/reference.ts';

const DAYS = { from: '2026-03-02', to: '2026-03-08' };
const QUERY = { metrics: 'cost,leads,cost_per_lead', by: 'campaign', ...DAYS };
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
let worker: OwnWorker | undefined;
let session: Session;

beforeAll(async () => {
  worker = await startWorker({});
  session = await openCompany(worker.url);
  const costs = [
    { source: 'Google Ads', campaign: '<script>alert(1)</script>', day: DAYS.from, amount: 1234.5 },
    { source: 'Google Ads', campaign: 'win at https://evil.test', day: DAYS.from, amount: 12.25 },
  ];
  await ask(session, `${session.path}/costs`, { costs }, 'PUT');
  await ask(session, `${session.path}/leads/create`, { name: 'Lena Lead', phone: '+12065550123' });
});
afterAll(async () => {
  await worker?.close();
});

async function saveReport(given: object = {}): Promise<string> {
  const body = { name: 'Costs & <more>', query: QUERY, is_shared: true, ...given };
  return (await ask<SavedReportBody>(session, `${session.path}/reports/saved`, body)).report_id;
}

async function share(id: string, days: number | null): Promise<SharedReportBody> {
  return ask<SharedReportBody>(session, `${session.path}/reports/saved/${id}/share`, { days });
}

function open(path: string | null | undefined, init?: RequestInit): Promise<Response> {
  return fetch(`${session.url}${path ?? ''}`, init);
}

/** Returns the rows of the tables of a page: their cells as text. */
function rowsOf(html: string): string[][] {
  return [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) =>
      cell
        .replace(/<small class="bar".*?<\/small>/, '')
        .replaceAll(/<[^>]+>/g, ' ')
        .trim(),
    ),
  );
}

test('a shared page has the figures of the API and nothing that runs, is indexed, or names a lead', async () => {
  const logo = await fetch(`${session.url}${session.path}/brand/logo`, {
    method: 'PUT',
    headers: { Authorization: session.authorization, 'Content-Type': 'image/png' },
    body: Buffer.from(PIXEL, 'base64'),
  });
  expect(logo.status).toBe(200);
  const { path, report } = await share(await saveReport(), 7);
  expect(Date.parse(report.shared_until ?? '')).toBeGreaterThan(Date.now() + 6.9 * 86_400_000);
  expect(JSON.stringify(report)).not.toContain(path?.split('/').at(-1));

  const page = await open(path);
  const html = await page.text();
  const query = `reports/query?${new URLSearchParams(QUERY).toString()}`;
  const { totals, rows } = await ask<ReportBody>(session, `${session.path}/${query}`);
  expect([totals.cost, rows.map(({ values }) => values.cost)]).toEqual([1246.75, [1234.5, 12.25]]);
  expect(rowsOf(html)).toEqual([
    ['Cost', '$1,247'],
    ['Leads', '0'],
    ['Cost per lead', '–'],
    ['Campaign', 'Cost', 'Leads', 'Cost per lead'],
    ['&lt;script&gt;alert(1)&lt;/script&gt;', '$1,235', '0', '–'],
    ['(a link)', '$12.25', '0', '–'],
  ]);
  expect(html).toContain('<h1>Costs &amp; &lt;more&gt;</h1>');
  expect(html).toContain('Mar 2 – 8, 2026');
  expect(html).toContain(`<img alt="" src="data:image/png;base64,${PIXEL}">`);
  expect(html).not.toMatch(/evil|Lena|206555|<script|\/console\//);

  const policy = page.headers.get('Content-Security-Policy') ?? '';
  expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]{43}='; img-src data:;/);
  const style = /<style>(.*)<\/style>/s.exec(html)?.[1] ?? '';
  const hash = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(style))).toString('base64');
  expect(policy).toContain(`'sha256-${hash}'`);
  expect(html).not.toMatch(/ style=/);
  expect(Object.fromEntries(page.headers)).toMatchObject({
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
  expect((await open(path, { method: 'POST' })).status).toBe(405);
});

test('a page ends when it is stopped, replaced or removed, and its address is no other company’s', async () => {
  const id = await saveReport();
  const first = (await share(id, 366)).path;
  const second = (await share(id, 1)).path;
  expect((await open(first)).status, 'replaced').toBe(410);
  expect((await open(second)).status).toBe(200);
  const other = await openCompany(session.url);
  const elsewhere = second?.replace(session.path.split('/')[2] ?? '', other.path.split('/')[2] ?? '') ?? '';
  const unknown = second?.replace(session.path.split('/')[2] ?? '', crypto.randomUUID()) ?? '';
  for (const wrong of [elsewhere, unknown, `${second}x`]) expect((await open(wrong)).status).toBe(410);

  expect(await share(id, null)).toMatchObject({ path: null, report: { shared_until: null } });
  expect((await open(second)).status, 'stopped').toBe(410);
  const third = (await share(id, 30)).path;
  await ask(session, `${session.path}/reports/saved/${id}/remove`, {});
  expect((await open(third)).status, 'removed').toBe(410);
});

test.each([{ days: 0 }, { days: 367 }, { days: 1.5 }, {}])('%j is refused', async (body) => {
  const id = await saveReport();
  const response = await fetch(`${session.url}${session.path}/reports/saved/${id}/share`, {
    method: 'POST',
    headers: { Authorization: session.authorization, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(400);
});

test('a viewer sees neither the addresses outside nor shares a page', async () => {
  const id = await saveReport({ schedule: { every: 'day', hour: 8, emails: ['jo@agency.test'] } });
  const email = `${crypto.randomUUID()}@acme.test`;
  await ask(session, `${session.path}/users`, { name: 'Vi', email, role_id: 'viewer' });
  const operator = { url: session.url, authorization: `Bearer ${OPERATOR_TOKEN}` };
  const token = await ask<string>(operator, '/operator/tokens', { email });
  const authorization = `Basic ${Buffer.from(`${email}:${token}`).toString('base64')}`;
  const report = `${session.path}/reports/saved/${id}`;
  const seen = await ask<SavedReportBody>({ ...session, authorization }, report);
  expect(seen.schedule).toMatchObject({ emails: [], recipients: [] });
  expect((await ask<SavedReportBody>(session, report)).schedule?.emails).toEqual(['jo@agency.test']);
  const shared = await open(`${report}/share`, {
    method: 'POST',
    headers: { Authorization: authorization, 'Content-Type': 'application/json' },
    body: JSON.stringify({ days: 1 }),
  });
  expect(shared.status).toBe(403);
});
