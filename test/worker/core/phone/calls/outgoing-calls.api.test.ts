/** Calls that users place: their own phone rings first, then the lead's. */
import { generateKeyPairSync } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { answerOf } from '../../../../harness/builders.ts';
import { sendAsCarrier } from '../../../../harness/carrier/simulated-carrier.ts';
import { problemOf, sendAs, type TestUser } from '../../../../harness/client.ts';
import { goldenFiles } from '../../../../harness/golden.ts';
import { createLead, sendLead } from '../../../../harness/leads.ts';
import { startServer } from '../../../../harness/own-worker.ts';
import { workerUrl } from '../../../../harness/worker-url.ts';
import {
  AUSTIN,
  AUSTIN_BRANCH,
  type CallCompany,
  connectCarrierApi,
  freshCaller,
  makeCallCompany,
} from './call-company.ts';

const AGENT_PHONE = '+15125550177';

interface Call {
  call_id: string;
  carrier_call_id: string;
  direction: string;
  number: string;
  from: string;
  outcome: string | null;
  talk_seconds: number | null;
  placed_by: { user_id: string; number: string } | null;
  answered_by: { number: string } | null;
  hangup: { error_message: string } | null;
}

interface Asked {
  path: string;
  fields: URLSearchParams;
}

/** A company whose carrier's API is a server of the test, with a lead that called Austin. */
interface Calling {
  company: CallCompany;
  asked: Asked[];
  /** The answer of the API; undefined if it hangs up. */
  answer: { status: number; body: object } | undefined;
  phone: string;
  lead: string;
  call: (user?: TestUser, body?: object) => Promise<Response>;
  /** Sends a webhook of the call. */
  step: (call: Call, step: string, fields?: Record<string, string>) => Promise<string>;
  read: (call: Call) => Promise<Call>;
}

async function startCalling(settings: Record<string, unknown> = {}): Promise<Calling> {
  const asked: Asked[] = [];
  const api = await startServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      asked.push({ path: request.url ?? '', fields: new URLSearchParams(body) });
      if (calling.answer === undefined) {
        request.destroy();
        return;
      }
      response.writeHead(calling.answer.status, { 'Content-Type': 'application/json' });
      const sid = asked.length === 1 ? 'CA-out' : `CA-out-${asked.length}`;
      response.end(JSON.stringify({ sid, ...calling.answer.body }));
    });
  });
  const company = await makeCallCompany();
  await connectCarrierApi(company, api.url);
  const { superadmin, path, accountId, authToken } = company;
  if (Object.keys(settings).length > 0) {
    const saved = await answerOf<object>(await sendAs(superadmin, 'GET', `${path}/calls/settings`));
    await answerOf(await sendAs(superadmin, 'PUT', `${path}/calls/settings`, { ...saved, ...settings }));
  }
  await answerOf(
    await sendAs(superadmin, 'POST', `${path}/users/${superadmin.userId}/modify`, {
      phone: AGENT_PHONE,
      caller_id_name: 'Acme',
    }),
  );
  // The same in every run: it is in golden files.
  const phone = '+12065550999';
  const account = { carrier: 'twilio', accountId, secret: authToken } as const;
  const lane = `${workerUrl()}/carriers/twilio/${company.companyId}`;
  const missed = { AccountSid: accountId, CallSid: `CA${crypto.randomUUID()}`, From: phone, To: AUSTIN };
  await sendAsCarrier(account, `${lane}/call`, { ...missed, CallStatus: 'ringing' });
  await sendAsCarrier(account, `${lane}/status`, { ...missed, CallStatus: 'no-answer' });
  const { calls } = await answerOf<{ calls: { lead_id: string }[] }>(
    await sendAs(superadmin, 'GET', `${path}/calls`),
  );
  const lead = calls[0]?.lead_id ?? '';
  await answerOf(await sendAs(superadmin, 'POST', `${path}/leads/${lead}/modify`, { name: 'Ann Lee' }));
  const calling: Calling = {
    company,
    asked,
    answer: { status: 201, body: {} },
    phone,
    lead,
    call: (user = superadmin, body = {}) => sendAs(user, 'POST', `${path}/leads/${lead}/call`, body),
    step: async (call, step, fields = {}) => {
      const all = {
        AccountSid: accountId,
        CallSid: 'CA-out',
        From: AUSTIN,
        To: AGENT_PHONE,
        CallStatus: 'in-progress',
        ...fields,
      };
      const response = await sendAsCarrier(account, `${lane}/outgoing/${call.call_id}/${step}`, all);
      expect(response.status).toBe(200);
      return response.text();
    },
    read: async ({ call_id: id }) => answerOf<Call>(await sendAs(superadmin, 'GET', `${path}/calls/${id}`)),
  };
  return calling;
}

