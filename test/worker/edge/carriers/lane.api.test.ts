import { beforeAll, describe, expect, test } from 'vitest';
import { answerOf } from '../../../harness/builders.ts';
import { problemOf, send, sendAs } from '../../../harness/client.ts';
import type { Script } from '../../../harness/carrier/phone-call.ts';
import { sign, type SimulatedAccount } from '../../../../demo/carrier/signing.ts';
import {
  placeSimulatedCall,
  sendAsCarrier,
  type SimulatedCall,
} from '../../../harness/carrier/simulated-carrier.ts';
import {
  AUSTIN,
  AUSTIN_BRANCH,
  type CallCompany,
  freshCaller,
  makeCallCompany,
} from '../../core/phone/calls/call-company.ts';
import { workerUrl } from '../../../harness/worker-url.ts';

interface Call {
  call_id: string;
  carrier_call_id: string;
  outcome: string | null;
  lead_id: string | null;
  [member: string]: unknown;
}
interface Event {
  type: string;
  data: Record<string, unknown>;
}

let company: CallCompany;
let account: SimulatedAccount;
let base: string;
beforeAll(async () => {
  company = await makeCallCompany({ blocked: ['+12065550199'] });
  account = { carrier: 'twilio', accountId: company.accountId, secret: company.authToken };
  base = `${workerUrl()}/carriers/twilio/${company.companyId}`;
});

/** Returns a caller that no other test uses. */
const script = (over: Partial<Script> = {}): Script => ({
  from: freshCaller(),
  to: AUSTIN,
  caller: { message: 0 },
  people: { [AUSTIN_BRANCH]: { does: 'answers', after: 5, talks: 60 } },
  ...over,
});

const callOf = async ({ callId }: Pick<SimulatedCall, 'callId'>): Promise<Call> => {
  const { calls } = await answerOf<{ calls: Call[] }>(
    await sendAs(company.superadmin, 'GET', `${company.path}/calls?limit=200`),
  );
  const found = calls.find((call) => call.carrier_call_id === callId);
  if (found === undefined) throw new Error('There is no such call.');
  return found;
};

const timelineOf = async (leadId: string | null): Promise<Event[]> => {
  const path = `${company.path}/leads/${leadId}/events?size=100`;
  return (await answerOf<{ events: Event[] }>(await sendAs(company.superadmin, 'GET', path))).events;
};

