import { expect, test } from 'vitest';
import { sendAs } from '../../../harness/client.ts';
import { goldenFiles } from '../../../harness/golden.ts';
import { AUSTIN, makeCallCompany } from './call-company.ts';

test('the answers about calls are those of the golden files', async () => {
  const { superadmin, path } = await makeCallCompany();
  const compare = goldenFiles('calls');
  const ask = async <Body>(name: string, method: string, rest: string, body?: unknown): Promise<Body> =>
    compare<Body>(name, await sendAs(superadmin, method, path + rest, body));

  await ask('put-settings', 'PUT', '/calls/settings', {
    carriers: [
      { carrier: 'twilio', account_id: 'AC0123', secrets: ['token'], api: { user: 'SK1', secret: 's' } },
    ],
    defaults: { timeout_seconds: 20, ring: [{ number: '+15125550140' }] },
    locations: { austin: { screening: true } },
    blocked: ['+12025550199'],
  });
  await ask('settings', 'GET', '/calls/settings');
  const at = '2026-03-02T16:00:00Z';
  const preview = await ask<{ rings: unknown }>(
    'preview',
    'GET',
    `/calls/preview?number=${encodeURIComponent(AUSTIN)}&from=%2B12065550123&at=${at}`,
  );
  expect(preview.rings).toEqual([[{ number: '+15125550140' }]]);
});
