import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { beforeAll, expect, test } from 'vitest';
import { answerOf } from '../../../../harness/builders.ts';
import { sendAsCarrier } from '../../../../harness/carrier/simulated-carrier.ts';
import { problemOf, send, sendAs } from '../../../../harness/client.ts';
import { startServer } from '../../../../harness/own-worker.ts';
import { AUSTIN, type CallCompany, connectCarrierApi, makeCallCompany } from './call-company.ts';
import { workerUrl } from '../../../../harness/worker-url.ts';

/** The first bytes of an MP3 file. */
const SOUND = 'ID3\u00044567ab';
/** Two hours as one channel of MP3 at 128 kbit/s. */
const LONG_BYTES = (2 * 60 * 60 * 128_000) / 8;
/** The bytes repeat with a prime period, so that a missing or repeated part shows. */
const PATTERN = 65_521;
const PIECE = Buffer.alloc(65_536);
const PIECES = Buffer.alloc(PATTERN + PIECE.length, randomBytes(PATTERN));
const { promise: firstPartHeard, resolve: goOn } = Promise.withResolvers<void>();

/** What the carrier answers for some recordings. */
const REFUSALS: Record<string, number> = {
  REgone: 404,
  REdeleted: 410,
  RErefused: 401,
  REbroken: 500,
  // To something that is no address.
  REnowhere: 302,
};

/** The requests to the carrier: path and credentials. */
const asked: string[] = [];
let files: { url: string };
let carrier: { url: string };
let company: CallCompany;
let path: string;

beforeAll(async () => {
  const sound = Buffer.from(SOUND);
  files = await startServer((request, response) => {
    asked.push(`file ${request.headers.authorization ?? 'nobody'}`);
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    if (from === undefined)
      response.writeHead(200, { 'Content-Type': 'audio/mpeg', ETag: '"sound"' }).end(sound);
    else if (Number(from) >= sound.length)
      response
        .writeHead(416, { 'Content-Type': 'text/html', 'Content-Range': 'bytes */10' })
        .end('<p>No</p>');
    else {
      const part = sound.subarray(Number(from), Number(to) + 1);
      response
        .writeHead(206, {
          'Content-Type': 'audio/mpeg',
          'Content-Range': `bytes ${from}-${to}/${SOUND.length}`,
        })
        .end(part);
    }
  });
  carrier = await startServer((request, response) => {
    asked.push(`${request.url} ${request.headers.authorization ?? 'nobody'}`);
    const [recordingId = ''] = /RE[a-z]+/.exec(request.url ?? '') ?? [];
    const status = REFUSALS[recordingId];
    if (recordingId === 'RElong') void sendLong(request.headers.range, response);
    else if (status !== undefined) response.writeHead(status, { Location: 'http://[' }).end();
    else response.writeHead(307, { Location: `${files.url}/sound.mp3` }).end();
  });
  company = await makeCallCompany();
  await connectCarrierApi(company, carrier.url);
  path = await callWithMessage('REgood');
});

/** Sends a long recording as the carrier, from `Range` on; after a half it waits for `goOn`. */
async function sendLong(range: string | undefined, response: ServerResponse): Promise<void> {
  const start = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
  response.writeHead(start > 0 ? 206 : 200, {
    'Content-Type': 'audio/mpeg',
    'Content-Length': LONG_BYTES - start,
    ...(start > 0 ? { 'Content-Range': `bytes ${start}-${LONG_BYTES - 1}/${LONG_BYTES}` } : {}),
  });
  for (let at = start; at < LONG_BYTES; at += PIECE.length) {
    if (start === 0 && at >= LONG_BYTES / 2) await firstPartHeard;
    if (!response.write(piece(at, LONG_BYTES))) await once(response, 'drain');
  }
  response.end();
}

/** Returns a chunk of the long recording. */
function piece(at: number, end: number): Buffer {
  const shift = at % PATTERN;
  return PIECES.subarray(shift, shift + Math.min(PIECE.length, end - at));
}

/** Places a call that leaves a voicemail; resolves to the path of its recording. */
async function callWithMessage(recordingId: string): Promise<string> {
  const account = { carrier: 'twilio', accountId: company.accountId, secret: company.authToken } as const;
  const lane = `${workerUrl()}/carriers/twilio/${company.companyId}`;
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

  expect(await response.text()).toBe(SOUND);
  expect(response.headers.get('Content-Type')).toBe('audio/mpeg');
  expect(response.headers.get('Cache-Control')).toBe('private, no-store');
  const basic = `Basic ${Buffer.from('SK1:key').toString('base64')}`;
  expect(asked).toEqual([
    `/2010-04-01/Accounts/${company.accountId}/Recordings/REgood.mp3 ${basic}`,
    'file nobody',
  ]);
});