describe('a call', () => {
  test('that is answered becomes a lead with its source and one event', async () => {
    const from = freshCaller();
    const placed = await placeSimulatedCall(account, script({ from, callerName: 'Ann Lee' }), { base });

    expect(placed.truth.log).toEqual([`rings ${AUSTIN_BRANCH}`]);
    const call = await callOf(placed);
    expect(call).toMatchObject({
      carrier: 'twilio',
      direction: 'inbound',
      number: AUSTIN,
      from,
      caller_name: 'Ann Lee',
      location_id: 'austin',
      source: 'paid_search',
      outcome: 'answered',
      talk_seconds: 60,
      answered_by: { number: AUSTIN_BRANCH },
      first_time: true,
      prior_calls: 0,
      visit: null,
      attribution: {
        method: 'number',
        confidence: 1,
        candidates: [{ source: 'paid_search', location_id: 'austin' }],
      },
      recording: null,
      voicemail: null,
    });
    const lead = await answerOf(
      await sendAs(company.superadmin, 'GET', `${company.path}/leads/${call.lead_id}`),
    );
    expect(lead).toMatchObject({
      name: 'Ann Lee',
      phones: [{ phone: from }],
      source_tags: ['paid_search'],
    });
    const calls = (await timelineOf(call.lead_id)).filter(({ type }) => type === 'call');
    expect(calls).toHaveLength(1);
    expect(calls[0]?.data).toMatchObject({
      call_id: call.call_id,
      phone: from,
      state: 'ended',
      outcome: 'answered',
      duration: 60,
      created_by: 'system:twilio',
    });
  });

  test.for([
    ['missed', { people: {}, caller: { message: 0 } }],
    ['voicemail', { people: {}, caller: { message: 20 } }],
    ['missed', { people: {}, caller: { message: 2 } }],
    ['abandoned', { people: {}, caller: { message: 0, patience: 4 } }],
    ['busy', { people: { [AUSTIN_BRANCH]: { does: 'busy', after: 1, talks: 0 } } }],
    ['failed', { people: { [AUSTIN_BRANCH]: { does: 'fails', after: 1, talks: 0 } } }],
    ['blocked', { from: '+12065550199' }],
  ] as const)('ends as %s', async ([outcome, over]) => {
    const placed = await placeSimulatedCall(account, script(over), { base });

    expect(placed.truth.outcome).toBe(outcome);
    expect(placed.exchanges.every(({ status }) => status === 200)).toBe(true);
    expect((await callOf(placed)).outcome).toBe(outcome);
  });

  test('reported twice and in another order is the same call', async () => {
    const placed = await placeSimulatedCall(account, script(), {
      base,
      reorder: (messages) => [...messages.toReversed(), ...messages],
    });
    const [first] = placed.exchanges;
    const again = await sendAsCarrier(account, first!.url, first!.fields);

    expect(await again.text()).toBe(first!.document);
    const call = await callOf(placed);
    expect(call).toMatchObject({ outcome: 'answered', talk_seconds: 60, prior_calls: 0 });
    expect((await timelineOf(call.lead_id)).map(({ type }) => type)).toEqual(['call', 'lead_created']);
  });

  test.for(['anonymous', 'Restricted', '+266696687', '', 'sip:anonymous@anonymous.invalid', 'client:joe'])(
    'from %s, from the company’s own people or from a blocked number creates no lead',
    async (from) => {
      const call = await callOf(await placeSimulatedCall(account, script({ from }), { base }));

      expect(call).toMatchObject({ from: null, lead_id: null, outcome: 'answered' });
    },
  );

  test('from a branch or a user of the company creates no lead', async () => {
    const staff = await callOf(await placeSimulatedCall(account, script({ from: '+13035550140' }), { base }));

    expect(staff).toMatchObject({ from: '+13035550140', lead_id: null });
  });

  test('of a returning caller has the number of earlier calls', async () => {
    const from = freshCaller();
    await placeSimulatedCall(account, script({ from }), { base });
    const second = await callOf(await placeSimulatedCall(account, script({ from }), { base }));

    expect(second).toMatchObject({ first_time: false, prior_calls: 1 });
  });

  test('that nobody answered leaves one open reminder until somebody talks with the caller', async () => {
    const from = freshCaller();
    const missed = () => placeSimulatedCall(account, script({ from, people: {} }), { base });
    const { lead_id: leadId } = await callOf(await missed());
    await missed();
    const reminders = async () => (await timelineOf(leadId)).filter(({ type }) => type === 'reminder');

    const [open, ...more] = await reminders();
    expect(more).toEqual([]);
    expect(open?.data).toMatchObject({ state: 'open', phone: from });

    await placeSimulatedCall(account, script({ from }), { base });
    expect((await reminders()).map(({ data }) => data['state'])).toEqual(['done']);

    await missed();
    expect((await reminders()).map(({ data }) => data['state'])).toEqual(['open', 'done']);
  });

  test('fifty at once to one number are fifty calls', { tags: ['full'] }, async () => {
    const placed = await Promise.all(
      Array.from({ length: 50 }, () =>
        placeSimulatedCall(account, script({ from: freshCaller(), to: '+13035550101', people: {} }), {
          base,
        }),
      ),
    );

    const { calls } = await answerOf<{ calls: Call[] }>(
      await sendAs(company.superadmin, 'GET', `${company.path}/calls?number=%2B13035550101&limit=200`),
    );
    const ids = new Set(calls.map(({ carrier_call_id: id }) => id));
    expect(placed.filter(({ callId }) => ids.has(callId))).toHaveLength(50);
  });
});

