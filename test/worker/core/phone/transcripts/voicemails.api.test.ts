import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startFaultServer, type FaultServer } from '../../../../harness/fault-server.ts';
import { type MailServer, startMailServer } from '../../../../harness/mail-server.ts';
import { startServer } from '../../../../harness/own-worker.ts';
import { AUSTIN, freshCaller } from '../calls/call-company.ts';
import { type SpeechServer, startSpeechServer } from './speech-server.ts';
import { PATIENCE, SpokenCompany } from './spoken-company.ts';

const SAID = 'Hi, this is Ann. My heater leaks.|My card is 4111 1111|1111 1111, call me back.';
const KEPT = ['Hi, this is Ann. My heater leaks.', 'My card is [removed]', '[removed], call me back.'];
/** Ten megabytes and a byte of sound. */
const MOST_BYTES = 10 * 1024 * 1024;
const SOUND = `RIFF\0\0\0\0WAVEfmt ${'\0'.repeat(60)}`;

let speech: SpeechServer;
/** The carrier's API: answers for each recording. */
let carrier: { url: string; close: () => Promise<void> };
/** What it sends as a recording. */
let sound: string | Buffer = SOUND;
/** What it answers to the first requests for a recording, before it has it. */
const refusals: number[] = [];
let server: FaultServer;
let mailbox: MailServer;

