/** SignalWire and Telnyx, in their own formats. */
import { generateKeyPairSync, sign as signWithKey } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { beforeAll, expect, test } from 'vitest';
import { answerOf } from '../../../harness/builders.ts';
import { sendAs } from '../../../harness/client.ts';
import type { SimulatedAccount } from '../../../../demo/carrier/signing.ts';
import { placeSimulatedCall, sendAsCarrier } from '../../../harness/carrier/simulated-carrier.ts';
import { startServer } from '../../../harness/own-worker.ts';
import {
  AUSTIN,
  AUSTIN_BRANCH,
  type CallCompany,
  makeCallCompany,
} from '../../core/phone/calls/call-company.ts';
import { workerUrl } from '../../../harness/worker-url.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const TELNYX = {
  carrier: 'telnyx',
  accountId: 'T1',
  secret: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
} as const;
const SIGNALWIRE = { carrier: 'signalwire', accountId: 'S1', secret: 'signing key' } as const;

/** Requests to Telnyx, with their keys. */
const asked: string[] = [];
let company: CallCompany;
beforeAll(async () => {
  const answering =
    (type: string, answer: () => string): RequestListener =>
    (request, response) => {
      asked.push(`${request.url} ${request.headers.authorization ?? 'nobody'}`);
      response.writeHead(200, { 'Content-Type': type }).end(answer());
    };
  const files = await startServer(answering('audio/mpeg', () => 'sound'));
  const urls = { download_urls: { mp3: `${files.url}/files/1.mp3` } };
  const api = await startServer(answering('application/json', () => JSON.stringify({ data: urls })));
  const key = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');
  company = await makeCallCompany({
    carriers: [
      { carrier: 'signalwire', account_id: 'S1', secrets: ['signing key'] },
      { carrier: 'telnyx', account_id: 'T1', secrets: [key], api: { secret: 'key', base: api.url } },
    ],
    defaults: { screening: true },
  });
});

test.for([[SIGNALWIRE], [TELNYX]] as const)(
  'a call through $0.carrier is answered and recorded',
  async ([account]) => {
    const base = `${workerUrl()}/carriers/${account.carrier}/${company.companyId}`;
    const from = account.carrier === 'telnyx' ? '+12065550131' : '+12065550132';
    const people = { [AUSTIN_BRANCH]: { does: 'answers', after: 3, talks: 42 } } as const;
    const placed = await placeSimulatedCall(
      account satisfies SimulatedAccount,
      { from, to: AUSTIN, caller: { message: 0 }, people },
      { base },
    );

    expect(placed.exchanges.every(({ status }) => status === 200)).toBe(true);
    const { calls } = await answerOf<{ calls: Record<string, unknown>[] }>(
      await sendAs(company.superadmin, 'GET', `${company.path}/calls`),
    );
    expect(calls.find((call) => call['from'] === from)).toMatchObject({
      carrier: account.carrier,
      outcome: 'answered',
      talk_seconds: 42,
      answered_by: { number: AUSTIN_BRANCH },
    });
  },
);

/** Invalid signatures. */
const NO_SIGNATURES = [
  '',
  'x',
  '=',
  '%%%',
  'é',
  'AAAA',
  'null',
  Buffer.alloc(20).toString('base64'),
  Buffer.alloc(63).toString('base64'),
  Buffer.alloc(64).toString('base64'),
  Buffer.alloc(65).toString('base64'),
  Buffer.alloc(6_000).toString('base64'),
];
/** Invalid timestamps; undefined: the current time. */
const NO_TIMES = [undefined, '', 'x', '-1', '1e9', '99999999999999999999', 'NaN'];

test.for(['twilio', 'signalwire', 'telnyx'])(
  'a request of %s with any invalid signature is refused',
  async (carrier) => {
    const lane = `${workerUrl()}/carriers/${carrier}/${company.companyId}`;
    const now = String(Math.floor(Date.now() / 1000));
    const answers: unknown[] = [];
    for (const place of ['/call', '/text', '/status']) {
      for (const type of ['application/x-www-form-urlencoded', 'application/json']) {
        for (const [signature, time] of [
          ...NO_SIGNATURES.map((each) => [each, now] as const),
          ...NO_TIMES.map((each) => ['AAAA', each ?? now] as const),
        ]) {
          const headers = {
            'Content-Type': type,
            'X-Twilio-Signature': Buffer.from(signature).toString('latin1'),
            'X-SignalWire-Signature': Buffer.from(signature).toString('latin1'),
            'telnyx-signature-ed25519': Buffer.from(signature).toString('latin1'),
            'telnyx-timestamp': time,
          };
          const response = await fetch(lane + place, { method: 'POST', headers, body: '{}' });
          answers.push(response.status);
          await response.body?.cancel();
        }
      }
    }

    expect(answers).toHaveLength(6 * (NO_SIGNATURES.length + NO_TIMES.length));
    expect(answers.filter((status) => status !== 403)).toEqual([]);
  },
);

