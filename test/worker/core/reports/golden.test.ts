import { test } from 'vitest';
import { sendAs } from '../../../harness/client.ts';
import { goldenFiles } from '../../../harness/golden.ts';
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
  await ask('calls', `/calls?${days}&source=paid_search`);
  await ask('texts', `/texts?${days}`);
  await ask('leads', `/leads?${days}&only=won`);
});
