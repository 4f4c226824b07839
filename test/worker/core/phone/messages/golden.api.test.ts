import { expect, test } from 'vitest';
import { sendAsCarrier } from '../../../../harness/carrier/simulated-carrier.ts';
import { sendAs } from '../../../../harness/client.ts';
import { goldenFiles } from '../../../../harness/golden.ts';
import { startServerForTest } from '../../../../harness/receiver.ts';
import { AUSTIN, makeCallCompany } from '../calls/call-company.ts';
import { workerUrl } from '../../../../harness/worker-url.ts';

const DAY_MS = 24 * 60 * 60_000;

test('the answers about texts are those of the golden files', async () => {
  const { superadmin, path, companyId, accountId, authToken } = await makeCallCompany();
  const pictures = await startServerForTest((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/plain' }).end('picture');
  });
  const compare = goldenFiles('texts');
  const ask = async <Body>(name: string, method: string, rest: string, body?: unknown): Promise<Body> =>
    compare<Body>(name, await sendAs(superadmin, method, path + rest, body));
  const report = async (name: string, rest: string, fields: Record<string, string>): Promise<void> => {
    const account = { carrier: 'twilio', accountId, secret: authToken } as const;
    const address = `${workerUrl()}/carriers/twilio/${companyId}${rest}`;
    const all = { AccountSid: accountId, MessageSid: 'SM1', ...fields };
    await goldenFiles('calls')(name, await sendAsCarrier(account, address, all));
  };

  const reported = await ask<{ text_id: string; lead_id: string }>('tell', 'POST', '/texts', {
    carrier_text_id: 'gw-1',
    number: AUSTIN,
    from: '+12065550123',
    message: 'Hello',
    media: [{ url: pictures.url, content_type: 'image/png' }],
    sent_at: '2026-03-02T16:00:00Z',
  });
  await ask('text', 'GET', `/texts/${reported.text_id}`);
  await ask('attribution', 'GET', `/texts/${reported.text_id}/attribution`);
  await ask('media', 'GET', `/texts/${reported.text_id}/media/0`);
  await ask('list', 'GET', `/texts?lead_id=${reported.lead_id}`);
  await ask('export', 'GET', `/texts/export.csv?lead_id=${reported.lead_id}`);
  const written = await ask<{ status: string }>('write', 'POST', `/leads/${reported.lead_id}/text`, {
    message: 'Hi.',
  });
  expect(written.status).toBe('queued');
  const scheduled = await ask<{ data: { event_id: string } }>(
    'schedule',
    'POST',
    `/leads/${reported.lead_id}/scheduled_text`,
    { message: 'See you at 10.', send_time: new Date(Date.now() + DAY_MS).toISOString() },
  );
  await ask('scheduled', 'GET', `/leads/${reported.lead_id}/scheduled_texts`);
  const one = `/leads/${reported.lead_id}/events/scheduled_text/${scheduled.data.event_id}`;
  await ask('cancel-scheduled', 'POST', `${one}/cancel`);
  await ask('reschedule', 'POST', `${one}/reschedule`, {
    send_time: new Date(Date.now() + 2 * DAY_MS).toISOString(),
  });
  await report('lane-text', '/text', { From: '+12065550124', To: AUSTIN, Body: 'Opt out' });
  await ask('opt-out', 'POST', '/opt_outs', { phone: '+12065550125' });
  await ask('opt-outs', 'GET', '/opt_outs');
  await ask('lift-opt-out', 'POST', '/opt_outs/lift', { phone: '+12065550125', reason: 'mistake' });
  await report('lane-text-status', '/text/status', { MessageStatus: 'delivered' });
  await report('lane-text-status-by-id', `/text/status/${reported.text_id}`, { MessageStatus: 'delivered' });
});