const remindersOf = async ({ company: { superadmin, path } }: Calling): Promise<unknown[]> =>
  (await answerOf<{ reminders: unknown[] }>(await sendAs(superadmin, 'GET', `${path}/reminders`))).reminders;

/** Waits until the carrier was asked for the call. */
const whenAsked = (calling: Calling, count = 1): Promise<void> =>
  expect.poll(() => calling.asked.length, { timeout: 30_000 }).toBe(count);

let calling: Calling;
beforeEach(async () => {
  calling = await startCalling();
});

test('whoever calls is at the person’s reminder, until the call has reached nobody', async () => {
  const takenBy = async (): Promise<unknown> =>
    ((await remindersOf(calling)) as { taken?: { by: { id: string } } }[])[0]?.taken?.by.id;
  const call = await answerOf<Call>(await calling.call());
  await whenAsked(calling);
  expect(await takenBy()).toBe(calling.company.superadmin.userId);

  await calling.step(call, 'status', { CallStatus: 'no-answer' });

  expect((await calling.read(call)).outcome).not.toBe(null);
  expect(await remindersOf(calling)).toHaveLength(1);
  expect(await takenBy()).toBe(undefined);
});

test('the user’s phone rings, hears whom it calls and presses 1 where it may be a mobile; then the lead is connected, and the reminder closes', async () => {
  expect(await remindersOf(calling)).toHaveLength(1);
  const call = await answerOf<Call>(await calling.call());
  expect(call).toMatchObject({
    direction: 'outbound',
    number: AUSTIN,
    from: calling.phone,
    outcome: null,
    placed_by: { user_id: calling.company.superadmin.userId, number: AGENT_PHONE },
  });

  await whenAsked(calling);
  const [asked] = calling.asked;
  const lane = `${workerUrl()}/carriers/twilio/${calling.company.companyId}/outgoing/${call.call_id}`;
  expect(asked?.path).toBe(`/2010-04-01/Accounts/${calling.company.accountId}/Calls.json`);
  expect(Object.fromEntries(asked?.fields ?? [])).toEqual({
    From: AUSTIN,
    To: AGENT_PHONE,
    Url: `${lane}/placer#rc=2&rp=all`,
    StatusCallback: `${lane}/status#rc=2&rp=all`,
    Timeout: '30',
  });

  const asking = await calling.step(call, 'placer');
  expect(asking).toContain('Calling Ann Lee, 2 0 6');
  expect(asking).toContain('<Gather');
  expect(asking).not.toContain('</Number>');
  const document = await calling.step(call, 'key', { Digits: '1' });
  expect(document).toContain(`callerId="${AUSTIN}"`);
  // Twilio takes no name.
  expect(document).not.toContain('fromDisplayName');
  expect(document).toContain(`${lane}/dialed#rc=2&amp;rp=all`);
  expect(document).toContain(`>${calling.phone}</Number>`);
  const leg = { CallSid: 'CA-leg', ParentCallSid: 'CA-out', To: calling.phone };
  await calling.step(call, 'leg', { ...leg, CallStatus: 'ringing' });
  await calling.step(call, 'leg', { ...leg, CallStatus: 'in-progress' });
  expect(await remindersOf(calling)).toHaveLength(1);
  const ended = {
    DialCallStatus: 'completed',
    DialBridged: 'true',
    DialCallDuration: '61',
    DialCallSid: 'CA-leg',
  };
  expect(await calling.step(call, 'dialed', ended)).toContain('<Hangup/>');
  await calling.step(call, 'status', { CallStatus: 'completed', CallDuration: '80' });

  expect(await calling.read(call)).toMatchObject({
    carrier_call_id: 'CA-out',
    outcome: 'answered',
    talk_seconds: 61,
    answered_by: { number: calling.phone },
  });
  expect(await remindersOf(calling)).toHaveLength(0);
  const { superadmin, path } = calling.company;
  const { events } = await answerOf<{ events: { type: string; inbound: boolean; data: object }[] }>(
    await sendAs(superadmin, 'GET', `${path}/leads/${calling.lead}/events`),
  );
  expect(events.filter(({ type, inbound }) => type === 'call' && !inbound)).toMatchObject([
    { data: { outcome: 'answered', duration: 61, placed_by: { number: AGENT_PHONE } } },
  ]);
});