test('a recording of Telnyx is fetched from the URL in its API, which alone gets the API key', async () => {
  const lane = `${workerUrl()}/carriers/telnyx/${company.companyId}`;
  const fields = { AccountSid: 'T1', CallSid: 'v3:recorded', From: '+12065550134', To: AUSTIN };
  await sendAsCarrier(TELNYX, `${lane}/call`, { ...fields, CallStatus: 'ringing' });
  const message = { ...fields, CallStatus: 'completed', RecordingSid: 'RE1', RecordingDuration: '7' };
  await sendAsCarrier(TELNYX, `${lane}/call/v3:recorded/voicemail`, message);
  const { calls } = await answerOf<{ calls: { call_id: string; carrier_call_id: string }[] }>(
    await sendAs(company.superadmin, 'GET', `${company.path}/calls`),
  );
  const call = calls.find(({ carrier_call_id: id }) => id === 'v3:recorded');

  const path = `${company.path}/calls/${call?.call_id}/recording`;
  const heard = await sendAs(company.superadmin, 'GET', path);

  expect(await heard.text()).toBe('sound');
  expect(asked).toEqual(['/v2/recordings/RE1 Bearer key', '/files/1.mp3 nobody']);
});

test('Telnyx sends the caller’s name, also late, and the reason for the end of the call', async () => {
  const lane = `${workerUrl()}/carriers/telnyx/${company.companyId}`;
  const tell = (path: string, id: string, more: Record<string, string>): Promise<Response> =>
    sendAsCarrier(TELNYX, lane + path, {
      AccountSid: 'T1',
      CallSid: id,
      From: '+12065550135',
      To: AUSTIN,
      ...more,
    });
  await tell('/call', 'v3:named', { CallStatus: 'ringing', CallerId: 'Ann Lee' });
  const reason = { HangupCause: 'user_busy', ErrorCode: '10001', ErrorMessage: 'Call failed' };
  await tell('/status', 'v3:named', { CallStatus: 'failed', CallerId: 'Ann Lee', ...reason });
  // A number instead of the name is ignored, and so is a word for a withheld one.
  await tell('/call', 'v3:late', { CallStatus: 'ringing', CallerId: '+12065550135' });
  await tell('/status', 'v3:late', { CallStatus: 'initiated', CallerId: 'Anonymous' });
  await tell('/status', 'v3:late', { CallStatus: 'ringing', CallerId: 'Bo Lee' });
  await tell('/status', 'v3:late', {
    CallStatus: 'completed',
    CallDuration: '0',
    HangupCause: 'normal_clearing',
  });
  await tell('/status', 'v3:late', { CallStatus: 'completed', CallDuration: '0' });
  await tell('/call', 'v3:open', { CallStatus: 'ringing', CallerId: '2065550135' });

  const { calls } = await answerOf<{ calls: { carrier_call_id: string }[] }>(
    await sendAs(company.superadmin, 'GET', `${company.path}/calls`),
  );
  const call = (id: string): unknown => calls.find((each) => each.carrier_call_id === id);
  expect(call('v3:named')).toMatchObject({
    caller_name: 'Ann Lee',
    hangup: { cause: 'user_busy', error_code: '10001', error_message: 'Call failed' },
  });
  expect(call('v3:late')).toMatchObject({
    caller_name: 'Bo Lee',
    hangup: { cause: 'normal_clearing', error_code: null, error_message: null },
  });
  expect(call('v3:open')).toMatchObject({ caller_name: null, hangup: null });
});

test('a message of Telnyx is JSON', async () => {
  const payload = {
    id: 'tx-1',
    from: { phone_number: '+12065550133' },
    to: [{ phone_number: AUSTIN }],
    text: 'Hello',
    media: [{ url: 'https://media.example.com/1', content_type: 'image/png' }],
  };
  const body = JSON.stringify({ data: { event_type: 'message.received', payload } });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const response = await fetch(`${workerUrl()}/carriers/telnyx/${company.companyId}/text`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'telnyx-timestamp': timestamp,
      'telnyx-signature-ed25519': signWithKey(
        undefined,
        Buffer.from(`${timestamp}|${body}`),
        privateKey,
      ).toString('base64'),
    },
    body,
  });

  expect(response.status).toBe(200);
  const { texts } = await answerOf<{ texts: unknown[] }>(
    await sendAs(company.superadmin, 'GET', `${company.path}/texts`),
  );
  expect(texts).toMatchObject([
    {
      carrier: 'telnyx',
      phone: '+12065550133',
      message: 'Hello',
      media: [{ index: 0, content_type: 'image/png' }],
    },
  ]);
});
