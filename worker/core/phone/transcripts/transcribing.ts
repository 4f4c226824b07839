/**
 * Has voicemails written down in the background. A claim is saved before an engine is asked: after a kill the attempt is repeated,
 * and nothing waits for ever.
 */
import { Problem } from '../../../shared/http/problems.ts';
import { within } from '../../../shared/limits/bounded-wait.ts';
import { bytesWithin } from '../../../shared/limits/bounded-text.ts';
import { type Failure, type Hearing, notAsked } from '../../../shared/speech/hearing.ts';
import { type SpeechEngine, speechEngineOf } from '../../../shared/speech/speech.ts';
import { settingsOf } from '../../company/settings/settings.ts';
import { waitAfter } from '../../engine/context/back-off.ts';
import type { BackgroundTask } from '../../engine/context/background.ts';
import type { CompanyContext, CoreEnv } from '../../engine/context/company-context.ts';
import { contextOfActor } from '../../engine/context/contexts.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import { commit } from '../../engine/commit/commit.ts';
import { postponeMails } from '../../people/notifications/messages.ts';
import { setWords } from '../../people/notifications/notifications.ts';
import { CALLS } from '../calls/call-store.ts';
import type { OfLead } from '../calls/contact-table.ts';
import type { CallRecord } from '../calls/schema.ts';
import { fetchRecording, fileRequestOf } from '../progress/recordings.ts';
import { MAIL_WAIT_MS, RECENT_MS } from './queueing.ts';
import type { TranscriptRecord } from './schema.ts';
import {
  announceTranscript,
  findDueTranscript,
  findTranscript,
  nextTranscriptTime,
  saveTranscript,
  wordsOf,
} from './transcripts.ts';
import { returnSeconds, takeSeconds } from './usage.ts';

/** Attempts, and the waits between them: about five hours in all. */
const MOST_ATTEMPTS = 6;
const WAITS = { first: 4_000, longest: 4 * 60 * 60_000, factor: 8 };
/** How often a voicemail asks for minutes of the month, until it is a day old. */
const LIMIT_WAIT_MS = 60 * 60_000;
/** Longest attempt; after the cut-off it was interrupted by a kill. */
const ATTEMPT_MS = 4 * 60_000;
const CUT_OFF_MS = 5 * 60_000;
/** The longest voicemail, and the most bytes of one: ten minutes of telephone sound. They lie in memory twice. */
const MAX_SECONDS = 600;
const MAX_BYTES = 10 * 1024 * 1024;
/** How long the carrier may take to send one. */
const FETCH_MS = 60_000;
const NO_MINUTES = 'The minutes of the month are used up.';

const ACTOR = { kind: 'system', name: 'transcripts' } as const;

/** Has one voicemail after the other written down. */
export const transcribing: BackgroundTask = {
  kind: 'transcripts',
  nextTime: ({ database }) => nextTranscriptTime(database),
  run: async (company, env) => {
    const engine = speechEngineOf(env);
    const claimed = commit(company, contextOfActor(company, ACTOR), (context) => claim(context, engine));
    if (claimed === undefined || engine === undefined) return;
    const late: Hearing = { outcome: 'failed', detail: 'It took too long.', isFinal: false, isAsked: true };
    const hearing = await within(hear(company, env, { engine, ...claimed }), ATTEMPT_MS, late);
    commit(company, contextOfActor(company, ACTOR), (context) => finish(context, claimed, hearing));
  },
};

