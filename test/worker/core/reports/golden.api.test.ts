import { expect, test } from 'vitest';
import { send, sendAs } from '../../../harness/client.ts';
import type { CostFile } from '../../../../worker/core/reports/costs/reference.ts';
import { goldenFiles } from '../../../harness/golden.ts';
import { startServerForTest } from '../../../harness/receiver.ts';
import { makeCallCompany } from '../phone/calls/call-company.ts';
import { reportCall } from './report-company.ts';

test('the answers of reports are those of the golden files', async () => {
  const company = await makeCallCompany();
  const compare = goldenFiles('reports');
  const ask = async (name: string, rest: string): Promise<unknown> =>
    compare(name, await sendAs(company.superadmin, 'GET', `${company.path}/reports${rest}`));
  await reportCall(company, { carrier_call_id: 'pbx-1', from: '+12065550123' });

  const days = 'from=2026-03-01&to=2026-03-07';
  await ask('query', `/query?metrics=calls,missed,talk_median,cost&by=source&${days}`);
  await ask('query-csv', `/query?metrics=calls,missed,talk_median,cost&by=source&${days}&format=csv`);
  await ask('calls', `/calls?${days}&source=paid_search`);
  await ask('texts', `/texts?${days}`);
  expect(await ask('leads', `/leads?${days}&only=won`)).toEqual({ leads: [] });
});

test('the answers about costs are those of the golden files', async () => {
  const { superadmin, path } = await makeCallCompany();
  const compare = goldenFiles('reports');
  const costs = [
    { day: '2026-03-02', source: 'paid_search', campaign: 'spring', amount: 120.5, unit: 'USD' },
    { day: '2026-03-02', source: 'email', amount: 20 },
  ];
  await compare('put-costs', await sendAs(superadmin, 'PUT', `${path}/costs`, { costs }));
  const file = 'Day,Campaign,Cost,Clicks\r\n2026-03-03,spring,"1,040.10",77\r\n';
  const response = await send(`${path}/costs/import?source=paid_search`, {
    method: 'POST',
    headers: { Authorization: superadmin.authorization, 'Content-Type': 'text/csv' },
    body: file,
  });
  const { import_id: id } = await compare<CostFile>('import-costs', response);
  await compare('costs', await sendAs(superadmin, 'GET', `${path}/costs?from=2026-03-01`));
  await compare('restore-costs', await sendAs(superadmin, 'POST', `${path}/costs/imports/${id}/take_back`));
  const removed = { from: '2026-03-02', to: '2026-03-02', source: 'email' };

  expect(
    await compare('remove-costs', await sendAs(superadmin, 'POST', `${path}/costs/remove`, removed)),
  ).toEqual({ removed: 1 });
});

test('the answers about files of costs that are read every morning match the golden files', async () => {
  const { superadmin, path } = await makeCallCompany();
  const compare = goldenFiles('reports');
  const ask = async <Body>(name: string, method: string, rest: string, body?: object): Promise<Body> =>
    compare<Body>(name, await sendAs(superadmin, method, `${path}/costs/feeds${rest}`, body));
  const { url } = await startServerForTest((_, response) =>
    response
      .writeHead(200, { 'Content-Type': 'text/csv' })
      .end('Day,Campaign,Cost\r\n2090-03-03,spring,12.50\r\n'),
  );

  await ask('check-cost-feed', 'POST', '/check', { url, source: 'paid_search' });
  const feed = { name: 'Google Ads', url, source: 'paid_search' };
  const { feed_id: id } = await ask<{ feed_id: string }>('add-cost-feed', 'POST', '', feed);
  await ask('read-cost-feed', 'POST', `/${id}/read`);
  await ask('modify-cost-feed', 'POST', `/${id}/modify`, { hour: 9, state: 'paused' });
  await ask('cost-feeds', 'GET', '');
  const removed = await ask<{ feed_id: string }>('remove-cost-feed', 'POST', `/${id}/remove`);

  expect(removed.feed_id).toBe(id);
});

test('the answers about saved reports match the golden files', async () => {
  const { superadmin, path } = await makeCallCompany();
  const compare = goldenFiles('reports');
  const ask = async <Body>(name: string, method: string, rest: string, body?: unknown): Promise<Body> =>
    compare<Body>(name, await sendAs(superadmin, method, `${path}/reports/saved${rest}`, body));
  const query = { metrics: 'calls,missed', by: 'source', relative: 'last_7_days', outcome: 'missed' };

  const { report_id: id } = await ask<{ report_id: string }>('save-report', 'POST', '', {
    name: 'Missed calls of the week',
    query,
    is_shared: true,
  });
  await ask('saved', 'GET', '');
  await ask('saved-report', 'GET', `/${id}`);
  await ask('modify-report', 'POST', `/${id}/modify`, {
    name: 'Missed calls',
    schedule: { every: 'week', weekday: 'monday', hour: 8, user_ids: [superadmin.userId] },
  });
  await ask('send-report', 'POST', `/${id}/send`);
  // It is made in the background.
  await expect
    .poll(() => sendAs(superadmin, 'GET', `${path}/reports/saved/${id}`).then((answer) => answer.json()))
    .toMatchObject({ schedule: { last_time: expect.any(String) as string } });
  await ask('share-report', 'POST', `/${id}/share`, { days: 30 });
  const removed = await ask<{ report_id: string }>('remove-report', 'POST', `/${id}/remove`);

  expect(removed.report_id).toBe(id);
});
