/** Recorded calls are written down piece by piece, each side for itself, and go on where they were interrupted. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startFaultServer, type FaultServer } from '../../../../harness/fault-server.ts';
import { startServer } from '../../../../harness/own-worker.ts';
import { wavOf } from '../../../shared/speech/sounds.ts';
import { AUSTIN, freshCaller } from '../calls/call-company.ts';
import { type SpeechServer, startSpeechServer } from './speech-server.ts';
import { PATIENCE, SpokenCompany } from './spoken-company.ts';

/** Ten samples a second, so that five minutes are small. */
const RATE = 10;
const HEADER = 44;
/** What the caller's channel has in each sample, and the agent's. */
const [CALLER, AGENT] = [1, 2];

let speech: SpeechServer;
let carrier: { url: string; close: () => Promise<void> };
let server: FaultServer;
let sound: Buffer = Buffer.alloc(0);
/** Requests for recordings: path and range. */
const fetched: [path: string, range: string | undefined][] = [];
/** Whether the carrier answers with a part if it is asked for one, and how many of these begin elsewhere. */
let sendsParts = true;
let wrongParts = 0;

beforeAll(async () => {
  speech = await startSpeechServer('');
  carrier = await startServer((request, response) => {
    const { range } = request.headers;
    fetched.push([(request.url ?? '').replace(/.*RE[\w-]+/, ''), range]);
    const asked = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
    const from = asked > 0 && wrongParts > 0 ? asked + 1 : asked;
    wrongParts -= from - asked;
    if (range === undefined || !sendsParts) {
      response.writeHead(200, { 'Content-Type': 'audio/wav' }).end(sound);
    } else if (from >= sound.length) {
      response.writeHead(416, { 'Content-Range': `bytes */${sound.length}` }).end();
    } else {
      const headers = { 'Content-Range': `bytes ${from}-${sound.length - 1}/${sound.length}` };
      response.writeHead(206, { 'Content-Type': 'audio/wav', ...headers }).end(sound.subarray(from));
    }
  });
  server = await startFaultServer({
    // An address of this machine: carriers sign where the Worker really is.
    PUBLIC_URL: 'http://localhost',
    SPEECH_URL: speech.url,
    SPEECH_PRICE: '0.006',
  });
});
afterAll(() => Promise.all([speech.close(), carrier.close(), server.close()]));
beforeEach(() => {
  speech.requests.length = 0;
  speech.reply = ({ file }) => ({ says: saidIn(file.bytes) });
  fetched.length = 0;
  sendsParts = true;
  wrongParts = 0;
});

const make = (options: Record<string, unknown> = { transcripts: 'all' }): Promise<SpokenCompany> =>
  SpokenCompany.make({ server, carrier: carrier.url }, options);

/** Records both sides for some seconds. In each minute a sample says which one it is. */
function record(seconds: number, isLengthKnown = true): void {
  const samples = Buffer.alloc(seconds * RATE * 2);
  for (let at = 0; at < seconds * RATE; at += 1) {
    const minute = at % (60 * RATE) === 0 ? 10 + at / (60 * RATE) : 0;
    samples.set([CALLER + minute * 2, AGENT + minute * 2], at * 2);
  }
  const length = isLengthKnown ? {} : { length: 0xff_ff_ff_ff };
  sound = wavOf(samples, { channels: 2, rate: RATE, chunks: [['LIST', 20]], ...length });
}

/** Says which minutes of which side are in a file of one channel. */
function saidIn(bytes: Uint8Array): string {
  const samples = [...bytes.subarray(HEADER)];
  const side =
    (samples.find((each) => each === CALLER || each === AGENT) ?? 0) === CALLER ? 'Caller' : 'Agent';
  const minutes = samples
    .filter((each) => each > 10)
    .map((each) => (each - (side === 'Caller' ? CALLER : AGENT)) / 2 - 10);
  return minutes.map((minute) => `${side} ${minute}.`).join('|');
}

const textsOf = (speaker: string, { segments }: Awaited<ReturnType<SpokenCompany['transcript']>>): string[] =>
  segments.filter((each) => each.speaker === speaker).map(({ text }) => text);

test('each side of a call is written down for itself, in pieces of five minutes, in the order in which they speak', async () => {
  record(11 * 60);
  const spoken = await make();
  const callId = await spoken.talk(11 * 60);
  const transcript = await spoken.isOver(callId);

  expect(transcript).toMatchObject({ state: 'done', engine: 'server', language: 'en' });
  const minutes = Array.from({ length: 11 }, (_, minute) => minute);
  expect(textsOf('caller', transcript)).toEqual(minutes.map((minute) => `Caller ${minute}.`));
  expect(textsOf('agent', transcript)).toEqual(minutes.map((minute) => `Agent ${minute}.`));
  // The engine puts the passages of a piece two seconds apart.
  const starts = transcript.segments.map(({ start }) => start);
  expect(starts).toEqual(starts.toSorted((one, other) => one - other));
  expect(transcript.segments.find(({ text }) => text === 'Agent 5.')).toMatchObject({ start: 300, end: 302 });

  expect(speech.requests).toHaveLength(6);
  expect(fetched.map(([path]) => path)).toEqual(Array(6).fill('.wav'));
  const block = 2;
  const start = sound.length - 11 * 60 * RATE * block;
  expect(fetched.map(([, range]) => range)).toEqual([
    undefined,
    `bytes=${start}-`,
    ...[1, 1, 2, 2].map((piece) => `bytes=${start + piece * 300 * RATE * block}-`),
  ]);
  // Both sides count.
  expect(await spoken.company.ask('/calls/transcripts/usage')).toMatchObject({ months: [{ minutes: 22 }] });
});

