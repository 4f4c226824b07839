/** Calls are answered while the company's Durable Object is slow or fails. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Fault } from '../../../faults/faults.ts';
import { sign } from '../../../../demo/carrier/signing.ts';
import { type FaultyLeadline, startFaultyLeadline } from '../../../harness/faulty-leadline.ts';
import { freshIp } from '../../../harness/client.ts';
import { withinOneMinute } from '../../../harness/minutes.ts';
import { AUSTIN, AUSTIN_BRANCH, branches } from '../../core/phone/calls/call-company.ts';

const PUBLIC_URL = 'https://calls.example.com';
/** The data of a call that the edge answered, in webhook addresses. */
const BEGUN_CALL = /(?<=CA\w+)~[\w-]+/g;
const ACCOUNT = { carrier: 'twilio', accountId: 'AC1', secret: 'token' } as const;

/** Two menus and a postal code: every kind of target. */
const MENUS = {
  main: {
    name: 'Main',
    greeting: 'Press 1, 2, 3, 4 or 5.',
    keys: {
      '1': { ring: [{ number: AUSTIN_BRANCH }, { number: '+13035550140' }] },
      '2': { menu_id: 'more' },
      '3': { message: 'Open from nine to five.' },
      '4': { voicemail: true },
      '5': { postal_code: 'Key in your ZIP code.' },
    },
    default: { ring: 'location' },
  },
  more: {
    name: 'More',
    greeting: 'Press 1 or star.',
    keys: { '1': { location_id: 'denver' }, '*': { ring: 'location' } },
    default: { message: 'Goodbye.' },
  },
};

let leadline: FaultyLeadline;
let companyId: string;
let authorization: string;
beforeAll(async () => {
  leadline = await startFaultyLeadline({ PUBLIC_URL });
  const email = 'sue@acme.test';
  const made = await leadline.sendAsOperator('POST', '/operator/companies', {
    name: 'Acme',
    default_region: 'US',
    superadmin: { name: 'Sue', email },
  });
  ({ company_id: companyId } = (await made.json()) as { company_id: string });
  const token = (await (
    await leadline.sendAsOperator('POST', '/operator/tokens', { email })
  ).json()) as string;
  authorization = `Basic ${Buffer.from(`${email}:${token}`).toString('base64')}`;
  await leadline.sendAsOperator('PUT', `/dni/api/companies/${companyId}/settings`, branches(''));
  const saved = await core('PUT', '/calls/settings', {
    carriers: [{ carrier: 'twilio', account_id: 'AC1', secrets: ['token'] }],
    defaults: { order: 'in_turn', screening: true },
    numbers: {
      '+13035550101': { ring: [{ number: AUSTIN_BRANCH }, { number: '+13035550140' }] },
      '+18005550111': { menu: 'main' },
    },
    menus: MENUS,
  });
  if (saved.status !== 200) throw new Error(await saved.text());
});
afterAll(() => leadline.close());

