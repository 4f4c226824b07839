import { beforeAll, expect, test } from 'vitest';
import { answerOf } from '../../../harness/builders.ts';
import { problemOf, sendAs } from '../../../harness/client.ts';
import type { SavedReportBody } from '../../../../worker/core/reports/saved/reference.ts';
import { askReport, reportCall } from './report-company.ts';
import { type CallCompany, makeCallCompany } from '../phone/calls/call-company.ts';

let company: CallCompany;
beforeAll(async () => {
  company = await makeCallCompany();
});

type Client = CallCompany['superadmin'];
const PATH = '/reports/saved';

function ask(client: Client, method: string, rest: string, body?: unknown): Promise<Response> {
  return sendAs(client, method, `${company.path}${PATH}${rest}`, body);
}

async function saveReport(client: Client, given: object = {}): Promise<SavedReportBody> {
  const report = { name: 'Calls by source', query: { metrics: 'calls', by: 'source' }, ...given };
  return answerOf(await ask(client, 'POST', '', report));
}

async function namesOf(client: Client): Promise<string[]> {
  const reports = await answerOf<SavedReportBody[]>(await ask(client, 'GET', ''));
  return reports.map(({ name }) => name);
}

test('a saved query is what reports/query takes, without its defaults', async () => {
  await reportCall(company, { carrier_call_id: 'saved-1', started_at: '2026-03-02T16:00:00Z' });
  const query = {
    metrics: 'calls, missed,calls',
    by: 'source',
    from: '2026-03-01',
    to: '2026-03-07',
    compare: 'previous',
    model: 'first',
    outcome: 'answered',
    include: 'not_a_lead,spam',
    sort: '-calls',
    limit: '10',
  };
  const saved = await saveReport(company.superadmin, { query });

  expect(saved.query).toEqual({
    metrics: 'calls,missed',
    by: 'source',
    from: '2026-03-01',
    to: '2026-03-07',
    model: 'first',
    outcome: 'answered',
    include: 'not_a_lead,spam',
    sort: '-calls',
    limit: '10',
  });
  const report = await askReport(company, new URLSearchParams(saved.query).toString());
  expect(report).toEqual(await askReport(company, new URLSearchParams(query).toString()));
  expect(report.totals.calls).toBeGreaterThan(0);
});

test('a report is its owner’s alone until it is shared', async () => {
  const [owner, other] = [company.manager, company.superadmin];
  const { report_id: id } = await saveReport(owner, { name: 'Mine' });

  expect(await namesOf(owner)).toContain('Mine');
  expect(await namesOf(other)).not.toContain('Mine');
  const refused = await Promise.all([
    ask(other, 'GET', `/${id}`),
    ask(other, 'POST', `/${id}/modify`, { name: 'Yours' }),
    ask(other, 'POST', `/${id}/remove`),
  ]);
  expect(refused.map(({ status }) => status)).toEqual([404, 404, 404]);

  await answerOf(await ask(owner, 'POST', `/${id}/modify`, { is_shared: true }));
  expect(await namesOf(other)).toContain('Mine');
  const renamed = await answerOf<SavedReportBody>(
    await ask(other, 'POST', `/${id}/modify`, { name: 'Ours', query: { metrics: 'leads' } }),
  );
  expect(renamed).toMatchObject({ name: 'Ours', query: { metrics: 'leads' }, owner_id: owner.userId });
  const taken = await ask(other, 'POST', `/${id}/modify`, { is_shared: false });
  expect((await problemOf(taken)).errors).toMatchObject([{ pointer: '/is_shared' }]);
  await answerOf(await ask(other, 'POST', `/${id}/remove`));
  expect((await ask(owner, 'GET', `/${id}`)).status).toBe(404);
});

test('reports are listed by name, whatever its case', async () => {
  for (const name of ['zebra', 'Apple', 'mango']) await saveReport(company.superadmin, { name });
  const names = await namesOf(company.superadmin);
  expect(names.filter((name) => ['zebra', 'Apple', 'mango'].includes(name))).toEqual([
    'Apple',
    'mango',
    'zebra',
  ]);
});

