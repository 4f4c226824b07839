/** What an engine has understood of a recording. Both engines run Whisper, whose answers differ in a few names only. Pure. */
import * as v from 'valibot';

/** Whisper's own limits for a passage that is noise, not speech. */
const NO_SPEECH = { probability: 0.6, logProbability: -1 };
/** The longest recording: a day. */
const MOST_SECONDS = 86_400;
const MOST_SEGMENTS = 10_000;
/** Most characters of all passages: ten hours of speech. */
const MOST_CHARACTERS = 500_000;

/** A recording to write down. */
export interface SpokenRecording {
  bytes: Uint8Array<ArrayBuffer>;
  /** Its media type, such as `audio/mpeg`. */
  type: string;
  /** ISO 639-1; undefined if the engine is to find it out. */
  language: string | undefined;
}

/** A passage of a recording; times are seconds from its start. */
export interface HeardSegment {
  start: number;
  end: number;
  text: string;
  /** From 0 to 1; absent if the engine does not say. */
  confidence?: number;
}

/** A recording that was not written down. */
export interface Failure {
  outcome: 'failed';
  detail: string;
  /** Whether another attempt cannot help. */
  isFinal: boolean;
  /** Whether the engine was given the recording, and may charge for it. */
  isAsked: boolean;
}

/** The result of writing down a recording. */
export type Hearing = { outcome: 'heard'; language: string | null; segments: HeardSegment[] } | Failure;

const seconds = v.pipe(v.number(), v.minValue(0), v.maxValue(MOST_SECONDS));

/** The answer of Whisper: `verbose_json` of OpenAI's interface, or of Workers AI. Without segments the text counts. */
const whisperSchema = v.object({
  text: v.string(),
  language: v.nullish(v.string()),
  transcription_info: v.nullish(v.object({ language: v.nullish(v.string()) })),
  segments: v.nullish(
    v.array(
      v.object({
        start: seconds,
        end: seconds,
        text: v.string(),
        avg_logprob: v.nullish(v.number()),
        no_speech_prob: v.nullish(v.number()),
      }),
    ),
  ),
});

/** Returns what an answer of Whisper says; a failure for one that is not understood. */
export function readWhisper(answer: unknown): Hearing {
  const parsed = v.safeParse(whisperSchema, answer);
  if (!parsed.success) return noAnswer('The engine’s answer is no transcript.');
  const { text, language, transcription_info: info, segments } = parsed.output;
  const heard = segments?.length ? segments : [{ start: 0, end: 0, text }];
  if (
    heard.length > MOST_SEGMENTS ||
    heard.reduce((sum, each) => sum + each.text.length, 0) > MOST_CHARACTERS
  ) {
    return noAnswer('The engine’s answer is too long.');
  }
  return {
    outcome: 'heard',
    language: languageCode(info?.language ?? language ?? ''),
    segments: heard.filter(isSpeech).flatMap(({ start, end, text: words, avg_logprob: logProbability }) => {
      const clean = words.replaceAll(/\s+/g, ' ').trim();
      if (clean === '') return [];
      const confidence =
        typeof logProbability === 'number' ? { confidence: rounded(Math.exp(logProbability)) } : {};
      return [{ start, end: Math.max(start, end), text: clean, ...confidence }];
    }),
  };
}

/** Returns a failure of an engine that was given the recording. */
export function noAnswer(detail: string): Failure {
  return { outcome: 'failed', detail, isFinal: false, isAsked: true };
}

/** Returns a failure before the engine was given the recording, or because it did not take it. */
export function notAsked(detail: string, isFinal = false): Failure {
  return { outcome: 'failed', detail, isFinal, isAsked: false };
}

/** In silence Whisper makes up words, which it is unsure of. */
function isSpeech({
  no_speech_prob: noSpeech,
  avg_logprob: logProbability,
}: {
  no_speech_prob?: number | null | undefined;
  avg_logprob?: number | null | undefined;
}): boolean {
  return (noSpeech ?? 0) <= NO_SPEECH.probability || (logProbability ?? 0) >= NO_SPEECH.logProbability;
}

/** Returns the ISO 639-1 code of a language, which OpenAI names in English; null for an unknown one. */
function languageCode(name: string): string | null {
  const wanted = name.toLowerCase();
  if (/^[a-z]{2}$/.test(wanted)) return wanted;
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  return CODES.find((code) => names.of(code)?.toLowerCase() === wanted) ?? null;
}

/** The languages that Whisper knows and that have a code of two letters. */
const CODES = (
  'af am ar as az ba be bg bn bo br bs ca cs cy da de el en es et eu fa fi fo fr gl gu ha he hi hr ht hu hy id is it ja jv ka kk ' +
  'km kn ko la lb ln lo lt lv mg mi mk ml mn mr ms mt my ne nl nn no oc pa pl ps pt ro ru sa sd si sk sl sn so sq sr su sv sw ta ' +
  'te tg th tk tl tr tt uk ur uz vi yi yo zh'
).split(' ');

function rounded(probability: number): number {
  return Math.round(Math.min(1, probability) * 100) / 100;
}