beforeAll(async () => {
  speech = await startSpeechServer(SAID);
  carrier = await startServer((_, response) => {
    const status = refusals.shift();
    if (status !== undefined) response.writeHead(status).end();
    else response.writeHead(200, { 'Content-Type': 'audio/wav' }).end(sound);
  });
  mailbox = await startMailServer();
  server = await startFaultServer({
    SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`,
    MAIL_FROM: 'Leadline <no-reply@leads.test>',
    // An address of this machine: carriers sign where the Worker really is.
    PUBLIC_URL: 'http://localhost',
    SPEECH_URL: speech.url,
    SPEECH_KEY: 'key-of-the-engine',
    SPEECH_MODEL: 'whisper-large',
    SPEECH_PRICE: '0.006',
  });
});
afterAll(() => Promise.all([speech.close(), carrier.close(), server.close(), mailbox.close()]));
beforeEach(() => {
  speech.requests.length = 0;
  speech.reply = () => ({ says: SAID });
  refusals.length = 0;
  sound = SOUND;
  mailbox.arrived.length = 0;
});

const make = (options?: Record<string, unknown>): Promise<SpokenCompany> =>
  SpokenCompany.make({ server, carrier: carrier.url }, options);

test('a voicemail is written down without the card number, which is nowhere', async () => {
  const spoken = await make({ transcripts: 'voicemails', transcript_language: 'en' });
  const callId = await spoken.leave();

  expect(await spoken.transcript(callId)).toMatchObject({ state: 'pending', segments: [] });
  const transcript = await spoken.isOver(callId);
  expect(transcript).toMatchObject({ state: 'done', engine: 'server', language: 'en', redactions: 1 });
  expect(transcript.segments.map(({ text }) => text)).toEqual(KEPT);
  expect(transcript.segments[1]).toMatchObject({ start: 2, end: 4, speaker: 'caller' });
  const [request, ...others] = speech.requests;
  expect(others).toEqual([]);
  expect(request?.authorization).toBe('Bearer key-of-the-engine');
  expect(request?.fields).toEqual({
    model: 'whisper-large',
    response_format: 'verbose_json',
    temperature: '0',
    language: 'en',
  });
  expect(request?.file).toMatchObject({ name: 'recording.wav', type: 'audio/wav' });
  expect(Buffer.from(request?.file.bytes ?? []).toString('latin1')).toBe(SOUND);
});

test('nothing is written down until a company turns it on', async () => {
  const spoken = await make({});
  const before = await spoken.leave();
  expect(await spoken.transcript(before)).toMatchObject({ state: 'off' });

  await spoken.setOptions({ transcripts: 'voicemails' });
  const after = await spoken.leave();
  expect(await spoken.isOver(after)).toMatchObject({ state: 'done' });
  expect(await spoken.transcript(before)).toMatchObject({ state: 'off' });
});

test('the words stand in the notification of those who were told', async () => {
  const spoken = await make();
  await spoken.isOver(await spoken.leave());

  const { notifications } = await spoken.company.ask<{
    notifications: { type: string; data: { words?: string } }[];
  }>('/notifications?size=100');
  const missed = notifications.filter(({ type }) => type === 'call.missed');
  expect(missed.map(({ data }) => data.words)).toEqual([KEPT.join(' ')]);
});

test('the mail about a voicemail waits for its words, and says them', async () => {
  const spoken = await make();
  await spoken.company.put('/notifications/choices', { kinds: { voicemail: { mail: true } } });
  const { promise: isHeard, resolve: goOn } = Promise.withResolvers<void>();
  speech.reply = async () => {
    await isHeard;
    return { says: SAID };
  };
  const callId = await spoken.leave();
  const { notifications } = await spoken.company.ask<{
    notifications: {
      type: string;
      created_time: string;
      channels: { mail?: { next_attempt_time: string } };
    }[];
  }>('/notifications?size=100');
  const told = notifications.find(({ type }) => type === 'call.missed');
  const wait =
    Date.parse(told?.channels.mail?.next_attempt_time ?? '') - Date.parse(told?.created_time ?? '');
  // Five seconds for others that come together with it.
  expect(wait).toBeGreaterThan(45_000);
  goOn();
  await spoken.isOver(callId);

  const mails = (): string[] =>
    mailbox.arrived
      .filter(({ mail }) => mail.subject?.startsWith('Voicemail'))
      .map(({ mail }) => mail.text ?? '');
  await vi.waitFor(() => expect(mails()).toHaveLength(1), PATIENCE);
  expect(mails()[0]).toContain('My heater leaks.');
});

test('a recording that the carrier has only later is fetched again, and a failure costs nothing', async () => {
  const spoken = await make();
  refusals.push(404);
  const callId = await spoken.leave();

  await vi.waitFor(async () => {
    expect(await spoken.transcript(callId)).toMatchObject({ error: 'The carrier no longer has it.' });
  }, PATIENCE);
  expect(await spoken.company.ask('/calls/transcripts/usage')).toMatchObject({
    months: [],
    minutes_left: 1_000,
  });
  expect(await spoken.isOver(callId)).toMatchObject({ state: 'done' });
  expect(await spoken.company.ask('/calls/transcripts/usage')).toMatchObject({
    engine: 'server',
    price_per_minute: 0.006,
    months: [{ minutes: 0.2, cost: 0.0012 }],
    minutes_left: 999.8,
  });
});

test.each([
  [{ status: 415 } as const, 'The engine answered 415.'],
  [{ status: 413 } as const, 'The engine answered 413.'],
])('an engine that refuses the recording with %o is not asked again', async (reply, error) => {
  const spoken = await make();
  speech.reply = () => reply;
  expect(await spoken.isOver(await spoken.leave())).toMatchObject({ state: 'failed', error, segments: [] });
  expect(speech.requests).toHaveLength(1);
});

test.each([
  ['<html><script>alert(1)</script></html>', 'The recording is no sound.'],
  [Buffer.alloc(MOST_BYTES + 1, SOUND), 'The recording is too large.'],
])('what is no voicemail is sent to no engine, and costs nothing', async (file, error) => {
  const spoken = await make();
  sound = file;
  expect(await spoken.isOver(await spoken.leave())).toMatchObject({ state: 'failed', error });
  expect(speech.requests).toEqual([]);
  expect(await spoken.company.ask('/calls/transcripts/usage')).toMatchObject({ months: [] });
});

test.each([
  [{ status: 500 } as const, 'The engine answered 500.'],
  [{ raw: '<html>' } as const, 'The engine’s answer is no transcript.'],
])('an engine that answers %o is asked again later', async (reply, error) => {
  const spoken = await make();
  speech.reply = () => reply;
  const callId = await spoken.leave();
  await vi.waitFor(async () => {
    expect(await spoken.transcript(callId)).toMatchObject({ state: 'pending', error });
  }, PATIENCE);
  speech.reply = () => ({ says: 'Hello.' });
  expect(await spoken.isOver(callId)).toMatchObject({ state: 'done', segments: [{ text: 'Hello.' }] });
});

test('the minutes of a month hold for voicemails that come together', async () => {
  const spoken = await make({ transcripts: 'voicemails', transcript_minutes: 1 });
  const calls = await Promise.all(Array.from({ length: 4 }, () => spoken.leave(25)));
  await vi.waitFor(async () => {
    const states = await Promise.all(calls.map((each) => spoken.transcript(each)));
    expect(states.filter(({ state }) => state === 'done')).toHaveLength(2);
    expect(states.filter(({ error }) => error === 'The minutes of the month are used up.')).toHaveLength(2);
  }, PATIENCE);
  expect(speech.requests).toHaveLength(2);
  expect(await spoken.company.ask('/calls/transcripts/usage')).toMatchObject({ minutes_left: 0.1667 });
});

test('a transcript that was sent or deleted meanwhile stays as it is', async () => {
  const spoken = await make();
  const put = async (callId: string): Promise<void> =>
    spoken.company.put(`/calls/${callId}/transcript`, {
      segments: [{ start: 0, end: 1, text: 'By hand, 4111-1111-1111-1111.' }],
    });
  const callId = await spoken.leave();
  await put(callId);
  await spoken.isOver(await spoken.leave());
  expect(await spoken.transcript(callId)).toMatchObject({
    state: 'done',
    engine: null,
    redactions: 1,
    segments: [{ text: 'By hand, [removed].', speaker: 'unknown' }],
  });
  const { url, path, authorization } = spoken.company.session;
  const gone = await fetch(`${url}${path}/calls/${callId}/transcript`, {
    method: 'DELETE',
    headers: { Authorization: authorization },
  });
  expect(await gone.json()).toMatchObject({ state: 'off', segments: [] });
  const told = await spoken.company.ask('/notifications?size=100');
  expect(JSON.stringify(told)).not.toContain('By hand');
});

test.each([
  [601, 'It is longer than 10 minutes, and its format cannot be cut.'],
  [4 * 60 * 60 + 1, 'It is longer than 4 hours.'],
])('a voicemail of %d seconds that cannot be cut is not sent to an engine', async (seconds, error) => {
  const spoken = await make();
  expect(await spoken.isOver(await spoken.leave(seconds))).toMatchObject({ state: 'failed', error });
  expect(speech.requests).toEqual([]);
});

test('with the person the words are erased', async () => {
  const spoken = await make();
  const callId = await spoken.leave();
  await spoken.isOver(callId);
  const { lead_id: leadId } = await spoken.company.ask<{ lead_id: string }>(`/calls/${callId}`);
  const copy = await spoken.company.ask<{ transcripts: unknown[] }>(`/leads/${leadId}/everything`);
  expect(JSON.stringify(copy.transcripts)).toContain('My heater leaks.');

  await spoken.company.ask(`/leads/${leadId}/erase`, {});
  const { url, path, authorization } = spoken.company.session;
  const answer = await fetch(`${url}${path}/calls/${callId}/transcript`, {
    headers: { Authorization: authorization },
  });
  expect(answer.status).toBe(404);
  const told = await spoken.company.ask('/notifications?size=100');
  expect(JSON.stringify(told)).not.toContain('heater');
});

test('what a person has sent stays, whatever becomes of the call, and old calls are not written down when they are edited', async () => {
  const spoken = await make({});
  const [sent, old] = [await spoken.leave(), await spoken.leave()];
  await spoken.company.put(`/calls/${sent}/transcript`, { segments: [{ start: 0, end: 1, text: 'Sent.' }] });
  const report = {
    carrier_call_id: crypto.randomUUID(),
    number: AUSTIN,
    from: freshCaller(),
    outcome: 'voicemail',
    recording_url: `${carrier.url}/old.wav`,
    started_at: new Date(Date.now() - 3 * 24 * 60 * 60_000).toISOString(),
    ended_at: new Date(Date.now() - 3 * 24 * 60 * 60_000 + 60_000).toISOString(),
  };
  const { call_id: older } = await spoken.company.ask<{ call_id: string }>('/calls', report);
  await spoken.setOptions({ transcripts: 'voicemails' });
  for (const id of [sent, older]) await spoken.company.ask(`/calls/${id}/modify`, { tags: ['seen'] });
  await spoken.company.ask(`/calls/${old}/modify`, { tags: ['new enough'] });

  expect(await spoken.isOver(old)).toMatchObject({ state: 'done' });
  expect(await spoken.transcript(sent)).toMatchObject({ state: 'done', segments: [{ text: 'Sent.' }] });
  expect(await spoken.transcript(older)).toMatchObject({ state: 'off' });
  expect(speech.requests).toHaveLength(1);
});

test('a voicemail of unknown length counts as long as it was', async () => {
  const spoken = await make({ transcripts: 'voicemails', transcript_minutes: 11 });
  const now = new Date().toISOString();
  const { call_id: callId } = await spoken.company.ask<{ call_id: string }>('/calls', {
    carrier_call_id: crypto.randomUUID(),
    number: AUSTIN,
    from: freshCaller(),
    outcome: 'voicemail',
    recording_url: `${carrier.url}/new.wav?signed=1`,
    started_at: now,
    ended_at: now,
  });
  expect(await spoken.isOver(callId)).toMatchObject({ state: 'done' });
  // Three passages of two seconds each.
  expect(await spoken.company.ask('/calls/transcripts/usage')).toMatchObject({ months: [{ minutes: 0.1 }] });
});

test('what an engine was given counts, though nothing came of it', async () => {
  const spoken = await make();
  speech.reply = () => ({ status: 500 });
  const callId = await spoken.leave(30);
  await vi.waitFor(async () => {
    expect(await spoken.transcript(callId)).toMatchObject({ error: 'The engine answered 500.' });
  }, PATIENCE);
  expect(await spoken.company.ask('/calls/transcripts/usage')).toMatchObject({ months: [{ minutes: 0.5 }] });
});

test('the audit log says who replaced and who deleted what was said', async () => {
  const spoken = await make();
  const callId = await spoken.leave();
  await spoken.isOver(callId);
  await spoken.company.put(`/calls/${callId}/transcript`, { segments: [] });
  const { url, path, authorization } = spoken.company.session;
  await fetch(`${url}${path}/calls/${callId}/transcript`, {
    method: 'DELETE',
    headers: { Authorization: authorization },
  });

  const { entries } = await spoken.company.ask<{ entries: { action: string; subject: string }[] }>(
    '/audit?action=transcript.',
  );
  expect(entries.map(({ action, subject }) => [action, subject])).toEqual([
    ['transcript.deleted', `call:${callId}`],
    ['transcript.replaced', `call:${callId}`],
  ]);
  const told = await spoken.company.ask('/notifications?size=100');
  expect(JSON.stringify(told)).not.toContain('heater');
});

test('whoever saves the options has failed voicemails tried again', async () => {
  const spoken = await make();
  speech.reply = () => ({ status: 415 });
  const callId = await spoken.leave();
  expect(await spoken.isOver(callId)).toMatchObject({ state: 'failed' });

  speech.reply = () => ({ says: 'Hello.' });
  await spoken.setOptions({ transcript_language: 'en' });
  expect(await spoken.isOver(callId)).toMatchObject({ state: 'done', segments: [{ text: 'Hello.' }] });
});
