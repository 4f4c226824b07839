/** Voicemails that are written down while carrier and engine fail and the object dies anywhere: all end, and the minutes are right. */
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

const SEEDS = effort(30, 1_000);
const VOICEMAILS = 5;
const SECONDS = 30;
const SOUND = new TextEncoder().encode(`RIFF\0\0\0\0WAVEfmt ${'\0'.repeat(60)}`);

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

  constructor(seed: number, minutes: number) {
    super(seed, 0.15);
    const recordingUrl = 'https://pbx.example.com/1.wav';
    const now = Date.now();
    const terms = { isBlocked: false, screening: 'nobody', isAnnounced: false, turns: 0 };
    const systemReport = { outcome: 'voicemail', recordingUrl, talkSeconds: SECONDS, endedTime: now };
    const facts = JSON.stringify({ startedTime: now, terms, legs: {}, turns: {}, systemReport });
    this.write((context) => {
      settingsOf(context).replace('options', {
        ...DEFAULT_OPTIONS,
        transcripts: 'voicemails',
        transcript_minutes: minutes,
      });
      for (const callId of this.calls) {
        context.database.run(
          `INSERT INTO calls (call_id, carrier, carrier_call_id, direction, number, started_time, prior_calls, modification_time,
             outcome, facts, remarks) VALUES (?1, 'other', ?1, 'inbound', '+15125550100', ?2, 0, ?2, 'voicemail', ?3, '{}')`,
          callId,
          now,
          facts,
        );
        const waiting = {
          ...NOT_ASKED,
          callId,
          state: 'pending',
          seconds: SECONDS,
          nextAttemptTime: now,
        } as const;
        saveTranscript(context, waiting);
      }
    });
    vi.stubGlobal('fetch', async () => {
      if (this.#fate() !== 'well') throw new Error('There was no answer.');
      return new Response(SOUND, { headers: { 'Content-Type': 'audio/wav' } });
    });
    const run = async (): Promise<object> => {
      this.asked += 1;
      if (this.#fate() !== 'well') throw new Error('There was no answer.');
      return { text: 'Call me.', segments: [{ start: 0, end: 2, text: 'Call me.' }] };
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
    const spoken = new Spoken(seed, minutes);
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
