/** The mail of a scheduled report: its figures are those of the API, and its file is the API's. */
import { globSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test, vi } from 'vitest';
import { type MailServer, startMailServer } from '../../../harness/mail-server.ts';
import { ask, type MortalWorker, openCompany, startMortalWorker } from '../../../harness/mortal-worker.ts';
import type { ReportBody } from '../../../../worker/core/reports/queries/answer-schema.ts';

const PATIENCE = { timeout: 40_000, interval: 200 };
const folder = mkdtempSync(join(tmpdir(), 'leadline-report-mail-'));
let worker: MortalWorker | undefined;
let server: MailServer | undefined;

afterAll(async () => {
  await worker?.kill();
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

test('a report by mail has its figures, their change and its rows as a file, and no link of somebody else', async () => {
  server = await startMailServer();
  const mail = {
    MAIL_FROM: 'Leadline <no-reply@leads.test>',
    PUBLIC_URL: 'https://leads.test',
    PRIVATE_ADDRESSES: 'allowed',
    SMTP_URL: `smtp://127.0.0.1:${server.port}`,
  };
  worker = await startMortalWorker(folder, mail);
  let session = await openCompany(worker.url);
  const { user_id: reader } = await ask<{ user_id: string }>(session, `${session.path}/users`, {
    name: 'Mary',
    email: 'mary@acme.test',
    role_id: 'manager',
  });
  const [metrics, from, to] = ['cost,leads,cost_per_lead', '2026-03-02', '2026-03-08'];
  const query = `reports/query?metrics=${metrics}&by=campaign&from=${from}&to=${to}`;
  await ask(session, `${session.path}/reports/saved`, {
    name: 'Costs by campaign',
    query: { metrics, by: 'campaign', from, to },
    is_shared: true,
    schedule: { every: 'day', hour: 8, user_ids: [reader] },
  });
  const given = [
    { day: from, campaign: 'Plumber <Austin>', amount: 1234.5 },
    { day: '2026-02-23', campaign: 'Plumber <Austin>', amount: 1000 },
    { day: from, campaign: 'win at https://evil.test', amount: 12.25 },
  ];
  const costs = given.map((cost) => ({ source: 'Google Ads', ...cost }));
  await ask(session, `${session.path}/costs`, { costs }, 'PUT');
  const body = await ask<ReportBody>(session, `${session.path}/${query}`);
  await worker.kill();
  makeDue();
  worker = await startMortalWorker(folder, mail);
  session = { ...session, url: worker.url };

  const arrived = await vi.waitFor(async () => {
    // The object’s alarm is still at the time before `makeDue`, so a request has to wake it.
    await ask(session, `${session.path}/reports/saved`);
    expect(server?.arrived).toHaveLength(1);
    return server?.arrived[0]?.mail;
  }, PATIENCE);
  const { text = '', html } = arrived ?? {};

  expect(arrived?.subject).toBe('Report: Costs by campaign');
  expect(body.totals).toMatchObject({ cost: 1246.75, leads: 0 });
  expect(text).toMatch(/^Cost +\$1,247 \(\+25%\)$/m);
  expect(text).toMatch(/^Campaign +Cost +Leads +Cost per lead$/m);
  expect(text).toMatch(/^Plumber <Austin> +\$1,235 \(\+23%\) +0 +– {2}█{12}$/m);
  expect(text).toMatch(/^\(a link\) +\$12\.25 +0 +– {2}█$/m);
  expect(html).toContain('Plumber &lt;Austin&gt;');
  expect(`${text}${String(html)}`).not.toContain('evil');
  expect(arrived?.attachments.map(({ filename }) => filename)).toEqual([`report-${from}-${to}.csv`]);
  const file = arrived?.attachments[0]?.content.toString('utf8');
  const csv = await fetch(`${session.url}${session.path}/${query}&format=csv`, {
    headers: { Authorization: session.authorization },
  });
  expect(file).toBe(Buffer.from(await csv.arrayBuffer()).toString('utf8'));
});

function makeDue(): void {
  for (const file of globSync('**/*.sqlite', { cwd: folder })) {
    const database = new DatabaseSync(join(folder, file));
    const isCompany = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'saved_reports'").get();
    if (isCompany !== undefined)
      database.exec('UPDATE saved_reports SET run_time = 0, due_time = due_time - 86400000');
    database.close();
  }
}