test('a carrier that sends no parts is asked from the start', async () => {
  sendsParts = false;
  record(7 * 60);
  const spoken = await make();
  const transcript = await spoken.isOver(await spoken.talk(7 * 60));
  expect(textsOf('caller', transcript)).toHaveLength(7);
  expect(textsOf('agent', transcript)).toHaveLength(7);
});

test('a recording of unknown length ends where the carrier has nothing more', async () => {
  record(5 * 60, false);
  const spoken = await make();
  const transcript = await spoken.isOver(await spoken.talk(5 * 60));
  expect(transcript).toMatchObject({ state: 'done' });
  expect(speech.requests).toHaveLength(2);
  expect(await spoken.company.ask('/calls/transcripts/usage')).toMatchObject({ months: [{ minutes: 10 }] });
});

test('the language that is found in the first piece holds for the others', async () => {
  record(7 * 60);
  speech.reply = ({ file }) => ({ says: saidIn(file.bytes), language: 'german' });
  const spoken = await make();
  expect(await spoken.isOver(await spoken.talk(7 * 60))).toMatchObject({ language: 'de' });
  expect(speech.requests.map(({ fields }) => fields['language'])).toEqual([undefined, 'de', 'de', 'de']);
});

test('a part that begins elsewhere is not taken for the one that was asked for', async () => {
  wrongParts = 1;
  record(7 * 60);
  const spoken = await make();
  const callId = await spoken.talk(7 * 60);
  await vi.waitFor(async () => {
    const { error } = await spoken.transcript(callId);
    expect(error).toBe('The carrier sent another part of the recording.');
  }, PATIENCE);
  const transcript = await spoken.isOver(callId);
  expect(textsOf('caller', transcript)).toHaveLength(7);
  expect(textsOf('agent', transcript)).toHaveLength(7);
});

test('what was recorded of a call that nobody answered is not written down, and a conversation is in no notification', async () => {
  record(60);
  const spoken = await make();
  const report = {
    carrier_call_id: crypto.randomUUID(),
    number: AUSTIN,
    from: freshCaller(),
    outcome: 'missed',
    recording_url: `${carrier.url}/pbx.wav`,
    started_at: new Date().toISOString(),
    ended_at: new Date().toISOString(),
  };
  const { call_id: callId } = await spoken.company.ask<{ call_id: string }>('/calls', report);
  await spoken.isOver(await spoken.leave(5));
  expect(await spoken.transcript(callId)).toMatchObject({ state: 'off' });

  speech.reply = () => ({ says: 'About the geyser.' });
  await spoken.company.ask('/calls', { ...report, outcome: 'answered', talk_seconds: 60 });
  expect(await spoken.isOver(callId)).toMatchObject({ state: 'done', segments: [{ speaker: 'unknown' }] });
  const told = JSON.stringify(await spoken.company.ask('/notifications?size=100'));
  expect(told).toContain(callId);
  expect(told).not.toContain('geyser');
});

test('a piece that fails is repeated alone, and what was heard before can be read', async () => {
  record(7 * 60);
  let failures = 1;
  speech.reply = ({ file }) => {
    const says = saidIn(file.bytes);
    if (says.startsWith('Caller 5') && failures > 0) {
      failures -= 1;
      return { status: 500 };
    }
    return { says };
  };
  const spoken = await make();
  const callId = await spoken.talk(7 * 60);
  await vi.waitFor(async () => {
    const transcript = await spoken.transcript(callId);
    expect(transcript).toMatchObject({ state: 'pending', error: 'The engine answered 500.' });
    expect(textsOf('agent', transcript)).toHaveLength(5);
  }, PATIENCE);
  const transcript = await spoken.isOver(callId);
  expect(textsOf('caller', transcript)).toHaveLength(7);
  expect(textsOf('agent', transcript)).toHaveLength(7);
  expect(speech.requests.map(({ file }) => saidIn(file.bytes).split('|')[0])).toEqual([
    'Caller 0.',
    'Agent 0.',
    'Caller 5.',
    'Caller 5.',
    'Agent 5.',
  ]);
});

