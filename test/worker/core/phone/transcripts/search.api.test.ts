/** Leads are searched by what was said in their calls, where somebody asks for it and may hear it. */
import { beforeAll, expect, test } from 'vitest';
import { chanceOf } from '../../../../../demo/chance.ts';
import { answerOf, makeUser } from '../../../../harness/builders.ts';
import { problemOf, sendAs } from '../../../../harness/client.ts';
import { AUSTIN, type CallCompany, freshCaller, makeCallCompany } from '../calls/call-company.ts';

interface Hit {
  lead_id: string;
  search_field_name: string;
  field_name: string;
  field_value: string;
}

let company: CallCompany;
beforeAll(async () => {
  company = await makeCallCompany();
});

const send = <Body>(method: string, path: string, body?: unknown): Promise<Body> =>
  sendAs(company.superadmin, method, company.path + path, body).then((response) => answerOf<Body>(response));

/** A call in which this was said. */
async function call(
  texts: readonly string[],
  from: string | null = freshCaller(),
): Promise<{ callId: string; leadId: string }> {
  const report = {
    carrier_call_id: crypto.randomUUID(),
    number: AUSTIN,
    from,
    started_at: new Date().toISOString(),
    talk_seconds: 60,
    outcome: 'answered',
  };
  const { call_id: callId, lead_id: leadId } = await send<{ call_id: string; lead_id: string }>(
    'POST',
    '/calls',
    report,
  );
  await say(callId, texts);
  return { callId, leadId };
}

async function say(callId: string, texts: readonly string[]): Promise<void> {
  const segments = texts.map((text, index) => ({
    start: index,
    end: index + 1,
    text,
    speaker: index % 2 === 0 ? 'agent' : 'caller',
  }));
  await send('PUT', `/calls/${callId}/transcript`, { segments });
}

const found = (q: string, fields = 'transcript'): Promise<Hit[]> =>
  send('GET', `/leads/search?${new URLSearchParams({ q, search_fields: fields })}`);

test('what was said is found if it is asked for, also over passages, without regard to case and accents', async () => {
  const { leadId } = await call([
    'Brightwater, how can I help?',
    'I need a boiler for my',
    'Café on Fifth Street.',
  ]);
  const hit = { lead_id: leadId, search_field_name: 'transcript', field_name: 'Said' };
  for (const q of ['boiler', 'BOILER FOR', 'my cafe on', 'cafe boiler', 'oil']) {
    expect(await found(q)).toMatchObject([hit]);
  }
  expect((await found('boiler'))[0]?.field_value).toBe('I need a boiler for my');
  expect((await found('my cafe on'))[0]?.field_value).toContain('boiler for my Café on Fifth');
  expect(await found('boiler', '')).toEqual([]);
  expect(await found('boiler', 'tags')).toEqual([]);
  const view = '/smart_views/default?q=my%20cafe&search_fields=transcript';
  expect((await send<{ count: number }>('GET', view)).count).toBe(1);
});

test('a hit shows the words around what was found in a long call', async () => {
  const many = Array.from({ length: 300 }, (_, index) => `Sentence number ${index}.`);
  await call([...many, 'The zeppelin is late.', ...many]);
  const [hit] = await found('zeppelin');
  expect(hit?.field_value).toContain('The zeppelin is late.');
  expect(hit?.field_value.length).toBeLessThanOrEqual(200);
});

test('what is replaced, deleted or erased is found no more, and a new text is', async () => {
  const { callId, leadId } = await call(['Do you have a harpsichord?']);
  expect(await found('harpsichord')).toHaveLength(1);
  await say(callId, ['Do you have a clavichord?']);
  expect(await found('harpsichord')).toEqual([]);
  expect(await found('clavichord')).toHaveLength(1);
  await send('DELETE', `/calls/${callId}/transcript`);
  expect(await found('clavichord')).toEqual([]);
  await say(callId, ['I meant a spinet.']);
  expect(await found('spinet')).toHaveLength(1);
  await send('POST', `/leads/${leadId}/erase`, {});
  expect(await found('spinet')).toEqual([]);
});

test('viewers who may not hear recordings search none of it', async () => {
  await call(['This is about the observatory.']);
  const viewer = await makeUser(company.superadmin, company.path, { role_id: 'viewer' });
  const search = (): Promise<Response> =>
    sendAs(viewer, 'GET', `${company.path}/leads/search?q=observatory&search_fields=transcript`);
  expect((await problemOf(await search())).code).toBe('permission_denied');

  const options = await send<object>('GET', '/settings');
  await send('PUT', '/settings', { ...options, viewers_hear_recordings: true });
  expect(await answerOf(await search())).toHaveLength(1);
});

test('a naive search over the same calls finds the same leads', async () => {
  const chance = chanceOf(7);
  const words = ['sink', 'Sünk', 'leak', 'leaks', 'ab', 'water', 'waterline', 'no', 'tub'];
  const sentence = (): string =>
    Array.from({ length: 1 + Math.floor(chance.next() * 4) }, () => chance.pick(words)).join(' ');
  const calls: { leadId: string; text: string }[] = [];
  for (let index = 0; index < 25; index += 1) {
    const texts = Array.from({ length: 1 + Math.floor(chance.next() * 3) }, sentence);
    calls.push({ leadId: (await call(texts)).leadId, text: plain(texts.join(' ')) });
  }
  for (let turn = 0; turn < 40; turn += 1) {
    const q = sentence();
    if (q.length < 3) continue;
    const wanted = calls.filter(({ text }) => isFound(text, plain(q))).map(({ leadId }) => leadId);
    const query = new URLSearchParams({ q, search_fields: 'transcript', limit: '200' });
    const hits = await send<Hit[]>('GET', `/leads/search?${query}`);
    const own = new Set(calls.map(({ leadId }) => leadId));
    const got = hits.map(({ lead_id: id }) => id).filter((id) => own.has(id));
    expect([q, got.toSorted()]).toEqual([q, wanted.toSorted()]);
  }
});

const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Anywhere as it is, or each word at the start of a word. */
function isFound(text: string, q: string): boolean {
  const words = q.split(' ');
  return text.includes(q) || (words.length > 1 && words.every((word) => ` ${text}`.includes(` ${word}`)));
}