test('with screening the user presses 1 first, and another key or none calls nobody', async () => {
  calling = await startCalling({ defaults: { screening: true, record: 'on' } });
  const call = await answerOf<Call>(await calling.call());
  await whenAsked(calling);

  const document = await calling.step(call, 'placer');
  expect(document).toContain('<Gather');
  expect(document).not.toContain('<Dial');
  expect(await calling.step(call, 'key', { Digits: '2' })).not.toContain('<Dial');
  const dialing = await calling.step(call, 'key', { Digits: '1' });
  // The lead hears that the call is recorded before they are connected.
  expect(dialing).toContain(`/outgoing/${call.call_id}/announcement`);
  expect(dialing).toContain('record-from-answer-dual');
  const leg = { CallSid: 'CA-leg', ParentCallSid: 'CA-out', To: calling.phone };
  expect(await calling.step(call, 'announcement', leg)).toContain('This call is recorded.');
  await calling.step(call, 'recording', { RecordingSid: 'RE1', RecordingDuration: '9' });
  await calling.step(call, 'dialed', { DialCallStatus: 'no-answer' });
  await calling.step(call, 'status', { CallStatus: 'completed' });

  expect(await calling.read(call)).toMatchObject({
    outcome: 'missed',
    recording: { seconds: 9, announced: true },
  });
  expect(await remindersOf(calling)).toHaveLength(1);
});

test.for([
  ['no-answer', 'abandoned'],
  ['failed', 'failed'],
])('if the user’s phone is %s, the call is %s and the lead is never rung', async ([status, outcome]) => {
  const call = await answerOf<Call>(await calling.call());
  await whenAsked(calling);
  await calling.step(call, 'status', { CallStatus: status ?? '' });
  expect(await calling.read(call)).toMatchObject({ outcome });
  // The user picks up too late.
  expect(await calling.step(call, 'placer')).not.toContain('<Dial');
});

test('a double click is one call, and somebody else is told that the person is being called', async () => {
  const [first, second] = await Promise.all([calling.call(), calling.call()]);
  const [one, two] = [await answerOf<Call>(first), await answerOf<Call>(second)];
  expect(two.call_id).toBe(one.call_id);
  const { manager, superadmin, path } = calling.company;
  const more = { phone: '+15125550178' };
  await answerOf(await sendAs(superadmin, 'POST', `${path}/users/${manager.userId}/modify`, more));
  const other = await calling.call(manager);
  expect(other.status).toBe(409);
  expect((await problemOf(other)).code).toBe('call_in_progress');
  await whenAsked(calling);
  await calling.step(one, 'status', { CallStatus: 'no-answer' });
  expect((await calling.call(manager)).status).toBe(200);
  await whenAsked(calling, 2);
});

test('a refusal of the carrier ends the call with its reason', async () => {
  calling.answer = { status: 400, body: { code: 21_210, message: 'The number is not verified.' } };
  const call = await answerOf<Call>(await calling.call());
  await expect.poll(async () => (await calling.read(call)).outcome).toBe('failed');
  expect(await calling.read(call)).toMatchObject({
    hangup: { error_message: 'The carrier answered 400: The number is not verified.' },
  });
  expect(calling.asked).toHaveLength(1);
});

test('a lost answer is not asked for again; the webhooks go on with the call', async () => {
  calling.answer = undefined;
  const call = await answerOf<Call>(await calling.call());
  await whenAsked(calling);
  expect(await calling.step(call, 'placer')).toContain('<Gather');
  expect(await calling.read(call)).toMatchObject({ carrier_call_id: 'CA-out', outcome: null });
  expect(calling.asked).toHaveLength(1);
});

test('somebody who wants no texts is called, and then not any more if they want no calls either', async () => {
  const { superadmin, path, accountId, authToken, companyId } = calling.company;
  const account = { carrier: 'twilio', accountId, secret: authToken } as const;
  await sendAsCarrier(account, `${workerUrl()}/carriers/twilio/${companyId}/text`, {
    AccountSid: accountId,
    MessageSid: `SM${crypto.randomUUID()}`,
    From: calling.phone,
    To: AUSTIN,
    Body: 'STOP',
  });
  const text = await sendLead({ user: superadmin, path }, 'POST', `/${calling.lead}/text`, {
    message: 'Hello',
  });
  expect(await problemOf(text)).toMatchObject({ code: 'opted_out' });
  expect(await answerOf(await calling.call())).toMatchObject({ direction: 'outbound' });

  const listed = await sendAs(superadmin, 'POST', `${path}/opt_outs`, { phone: calling.phone });
  expect(await answerOf(listed)).toMatchObject({ origin: 'user' });
  expect(await problemOf(await calling.call())).toMatchObject({ code: 'opted_out' });
});