describe('a request', () => {
  const incoming = (over: Record<string, string> = {}): Record<string, string> => ({
    AccountSid: company.accountId,
    CallSid: `CA${crypto.randomUUID()}`,
    From: freshCaller(),
    To: AUSTIN,
    CallStatus: 'ringing',
    ...over,
  });

  test('without a valid signature is refused, and nothing is stored', async () => {
    const from = freshCaller();
    const fields = incoming({ From: from });
    const wrong = await sendAsCarrier({ ...account, secret: 'wrong' }, `${base}/call`, fields);
    const missing = await send(`/carriers/twilio/${company.companyId}/call`, {
      method: 'POST',
      body: new URLSearchParams(fields),
    });
    const form = new URLSearchParams(fields);
    const headers = sign(account, `${base}/call`, form);
    form.set('From', '+12065550100');
    const changed = await fetch(`${base}/call`, { method: 'POST', headers, body: form });
    const elsewhere = await sendAsCarrier(
      account,
      `${workerUrl()}/carriers/twilio/${crypto.randomUUID()}/call`,
      fields,
    );

    for (const response of [wrong, missing, changed, elsewhere]) {
      expect([response.status, (await problemOf(response)).code]).toEqual([403, 'invalid_signature']);
    }
    const found = await sendAs(
      company.superadmin,
      'GET',
      `${company.path}/leads/search?q=${encodeURIComponent(from)}`,
    );
    expect(await found.json()).toEqual([]);
  });

  test.for([
    [{ AccountSid: 'AC2' }, 403, 'AccountSid is "AC2", which the call settings do not have for twilio; '],
    [{ AccountSid: '' }, 403, 'AccountSid is missing, which '],
    [{ To: '+12025550100' }, 403, 'To is "+12025550100", which is not a number of the company; put it in '],
    [{ CallSid: '' }, 400, 'CallSid is missing. '],
  ] as const)('with %o is refused with the fault and the remedy', async ([fields, status, detail]) => {
    const refused = await sendAsCarrier(account, `${base}/call`, incoming(fields));

    expect(refused.status).toBe(status);
    expect((await problemOf(refused)).detail).toContain(detail);
  });

  test('about a message to an unknown number is refused in the same way', async () => {
    const text = { AccountSid: account.accountId, MessageSid: 'SM1', From: '+12065550123', Body: 'Hello' };
    const refused = await sendAsCarrier(account, `${base}/text`, { ...text, To: '+12025550100' });

    expect((await problemOf(refused)).detail).toContain('To is "+12025550100", which is not a number of');
  });

  test.for(['text', 'text/status'])('about a message without an id is refused: /%s', async (place) => {
    const text = { AccountSid: account.accountId, From: '+12065550123', To: '+15125550101', Body: 'Hello' };
    const refused = await sendAsCarrier(account, `${base}/${place}`, { ...text, MessageStatus: 'delivered' });

    expect(refused.status).toBe(400);
    expect((await problemOf(refused)).errors).toMatchObject([{ pointer: '/MessageSid' }]);
  });

  test('about an unknown call is stored, but creates no call', async () => {
    const told = await sendAsCarrier(account, `${base}/call/CAunknown/leg/0`, {
      ...incoming({ CallSid: 'CAleg', ParentCallSid: 'CAunknown', To: AUSTIN_BRANCH }),
    });

    expect(await told.text()).toContain('<Response/>');
  });

  test('with control characters, repeated fields and a megabyte of nonsense is accepted', async () => {
    const form = new URLSearchParams(incoming({ CallerName: 'A\u0000nn\u001B <Lee>' }));
    form.append('From', '+12065550100');
    form.append('Nonsense', 'x'.repeat(500_000));
    const response = await fetch(`${base}/call`, {
      method: 'POST',
      headers: sign(account, `${base}/call`, form),
      body: form,
    });
    expect(response.status).toBe(200);
    form.append('Nonsense', 'x'.repeat(600_000));
    const tooMuch = await fetch(`${base}/call`, {
      method: 'POST',
      headers: sign(account, `${base}/call`, form),
      body: form,
    });
    expect(tooMuch.status).toBe(413);
  });

  test(
    'signed with the next secret is accepted as soon as the settings have it',
    { tags: ['full'] },
    async () => {
      const other = await makeCallCompany();
      const lane = `${workerUrl()}/carriers/twilio/${other.companyId}`;
      const fields = { ...incoming(), AccountSid: other.accountId };
      const by = (secret: string) =>
        sendAsCarrier({ carrier: 'twilio', accountId: other.accountId, secret }, `${lane}/call`, fields);
      expect((await by(other.authToken)).status).toBe(200);
      const carriers = [
        { carrier: 'twilio', account_id: other.accountId, secrets: ['next', other.authToken] },
      ];
      await answerOf(await sendAs(other.superadmin, 'PUT', `${other.path}/calls/settings`, { carriers }));

      await expect.poll(async () => (await by('next')).status, { timeout: 30_000, interval: 500 }).toBe(200);
      expect((await by(other.authToken)).status).toBe(200);
    },
  );
});