test('a range is requested from the carrier and answered as a range', async () => {
  const response = await sendAs(company.superadmin, 'GET', path, undefined, { Range: 'bytes=2-5' });

  expect([response.status, response.headers.get('Content-Range'), await response.text()]).toEqual([
    206,
    `bytes 2-5/${SOUND.length}`,
    SOUND.slice(2, 6),
  ]);
});

test('a range beyond its end is refused with a problem that has its length', async () => {
  const response = await sendAs(company.superadmin, 'GET', path, undefined, { Range: 'bytes=10-20' });

  const answer = [response.status, response.headers.get('Content-Range')];
  expect([...answer, response.headers.get('Content-Type')]).toEqual([
    416,
    'bytes */10',
    'application/problem+json',
  ]);
  expect((await problemOf(response)).code).toBe('range_not_satisfiable');
});

test('a known tag, weak or strong, is answered with 304', async () => {
  const first = await sendAs(company.superadmin, 'GET', path);
  const tag = first.headers.get('ETag') ?? '';
  const ask = (known: string) =>
    sendAs(company.superadmin, 'GET', path, undefined, { 'If-None-Match': known });
  const [again, weak, other] = await Promise.all([ask(tag), ask(`W/${tag}`), ask('"other"')]);

  expect([again, weak, other].map(({ status }) => status)).toEqual([304, 304, 200]);
  expect([await again.text(), again.headers.get('ETag')]).toEqual(['', tag]);
});

test(
  'a recording of two hours is passed on as it arrives, and so is its end alone',
  { tags: ['full'] },
  async () => {
    const long = await callWithMessage('RElong');
    const ask = (headers?: Record<string, string>): Promise<Response> =>
      sendAs(company.superadmin, 'GET', long, undefined, headers);

    const whole = await ask();
    expect(whole.headers.get('Content-Length')).toBe(String(LONG_BYTES));
    const heard = createHash('sha256');
    let bytes = 0;
    for await (const part of whole.body ?? []) {
      bytes += part.length;
      heard.update(part);
      // The second half is sent only after the first was received, so buffering the whole would hang.
      if (bytes > LONG_BYTES / 4) goOn();
    }
    const sent = createHash('sha256');
    for (let start = 0; start < LONG_BYTES; start += PIECE.length) sent.update(piece(start, LONG_BYTES));
    expect([bytes, heard.digest('hex')]).toEqual([LONG_BYTES, sent.digest('hex')]);

    const from = LONG_BYTES - 70_000;
    const end = await ask({ Range: `bytes=${from}-` });
    expect([end.status, end.headers.get('Content-Range')]).toEqual([
      206,
      `bytes ${from}-${LONG_BYTES - 1}/${LONG_BYTES}`,
    ]);
    const expected = Buffer.concat([
      piece(from, from + PIECE.length),
      piece(from + PIECE.length, LONG_BYTES),
    ]);
    expect(Buffer.from(await end.arrayBuffer()).equals(expected)).toBe(true);
  },
);

test('only those who may see the lead get it', async () => {
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
  ['REdeleted', 404, 'not_found'],
  ['REbroken', 502, 'bad_gateway'],
  ['REnowhere', 502, 'bad_gateway'],
] as const)('of %s the answer is %s', async ([recordingId, status, code]) => {
  const response = await sendAs(company.superadmin, 'GET', await callWithMessage(recordingId));

  expect([response.status, (await problemOf(response)).code]).toEqual([status, code]);
});

test('a carrier that refuses the account is told of once to super admins, whoever wants to listen', async () => {
  const refused = await callWithMessage('RErefused');
  for (let count = 0; count < 2; count += 1) {
    const response = await sendAs(company.superadmin, 'GET', refused);
    expect([response.status, (await problemOf(response)).detail]).toEqual([502, 'The carrier answered 401.']);
  }
  await (await sendAs(company.superadmin, 'GET', path)).text();

  const { notifications } = await answerOf<{ notifications: { type: string; data: object }[] }>(
    await sendAs(company.superadmin, 'GET', `${company.path}/notifications`),
  );
  expect(notifications.filter(({ type }) => type === 'carrier.refusing').map(({ data }) => data)).toEqual([
    { carrier: 'twilio', name: 'Twilio', detail: 'The carrier answered 401.' },
  ]);
});