test('a voicemail does not wait for the end of a long call', async () => {
  record(30 * 60);
  let dueTime = Infinity;
  speech.reply = async ({ file }) => {
    await vi.waitUntil(() => Date.now() > dueTime, PATIENCE);
    return { says: saidIn(file.bytes) };
  };
  const spoken = await make();
  const long = await spoken.talk(30 * 60);
  await vi.waitUntil(() => speech.requests.length > 0, PATIENCE);
  const short = await spoken.leave(10);
  // A voicemail waits for two seconds.
  dueTime = Date.now() + 2_000;
  await Promise.all([spoken.isOver(long), spoken.isOver(short)]);
  const paths = fetched.map(([path]) => path);
  expect(paths.indexOf('.mp3')).toBeGreaterThan(0);
  expect(paths.indexOf('.mp3')).toBeLessThan(paths.lastIndexOf('.wav'));
});

test('whoever saves the options has a call go on where it failed', async () => {
  record(7 * 60);
  speech.reply = ({ file }) => {
    const says = saidIn(file.bytes);
    return says.startsWith('Caller 5') ? { status: 415 } : { says };
  };
  const spoken = await make();
  const callId = await spoken.talk(7 * 60);
  expect(await spoken.isOver(callId)).toMatchObject({ state: 'failed', error: 'The engine answered 415.' });

  speech.reply = ({ file }) => ({ says: saidIn(file.bytes) });
  speech.requests.length = 0;
  await spoken.setOptions({ transcript_language: 'en' });
  const transcript = await spoken.isOver(callId);
  expect(textsOf('caller', transcript)).toHaveLength(7);
  expect(textsOf('agent', transcript)).toHaveLength(7);
  expect(speech.requests).toHaveLength(2);
});

test('a recording that is longer than its carrier said ends after four hours, with what was heard until then', async () => {
  record(4 * 60 * 60 + 10 * 60);
  speech.reply = () => ({ says: 'Yes.' });
  const spoken = await make({ transcripts: 'all', transcript_minutes: 1_000 });
  const transcript = await spoken.isOver(await spoken.talk(0));
  expect(transcript).toMatchObject({ state: 'failed', error: 'It is longer than 4 hours.' });
  expect(textsOf('caller', transcript)).toHaveLength(48);
  expect(textsOf('agent', transcript)).toHaveLength(48);
});

test('what an engine makes up without end is kept no longer than a transcript may be', async () => {
  record(7 * 60);
  const words = 'word '.repeat(900);
  const long = Array.from({ length: 60 }, () => words).join('|');
  speech.reply = () => ({ says: long });
  const spoken = await make();
  const transcript = await spoken.isOver(await spoken.talk(7 * 60));
  expect(transcript).toMatchObject({ state: 'failed', error: 'The transcript is too long.' });
  expect(transcript.segments.length).toBeLessThanOrEqual(120);
});

test('calls are written down only where a company wants it', async () => {
  record(60);
  const spoken = await make({ transcripts: 'voicemails' });
  const before = await spoken.talk(60);
  await spoken.isOver(await spoken.leave(5));
  expect(await spoken.transcript(before)).toMatchObject({ state: 'off' });

  await spoken.setOptions({ transcripts: 'all' });
  expect(await spoken.isOver(await spoken.talk(60))).toMatchObject({ state: 'done' });
  await spoken.setOptions({ transcripts: 'voicemails' });
  expect(await spoken.transcript(await spoken.talk(60))).toMatchObject({ state: 'off' });
});

test('who turns transcripts off ends what is being written down, and what a person sends meanwhile stays', async () => {
  record(7 * 60);
  const { promise: isHeard, resolve: goOn } = Promise.withResolvers<void>();
  speech.reply = async ({ file }) => {
    await isHeard;
    return { says: saidIn(file.bytes) };
  };
  const spoken = await make();
  const [ended, sent] = [await spoken.talk(7 * 60), await spoken.talk(7 * 60)];
  await vi.waitFor(() => expect(speech.requests.length).toBeGreaterThan(0), PATIENCE);
  await spoken.company.put(`/calls/${sent}/transcript`, {
    segments: [{ start: 0, end: 1, text: 'By hand.' }],
  });
  await spoken.setOptions({ transcripts: 'voicemails' });
  goOn();
  expect(await spoken.isOver(ended)).toMatchObject({
    state: 'failed',
    error: 'Transcripts were turned off.',
  });
  expect(await spoken.transcript(sent)).toMatchObject({ state: 'done', segments: [{ text: 'By hand.' }] });
});

test('a number that one says in turns with the other is left out, and its digits are nowhere', async () => {
  record(7 * 60);
  speech.reply = ({ file }) => {
    const said = saidIn(file.bytes);
    if (said.startsWith('Caller 0')) return { says: 'My card is 4111 1111|1111 1111, until May.' };
    return { says: said.startsWith('Agent 0') ? 'Yes?|Thank you.' : 'Good bye.' };
  };
  const spoken = await make();
  const transcript = await spoken.isOver(await spoken.talk(7 * 60));
  expect(transcript.segments.map(({ text }) => text)).toEqual([
    'My card is [removed]',
    'Yes?',
    '[removed], until May.',
    'Thank you.',
    'Good bye.',
    'Good bye.',
  ]);
  expect(transcript.redactions).toBe(1);
  // Of an answered call nobody is notified of words.
  expect(JSON.stringify(await spoken.company.ask('/notifications?size=100'))).not.toContain('until May');
});
