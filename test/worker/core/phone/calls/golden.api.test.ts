import { expect, test } from 'vitest';
import { answerOf } from '../../../../harness/builders.ts';
import { sendAsCarrier } from '../../../../harness/carrier/simulated-carrier.ts';
import { startServerForTest } from '../../../../harness/receiver.ts';
import { sendAs } from '../../../../harness/client.ts';
import { goldenFiles } from '../../../../harness/golden.ts';
import { AUSTIN, AUSTIN_BRANCH, makeCallCompany } from './call-company.ts';
import { workerUrl } from '../../../../harness/worker-url.ts';

test('the answers to carriers are those of the golden files', async () => {
  const company = await makeCallCompany({
    defaults: { screening: true, record: 'on', greeting: 'Hello.' },
    numbers: { '+18005550111': { menu: 'main' } },
    menus: {
      main: {
        name: 'Main menu',
        greeting: 'For Denver press 2.',
        keys: { '2': { label: 'Denver', location_id: 'denver' } },
        default: { voicemail: true },
      },
    },
  });
  const account = { carrier: 'twilio', accountId: company.accountId, secret: company.authToken } as const;
  const lane = `/carriers/twilio/${company.companyId}`;
  const compare = goldenFiles('calls');
  const ask = async (name: string, path: string, fields: Record<string, string> = {}): Promise<void> => {
    const all = {
      AccountSid: company.accountId,
      CallSid: 'CA1',
      From: '+12065550123',
      To: AUSTIN,
      ...fields,
    };
    await compare<string>(name, await sendAsCarrier(account, workerUrl() + lane + path, all));
  };
  const leg = { CallSid: 'CA2', ParentCallSid: 'CA1', To: AUSTIN_BRANCH };

  await ask('lane-call', '/call', { CallStatus: 'ringing' });
  await ask('lane-leg', '/call/CA1/leg/0', { ...leg, CallStatus: 'in-progress' });
  await ask('lane-whisper', '/call/CA1/whisper/0', { ...leg, CallStatus: 'in-progress' });
  await ask('lane-key', '/call/CA1/key/0', { ...leg, Digits: '2' });
  await ask('lane-menu', '/call/CA7/menu/0.main', { CallSid: 'CA7', To: '+18005550111', Digits: '2' });
  await ask('lane-dialed', '/call/CA1/dialed/0', { DialCallStatus: 'completed', DialBridged: 'false' });
  const message = { RecordingSid: 'RE1', RecordingDuration: '12' };
  await ask('lane-voicemail', '/call/CA1/voicemail', message);
  await ask('lane-recording', '/call/CA1/recording', { ...message, RecordingStatus: 'completed' });
  await ask('lane-status', '/status', { CallStatus: 'completed' });
  await ask('lane-fallback', '/fallback', { CallStatus: 'ringing' });
  const calls = await answerOf<{ calls: unknown[] }>(
    await sendAs(company.superadmin, 'GET', `${company.path}/calls`),
  );
  expect(calls.calls).toMatchObject([
    { menu: { led_to: 'location', location_id: 'denver' } },
    { outcome: 'voicemail', voicemail: { seconds: 12 } },
  ]);
});

test('the answers about calls are those of the golden files', async () => {
  const { superadmin, path } = await makeCallCompany();
  const compare = goldenFiles('calls');
  const ask = async <Body>(name: string, method: string, rest: string, body?: unknown): Promise<Body> =>
    compare<Body>(name, await sendAs(superadmin, method, path + rest, body));

  const recordings = await startServerForTest((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/plain' }).end('sound');
  });

  await ask('put-settings', 'PUT', '/calls/settings', {
    carriers: [
      { carrier: 'twilio', account_id: 'AC0123', secrets: ['token'], api: { user: 'SK1', secret: 's' } },
    ],
    defaults: { timeout_seconds: 20, ring: [{ number: '+15125550140' }] },
    locations: { austin: { screening: true } },
    numbers: { '+18005550111': { menu: 'main' } },
    menus: {
      main: {
        name: 'Main menu',
        greeting: 'For sales press 1, for the branch closest to you press 2.',
        keys: {
          '1': { label: 'Sales', ring: [{ number: '+15125550140' }] },
          '2': { postal_code: 'Key in your ZIP code.' },
        },
        default: { ring: 'location' },
      },
    },
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
  await ask('silent', 'GET', '/calls/silent');

  const { call_id: id } = await ask<{ call_id: string }>('tell', 'POST', '/calls', {
    carrier_call_id: 'pbx-1',
    number: AUSTIN,
    from: '+12065550123',
    caller_name: 'Ann Lee',
    started_at: '2026-03-02T16:00:00Z',
    answered_at: '2026-03-02T16:00:08Z',
    talk_seconds: 95,
    recording_url: recordings.url,
  });
  await ask('modify', 'POST', `/calls/${id}/modify`, {
    tags: ['booked'],
    value: { unit: 'USD', value: 250 },
    lead_status: 'good',
    note: 'Wants a quote.',
  });
  await ask('call', 'GET', `/calls/${id}`);
  await ask('attribution', 'GET', `/calls/${id}/attribution`);
  await ask('visits', 'GET', '/reports/visits?day=2026-11-23');
  await ask('list', 'GET', '/calls?source=paid_search&outcome=answered');
  await ask('places', 'GET', '/calls/places');
  await ask('export', 'GET', '/calls/export.csv');
  await ask('recording', 'GET', `/calls/${id}/recording`);
  const rule = {
    name: 'Leaks',
    when: { all: [{ said: { by: 'caller', any: ['leak*', 'water heater'], within_seconds: 60 } }] },
    then: { tags: ['leak'], value: { unit: 'USD', value: 80 }, lead_status: 'good' },
  };
  await ask('put-contact-rules', 'PUT', '/contact_rules', [rule]);
  await ask('contact-rules', 'GET', '/contact_rules');
  await ask('replace-transcript', 'PUT', `/calls/${id}/transcript`, {
    language: 'en',
    segments: [
      { speaker: 'agent', start: 0, end: 2.5, text: 'Acme Plumbing, how can I help?' },
      {
        speaker: 'caller',
        start: 2.5,
        end: 7,
        text: 'My water heater leaks. My card is 4111 1111 1111 1111.',
      },
    ],
  });
  await ask('transcript', 'GET', `/calls/${id}/transcript`);
  await ask('transcripts', 'GET', `/calls/transcripts?calls=${id}`);
  await ask('transcripts-usage', 'GET', '/calls/transcripts/usage');
  await ask('rule-effects', 'GET', `/calls/${id}/rule_effects`);
  const recent = await sendAs(superadmin, 'POST', `${path}/calls`, {
    carrier_call_id: 'pbx-2',
    number: AUSTIN,
    started_at: new Date().toISOString(),
    outcome: 'missed',
  });
  const { call_id: missed } = await answerOf<{ call_id: string }>(recent);
  const words = [{ speaker: 'caller', start: 4, end: 6, text: 'We have a leaking tap.' }];
  await sendAs(superadmin, 'PUT', `${path}/calls/${missed}/transcript`, { segments: words });
  await ask('preview-contact-rule', 'POST', '/contact_rules/preview', { when: rule.when });
  await ask('remove-transcript', 'DELETE', `/calls/${id}/transcript`);
});
