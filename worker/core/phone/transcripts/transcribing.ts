/**
 * Has voicemails written down in the background. A claim is saved before an engine is asked: after a kill the attempt is repeated,
 * and nothing waits for ever.
 */
import { Problem } from '../../../shared/http/problems.ts';
import { bytesWithin } from '../../../shared/limits/bounded-text.ts';
import { failed, type Hearing } from '../../../shared/speech/hearing.ts';
import { type SpeechEngine, speechEngineOf } from '../../../shared/speech/speech.ts';
import { settingsOf } from '../../company/settings/settings.ts';
import { waitAfter } from '../../engine/context/back-off.ts';
import type { BackgroundTask } from '../../engine/context/background.ts';
import type { CompanyContext, CoreEnv } from '../../engine/context/company-context.ts';
import { contextOfActor } from '../../engine/context/contexts.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import type { NewChange } from '../../engine/context/stream-schema.ts';
import { commit } from '../../engine/commit/commit.ts';
import { postponeMails } from '../../people/notifications/messages.ts';
import { addWords } from '../../people/notifications/notifications.ts';
import type { Recording } from '../calls/call-report.ts';
import { CALLS } from '../calls/call-store.ts';
import type { OfLead } from '../calls/contact-table.ts';
import { resultOf } from '../calls/results.ts';
import type { CallRecord } from '../calls/schema.ts';
import { fetchRecording, fileRequestOf } from '../progress/recordings.ts';
import type { TranscriptRecord } from './schema.ts';
import {
  announceTranscript,
  findDueTranscript,
  findTranscript,
  nextTranscriptTime,
  saveTranscript,
} from './transcripts.ts';
import { nextMonth, returnSeconds, takeSeconds } from './usage.ts';

/** The first attempt: carriers report a recording before it can be had. */
const FIRST_WAIT_MS = 2_000;
/** Attempts, and the waits between them: about five hours in all. */
const MOST_ATTEMPTS = 6;
const WAITS = { first: 4_000, longest: 4 * 60 * 60_000, factor: 8 };
/** How long a voicemail waits while the minutes of the month are used up. */
const LIMIT_WAIT_MS = 60 * 60_000;
/** Longer than an attempt takes: after it, it was cut off by a kill. */
const CUT_OFF_MS = 5 * 60_000;
/** A mail about a voicemail waits at most this long for its words. */
const MAIL_WAIT_MS = 45_000;
/** The longest voicemail, and the most bytes of one: ten minutes of WAV in two channels. */
const MAX_SECONDS = 600;
const MAX_BYTES = 20 * 1024 * 1024;
/** How long the carrier may take to send one. */
const FETCH_MS = 60_000;

const ACTOR = { kind: 'system', name: 'transcripts' } as const;

/** Queues voicemails that were left, in the transaction that saves them. */
export function queueVoicemails(context: WriteContext, changes: readonly NewChange[]): void {
  const ids = changes.flatMap(({ type, data }) =>
    type.startsWith('call.') ? (data?.['call_id'] ?? []) : [],
  );
  if (ids.length === 0 || settingsOf(context).options().transcripts === 'off') return;
  for (const callId of new Set(ids)) {
    const found = typeof callId === 'string' ? CALLS.find(context.database, callId) : undefined;
    if (found !== undefined) queueVoicemail(context, found.record);
  }
}

/** Queues the voicemail of a call, once for each recording. */
function queueVoicemail(context: WriteContext, { callId, report }: CallRecord): void {
  const voicemail = voicemailOf(report);
  if (voicemail === undefined) return;
  const recordingId = idOf(voicemail);
  if (findTranscript(context.database, callId)?.recordingId === recordingId) return;
  saveTranscript(context, {
    callId,
    recordingId,
    state: 'pending',
    seconds: voicemail.seconds,
    attempts: 0,
    nextAttemptTime: context.now + FIRST_WAIT_MS,
    engine: null,
    language: null,
    segments: [],
    error: null,
  });
  postponeMails(context, callId, MAIL_WAIT_MS);
}

/** Has one voicemail after the other written down. */
export const transcribing: BackgroundTask = {
  kind: 'transcripts',
  nextTime: ({ database }) => nextTranscriptTime(database),
  run: async (company, env) => {
    const engine = speechEngineOf(env);
    const claimed = commit(company, contextOfActor(company, ACTOR), (context) => claim(context, engine));
    if (claimed === undefined || engine === undefined) return;
    const hearing = await hear(company, env, { engine, ...claimed });
    commit(company, contextOfActor(company, ACTOR), (context) => finish(context, claimed, hearing));
  },
};

/** An attempt that has begun. */
interface Attempt {
  found: OfLead<CallRecord>;
  transcript: TranscriptRecord;
  /** When it began, in milliseconds since the epoch. */
  time: number;
}

