import { beforeAll, expect, inject, test } from 'vitest';
import { answerOf } from '../../../harness/builders.ts';
import { sendAsCarrier } from '../../../harness/carrier/simulated-carrier.ts';
import { problemOf, send, sendAs } from '../../../harness/client.ts';
import { startServer } from '../../../harness/own-worker.ts';
import { AUSTIN, type CallCompany, connectCarrierApi, makeCallCompany } from './call-company.ts';

/** What the carrier was asked: path, and the credentials that came along. */
const asked: string[] = [];
let files: { url: string };
let carrier: { url: string };
let company: CallCompany;
let path: string;

beforeAll(async () => {
  const sound = Buffer.from('0123456789');
  files = await startServer((request, response) => {
    asked.push(`file ${request.headers.authorization ?? 'nobody'}`);
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    if (from === undefined) response.writeHead(200, { 'Content-Type': 'audio/mpeg' }).end(sound);
    else {
      const part = sound.subarray(Number(from), Number(to) + 1);
      response
        .writeHead(206, { 'Content-Type': 'audio/mpeg', 'Content-Range': `bytes ${from}-${to}/10` })
        .end(part);
    }
  });
  carrier = await startServer((request, response) => {
    asked.push(`${request.url} ${request.headers.authorization ?? 'nobody'}`);
    if (request.url?.includes('REgone') === true) response.writeHead(404).end();
    else if (request.url?.includes('REbroken') === true) response.writeHead(500).end();
    else response.writeHead(307, { Location: `${files.url}/sound.mp3` }).end();
  });
  company = await makeCallCompany();
  await connectCarrierApi(company, carrier.url);
  path = await callWithMessage('REgood');
});

/** A call whose caller left a message; resolves to the path of its recording. */
async function callWithMessage(recordingId: string): Promise<string> {
  const account = { carrier: 'twilio', accountId: company.accountId, secret: company.authToken } as const;
  const lane = `${inject('workerUrl')}/carriers/twilio/${company.companyId}`;
  const callId = `CA${crypto.randomUUID()}`;
  const fields = { AccountSid: company.accountId, CallSid: callId, From: '+12065550123', To: AUSTIN };
  await sendAsCarrier(account, `${lane}/call`, fields);
  const message = {
    ...fields,
    RecordingSid: recordingId,
    RecordingDuration: '7',
    RecordingUrl: 'http://evil.example/',
  };
  await sendAsCarrier(account, `${lane}/call/${callId}/voicemail`, message);
  const { calls } = await answerOf<{ calls: { call_id: string; carrier_call_id: string }[] }>(
    await sendAs(company.superadmin, 'GET', `${company.path}/calls`),
  );
  const call = calls.find(({ carrier_call_id: id }) => id === callId);
  return `${company.path}/calls/${call?.call_id}/recording`;
}

test('a recording comes from the carrier with its credentials, which go no further', async () => {
  asked.length = 0;
  const response = await sendAs(company.superadmin, 'GET', path);

  expect(await response.text()).toBe('0123456789');
  expect(response.headers.get('Content-Type')).toBe('audio/mpeg');
  expect(response.headers.get('Cache-Control')).toBe('private, no-store');
  const basic = `Basic ${Buffer.from('SK1:key').toString('base64')}`;
  expect(asked).toEqual([
    `/2010-04-01/Accounts/${company.accountId}/Recordings/REgood.mp3 ${basic}`,
    'file nobody',
  ]);
});

test('a part of it is asked for and answered as a part', async () => {
  const response = await sendAs(company.superadmin, 'GET', path, undefined, { Range: 'bytes=2-5' });

  expect([response.status, response.headers.get('Content-Range'), await response.text()]).toEqual([
    206,
    'bytes 2-5/10',
    '2345',
  ]);
});

test('it is for those who may see the lead, and for nobody else', async () => {
  const stranger = await makeCallCompany();
  const denied = await Promise.all([
    send(path),
    sendAs(stranger.superadmin, 'GET', path),
    sendAs(stranger.superadmin, 'GET', path.replace(company.companyId, stranger.companyId)),
  ]);

  expect(denied.map(({ status }) => status)).toEqual([401, 404, 404]);
});

test.for([
  ['REgone', 404, 'not_found'],
  ['REbroken', 502, 'bad_gateway'],
] as const)('of %s the answer is %s', async ([recordingId, status, code]) => {
  const response = await sendAs(company.superadmin, 'GET', await callWithMessage(recordingId));

  expect([response.status, (await problemOf(response)).code]).toEqual([status, code]);
});
