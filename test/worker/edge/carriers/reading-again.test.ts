/** What carriers sent is read again: calls that an older version read wrongly are mended from it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sign } from '../../../../demo/carrier/signing.ts';
import { answerOf } from '../../../harness/builders.ts';
import { type FaultyLeadline, startFaultyLeadline } from '../../../harness/faulty-leadline.ts';
import { AUSTIN, AUSTIN_BRANCH } from '../../core/phone/calls/call-company.ts';
import {
  ACCOUNT,
  type FaultyCallCompany,
  makeFaultyCallCompany,
} from '../../core/phone/calls/faulty-call-company.ts';

const CALLER = '+12065550123';

interface Answer {
  read: number;
  changed: number;
  next: number | null;
}

let leadline: FaultyLeadline;
let companyId: string;
let ask: FaultyCallCompany['ask'];

beforeAll(async () => {
  leadline = await startFaultyLeadline();
  ({ companyId, ask } = await makeFaultyCallCompany(leadline));
});
afterAll(() => leadline.close());

async function tell(path: string, fields: Record<string, string>): Promise<void> {
  const form = new URLSearchParams({
    AccountSid: 'AC1',
    CallSid: 'CA1',
    From: CALLER,
    To: AUSTIN,
    ...fields,
  });
  const address = `/carriers/twilio/${companyId}${path}`;
  const headers = sign(ACCOUNT, leadline.url + address, form);
  const response = await leadline.send(address, {
    method: 'POST',
    headers,
    body: form.toString(),
  });
  if (!response.ok) throw new Error(await response.text());
}

async function readAgain(body: object = {}): Promise<Answer> {
  const path = `/operator/companies/${companyId}/carrier_requests/read_again`;
  return answerOf<Answer>(await leadline.sendAsOperator('POST', path, body));
}

async function theCall(): Promise<Record<string, unknown>> {
  const { calls } = await answerOf<{ calls: Record<string, unknown>[] }>(await ask('GET', '/calls'));
  return calls[0] ?? {};
}

async function reminders(): Promise<unknown[]> {
  const { lead_id: lead } = await theCall();
  const { events } = await answerOf<{ events: { type: string; data: { state: string } }[] }>(
    await ask('GET', `/leads/${String(lead)}/events`),
  );
  return events.filter(({ type }) => type === 'reminder').map(({ data }) => data.state);
}

test('a call that an older version read wrongly becomes what it would have been; twice changes nothing', async () => {
  const leg = { CallSid: 'CA2', ParentCallSid: 'CA1', To: AUSTIN_BRANCH };
  await tell('/call', { CallStatus: 'ringing', CallerName: 'ANN' });
  await tell('/call/CA1/leg/0', { ...leg, CallStatus: 'in-progress' });
  await tell('/call/CA1/dialed/0', {
    DialCallStatus: 'completed',
    DialBridged: 'true',
    DialCallDuration: '30',
  });
  await tell('/status', { CallStatus: 'completed' });
  // Of a phone that rings in a call that nobody has told of.
  await tell('/call/CA9/leg/0', { CallSid: 'CA8', ParentCallSid: 'CA9', CallStatus: 'ringing' });
  const { modified_at: before, ...right } = await theCall();
  expect(right).toMatchObject({ outcome: 'answered', talk_seconds: 30 });
  expect(await readAgain()).toMatchObject({ read: 5, changed: 0, next: null });
  expect((await theCall())['modified_at']).toBe(before);

  // As a version would have kept it that did not know what DialBridged says, nor how long they talked.
  await leadline.sql(
    companyId,
    `UPDATE carrier_requests SET happened = '{"kind":"dialed","turn":0,"status":"no-answer","isOver":false}'
     WHERE happened ->> 'kind' = 'dialed'`,
  );
  await leadline.sql(
    companyId,
    `UPDATE calls SET outcome = 'missed', facts = json_set(json_remove(facts, '$.legs.CA2.answeredTime'), '$.turns.0',
       json_set(json_remove(facts -> '$.turns.0', '$.isBridged', '$.seconds'), '$.status', 'no-answer'))`,
  );
  expect((await theCall())['outcome']).toBe('missed');

  expect(await readAgain()).toMatchObject({ read: 5, changed: 1, next: null });
  const { modified_at: mended, ...after } = await theCall();
  expect(after).toEqual(right);
  expect(await reminders()).toEqual([]);

  expect(await readAgain()).toMatchObject({ read: 5, changed: 0 });
  expect((await theCall())['modified_at']).toBe(mended);
});

test('a call whose caller is understood only now is there, with its lead', async () => {
  await leadline.sql(
    companyId,
    `UPDATE carrier_requests SET carrier_call_id = 'CA7', parameters = '[["CallSid","CA7"],["From","+12065550177"],["To","${AUSTIN}"],["CallStatus","no-answer"]]',
       happened = '{"kind":"status","status":""}' WHERE carrier_call_id = 'CA9'`,
  );

  expect(await readAgain()).toMatchObject({ changed: 1 });
  expect(await theCall()).toMatchObject({ from: '+12065550177', first_time: true });
  expect(await reminders()).toEqual(['open']);
  expect(await readAgain()).toMatchObject({ changed: 0 });
});

test('many requests are read in pieces; too long ones, which were not kept, stay as they were read', async () => {
  await leadline.sql(
    companyId,
    `INSERT INTO carrier_requests (carrier, carrier_call_id, checksum, received_time, happened, parameters)
     WITH RECURSIVE turns (turn) AS (VALUES (1) UNION ALL SELECT turn + 1 FROM turns WHERE turn < 201)
     SELECT carrier, 'other' || turn, turn, received_time, happened, '{"omitted_characters":70000}'
     FROM turns, carrier_requests WHERE happened ->> 'kind' = 'leg'`,
  );

  const first = await readAgain();
  expect(first).toMatchObject({ read: 200, changed: 0 });
  expect(await readAgain({ after: first.next })).toMatchObject({ read: 6, changed: 0, next: null });
});

test('nobody but the operator has requests read again, of no company that is not there', async () => {
  const path = (company: string): string => `/operator/companies/${company}/carrier_requests/read_again`;
  const asNobody = await leadline.send(path(companyId), { method: 'POST', body: '{}' });
  const elsewhere = await leadline.sendAsOperator('POST', path(crypto.randomUUID()), {});
  const wrong = await leadline.sendAsOperator('POST', path(companyId), { after: -1, colour: 'red' });

  expect([asNobody.status, elsewhere.status, wrong.status]).toEqual([401, 404, 400]);
});
