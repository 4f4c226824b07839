/** Files of erased people are deleted at their carriers, or the audit log has the reason; nothing brings the person back. */
import { beforeAll, describe, expect, test } from 'vitest';
import { answerOf } from '../../../../harness/builders.ts';
import { sendAsCarrier } from '../../../../harness/carrier/simulated-carrier.ts';
import { problemOf, sendAs } from '../../../../harness/client.ts';
import { startServer } from '../../../../harness/own-worker.ts';
import { AUSTIN, type CallCompany, connectCarrierApi, freshCaller, makeCallCompany } from './call-company.ts';
import { workerUrl } from '../../../../harness/worker-url.ts';

interface AuditEntry {
  action: string;
  subject: string;
  detail: Record<string, unknown>;
}

/** The requests to the carrier to delete a file. */
const asked: string[] = [];
let carrier: { url: string };
let company: CallCompany;

beforeAll(async () => {
  carrier = await startServer((request, response) => {
    const { url = '', method, headers } = request;
    asked.push(`${method} ${url} ${headers.authorization}`);
    const isFirst = asked.filter((each) => each.includes(url)).length === 1;
    const status = url.includes('busy') && isFirst ? 503 : url.includes('kept') ? 400 : 204;
    // In the way of Telnyx.
    const errors = [{ code: '10005', title: 'Locked', detail: 'The call of +1 206 555-0123 is locked.' }];
    response
      .writeHead(url.includes('gone') ? 404 : status, { 'Content-Type': 'application/json' })
      .end(status === 400 ? JSON.stringify({ errors }) : undefined);
  });
  company = await makeCallCompany();
  await connectCarrierApi(company, carrier.url);
});

/** Sends a webhook as the carrier; resolves to the answer. */
async function lane(path: string, fields: Record<string, string>): Promise<string> {
  const account = { carrier: 'twilio', accountId: company.accountId, secret: company.authToken } as const;
  const address = `${workerUrl()}/carriers/twilio/${company.companyId}${path}`;
  const response = await sendAsCarrier(account, address, { AccountSid: company.accountId, ...fields });
  expect(response.status).toBe(200);
  return response.text();
}

const messageOf = (callId: string, from: string, recordingId: string): Record<string, string> => ({
  CallSid: callId,
  From: from,
  To: AUSTIN,
  CallStatus: 'completed',
  RecordingSid: recordingId,
  RecordingDuration: '7',
});

/** Places a call that leaves a voicemail with this id. */
async function callWithMessage(from: string, recordingId: string): Promise<void> {
  const callId = `CA${recordingId}`;
  await lane('/call', { CallSid: callId, From: from, To: AUSTIN, CallStatus: 'ringing' });
  await lane(`/call/${callId}/voicemail`, messageOf(callId, from, recordingId));
}

const textOf = (id: string, from: string, ...media: string[]): Record<string, string> => ({
  MessageSid: id,
  From: from,
  To: AUSTIN,
  Body: 'A picture',
  NumMedia: String(media.length),
  ...Object.fromEntries(
    media.flatMap((url, index) => [
      [`MediaUrl${index}`, url],
      [`MediaContentType${index}`, 'image/png'],
    ]),
  ),
});

async function leadOf(from: string): Promise<string | undefined> {
  const path = `${company.path}/leads/search?q=${encodeURIComponent(from)}`;
  const leads = await answerOf<{ lead_id: string }[]>(await sendAs(company.superadmin, 'GET', path));
  return leads[0]?.lead_id;
}

async function erase(from: string): Promise<Record<string, number>> {
  const path = `${company.path}/leads/${await leadOf(from)}/erase`;
  const answer = await sendAs(company.superadmin, 'POST', path, {});
  return (await answerOf<{ erased: Record<string, number> }>(answer)).erased;
}

/** Returns the audit log's entries of files at carriers, with the reasons why they are still there. */
async function auditedErasures(): Promise<Record<string, unknown>> {
  const entries = await Promise.all(
    ['recording.', 'media.'].map(async (action) => {
      const path = `${company.path}/audit?action=${action}`;
      const answer = await sendAs(company.superadmin, 'GET', path);
      return (await answerOf<{ entries: AuditEntry[] }>(answer)).entries;
    }),
  );
  return Object.fromEntries(
    entries.flat().map(({ action, subject, detail }) => [`${action} ${subject}`, detail['error'] ?? '']),
  );
}

