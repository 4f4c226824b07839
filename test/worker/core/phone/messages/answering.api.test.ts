/** Answers to leads: to the number that wrote last, closing the reminder of a missed call once delivered, despite a hanging carrier. */
import { generateKeyPairSync } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { answerOf } from '../../../../harness/builders.ts';
import { problemOf, sendAs } from '../../../../harness/client.ts';
import { startServer } from '../../../../harness/own-worker.ts';
import { AUSTIN, freshCaller } from '../calls/call-company.ts';
import { startTexting, type Texting } from './texting.ts';

const DENVER = '+13035550101';

let texting: Texting;
beforeAll(async () => {
  texting = await startTexting();
});
beforeEach(() => {
  texting.answers = { status: 201, body: {} };
  texting.asked.length = 0;
});

/** Places a call that reaches nobody; resolves to the lead of the caller. */
const missedLead = async (person: string): Promise<string> => {
  const call = { CallSid: `CA${crypto.randomUUID()}`, From: person, To: AUSTIN };
  await texting.lane('/call', { ...call, CallStatus: 'ringing' });
  await texting.lane('/status', { ...call, CallStatus: 'completed' });
  const { superadmin, path } = texting.company;
  const { calls } = await answerOf<{ calls: { from: string; lead_id: string }[] }>(
    await sendAs(superadmin, 'GET', `${path}/calls`),
  );
  return calls.find(({ from }) => from === person)?.lead_id ?? '';
};

/** Returns the reminder to call somebody back. */
const reminderOf = async (lead: string): Promise<Record<string, unknown> | undefined> =>
  (await texting.eventsOf(lead)).find(({ type, data }) => type === 'reminder' && data['call_id'])?.data;

const statusOf = async (person: string): Promise<string | undefined> =>
  (await texting.textsWith(person))[0]?.status;

test('a message that the carrier refuses leaves the reminder open; one that it accepts closes it', async () => {
  const person = freshCaller();
  const lead = await missedLead(person);
  texting.answers = { status: 400, body: { message: 'No.' } };
  await texting.writeTo(lead);
  await expect.poll(() => statusOf(person)).toBe('failed');
  expect(await reminderOf(lead)).toMatchObject({ state: 'open' });

  texting.answers = { status: 201, body: {} };
  await texting.writeTo(lead);
  await expect.poll(() => statusOf(person)).toBe('sent');
  expect(await reminderOf(lead)).toMatchObject({ state: 'done', done_time: expect.any(String) as string });
});

test('an undelivered message opens the reminder again, unless there was contact since', async () => {
  const [silent, heard] = [freshCaller(), freshCaller()];
  for (const person of [silent, heard]) {
    const lead = await missedLead(person);
    await texting.writeTo(lead);
    await expect.poll(() => statusOf(person)).toBe('sent');
    expect(await reminderOf(lead)).toMatchObject({ state: 'done' });
    const [text] = await texting.textsWith(person);
    if (person === heard) await texting.receive(person, 'Thanks!');
    const reported = {
      MessageSid: `SM${crypto.randomUUID()}`,
      MessageStatus: 'undelivered',
      ErrorCode: '30003',
    };
    await texting.lane(`/text/status/${text?.text_id}`, reported);
    const reminder = await reminderOf(lead);
    expect(reminder?.['state']).toBe(person === heard ? 'done' : 'open');
    expect(reminder?.['done_time'] === undefined).toBe(person === silent);
  }
  // The next message closes the reopened reminder.
  const lead = (await texting.textsWith(silent))[0]?.lead_id ?? '';
  await texting.writeTo(lead);
  await expect.poll(() => statusOf(silent)).toBe('sent');
  expect(await reminderOf(lead)).toMatchObject({ state: 'done' });
});

test('an answer goes to the number that wrote last, not to the lead’s first', async () => {
  const [first, second, third] = [freshCaller(), freshCaller(), freshCaller()];
  const { superadmin, path } = texting.company;
  const body = { phones: [first, second, third].map((phone) => ({ phone })) };
  const made = await sendAs(superadmin, 'POST', `${path}/leads/create`, body);
  const lead = (await answerOf<{ lead_ids: string[] }>(made)).lead_ids[0];
  const answered = async (): Promise<string> => {
    const response = await sendAs(superadmin, 'POST', `${path}/leads/${lead}/text`, {
      message: 'Hi.',
      number: AUSTIN,
    });
    return (await answerOf<{ phone: string }>(response)).phone;
  };

  expect(await answered()).toBe(first);
  await texting.lane('/call', {
    CallSid: `CA${crypto.randomUUID()}`,
    From: third,
    To: AUSTIN,
    CallStatus: 'ringing',
  });
  expect(await answered()).toBe(third);
  await texting.receive(second, 'It leaks.');
  expect(await answered()).toBe(second);
  await texting.receive(second, 'STOP');
  const refused = await sendAs(superadmin, 'POST', `${path}/leads/${lead}/text`, {
    message: 'Hi.',
    number: AUSTIN,
  });
  expect(refused.status).toBe(409);
});

