/** The record of a transcript, and the inputs of its routes. */
import * as v from 'valibot';
import { languageSchema } from '../../company/settings/schema.ts';
import type { HeardSegment } from '../../../shared/speech/hearing.ts';
import type { SoundPosition } from '../../../shared/speech/sound.ts';

/** The longest call: a day. */
const MAX_SECONDS = 86_400;
export const MAX_SEGMENTS = 10_000;
/** Characters of a segment, and of all together: 20,000 words have about 120,000. */
const MAX_SEGMENT = 5_000;
export const MAX_TEXT = 500_000;
/** Most calls whose transcripts are read at once. */
const MAX_CALLS = 50;

/** Who speaks. */
export const SPEAKERS = ['caller', 'agent', 'unknown'] as const;

/** Returns who speaks in a channel of a call: in the first, whoever was on the line first. @param channel undefined if all are in one */
export function speakerIn(
  direction: 'inbound' | 'outbound',
  channel: number | undefined,
): (typeof SPEAKERS)[number] {
  if (channel === undefined) return 'unknown';
  return (channel === 0) === (direction === 'inbound') ? 'caller' : 'agent';
}

/** A passage of a transcript. */
export interface TranscriptSegment extends HeardSegment {
  speaker: (typeof SPEAKERS)[number];
}

/** What was said in a call. Times are milliseconds since the epoch. */
export interface TranscriptRecord {
  callId: string;
  /** The recording at its carrier, or its address; empty if there is none. */
  recordingId: string;
  /** `deleted` keeps an engine from being asked again. */
  state: 'pending' | 'done' | 'failed' | 'deleted';
  /** Of the recording. */
  seconds: number;
  /** Up to where it is written down; null before the first piece, and when nothing waits. */
  position: SoundPosition | null;
  /** Of the piece that is next. */
  attempts: number;
  /** When an engine is asked next; null if it is not. */
  nextAttemptTime: number | null;
  engine: string | null;
  /** ISO 639-1. */
  language: string | null;
  segments: TranscriptSegment[];
  /** How many card and identity numbers were taken out. */
  redactions: number;
  /** Why there is none, or not yet. */
  error: string | null;
  modificationTime: number;
}

/** What a person replaces a transcript by. */
export type TranscriptByHand = Pick<TranscriptRecord, 'state' | 'language' | 'segments'>;

/** A transcript for which no engine was asked. */
export const NOT_ASKED = {
  recordingId: '',
  seconds: 0,
  position: null,
  attempts: 0,
  nextAttemptTime: null,
  engine: null,
  language: null,
  segments: [],
  redactions: 0,
  error: null,
} satisfies Partial<TranscriptRecord>;

const seconds = v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_SECONDS));

/** The body of `PUT .../transcript`: a transcript from elsewhere. */
export const transcriptSchema = v.strictObject({
  language: v.optional(v.nullable(languageSchema), null),
  segments: v.pipe(
    v.array(
      v.pipe(
        v.strictObject({
          speaker: v.optional(v.picklist(SPEAKERS), 'unknown'),
          start: seconds,
          end: seconds,
          text: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxCodePoints(MAX_SEGMENT)),
        }),
        v.check(({ start, end }) => end >= start, 'The end comes before the start.'),
      ),
    ),
    v.maxLength(MAX_SEGMENTS),
    v.check(
      (segments) => segments.reduce((sum, { text }) => sum + text.length, 0) <= MAX_TEXT,
      `Write at most ${MAX_TEXT.toLocaleString('en-US')} characters in all.`,
    ),
  ),
});

/** The query of the list: ids of calls, separated by commas. */
export const transcriptsQuerySchema = v.object({
  calls: v.pipe(
    v.string('Name the calls.'),
    v.transform((text) => [...new Set(text.split(',').map((id) => id.trim()))]),
    v.maxLength(MAX_CALLS, `Ask for at most ${MAX_CALLS} calls.`),
  ),
});