test('the carrier is asked to delete recordings and pictures until it succeeds; those that it keeps are in the audit log', async () => {
  const from = freshCaller();
  for (const id of ['REgood', 'REgone', 'REbusy', 'REkept']) await callWithMessage(from, id);
  await answerOf(
    await sendAs(company.superadmin, 'POST', `${company.path}/calls`, {
      carrier_call_id: 'pbx-1',
      number: AUSTIN,
      from,
      started_at: '2026-03-02T16:00:00Z',
      recording_url: `${carrier.url}/private/1.mp3`,
    }),
  );
  const files = ['MEgood', 'MEbusy'].map((id) => `${carrier.url}/media/${id}`);
  await lane('/text', textOf('SM1', from, ...files, 'https://files.example/MEelsewhere'));

  expect(await erase(from)).toMatchObject({ calls: 5, recordings: 5, texts: 1, media: 3 });

  await expect.poll(auditedErasures, { timeout: 30_000 }).toEqual({
    'recording.erased recording:REgood': '',
    'recording.erased recording:REgone': '',
    'recording.erased recording:REbusy': '',
    'recording.not_erased recording:REkept': 'The carrier answered 400: The call of … is locked.',
    'recording.not_erased recording:': `It is at ${new URL(carrier.url).host}; delete it there.`,
    'media.erased media:MEgood': '',
    'media.erased media:MEbusy': '',
    'media.not_erased media:MEelsewhere': 'It is at files.example; delete it there.',
  });
  const key = `Basic ${btoa('SK1:key')}`;
  const recordings = ['REbusy', 'REbusy', 'REgone', 'REgood', 'REkept'].map(
    (id) => `DELETE /2010-04-01/Accounts/${company.accountId}/Recordings/${id}.json ${key}`,
  );
  const pictures = ['MEbusy', 'MEbusy', 'MEgood'].map((id) => `DELETE /media/${id} ${key}`);
  expect(asked.toSorted()).toEqual([...recordings, ...pictures]);
});

describe('later reports on an erased person are dropped', () => {
  test('a recording, which the carrier is asked to delete, while the caller is still answered', async () => {
    const from = freshCaller();
    await lane('/call', { CallSid: 'CAlate', From: from, To: AUSTIN, CallStatus: 'ringing' });
    expect(await erase(from)).toMatchObject({ calls: 1, recordings: 0 });

    const dialed = { CallSid: 'CAlate', From: from, To: AUSTIN, DialCallStatus: 'no-answer' };
    expect(await lane('/call/CAlate/dialed/0', dialed)).toContain('<Record ');
    await lane('/call/CAlate/voicemail', messageOf('CAlate', from, 'RElate'));
    await lane('/call/CAlate/recording', messageOf('CAlate', from, 'REtwo'));
    await lane('/status', { CallSid: 'CAlate', From: from, To: AUSTIN, CallStatus: 'completed' });

    await expect.poll(auditedErasures, { timeout: 30_000 }).toMatchObject({
      'recording.erased recording:RElate': '',
      'recording.erased recording:REtwo': '',
    });
    expect(await leadOf(from)).toBeUndefined();
    const { calls } = await answerOf<{ calls: { from: string }[] }>(
      await sendAs(company.superadmin, 'GET', `${company.path}/calls`),
    );
    expect(calls.filter((call) => call.from === from)).toEqual([]);
    const trace = await sendAs(company.superadmin, 'GET', `${company.path}/calls?number=%2B15125550102`);
    expect(await trace.text()).not.toContain(from);
  });

  test('a repeated message, whose pictures are deleted too', async () => {
    const from = freshCaller();
    const text = textOf('SMlate', from, `${carrier.url}/media/MElate`);
    await lane('/text', textOf('SMlate', from));
    await erase(from);

    await lane('/text', text);

    await expect
      .poll(auditedErasures, { timeout: 30_000 })
      .toMatchObject({ 'media.erased media:MElate': '' });
    expect(await leadOf(from)).toBeUndefined();
  });

  test.for([
    ['/calls', { carrier_call_id: 'pbx-late', started_at: '2026-03-02T16:00:00Z' }],
    ['/texts', { carrier_text_id: 'sms-late', message: 'Hi' }],
  ] as const)("another system's report at %s is refused", async ([path, body]) => {
    const from = freshCaller();
    const report = (): Promise<Response> =>
      sendAs(company.superadmin, 'POST', `${company.path}${path}`, { ...body, number: AUSTIN, from });
    await answerOf(await report());
    await erase(from);

    const again = await report();

    expect([again.status, (await problemOf(again)).code]).toEqual([410, 'erased']);
    expect(await leadOf(from)).toBeUndefined();
  });

  test('a new call of the same person is a call like any other', async () => {
    const from = freshCaller();
    await callWithMessage(from, 'REbefore');
    await erase(from);

    await callWithMessage(from, 'REafter');

    expect(await leadOf(from)).toBeDefined();
  });
});