test('erasing a lead deletes its calls and the carrier’s reports', async () => {
  const placed = await placeSimulatedCall(account, script(), { base });
  const call = await callOf(placed);

  const erased = await sendAs(company.superadmin, 'POST', `${company.path}/leads/${call.lead_id}/erase`, {});

  expect(await erased.json()).toMatchObject({ erased: { calls: 1, events: 2 } });
  const gone = await sendAs(company.superadmin, 'GET', `${company.path}/calls/${call.call_id}`);
  expect(gone.status).toBe(404);
});

test('lists can be filtered by each parameter, and by several', async () => {
  const other = await makeCallCompany();
  const tell = async (id: string, more: Record<string, unknown>): Promise<void> => {
    const told = { carrier_call_id: id, number: AUSTIN, started_at: `2026-03-02T16:00:0${id}Z`, ...more };
    await answerOf(await sendAs(other.superadmin, 'POST', `${other.path}/calls`, told));
  };
  await tell('1', { from: '+12065550101', answered_at: '2026-03-02T16:00:05Z' });
  await tell('2', { from: '+12065550101', number: '+13035550101' });
  await tell('3', { from: '+12065550102' });
  await tell('4', {});
  const list = async (query: string): Promise<string> => {
    const response = await sendAs(other.superadmin, 'GET', `${other.path}/calls?${query}`);
    const { calls } = await answerOf<{ calls: { carrier_call_id: string }[] }>(response);
    return calls.map(({ carrier_call_id: id }) => id).join('');
  };
  const { calls } = await answerOf<{ calls: Call[] }>(
    await sendAs(other.superadmin, 'GET', `${other.path}/calls`),
  );
  const lead = calls.find(({ carrier_call_id: id }) => id === '1')?.lead_id;

  expect(await list('')).toBe('4321');
  expect(await list('limit=2')).toBe('43');
  expect(await list('number=%2B13035550101')).toBe('2');
  expect(await list('source=paid_search&location_id=austin&outcome=missed')).toBe('43');
  expect(await list('outcome=answered')).toBe('1');
  expect(await list('location_id=denver&outcome=answered')).toBe('');
  expect(await list(`lead_id=${lead}`)).toBe('21');
  expect(await list('first_time=false')).toBe('2');
  expect(await list('started_after=2026-03-02T16:00:02Z&started_before=2026-03-02T16:00:04Z')).toBe('32');
  expect(await list('updated_since=2026-01-01T00:00:00Z&outcome=in_progress')).toBe('');
  const first = await sendAs(other.superadmin, 'GET', `${other.path}/calls?limit=3`);
  const { next_cursor: cursor } = (await first.json()) as { next_cursor: string };
  expect(await list(`limit=3&cursor=${cursor}`)).toBe('1');
  const agents = await sendAs(other.agent, 'GET', `${other.path}/calls`);
  const seen = (await answerOf<{ calls: { carrier_call_id: string }[] }>(agents)).calls;
  // Whose branch was called also finds the call of a withheld number.
  expect(seen.map(({ carrier_call_id: id }) => id)).toEqual(['4', '3', '2', '1']);
});