function core(method: string, path: string, body?: unknown): Promise<Response> {
  return leadline.send(`/companies/${companyId}${path}`, {
    method,
    headers: { Authorization: authorization, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

async function lane(path: string, fields: Record<string, string>, ...faults: Fault[]): Promise<Response> {
  await leadline.set({ faults });
  const address = `/carriers/twilio/${companyId}${path}`;
  const all = { AccountSid: 'AC1', CallSid: 'CA1', From: '+12065550123', To: AUSTIN, ...fields };
  const form = new URLSearchParams(all);
  const response = await leadline.send(address, {
    method: 'POST',
    headers: sign(ACCOUNT, PUBLIC_URL + address, form),
    body: form.toString(),
  });
  await leadline.set();
  return response;
}

test('the fallback address calls no object, accepts GET and POST, and needs a signature', async () => {
  await leadline.counts();
  const path = `/carriers/twilio/${companyId}/fallback?${new URLSearchParams({ To: '+12025550100', From: '', CallSid: 'CA3' })}`;
  const headers = sign(ACCOUNT, PUBLIC_URL + path, new URLSearchParams());
  delete headers['Content-Type'];
  const unknown = await leadline.send(path, { headers });
  const known = await lane('/fallback', { CallStatus: 'ringing' }, 'company');
  const unsigned = await leadline.send(path);

  expect(await unknown.text()).toContain('This number is not in service.');
  expect(await known.text()).toContain(AUSTIN_BRANCH);
  expect(unsigned.status).toBe(403);
  expect((await leadline.counts()).objects).toBe(0);
});

test.for([['company'], ['company-hang'], ['company', 'kv-read'], ['company-hang', 'kv-hang']] as const)(
  'with %s broken, from the published phone book',
  async (faults) => {
    const fields = { CallStatus: 'ringing' };
    const well = await (await lane('/call', fields)).text();
    const broken = await lane('/call', fields, ...faults);

    const answer = await broken.text();
    expect(answer.replaceAll(BEGUN_CALL, '')).toBe(well);
    expect(answer.match(BEGUN_CALL)).toHaveLength(3);
    expect(well).toContain(`>${AUSTIN_BRANCH}</Number>`);
    const dialed = `${PUBLIC_URL}/carriers/twilio/${companyId}/call/CA1/dialed/0#rc=2&amp;rp=all`;
    expect(well).toContain(`action="${dialed}"`);
  },
);

test.for([
  ['sip:+12065550123@pbx.example.com', true],
  ['sip:joe@pbx.example.com', true],
  ['client:joe', true],
  ['12345', true],
  ['+266696687', true],
  ['anonymous', true],
  ['ACME', true],
  ['+1206555', true],
  ['', true],
  ['+12065550123', false],
] as const)('phones show the tracking number for a caller without a number: %s', async ([From, isHidden]) => {
  const fields = { CallSid: `CAfrom${From}`, From, CallStatus: 'ringing' };
  const again = { ...fields, CallStatus: 'in-progress', DialCallStatus: 'busy' };
  // Numbers in turn, to check each turn.
  const answers = [
    await lane('/call', { ...fields, To: '+13035550101' }),
    await lane('/call', { ...fields, To: '+13035550101' }, 'company'),
    await lane('/call/CA/dialed/0', { ...again, To: '+13035550101' }),
    await lane('/call/CA/dialed/0', { ...again, To: '+13035550101' }, 'company'),
  ];

  for (const answer of answers) {
    const [, attributes = ''] = /<Dial ([^>]*)>/.exec(await answer.text()) ?? [];
    expect(attributes).toContain('timeout=');
    expect(/ callerId="([^"]*)"/.exec(attributes)?.[1]).toBe(isHidden ? '+13035550101' : undefined);
  }
});

test('step by step to the end, and the record is made from later reports', async () => {
  const callId = { CallSid: 'CA2', From: '+12065550124' };
  await lane('/call', { ...callId, CallStatus: 'ringing' }, 'company');
  const dialed = { ...callId, CallStatus: 'in-progress', DialCallStatus: 'no-answer' };
  const next = await (await lane('/call/CA2/dialed/0', dialed, 'company')).text();
  expect(next).toContain('<Record ');
  const answered = { ...dialed, DialCallStatus: 'completed', DialBridged: 'true', DialCallDuration: '9' };
  expect(await (await lane('/call/CA2/dialed/0', answered, 'company')).text()).toContain(
    '<Response><Hangup/></Response>',
  );
  const lost = await lane('/status', { ...callId, CallStatus: 'completed' }, 'company');
  expect([lost.status, lost.headers.get('Retry-After')]).toEqual([503, '5']);

  await lane('/status', { ...callId, CallStatus: 'completed' });

  const { calls } = (await (await core('GET', '/calls')).json()) as { calls: Record<string, unknown>[] };
  expect(calls.find(({ from }) => from === '+12065550124')).toMatchObject({
    carrier_call_id: 'CA2',
    outcome: 'abandoned',
    source: 'paid_search',
  });
});

test.for([
  ['1000', 200],
  ['1001', 404],
  ['-1', 404],
  ['1.5', 404],
])('a report of turn %s gets the status %d', async ([turn, status]) => {
  const dialed = {
    CallSid: 'CAturn',
    From: '+12065550125',
    CallStatus: 'in-progress',
    DialCallStatus: 'busy',
  };

  expect((await lane(`/call/CAturn/dialed/${turn}`, dialed)).status).toBe(status);
});

interface Call {
  outcome: string | null;
  started_at: string;
  answered_at: string | null;
  ended_at: string | null;
  [member: string]: unknown;
}

const callNamed = async (id: string): Promise<Call | undefined> => {
  const { calls } = (await (await core('GET', '/calls')).json()) as { calls: Call[] };
  return calls.find(({ carrier_call_id: carrierId }) => carrierId === id);
};

/** Returns the paths in an answer, below the webhook address. */
function addressIn(document: string, place: string): string {
  const [, path = ''] = new RegExp(`/${companyId}(/call/[^"#]*/${place}/0)`).exec(document) ?? [];
  return path;
}

test('a call that the edge answered is in the list with its start after the first report about a phone', async () => {
  const from = '+12065550151';
  const fields = { CallSid: 'CAedge', From: from, CallStatus: 'ringing', CallerName: 'Ann Lee' };
  // All reports before the conversation are lost.
  await leadline.set({ faults: ['company-hang'] });
  const before = Date.now();
  const document = await (await lane('/call', fields, 'company-hang')).text();
  const after = Date.now();
  const leg = { CallSid: 'CAleg', ParentCallSid: 'CAedge', From: from, To: AUSTIN_BRANCH };
  const ringing = await lane(addressIn(document, 'leg'), { ...leg, CallStatus: 'ringing' }, 'company-hang');
  expect(ringing.status).toBe(200);
  expect(await callNamed('CAedge')).toBeUndefined();

  const answered = { ...leg, CallStatus: 'in-progress' };
  expect((await lane(addressIn(document, 'leg'), answered)).status).toBe(200);

  const call = await callNamed('CAedge');
  expect(call).toMatchObject({ from, caller_name: 'Ann Lee', number: AUSTIN, outcome: null, ended_at: null });
  const started = Date.parse(call?.started_at ?? '');
  expect(started).toBeGreaterThanOrEqual(before);
  expect(started).toBeLessThanOrEqual(after);
});

test('a failed report about a phone is repeated after the answer', async () => {
  const fields = { CallSid: 'CAagain', From: '+12065550152', CallStatus: 'ringing' };
  await lane('/call', fields, 'company');
  await expect.poll(() => callNamed('CAagain'), { timeout: 30_000 }).toMatchObject({ outcome: null });
});

test('addresses encrypted for another call, or changed ones, are ignored', async () => {
  const fields = { From: '+12065550153', CallStatus: 'ringing' };
  const leg = { CallSid: 'CAl', From: '+12065550153', To: AUSTIN_BRANCH, CallStatus: 'ringing' };
  const document = await (await lane('/call', { ...fields, CallSid: 'CAmine' }, 'company-hang')).text();
  const path = addressIn(document, 'leg');
  const flipped = path.replace(
    /(~.{20})(.)/,
    (_, start: string, one: string) => start + (one === 'A' ? 'B' : 'A'),
  );

  expect((await lane(path, { ...leg, ParentCallSid: 'CAother' })).status).toBe(200);
  expect((await lane(flipped, { ...leg, ParentCallSid: 'CAmine' })).status).toBe(200);
  expect((await lane('/call/CAmine~/leg/0', { ...leg, ParentCallSid: 'CAmine' })).status).toBe(200);

  expect([await callNamed('CAother'), await callNamed('CAmine')]).toEqual([undefined, undefined]);
});

test.for([
  ['300', { outcome: 'answered', talk_seconds: 300 }],
  ['10', { outcome: 'abandoned', talk_seconds: null }],
] as const)('with only the last status, after %s seconds', async ([CallDuration, expected]) => {
  const callId = `CAlast${CallDuration}`;
  const fields = { CallSid: callId, From: `+1206555016${CallDuration.length}` };
  const ended = Math.floor(Date.now() / 1000) * 1000;
  const Timestamp = new Date(ended).toUTCString().replace('GMT', '+0000');
  await lane('/status', { ...fields, CallStatus: 'completed', CallDuration, Timestamp });

  expect(await callNamed(callId)).toMatchObject({
    ...expected,
    started_at: new Date(ended - Number(CallDuration) * 1000).toISOString(),
    ended_at: new Date(ended).toISOString(),
  });
});

test('a call of ten minutes with only the report of its dialling began ten minutes ago', async () => {
  const fields = { CallSid: 'CAten', From: '+12065550165', CallStatus: 'in-progress' };
  await lane('/call/CAten/dialed/0', {
    ...fields,
    DialCallStatus: 'completed',
    DialBridged: 'true',
    DialCallDuration: '600',
  });

  const call = await callNamed('CAten');
  expect(call).toMatchObject({ outcome: 'answered', talk_seconds: 600 });
  expect(Date.now() - Date.parse(call?.started_at ?? '')).toBeGreaterThanOrEqual(600_000);
});

test('the time to press 1 does not count as talk', async () => {
  const caller = { CallSid: 'CAscreened', From: '+12065550166' };
  const leg = { ...caller, CallSid: 'CAscr-1', ParentCallSid: 'CAscreened', To: AUSTIN_BRANCH };
  await lane('/call', { ...caller, CallStatus: 'ringing' });
  await lane('/call/CAscreened/whisper/0', { ...leg, CallStatus: 'in-progress' });
  await leadline.set({ ahead: 5_000 });
  await lane('/call/CAscreened/key/0', { ...leg, CallStatus: 'in-progress', Digits: '1' });
  const dialed = { DialCallStatus: 'completed', DialBridged: 'true', DialCallDuration: '7' };
  await lane('/call/CAscreened/dialed/0', { ...caller, CallStatus: 'in-progress', ...dialed });

  expect(await callNamed('CAscreened')).toMatchObject({ outcome: 'answered', talk_seconds: 2 });
});

test(
  'a call without a reported end is over after a time, and a late report corrects its outcome',
  { tags: ['full'] },
  async () => {
    const fields = { CallSid: 'CAlost', From: '+12065550129', CallStatus: 'ringing' };
    await lane('/call', fields);
    const outcome = async (): Promise<unknown> => {
      const { calls } = (await (await core('GET', '/calls')).json()) as { calls: Record<string, unknown>[] };
      return calls.find(({ carrier_call_id: id }) => id === 'CAlost')?.['outcome'];
    };
    expect(await outcome()).toBeNull();

    await leadline.sql(companyId, "UPDATE calls SET deadline = 1 WHERE carrier_call_id = 'CAlost'");
    await expect.poll(outcome, { timeout: 30_000 }).toBe('abandoned');

    const answered = { DialCallStatus: 'completed', DialBridged: 'true', DialCallDuration: '9' };
    await lane('/call/CAlost/dialed/0', { ...fields, ...answered });
    expect(await outcome()).toBe('answered');
  },
);

test('requests of carriers are kept for 30 days', { tags: ['full'] }, async () => {
  const day = 24 * 60 * 60_000;
  const insert = (id: string, days: number): string =>
    `INSERT INTO carrier_requests (request_number, carrier, carrier_call_id, checksum, received_time, happened, parameters)
     VALUES (${-days}, 'twilio', '${id}', '', ${Date.now() - days * day}, '{}', '{}')`;
  const kept = async (): Promise<unknown[]> => {
    const sql = 'SELECT carrier_call_id AS id FROM carrier_requests WHERE request_number < 0';
    const answer = await leadline.send(`/test/sql/${companyId}`, { method: 'POST', body: sql });
    return ((await answer.json()) as { id: string }[]).map(({ id }) => id);
  };
  await leadline.sql(companyId, insert('young', 20));
  await leadline.sql(companyId, insert('old', 40));

  await expect.poll(kept, { timeout: 30_000 }).toEqual(['young']);
});

test('the published phone book is encrypted', async () => {
  const cache = await leadline.cache();
  const [key] = (await cache.list({ prefix: 'calls:' })).keys;
  const sealed = String(await cache.get(key?.name ?? ''));

  expect(sealed.length).toBeGreaterThan(500);
  expect(sealed).not.toContain('555');
});

test('a network may name a few unknown companies a minute; calls to real ones ring', async () => {
  const call = async (company: string, ip: string): Promise<Response> => {
    const address = `/carriers/twilio/${company}/call`;
    const form = new URLSearchParams({ AccountSid: 'AC1', CallSid: 'CA9', From: '+12065550123', To: AUSTIN });
    return leadline.send(address, {
      method: 'POST',
      headers: { ...sign(ACCOUNT, PUBLIC_URL + address, form), 'CF-Connecting-IP': ip },
      body: form.toString(),
    });
  };
  await leadline.set();
  const ids = Array.from({ length: 40 }, () => crypto.randomUUID());
  const { statuses, objects, known } = await withinOneMinute(async () => {
    const ip = freshIp();
    await leadline.counts();
    const answers: number[] = [];
    for (const id of ids) answers.push((await call(id, ip)).status);
    return { statuses: answers, ...(await leadline.counts()), known: await call(companyId, ip) };
  });

  expect(statuses.slice(0, 20)).toEqual(Array<number>(20).fill(403));
  expect(statuses.slice(25)).toEqual(Array<number>(15).fill(429));
  expect(objects).toBeLessThanOrEqual(25);
  expect(await known.text()).toContain('<Dial');
  const body = "SELECT name FROM sqlite_master WHERE name <> '__miniflare_do_name'";
  const tables = await leadline.send(`/test/sql/${ids[0]}`, { method: 'POST', body });
  expect(await tables.json()).toEqual([]);
});

/** Returns the path below the webhook address to which an answer sends the caller next; undefined at the end. */
function nextIn(document: string, name: 'Gather' | 'Dial' | 'Redirect' | 'Record'): string | undefined {
  const [, address] =
    name === 'Redirect'
      ? (/<Redirect [^>]*>([^<]*)</.exec(document) ?? [])
      : (new RegExp(`<${name} [^>]*action="([^"]*)"`).exec(document) ?? []);
  return address?.replace(`${PUBLIC_URL}/carriers/twilio/${companyId}`, '').replace(/#.*/, '');
}

let menuCallers = 0;

/** Calls the menu and presses keys by turns until the call is over. @param broken the requests that the object does not answer, by their place */
async function throughMenus(
  callId: string,
  keys: readonly string[],
  broken: (place: number) => readonly Fault[],
): Promise<string[]> {
  // Many calls of one caller at once would be taken for a loop.
  menuCallers += 1;
  const fields = { CallSid: callId, From: `+1206555${1000 + menuCallers}`, To: '+18005550111' };
  const heard: string[] = [];
  let pressed = 0;
  let document = await (await lane('/call', { ...fields, CallStatus: 'ringing' }, ...broken(0))).text();
  for (let place = 1; place < 40; place += 1) {
    heard.push(document.replaceAll(BEGUN_CALL, '').replaceAll(callId, 'CA'));
    const going = { ...fields, CallStatus: 'in-progress' };
    const gather = nextIn(document, 'Gather');
    const dial = nextIn(document, 'Dial');
    let next: [path: string, more: Record<string, string>] | undefined;
    if (gather !== undefined) {
      const key = keys[pressed] ?? '';
      pressed += 1;
      next = key === '' ? [nextIn(document, 'Redirect') ?? '', {}] : [gather, { Digits: key }];
    } else if (dial !== undefined) next = [dial, { DialCallStatus: 'no-answer' }];
    if (next === undefined) return heard;
    const response = await lane(next[0], { ...going, ...next[1] }, ...broken(place));
    expect(response.status).toBe(200);
    document = await response.text();
  }
  throw new Error('The call does not end.');
}

test.for([
  [['1']],
  [['2', '1']],
  [['2', '*']],
  [['2', '', '9', '']],
  [['3']],
  [['4']],
  [['5', '80202']],
  [['5', '00000', '', '78701']],
  [['5', '00000', '00000', '00000']],
  [['', '', '']],
  [['9', '8', '2', '1']],
] as const)('the keys %j lead to the same without the object, whenever it dies', async ([keys]) => {
  const well = await throughMenus(`CAmenu${menuCallers}well`, keys, () => []);
  const kills = [() => true, (place: number) => place % 2 === 1, (place: number) => place > 0];
  for (const isDead of kills) {
    const broken = (place: number): readonly Fault[] => (isDead(place) ? ['company'] : []);
    expect(await throughMenus(`CAmenu${menuCallers}dead`, keys, broken)).toEqual(well);
  }
  // Whatever happened, the caller was not left in silence.
  expect(well.at(-1)).toMatch(/<Say |<Record /);
});

test('a place in the menus that is none, or that nobody has, still ends', async () => {
  const fields = { CallSid: 'CAplace', From: '+12065550191', To: '+18005550111', CallStatus: 'in-progress' };

  expect((await lane('/call/CAplace/menu/0.gone', { ...fields, Digits: '1' })).status).toBe(200);
  expect(await (await lane('/call/CAplace/menu/0.gone', { ...fields, Digits: '1' })).text()).toContain(
    '<Dial ',
  );
  expect((await lane('/call/CAplace/menu/0.%2e%2e%2fx', { ...fields, Digits: '1' })).status).toBe(404);
});
