/** What was recorded of a person who is erased is deleted at the carrier, or it is said why not. */
import { expect, inject, test } from 'vitest';
import { answerOf } from '../../../harness/builders.ts';
import { sendAsCarrier } from '../../../harness/carrier/simulated-carrier.ts';
import { sendAs } from '../../../harness/client.ts';
import { startServerForTest } from '../../../harness/receiver.ts';
import { AUSTIN, type CallCompany, makeCallCompany } from './call-company.ts';

const PERSON = '+12065550181';

interface AuditEntry {
  action: string;
  subject: string;
  detail: Record<string, unknown>;
}

/** A call of the person whose recording has this id; resolves to the lead. */
async function callWithMessage(company: CallCompany, recordingId: string): Promise<string> {
  const account = { carrier: 'twilio', accountId: company.accountId, secret: company.authToken } as const;
  const lane = `${inject('workerUrl')}/carriers/twilio/${company.companyId}`;
  const fields = { AccountSid: company.accountId, CallSid: `CA${recordingId}`, From: PERSON, To: AUSTIN };
  await sendAsCarrier(account, `${lane}/call`, fields);
  const message = { ...fields, RecordingSid: recordingId, RecordingDuration: '7', CallStatus: 'completed' };
  await sendAsCarrier(account, `${lane}/call/${fields.CallSid}/voicemail`, message);
  const { calls } = await answerOf<{ calls: { lead_id: string }[] }>(
    await sendAs(company.superadmin, 'GET', `${company.path}/calls?limit=1`),
  );
  return calls[0]?.lead_id ?? '';
}

test('recordings of an erased person are deleted by the carrier, again while it fails; what it keeps is told', async () => {
  const asked: string[] = [];
  const carrier = await startServerForTest((request, response) => {
    const { url = '', method, headers } = request;
    asked.push(`${method} ${url} ${headers.authorization}`);
    const isFirst = asked.filter((each) => each.includes(url)).length === 1;
    const status = url.includes('REbusy') && isFirst ? 503 : url.includes('REkept') ? 400 : 204;
    response.writeHead(url.includes('REgone') ? 404 : status).end();
  });
  const company = await makeCallCompany();
  const carriers = [
    {
      carrier: 'twilio',
      account_id: company.accountId,
      secrets: [company.authToken],
      api: { user: 'SK1', secret: 'key', base: carrier.url },
    },
  ];
  await answerOf(await sendAs(company.superadmin, 'PUT', `${company.path}/calls/settings`, { carriers }));
  let lead = '';
  for (const id of ['REgood', 'REgone', 'REbusy', 'REkept']) lead = await callWithMessage(company, id);
  await answerOf(
    await sendAs(company.superadmin, 'POST', `${company.path}/calls`, {
      carrier_call_id: 'pbx-1',
      number: AUSTIN,
      from: PERSON,
      started_at: '2026-03-02T16:00:00Z',
      recording_url: `${carrier.url}/private/1.mp3`,
    }),
  );

  const erased = await sendAs(company.superadmin, 'POST', `${company.path}/leads/${lead}/erase`, {});
  expect(await erased.json()).toMatchObject({ erased: { calls: 5, recordings: 5 } });

  const told = async (): Promise<Record<string, unknown>> => {
    const { entries } = await answerOf<{ entries: AuditEntry[] }>(
      await sendAs(company.superadmin, 'GET', `${company.path}/audit?action=recording.`),
    );
    return Object.fromEntries(
      entries.map(({ action, subject, detail }) => [`${action} ${subject}`, detail['error'] ?? '']),
    );
  };
  await expect.poll(told, { timeout: 15_000 }).toEqual({
    'recording.erased recording:REgood': '',
    'recording.erased recording:REgone': '',
    'recording.erased recording:REbusy': '',
    'recording.not_erased recording:REkept': 'The carrier answered 400.',
    'recording.not_erased recording:': `It is at ${new URL(carrier.url).host}; delete it there.`,
  });
  const key = `Basic ${btoa('SK1:key')}`;
  const requestFor = (id: string): string =>
    `DELETE /2010-04-01/Accounts/${company.accountId}/Recordings/${id}.json ${key}`;
  expect(asked.toSorted()).toEqual(['REbusy', 'REbusy', 'REgone', 'REgood', 'REkept'].map(requestFor));
});