/** Begins the attempt that has been due longest, or says why there is none. */
function claim(context: WriteContext, engine: SpeechEngine | undefined): Attempt | undefined {
  const due = findDueTranscript(context.database, context.now);
  const found = due && CALLS.find(context.database, due.callId);
  if (due === undefined || found === undefined) return undefined;
  const refusal = refusalOf(context, due, engine);
  if (refusal !== undefined) {
    end(context, found, { ...due, state: 'failed', error: refusal });
    return undefined;
  }
  if (!takeSeconds(context, due.seconds)) {
    const error = 'The minutes of the month are used up.';
    // The limit may be raised before the month ends.
    const nextAttemptTime = Math.min(nextMonth(context.now), context.now + LIMIT_WAIT_MS);
    saveTranscript(context, { ...due, error, nextAttemptTime });
    sendMails(context, due.callId);
    return undefined;
  }
  const attempts = due.attempts + 1;
  const transcript = { ...due, attempts, engine: engine?.name ?? null };
  saveTranscript(context, { ...transcript, nextAttemptTime: context.now + CUT_OFF_MS });
  return { found, transcript, time: context.now };
}

/** Returns why a voicemail is not written down, if it will never be. */
function refusalOf(
  context: WriteContext,
  { seconds, attempts, error }: TranscriptRecord,
  engine: SpeechEngine | undefined,
): string | undefined {
  if (settingsOf(context).options().transcripts === 'off') return 'Transcripts were turned off.';
  if (engine === undefined) return 'This deployment has no engine for speech.';
  if (seconds > MAX_SECONDS) return `It is longer than ${MAX_SECONDS / 60} minutes.`;
  if (attempts >= MOST_ATTEMPTS) return error ?? 'Each attempt was interrupted.';
  return undefined;
}

/** Fetches a recording, and has the engine write it down. Does not throw. */
async function hear(
  company: CompanyContext,
  env: CoreEnv,
  { engine, found: { record } }: Attempt & { engine: SpeechEngine },
): Promise<Hearing> {
  const { transcript_language: language } = settingsOf(company).options();
  const request = new Request('https://core.internal/');
  const file = fileRequestOf(request, { ...env, company }, record.carrier);
  try {
    const response = await fetchRecording(contextOfActor(company, ACTOR), record, file);
    const type = response.headers.get('Content-Type') ?? '';
    if (!/^(?:audio|video)\//.test(type)) {
      await response.body?.cancel();
      return failed('The recording is no sound.', true);
    }
    const bytes = await bytesWithin(response, { mostBytes: MAX_BYTES, milliseconds: FETCH_MS });
    if (bytes === undefined) return failed('The recording is too large.', true);
    return await engine.hear({ bytes, type, language: language ?? undefined });
  } catch (error) {
    return failed(error instanceof Problem ? error.message : 'The recording did not come whole.');
  }
}

/** Saves what an attempt has brought, unless the transcript was replaced or deleted meanwhile. */
function finish(context: WriteContext, { transcript, time }: Attempt, hearing: Hearing): void {
  const { callId, recordingId, attempts, seconds } = transcript;
  if (hearing.outcome === 'failed') returnSeconds(context, seconds, time);
  const found = CALLS.find(context.database, callId);
  const now = findTranscript(context.database, callId);
  const isSame = now?.state === 'pending' && now.recordingId === recordingId && now.attempts === attempts;
  if (found === undefined || !isSame) return;
  if (hearing.outcome === 'heard') {
    const { language } = hearing;
    const segments = hearing.segments.map((segment) => ({ speaker: 'caller' as const, ...segment }));
    end(context, found, { ...transcript, state: 'done', error: null, language, segments });
  } else if (hearing.isFinal || attempts >= MOST_ATTEMPTS) {
    end(context, found, { ...transcript, state: 'failed', error: hearing.detail });
  } else {
    const nextAttemptTime = context.now + waitAfter(attempts - 1, WAITS);
    saveTranscript(context, { ...transcript, error: hearing.detail, nextAttemptTime });
  }
}

/** Saves a transcript that waits for nothing more, and tells the words to those who were told of the call. */
function end(context: WriteContext, found: OfLead<CallRecord>, transcript: TranscriptRecord): void {
  const { segments } = saveTranscript(context, { ...transcript, nextAttemptTime: null });
  const words = segments.map(({ text }) => text).join(' ');
  if (words !== '') addWords(context, transcript.callId, words);
  sendMails(context, transcript.callId);
  announceTranscript(context, found);
}

/** Lets mails about a voicemail wait for its words no longer. */
function sendMails(context: WriteContext, callId: string): void {
  postponeMails(context, callId, -MAIL_WAIT_MS);
  context.wakeBy(context.now);
}

/** Returns the voicemail of a call; undefined if there is none. */
function voicemailOf(report: CallRecord['report']): Recording | undefined {
  const { message, recording, outcome } = resultOf(report);
  return message ?? (outcome === 'voicemail' ? recording : null) ?? undefined;
}

function idOf({ recordingId, url = '' }: Recording): string {
  return recordingId === '' ? url : recordingId;
}