test('a hanging carrier delays no message through another one', async () => {
  const { superadmin, path, accountId, authToken } = texting.company;
  const healthy = await startServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ data: { id: `tx-${crypto.randomUUID()}` } }));
    });
  });
  const { carriers } = await answerOf<{ carriers: { api: { base: string } }[] }>(
    await sendAs(superadmin, 'GET', `${path}/calls/settings`),
  );
  const twilio = {
    carrier: 'twilio',
    account_id: accountId,
    secrets: [authToken],
    api: { user: 'SK1', secret: 'key', base: carriers[0]?.api.base },
  };
  const { publicKey } = generateKeyPairSync('ed25519');
  const key = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');
  const telnyx = {
    carrier: 'telnyx',
    account_id: 'T1',
    secrets: [key],
    api: { secret: 'KEY1', base: healthy.url },
  };
  const put = (list: object[]): Promise<Response> =>
    sendAs(superadmin, 'PUT', `${path}/calls/settings`, { carriers: list });
  texting.answers = undefined;
  const [stuck, stuckToo, free] = [freshCaller(), freshCaller(), freshCaller()];
  // A person who wrote through Twilio is answered through it.
  for (const person of [stuck, stuckToo]) await texting.receive(person, 'Hello?');
  for (const person of [stuck, stuckToo])
    await texting.writeTo((await texting.textsWith(person))[0]?.lead_id);
  await expect.poll(() => texting.asked.length).toBe(1);

  await answerOf(await put([telnyx, twilio]));
  // No webhook has said whose number this is.
  const reported = { carrier_text_id: crypto.randomUUID(), number: DENVER, from: free, message: 'Hello?' };
  const { lead_id: lead } = await answerOf<{ lead_id: string }>(
    await sendAs(superadmin, 'POST', `${path}/texts`, reported),
  );
  await texting.writeTo(lead);

  await expect.poll(() => statusOf(free), { timeout: 30_000 }).toBe('sent');
  expect([await statusOf(stuck), await statusOf(stuckToo)]).toEqual(['sending', 'queued']);
});

test('of two accounts with one carrier, the one of the number that was written to answers', async () => {
  // Of its own, since the other one's carrier may still hang.
  const own = await startTexting();
  const { company, lane } = own;
  const { superadmin, path } = company;
  const paths: string[] = [];
  const api = await startServer((request, response) => {
    request.resume().on('end', () => {
      paths.push(`${request.url} ${request.headers.authorization}`);
      response.writeHead(201, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ sid: `SM${crypto.randomUUID()}` }));
    });
  });
  const account = (id: string, user: string): object => ({
    carrier: 'twilio',
    account_id: id,
    secrets: [company.authToken],
    api: { user, secret: 'key', base: api.url },
  });
  const other = `AC${'f'.repeat(32)}`;
  const carriers = [account(other, 'other'), account(company.accountId, 'own')];
  await answerOf(await sendAs(superadmin, 'PUT', `${path}/calls/settings`, { carriers }));
  const authorization = (user: string): string => `Basic ${btoa(`${user}:key`)}`;
  const answered = async (number: string, from: string): Promise<string | undefined> => {
    paths.length = 0;
    await own.writeTo((await own.textsWith(from))[0]?.lead_id);
    await expect.poll(async () => (await own.textsWith(from))[0]?.status, { timeout: 30_000 }).toBe('sent');
    expect(number).toBe((await own.textsWith(from))[0]?.number);
    return paths[0];
  };

  const [first, second] = [freshCaller(), freshCaller()];
  await own.receive(first, 'Hello?');
  await lane('/text', {
    AccountSid: other,
    MessageSid: `SM${crypto.randomUUID()}`,
    From: second,
    To: DENVER,
    Body: 'Hello?',
  });

  expect(await answered(AUSTIN, first)).toBe(
    `/2010-04-01/Accounts/${company.accountId}/Messages.json ${authorization('own')}`,
  );
  expect(await answered(DENVER, second)).toBe(
    `/2010-04-01/Accounts/${other}/Messages.json ${authorization('other')}`,
  );
});

test('a message goes to the phone of the lead that it names, and the list has the thread with that phone', async () => {
  const [first, second] = [freshCaller(), freshCaller()];
  const lead = await missedLead(first);
  const { superadmin, path } = texting.company;
  const change = { phones: [{ phone: first }, { phone: second }] };
  await answerOf(await sendAs(superadmin, 'POST', `${path}/leads/${lead}/modify`, change));
  await texting.receive(first, 'From the first.');
  await texting.receive(second, 'From the second.');

  const send = (body: object): Promise<Response> =>
    sendAs(superadmin, 'POST', `${path}/leads/${lead}/text`, { message: 'Hi.', ...body });
  const { phone } = await answerOf<{ phone: string }>(await send({ phone: first }));
  expect(phone).toBe(first);
  const foreign = await send({ phone: freshCaller() });
  expect(foreign.status).toBe(400);
  expect((await problemOf(foreign)).errors?.map(({ pointer }) => pointer)).toEqual(['/phone']);

  const query = new URLSearchParams({ lead_id: lead, phone: first });
  const { texts } = await answerOf<{ texts: { message: string; automatic: boolean }[] }>(
    await sendAs(superadmin, 'GET', `${path}/texts?${query}`),
  );
  expect(texts.map(({ message, automatic }) => [message, automatic])).toEqual([
    ['Hi.', false],
    ['From the first.', false],
  ]);

  // With `latest` the lead has one message for each phone.
  const latest = new URLSearchParams({ lead_id: lead, latest: 'true' });
  const last = await answerOf<{ texts: { message: string }[] }>(
    await sendAs(superadmin, 'GET', `${path}/texts?${latest}`),
  );
  expect(last.texts.map(({ message }) => message)).toEqual(['Hi.', 'From the second.']);
  const everywhere = await answerOf<{ texts: { phone: string }[] }>(
    await sendAs(superadmin, 'GET', `${path}/texts?latest=1&limit=200`),
  );
  const phones = everywhere.texts.map((text) => text.phone);
  expect(phones).toEqual(expect.arrayContaining([first, second]));
  expect(new Set(phones).size).toBe(phones.length);
});
