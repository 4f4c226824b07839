/** Reference of transcripts: answers and operations. */
import * as v from 'valibot';
import { copied, count, id, named } from '../../../shared/reference/answers.ts';
import { type Operation, operationsOf } from '../../../shared/reference/operation.ts';
import { SPEAKERS, transcriptSchema, transcriptsQuerySchema } from './schema.ts';

const text = v.string();
const amount = v.pipe(v.number(), v.minValue(0));

/** What was said in a call. `off`: nothing is written down of it. `seconds` are of the recording. */
export const transcriptAnswer = named(
  'Transcript',
  v.strictObject({
    call_id: id,
    state: v.picklist(['off', 'pending', 'done', 'failed']),
    engine: v.nullable(text),
    language: v.nullable(text),
    seconds: count,
    segments: v.array(
      v.strictObject({
        speaker: v.picklist(SPEAKERS),
        start: amount,
        end: amount,
        text,
        confidence: v.exactOptional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
      }),
    ),
    redactions: count,
    error: v.exactOptional(text),
  }),
);
export type TranscriptBody = v.InferOutput<typeof transcriptAnswer>;

/** The transcripts of some calls. */
const transcriptsAnswer = v.strictObject({ transcripts: v.array(transcriptAnswer) });
export type TranscriptsBody = v.InferOutput<typeof transcriptsAnswer>;

/** What the deployment can write down, and what this month's minutes have cost. Money is in USD; null if unknown. */
export const speechAnswer = named(
  'SpeechUsage',
  v.strictObject({
    engine: v.nullable(v.picklist(['workers_ai', 'server'])),
    price_per_minute: v.nullable(amount),
    months: v.array(v.strictObject({ month: text, minutes: amount, cost: v.nullable(amount) })),
    minutes_left: amount,
  }),
);
export type SpeechBody = v.InferOutput<typeof speechAnswer>;

copied('transcripts', transcriptAnswer);

const CALLS = '/companies/{company}/calls';
const TRANSCRIPT = `${CALLS}/{call}/transcript`;

const calls = operationsOf('Calls', 'user');

export const TRANSCRIPT_OPERATIONS: readonly Operation[] = [
  calls({
    name: 'getTranscript',
    method: 'GET',
    path: TRANSCRIPT,
    summary: 'What was said in a call',
    description:
      'A voicemail, or a recorded call, is written down some seconds after its end, if the option transcripts says so and the deployment has an engine. A long one is pending with the segments that are done. Speakers are known if the carrier records each side in a channel of its own. Card numbers and national identity numbers are taken out before anything is kept; redactions says how many. Whoever may not hear the recording may not read it.',
    answer: transcriptAnswer,
    golden: 'calls/transcript',
    problems: ['permission_denied'],
  }),
  calls({
    name: 'replaceTranscript',
    method: 'PUT',
    path: TRANSCRIPT,
    summary: 'Keep a transcript from elsewhere',
    description: 'Replaces that of an engine, which is not asked again. Numbers are taken out as above.',
    body: transcriptSchema,
    answer: transcriptAnswer,
    golden: 'calls/replace-transcript',
    problems: ['permission_denied'],
  }),
  calls({
    name: 'removeTranscript',
    method: 'DELETE',
    path: TRANSCRIPT,
    summary: 'Delete what was said in a call',
    description: 'The recording stays with the carrier. No engine is asked again.',
    answer: transcriptAnswer,
    golden: 'calls/remove-transcript',
    problems: ['permission_denied'],
  }),
  calls({
    name: 'listTranscripts',
    method: 'GET',
    path: `${CALLS}/transcripts`,
    summary: 'What was said in some calls',
    description: 'Leaves out calls that the caller may not see, and those without a transcript.',
    query: transcriptsQuerySchema,
    answer: transcriptsAnswer,
    golden: 'calls/transcripts',
    problems: ['permission_denied'],
  }),
  calls({
    name: 'getSpeechUsage',
    method: 'GET',
    path: `${CALLS}/transcripts/usage`,
    summary: 'The engine of transcripts, and the minutes of the last twelve months',
    answer: speechAnswer,
    golden: 'calls/transcripts-usage',
  }),
];