/** An attempt that has begun. */
interface Attempt {
  found: OfLead<CallRecord>;
  transcript: TranscriptRecord;
  /** When it began, in milliseconds since the epoch, and the seconds that were taken for it. */
  time: number;
  taken: number;
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
  // The length that another phone system does not tell is taken for the longest.
  const taken = due.seconds > 0 ? due.seconds : MAX_SECONDS;
  // An interrupted attempt has left its seconds taken.
  const isInterrupted = due.attempts > 0 && due.error === null;
  if (!isInterrupted && !takeSeconds(context, taken)) {
    waitForMinutes(context, found, due);
    return undefined;
  }
  const transcript = { ...due, attempts: due.attempts + 1, error: null, engine: engine?.name ?? null };
  saveTranscript(context, { ...transcript, nextAttemptTime: context.now + CUT_OFF_MS });
  return { found, transcript, time: context.now, taken };
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

/** Looks again later whether the limit was raised; not for ever, so that old voicemails do not use up the next month. */
function waitForMinutes(context: WriteContext, found: OfLead<CallRecord>, due: TranscriptRecord): void {
  if (context.now - found.record.startedTime > RECENT_MS) {
    end(context, found, { ...due, state: 'failed', error: NO_MINUTES });
    return;
  }
  saveTranscript(context, { ...due, error: NO_MINUTES, nextAttemptTime: context.now + LIMIT_WAIT_MS });
  if (due.error !== NO_MINUTES) sendMails(context, due.callId);
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
      return notAsked('The recording is no sound.', true);
    }
    const bytes = await bytesWithin(response, { mostBytes: MAX_BYTES, milliseconds: FETCH_MS });
    if (bytes === undefined) return notAsked('The recording is too large.', true);
    return await engine.hear({ bytes, type, language: language ?? undefined });
  } catch (error) {
    return notAsked(error instanceof Problem ? error.message : 'The recording did not come whole.');
  }
}

/** Saves what an attempt has brought, unless the transcript was replaced or deleted meanwhile. */
function finish(context: WriteContext, attempt: Attempt, hearing: Hearing): void {
  settle(context, attempt, hearing);
  const { transcript } = attempt;
  const { callId, recordingId, attempts } = transcript;
  const found = CALLS.find(context.database, callId);
  const now = findTranscript(context.database, callId);
  const isSame = now?.state === 'pending' && now.recordingId === recordingId && now.attempts === attempts;
  if (found === undefined || !isSame) return;
  if (hearing.outcome === 'failed') {
    retry(context, found, { transcript, failure: hearing });
    return;
  }
  const { language } = hearing;
  const segments = hearing.segments.map((segment) => ({ speaker: 'caller' as const, ...segment }));
  end(context, found, { ...transcript, state: 'done', language, segments });
}

/** Returns the seconds that the engine was not given. What it was given counts, whatever became of it. */
function settle(context: WriteContext, { transcript, time, taken }: Attempt, hearing: Hearing): void {
  if (hearing.outcome === 'failed') {
    if (!hearing.isAsked) returnSeconds(context, taken, time);
    return;
  }
  const heard = Math.ceil(Math.max(transcript.seconds, ...hearing.segments.map(({ end: last }) => last)));
  returnSeconds(context, taken - heard, time);
}

function retry(
  context: WriteContext,
  found: OfLead<CallRecord>,
  { transcript, failure: { detail: error, isFinal } }: { transcript: TranscriptRecord; failure: Failure },
): void {
  const { attempts } = transcript;
  if (isFinal || attempts >= MOST_ATTEMPTS) {
    end(context, found, { ...transcript, state: 'failed', error });
    return;
  }
  saveTranscript(context, {
    ...transcript,
    error,
    nextAttemptTime: context.now + waitAfter(attempts - 1, WAITS),
  });
}

/** Saves a transcript that waits for nothing more, and tells the words to those who were told of the call. */
function end(context: WriteContext, found: OfLead<CallRecord>, transcript: TranscriptRecord): void {
  const saved = saveTranscript(context, { ...transcript, nextAttemptTime: null });
  setWords(context, { callId: saved.callId, leadId: found.leadId }, wordsOf(saved));
  sendMails(context, saved.callId);
  announceTranscript(context, found);
}

/** Lets mails about a voicemail wait for its words no longer. */
function sendMails(context: WriteContext, callId: string): void {
  postponeMails(context, callId, -MAIL_WAIT_MS);
  context.wakeBy(context.now);
}