test('calls from here are not counted as calls of the person', async () => {
  const call = await answerOf<{ prior_calls: number }>(await calling.call());
  const { superadmin, path } = calling.company;
  const next = { carrier_call_id: 'next', number: AUSTIN, from: calling.phone };
  const started = { started_at: new Date(Date.now() + 1_000).toISOString() };

  // The lead was made by a missed call.
  expect(call.prior_calls).toBe(1);
  const again = await sendAs(superadmin, 'POST', `${path}/calls`, { ...next, ...started });
  expect(await answerOf(again)).toMatchObject({ first_time: false, prior_calls: 1 });
});

describe('a call is refused', () => {
  test('to somebody who is blocked or wants no calls, and to other numbers than the lead’s', async () => {
    const { superadmin, path } = calling.company;
    const wrong = await calling.call(superadmin, { phone: freshCaller() });
    expect(await problemOf(wrong)).toMatchObject({
      code: 'invalid_parameter',
      errors: [{ pointer: '/phone' }],
    });
    const foreign = await calling.call(superadmin, { from_phone: AUSTIN_BRANCH });
    expect(await problemOf(foreign)).toMatchObject({ errors: [{ pointer: '/from_phone' }] });

    const listed = await sendAs(superadmin, 'POST', `${path}/opt_outs`, { phone: calling.phone });
    expect(await answerOf(listed)).toMatchObject({ origin: 'user' });
    expect(await problemOf(await calling.call())).toMatchObject({ code: 'opted_out' });

    const saved = await answerOf<object>(await sendAs(superadmin, 'GET', `${path}/calls/settings`));
    const settings = { ...saved, blocked: [calling.phone] };
    await answerOf(await sendAs(superadmin, 'PUT', `${path}/calls/settings`, settings));
    expect(await problemOf(await calling.call())).toMatchObject({ code: 'destination_not_allowed' });
    expect(calling.asked).toHaveLength(0);
  });

  test('by somebody without a phone, without the carrier’s API, and to a lead out of one’s scope', async () => {
    const { company, lead } = calling;
    expect(await problemOf(await calling.call(company.manager))).toMatchObject({
      code: 'identifier_required',
    });
    const others = await makeCallCompany();
    const id = await createLead({ user: others.superadmin, path: others.path }, { phone: freshCaller() });
    const own = `${others.path}/users/${others.superadmin.userId}/modify`;
    await answerOf(await sendAs(others.superadmin, 'POST', own, { phone: AGENT_PHONE }));
    const noApi = await sendAs(others.superadmin, 'POST', `${others.path}/leads/${id}/call`, {});
    expect(await problemOf(noApi)).toMatchObject({ code: 'service_unavailable' });
    const foreign = await sendAs(others.superadmin, 'POST', `${others.path}/leads/${lead}/call`, {});
    expect(foreign.status).toBe(404);
  });

  test('after ten to a lead in an hour', async () => {
    for (let count = 1; count <= 10; count += 1) {
      const call = await answerOf<Call>(await calling.call());
      await whenAsked(calling, count);
      await calling.step(call, 'status', { CallSid: `CA-${count}`, CallStatus: 'no-answer' });
    }
    const refused = await calling.call();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3_000);
  });
});

test('a webhook for no call of the company hangs up, and one for another carrier’s account is refused', async () => {
  const nothing = { call_id: crypto.randomUUID() } as Call;
  expect(await calling.step(nothing, 'placer')).toContain('<Hangup/>');
  const { companyId, authToken } = calling.company;
  const account = { carrier: 'twilio', accountId: 'AC-other', secret: authToken } as const;
  const address = `${workerUrl()}/carriers/twilio/${companyId}/outgoing/${nothing.call_id}/placer`;
  const response = await sendAsCarrier(account, address, { AccountSid: 'AC-other', CallSid: 'CA1' });
  expect(response.status).toBe(403);
});

