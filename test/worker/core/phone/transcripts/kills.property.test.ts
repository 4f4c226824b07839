/** Recordings that are written down while carrier and engine fail and the object dies anywhere: all end, and the minutes are right. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CoreEnv } from '../../../../../worker/core/engine/context/company-context.ts';
import { DEFAULT_OPTIONS } from '../../../../../worker/core/company/settings/defaults.ts';
import { settingsOf } from '../../../../../worker/core/company/settings/settings.ts';
import { NOT_ASKED } from '../../../../../worker/core/phone/transcripts/schema.ts';
import { transcribing } from '../../../../../worker/core/phone/transcripts/transcribing.ts';
import { findTranscripts, saveTranscript } from '../../../../../worker/core/phone/transcripts/transcripts.ts';
import { effort } from '../../../../harness/effort.ts';
import { MortalCompany } from '../../engine/context/mortal-company.ts';
import { pick } from '../../reports/random/random-company.ts';
import { answerOf, wavOf } from '../../../shared/speech/sounds.ts';

const SEEDS = effort(30, 1_000);
const VOICEMAILS = 5;
const SECONDS = 30;
/** Ten samples a second; each one says at which of them it is. */
const RATE = 10;
const soundOf = (seconds: number): Uint8Array =>
  wavOf(
    Uint8Array.from({ length: seconds * RATE }, (_, at) => Math.floor(at / RATE / 300)),
    { rate: RATE },
  );

/** Far from the end of a month, whose minutes are counted for themselves. */
const START = Date.UTC(2026, 9, 10);

beforeEach(() => {
  vi.useFakeTimers({ now: START, toFake: ['Date'] });
  // Of the runtime; it passes bytes on.
  vi.stubGlobal('IdentityTransformStream', TransformStream);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A company with voicemails of another phone system, whose carrier, engine and object may fail. */
class Spoken extends MortalCompany {
  /** How often the engine was given a recording. */
  asked = 0;
  readonly calls = Array.from({ length: VOICEMAILS }, (_, index) => `call-${index}`);
  readonly #env: CoreEnv;

  constructor(seed: number, minutes: number, kind: { option: 'voicemails' | 'all'; seconds: number }) {
    super(seed, 0.15);
    const { option, seconds } = kind;
    const outcome = option === 'all' ? 'answered' : 'voicemail';
    const recordingUrl = 'https://pbx.example.com/1.wav';
    const now = Date.now();
    const terms = { isBlocked: false, screening: 'nobody', isAnnounced: false, turns: 0 };
    const systemReport = { outcome, recordingUrl, talkSeconds: seconds, endedTime: now };
    const facts = JSON.stringify({ startedTime: now, terms, legs: {}, turns: {}, systemReport });
    this.write((context) => {
      settingsOf(context).replace('options', {
        ...DEFAULT_OPTIONS,
        transcripts: option,
        transcript_minutes: minutes,
      });
      for (const callId of this.calls) {
        context.database.run(
          `INSERT INTO calls (call_id, carrier, carrier_call_id, direction, number, started_time, prior_calls, modification_time,
             outcome, facts, remarks) VALUES (?1, 'other', ?1, 'inbound', '+15125550100', ?2, 0, ?2, ?4, ?3, '{}')`,
          callId,
          now,
          facts,
          outcome,
        );
        const waiting = {
          ...NOT_ASKED,
          callId,
          state: 'pending',
          seconds,
          nextAttemptTime: now,
        } as const;
        saveTranscript(context, waiting);
      }
    });
    const sound = soundOf(seconds);
    vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Headers }) => {
      if (this.#fate() !== 'well') throw new Error('There was no answer.');
      const from = Number(/^bytes=(\d+)-/.exec(headers.get('Range') ?? '')?.[1] ?? 0);
      const { body } = answerOf(sound, { from });
      const range = { 'Content-Range': `bytes ${from}-${sound.length - 1}/${sound.length}` };
      const type = { 'Content-Type': 'audio/wav' };
      return from === 0
        ? new Response(body, { headers: type })
        : new Response(body, { status: 206, headers: { ...type, ...range } });
    });
    const run = async (_: string, { audio }: { audio: string }): Promise<object> => {
      this.asked += 1;
      if (this.#fate() !== 'well') throw new Error('There was no answer.');
      const piece = Buffer.from(audio, 'base64')[44];
      return { text: '', segments: [{ start: 0, end: 2, text: `Piece ${piece}.` }] };
    };
    this.#env = { AI: { run } } as unknown as CoreEnv;
    this.isTroubled = true;
  }

  #fate(): string {
    const fate = this.isTroubled ? pick(this.random, ['well', 'well', 'well', 'refused', 'killed']) : 'well';
    if (fate === 'killed') this.kill();
    return fate;
  }

  /** Does what is due for two days. */
  async go(): Promise<void> {
    const end = Date.now() + 2 * 24 * 60 * 60_000;
    while (Date.now() < end) await this.pass(end - Date.now(), [transcribing], this.#env);
  }

  get states(): string[] {
    return findTranscripts(this.database, this.calls).map(({ state }) => state);
  }

  /** Seconds of the month. */
  get used(): number {
    return this.database.one<{ used: number }>(
      'SELECT coalesce(sum(seconds), 0) AS used FROM transcript_usage',
    ).used;
  }
}

test('each voicemail ends, and the minutes are those that the engine was given, within the limit', async () => {
  for (let seed = 0; seed < SEEDS; seed += 1) {
    vi.setSystemTime(START);
    const minutes = seed % 3 === 0 ? 1 : 1_000;
    const spoken = new Spoken(seed, minutes, { option: 'voicemails', seconds: SECONDS });
    await spoken.go();

    const { states, used, asked } = spoken;
    expect(states).toHaveLength(VOICEMAILS);
    expect(states.filter((state) => state === 'pending')).toEqual([]);
    const done = states.filter((state) => state === 'done').length;
    expect([seed, used]).toEqual([seed, Math.min(used, minutes * 60)]);
    expect(used).toBeGreaterThanOrEqual(done * SECONDS);
    // An attempt that was cut off every time has left what was taken for it.
    expect(used).toBeLessThanOrEqual(Math.max(asked, VOICEMAILS) * SECONDS);
    // A minute is enough for two voicemails, which may both come to nothing.
    expect(done).toBeGreaterThanOrEqual(minutes > 1 ? 1 : 0);
  }
});

test('of a long call each piece is there once, in order, and only pieces that failed were repeated', async () => {
  for (let seed = 0; seed < SEEDS; seed += 1) {
    vi.setSystemTime(START);
    const spoken = new Spoken(seed, 10_000, { option: 'all', seconds: 1_000 });
    await spoken.go();

    for (const { state, segments, position } of findTranscripts(spoken.database, spoken.calls)) {
      expect([seed, state]).not.toEqual([seed, 'pending']);
      const texts = segments.map(({ text }) => text);
      expect(texts).toEqual(['Piece 0.', 'Piece 1.', 'Piece 2.', 'Piece 3.'].slice(0, texts.length));
      expect(segments.map(({ start }) => start)).toEqual([0, 300, 600, 900].slice(0, texts.length));
      expect([state === 'done', position === null && texts.length === 4]).toEqual([
        state === 'done',
        state === 'done',
      ]);
    }
    const done = spoken.states.filter((state) => state === 'done').length;
    expect(spoken.used).toBeGreaterThanOrEqual(done * 1_000);
  }
});
