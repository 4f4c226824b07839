/** Reports to people outside the company over the wire: the link that asks, the figures that arrive, and the click that ends them. */
import { afterAll, expect, test, vi } from 'vitest';
import { type ArrivedMail, type MailServer, startMailServer } from '../../../harness/mail-server.ts';
import { ask, openCompany, type Session } from '../../../harness/mortal-worker.ts';
import { type OwnWorker, startWorker } from '../../../harness/own-worker.ts';
import type { ReportBody } from '../../../../worker/core/reports/queries/answer-schema.ts';
import type { SavedReportBody } from '../../../../worker/core/reports/saved/reference.ts';

const PATIENCE = { timeout: 40_000, interval: 100 };
const ORIGIN = 'https://leads.test';
const JO = 'jo@agency.test';
const DAYS = { from: '2026-03-02', to: '2026-03-08' };
const QUERY = { metrics: 'cost,leads,cost_per_lead', by: 'campaign', ...DAYS };
let worker: OwnWorker | undefined;
let server: MailServer | undefined;

afterAll(async () => {
  await worker?.close();
  await server?.close();
});

function arrived(count: number): Promise<ArrivedMail | undefined> {
  return vi.waitFor(() => {
    expect(server?.arrived).toHaveLength(count);
    return server?.arrived.at(-1);
  }, PATIENCE);
}

async function saveReport(session: Session, name: string): Promise<SavedReportBody> {
  const schedule = { every: 'day', hour: 8, emails: [JO] };
  const body = { name, query: QUERY, is_shared: true, schedule };
  return ask<SavedReportBody>(session, `${session.path}/reports/saved`, body);
}

async function stateOf(session: Session, { report_id: id }: SavedReportBody): Promise<string | undefined> {
  const { schedule } = await ask<SavedReportBody>(session, `${session.path}/reports/saved/${id}`);
  return schedule?.recipients[0]?.state;
}

/** Opens a page of this deployment. */
function open(link: string, init?: RequestInit): Promise<Response> {
  return fetch(link.replace(ORIGIN, worker?.url ?? ''), init);
}

function partsOf(arrivedMail: ArrivedMail | undefined): {
  text: string;
  html: string;
  attachments: ArrivedMail['mail']['attachments'];
} {
  const { text = '', html = '', attachments = [] } = arrivedMail?.mail ?? {};
  return { text, html: html || '', attachments };
}

function linkIn(arrivedMail: ArrivedMail | undefined, pattern: RegExp): string {
  return pattern.exec(arrivedMail?.mail.text ?? '')?.[0] ?? '';
}

test('somebody outside confirms by a button, gets the figures of the API, and leaves with one click', async () => {
  server = await startMailServer();
  const vars = {
    MAIL_FROM: 'Leadline <no-reply@leads.test>',
    PUBLIC_URL: ORIGIN,
    PRIVATE_ADDRESSES: 'allowed',
  };
  worker = await startWorker({ ...vars, SMTP_URL: `smtp://127.0.0.1:${server.port}` });
  const session = await openCompany(worker.url);
  const costs = [
    { source: 'Google Ads', campaign: 'Plumber <Austin>', day: DAYS.from, amount: 1234.5 },
    { source: 'Google Ads', campaign: 'win at https://evil.test', day: DAYS.from, amount: 12.25 },
  ];
  await ask(session, `${session.path}/costs`, { costs }, 'PUT');
  await ask(session, `${session.path}/leads/create`, { name: 'Lena Lead', phone: '+12065550123' });
  const first = await saveReport(session, 'Not yet');
  const question = await arrived(1);
  await ask(session, `${session.path}/reports/saved/${first.report_id}/send`, {});
  expect(question?.to).toEqual([JO]);
  expect(question?.mail.attachments).toEqual([]);

  const link = linkIn(question, /https:\/\/leads\.test\/reports\/confirm\/\S+/);
  for (const method of ['GET', 'HEAD', 'GET']) expect((await open(link, { method })).status).toBe(200);
  const page = await open(link);
  expect(await page.text()).toContain('<form method="post"><button>Yes, send me the reports</button></form>');
  expect(page.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
  expect(await stateOf(session, first), 'after the link was only opened').toBe('asked');
  expect((await open(link, { method: 'POST' })).status).toBe(200);
  expect(await stateOf(session, first)).toBe('confirmed');
  for (const used of [await open(link, { method: 'POST' }), await open(link), await open(`${link}x`)]) {
    expect(used.status).toBe(410);
  }

  const second = await saveReport(session, 'Costs by campaign');
  await ask(session, `${session.path}/reports/saved/${second.report_id}/send`, {});
  const report = await arrived(2);
  const { text, html, attachments } = partsOf(report);
  const query = `reports/query?${new URLSearchParams(QUERY).toString()}`;
  const { totals } = await ask<ReportBody>(session, `${session.path}/${query}`);
  expect(totals).toMatchObject({ cost: 1246.75 });
  expect(text).toMatch(/^Cost +\$1,247$/m);
  expect(html).toContain('Plumber &lt;Austin&gt;');
  expect(`${text}${html}`).not.toMatch(/evil|Lena|206|\/console\//);
  const csv = await fetch(`${session.url}${session.path}/${query}&format=csv`, {
    headers: { Authorization: session.authorization },
  });
  expect(attachments[0]?.content.toString('utf8')).toBe(
    Buffer.from(await csv.arrayBuffer()).toString('utf8'),
  );

  const leave = linkIn(report, /https:\/\/leads\.test\/unsubscribe\/\S+/);
  expect(report?.raw.replaceAll('\r\n ', ' ')).toContain(`List-Unsubscribe: <${leave}>`);
  expect(report?.raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  await open(leave);
  expect(await stateOf(session, second)).toBe('confirmed');
  const click = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) };
  expect((await open(leave, click)).status).toBe(200);
  expect((await open(leave, click)).status).toBe(200);
  expect(await stateOf(session, second)).toBe('left');
  const third = await saveReport(session, 'After leaving');
  await ask(session, `${session.path}/reports/saved/${third.report_id}/send`, {});
  await vi.waitFor(async () => {
    const saved = await ask<SavedReportBody>(session, `${session.path}/reports/saved/${third.report_id}`);
    expect(saved.schedule?.last_error).toContain('Nobody whom it goes to');
  }, PATIENCE);
  expect(server.arrived).toHaveLength(2);
});