test('the answers are those of the golden files', async () => {
  const compare = goldenFiles('calls');
  const call = await compare<Call>('call-lead', await calling.call());
  const { accountId, authToken, companyId } = calling.company;
  const account = { carrier: 'twilio', accountId, secret: authToken } as const;
  const address = `${workerUrl()}/carriers/twilio/${companyId}/outgoing/${call.call_id}/placer`;
  const fields = { AccountSid: accountId, CallSid: 'CA1', From: AUSTIN, To: AGENT_PHONE };
  const document = await compare<string>('lane-outgoing', await sendAsCarrier(account, address, fields));
  expect(document).toContain('<Gather');
});

test.for([
  ['Müller & Söhne, Acme', 'fromDisplayName="Muller  Sohne Acme"'],
  ['', undefined],
] as const)('Telnyx shows the lead the user’s caller_id_name, %j', async ([name, written]) => {
  const { superadmin, path, companyId } = calling.company;
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const key = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');
  const api = await startServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ data: [{ phone_number: AUSTIN, connection_id: 'APP1' }] }));
    });
  });
  const carriers = [
    { carrier: 'telnyx', account_id: 'P1', secrets: [key], api: { secret: 's', base: api.url } },
  ];
  await answerOf(await sendAs(superadmin, 'PUT', `${path}/calls/settings`, { carriers }));
  const user = `${path}/users/${superadmin.userId}/modify`;
  await answerOf(await sendAs(superadmin, 'POST', user, { caller_id_name: name }));
  const call = await answerOf<Call>(await calling.call());

  const account = {
    carrier: 'telnyx',
    accountId: 'P1',
    secret: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
  } as const;
  const address = `${workerUrl()}/carriers/telnyx/${companyId}/outgoing/${call.call_id}/key`;
  const fields = { AccountSid: 'P1', CallSid: 'T1', From: AUSTIN, To: AGENT_PHONE, Digits: '1' };
  // The edge learns of new secrets within seconds.
  const document = await vi.waitUntil(
    async () => {
      const answer = await sendAsCarrier(account, address, fields);
      return answer.ok ? answer.text() : undefined;
    },
    { timeout: 30_000, interval: 1_000 },
  );
  expect(document).toContain(`>${calling.phone}</Number>`);
  expect(/fromDisplayName="[^"]*"/.exec(document)?.[0]).toBe(written);
});

test.for([
  ['signalwire', '/api/laml/2010-04-01/Accounts/P1/Calls.json'],
  ['telnyx', '/v2/texml/Accounts/P1/Calls'],
] as const)('%s is asked at its own address', async ([carrier, wanted]) => {
  const { superadmin, path, companyId } = calling.company;
  const asked: { path: string; body: string }[] = [];
  const api = await startServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      asked.push({ path: request.url ?? '', body });
      response.writeHead(200, { 'Content-Type': 'application/json' });
      const numbers = [
        { phone_number: `${AUSTIN}9`, connection_id: 'APP2' },
        { phone_number: AUSTIN, status: 'deleted', connection_id: 'APP3' },
        { phone_number: AUSTIN, status: 'active', connection_id: 'APP1' },
      ];
      response.end(JSON.stringify({ data: numbers }));
    });
  });
  const secrets = [carrier === 'telnyx' ? Buffer.alloc(32, 1).toString('base64') : 'key'];
  const carriers = [{ carrier, account_id: 'P1', secrets, api: { user: 'u', secret: 's', base: api.url } }];
  await answerOf(await sendAs(superadmin, 'PUT', `${path}/calls/settings`, { carriers }));

  const call = await answerOf<Call>(await calling.call());
  await expect.poll(() => asked.at(-1)?.path).toBe(wanted);
  const address = `${workerUrl()}/carriers/${carrier}/${companyId}/outgoing/${call.call_id}`;
  const { body = '' } = asked.at(-1) ?? {};
  const sent: unknown =
    carrier === 'telnyx' ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body));
  const more = carrier === 'telnyx' ? { ApplicationSid: 'APP1' } : { Timeout: '30' };
  expect(sent).toEqual({
    From: AUSTIN,
    To: AGENT_PHONE,
    Url: `${address}/placer`,
    StatusCallback: `${address}/status`,
    ...more,
  });
  const lookUps = asked.filter(({ path: each }) => each.startsWith('/v2/phone_numbers'));
  // Telnyx finds nothing with anything but digits.
  const wantedLookUp = `/v2/phone_numbers?filter%5Bphone_number%5D=${AUSTIN.slice(1)}`;
  expect(lookUps.map((each) => each.path)).toEqual(carrier === 'telnyx' ? [wantedLookUp] : []);
});