test.each([
  [{ metrics: 'calls', relative: 'last_blue_moon' }, 'unknown_range', '/query/relative'],
  [{ metrics: 'calls', relative: 'today', from: '2026-03-01' }, 'invalid_parameter', '/query/relative'],
  [{ metrics: 'calls', sort: '-missed' }, 'invalid_parameter', '/query/sort'],
  [{ metrics: 'callz' }, 'invalid_parameter', '/query/metrics/0'],
  [{ metrics: '' }, 'invalid_parameter', '/query/metrics'],
  [{ metrics: 'calls', by: 'day,source,number' }, 'invalid_parameter', '/query/by'],
  [{ metrics: 'calls', format: 'csv' }, 'unknown_parameter', '/query/format'],
])('the query %j is refused', async (query, code, pointer) => {
  const response = await ask(company.superadmin, 'POST', '', { name: 'Odd', query });
  expect(response.status).toBe(400);
  const problem = await problemOf(response);
  expect(problem.code).toBe(code);
  expect(problem.errors).toMatchObject([{ pointer }]);
});

test('a query whose range ends before it starts is refused', async () => {
  const query = { metrics: 'calls', from: '2026-03-02', to: '2026-03-01' };
  const response = await ask(company.superadmin, 'POST', '', { name: 'Odd', query });
  expect(await problemOf(response)).toMatchObject({ code: 'reversed_range' });
});

test('a change of a former version is refused, and a repeated write makes no second report', async () => {
  const { superadmin, path } = company;
  const body = { name: 'Once', query: { metrics: 'calls' } };
  const headers = { 'Idempotency-Key': 'save-once' };
  const first = await sendAs(superadmin, 'POST', `${path}${PATH}`, body, headers);
  const again = await sendAs(superadmin, 'POST', `${path}${PATH}`, body, headers);
  const { report_id: id } = await answerOf<SavedReportBody>(first);

  expect(await answerOf<SavedReportBody>(again)).toMatchObject({ report_id: id });
  const change = { name: 'Twice' };
  const current = { 'If-Match': '"1"' };
  const url = `${path}${PATH}/${id}/modify`;
  const changed = await sendAs(superadmin, 'POST', url, change, current);
  expect(changed.headers.get('ETag')).toBe('"2"');
  expect((await sendAs(superadmin, 'POST', url, change, current)).status).toBe(412);
  const remove = `${path}${PATH}/${id}/remove`;
  expect((await sendAs(superadmin, 'POST', remove, undefined, current)).status).toBe(412);
  const known = await sendAs(superadmin, 'GET', `${path}${PATH}/${id}`, undefined, {
    'If-None-Match': '"2"',
  });
  expect(known.status).toBe(304);
});

test('only a scheduled report is sent at once', async () => {
  const { report_id: id } = await saveReport(company.superadmin, { is_shared: true });
  const refused = await ask(company.superadmin, 'POST', `/${id}/send`);

  expect(refused.status).toBe(400);
  expect(await problemOf(refused)).toMatchObject({ code: 'invalid_parameter' });
  expect((await ask(company.agent, 'POST', `/${id}/send`)).status).toBe(403);
});

test('agents have no saved reports', async () => {
  expect((await ask(company.agent, 'GET', '')).status).toBe(403);
  const report = { name: 'x', query: { metrics: 'calls' } };
  expect((await ask(company.agent, 'POST', '', report)).status).toBe(403);
});

test('a shared report is in the audit log, one of a user alone only by its id', async () => {
  const { superadmin, path } = company;
  const own = await saveReport(superadmin, { name: 'Secret plans' });
  const shared = await saveReport(superadmin, { name: 'Open plans', is_shared: true });
  const audit = await answerOf<{ entries: { subject: string; detail: object }[] }>(
    await sendAs(superadmin, 'GET', `${path}/audit`),
  );
  const of = (id: string): unknown =>
    audit.entries.find(({ subject }) => subject === `settings:saved_reports:${id}`)?.detail;

  expect(JSON.stringify(of(shared.report_id))).toContain('Open plans');
  expect(of(own.report_id)).toBeDefined();
  expect(JSON.stringify(audit)).not.toContain('Secret plans');
});

test('a company saves at most 500 reports', { tags: ['full'] }, async () => {
  const full = await makeCallCompany();
  const report = { name: 'x', query: { metrics: 'calls' } };
  const save = (): Promise<Response> => sendAs(full.superadmin, 'POST', `${full.path}${PATH}`, report);
  for (let at = 0; at < 500; at += 20) {
    const saved = await Promise.all(Array.from({ length: 20 }, save));
    expect(saved.every(({ status }) => status === 200)).toBe(true);
  }
  expect(await problemOf(await save())).toMatchObject({ code: 'too_many_values', limit: 500 });
});
