/**
 * Has recordings written down in the background, a piece after the other; between pieces those that wait take turns. A claim is saved before an engine is asked: after a kill the attempt is repeated,
 * and nothing waits for ever.
 */
import { within } from '../../../shared/limits/bounded-wait.ts';
import type { Failure, HeardSegment } from '../../../shared/speech/hearing.ts';
import { SOUND_START } from '../../../shared/speech/sound.ts';
import { type SpeechEngine, speechEngineOf } from '../../../shared/speech/speech.ts';
import { settingsOf } from '../../company/settings/settings.ts';
import { waitAfter } from '../../engine/context/back-off.ts';
import type { BackgroundTask } from '../../engine/context/background.ts';
import { contextOfActor } from '../../engine/context/contexts.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import { commit } from '../../engine/commit/commit.ts';
import { postponeVoicemail, setVoicemailWords } from '../../people/chat/notices.ts';
import { CALLS } from '../calls/call-store.ts';
import type { OfLead } from '../calls/contact-table.ts';
import type { CallRecord } from '../calls/schema.ts';
import { ACTOR, type HeardPiece, hearPiece, WHOLE_SECONDS } from './hear-piece.ts';
import { MAIL_WAIT_MS, RECENT_MS, type Spoken, spokenIn } from './queueing.ts';
import {
  MAX_SEGMENTS,
  MAX_TEXT,
  speakerIn,
  type TranscriptRecord,
  type TranscriptSegment,
} from './schema.ts';
import {
  announceTranscript,
  findDueTranscript,
  findTranscript,
  nextTranscriptTime,
  saveTranscript,
  wordsOf,
} from './transcripts.ts';
import { returnSeconds, takeSeconds } from './usage.ts';

/** Attempts for a piece, and the waits between them: about five hours in all. */
const MOST_ATTEMPTS = 6;
const WAITS = { first: 4_000, longest: 4 * 60 * 60_000, factor: 8 };
/** How often a recording asks for minutes of the month, until it is a day old. */
const LIMIT_WAIT_MS = 60 * 60_000;
/** Longest attempt; after the cut-off it was interrupted by a kill. */
const ATTEMPT_MS = 4 * 60_000;
const CUT_OFF_MS = 5 * 60_000;
/** The longest recording: as long as carriers let calls last unless they are asked for more. */
const MOST_SECONDS = 4 * 60 * 60;
/** The most bytes of one, whatever its header says: as many seconds of two channels in good quality. */
const MOST_BYTES = 2 * 1024 ** 3;
const NO_MINUTES = 'The minutes of the month are used up.';

/** Has one piece after the other written down. */
export const transcribing: BackgroundTask = {
  kind: 'transcripts',
  nextTime: ({ database }) => nextTranscriptTime(database),
  run: async (company, env) => {
    const engine = speechEngineOf(env);
    const claimed = commit(company, contextOfActor(company, ACTOR), (context) => claim(context, engine));
    if (claimed === undefined || engine === undefined) return;
    const heard = hearPiece(company, env, { engine, record: claimed.found.record, ...claimed });
    const result = await within(heard, ATTEMPT_MS, LATE);
    commit(company, contextOfActor(company, ACTOR), (context) => finish(context, claimed, result));
  },
};

const LATE: HeardPiece = {
  hearing: { outcome: 'failed', detail: 'It took too long.', isFinal: false, isAsked: true },
};

/** An attempt that has begun. */
interface Attempt {
  found: OfLead<CallRecord>;
  spoken: Spoken;
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
  const spoken = spokenIn(found.record.report, settingsOf(context).options().transcripts);
  const refusal = refusalOf(due, spoken, engine);
  if (refusal !== undefined || spoken === undefined) {
    end(context, found, { ...due, state: 'failed', error: refusal ?? null });
    return undefined;
  }
  const taken = secondsToTake(due);
  // An interrupted attempt has left its seconds taken.
  const isInterrupted = due.attempts > 0 && due.error === null;
  if (!isInterrupted && !takeSeconds(context, taken)) {
    waitForMinutes(context, found, due);
    return undefined;
  }
  const transcript = { ...due, attempts: due.attempts + 1, error: null, engine: engine?.name ?? null };
  saveTranscript(context, { ...transcript, nextAttemptTime: context.now + CUT_OFF_MS });
  return { found, spoken, transcript, time: context.now, taken };
}

/** Returns why a recording is not written down, if it will never be. */
function refusalOf(
  { seconds, position, attempts, error }: TranscriptRecord,
  spoken: Spoken | undefined,
  engine: SpeechEngine | undefined,
): string | undefined {
  if (spoken === undefined) return 'Transcripts were turned off.';
  if (engine === undefined) return 'This deployment has no engine for speech.';
  const { byte, seconds: before } = position ?? SOUND_START;
  if (seconds > MOST_SECONDS || before >= MOST_SECONDS || byte > MOST_BYTES)
    return `It is longer than ${MOST_SECONDS / 3600} hours.`;
  if (attempts >= MOST_ATTEMPTS) return error ?? 'Each attempt was interrupted.';
  return undefined;
}

/** Returns the most that the next piece may have. What it does not have is given back. */
function secondsToTake({ seconds, position }: TranscriptRecord): number {
  const left = seconds - (position ?? SOUND_START).seconds;
  // The length that another phone system does not tell is taken for the longest.
  return left > 0 ? Math.min(left, WHOLE_SECONDS) : WHOLE_SECONDS;
}

/** Looks again later whether the limit was raised; not for ever, so that old recordings do not use up the next month. */
function waitForMinutes(context: WriteContext, found: OfLead<CallRecord>, due: TranscriptRecord): void {
  if (context.now - found.record.startedTime > RECENT_MS) {
    end(context, found, { ...due, state: 'failed', error: NO_MINUTES });
    return;
  }
  saveTranscript(context, { ...due, error: NO_MINUTES, nextAttemptTime: context.now + LIMIT_WAIT_MS });
  if (due.error !== NO_MINUTES) sendMails(context, due.callId);
}

/** Saves what an attempt has brought, unless the transcript was replaced or deleted meanwhile. */
function finish(context: WriteContext, attempt: Attempt, { hearing, piece }: HeardPiece): void {
  settle(context, attempt, { hearing, piece });
  const { transcript } = attempt;
  const found = CALLS.find(context.database, transcript.callId);
  const now = findTranscript(context.database, transcript.callId);
  const isSame = now?.state === 'pending' && now.recordingId === transcript.recordingId;
  if (found === undefined || !isSame) return;
  if (hearing.outcome === 'failed') {
    retry(context, found, { transcript, failure: hearing });
    return;
  }
  const segments = [...transcript.segments, ...hearing.segments.map((each) => placed(each, attempt, piece))];
  const after = { ...transcript, language: transcript.language ?? hearing.language, segments };
  if (segments.length > MAX_SEGMENTS || segments.reduce((sum, { text }) => sum + text.length, 0) > MAX_TEXT) {
    end(context, found, { ...transcript, state: 'failed', error: 'The transcript is too long.' });
  } else if (piece?.next === undefined) {
    end(context, found, { ...after, state: 'done' });
  } else {
    saveTranscript(context, { ...after, position: piece.next, attempts: 0, nextAttemptTime: context.now });
  }
}

/** Returns a passage of a piece as one of the whole recording. */
function placed(
  segment: HeardSegment,
  { found: { record }, spoken, transcript }: Attempt,
  piece: HeardPiece['piece'],
): TranscriptSegment {
  const { seconds: before } = transcript.position ?? SOUND_START;
  const [start, last] = [segment.start, segment.end].map((time) => Math.round((time + before) * 100) / 100);
  const speaker = spoken.isVoicemail ? 'caller' : speakerIn(record.direction, piece?.channel);
  return { ...segment, start: start ?? before, end: last ?? before, speaker };
}

/** Returns the seconds that the engine was not given. What it was given counts, whatever became of it. */
function settle(
  context: WriteContext,
  { transcript, time, taken }: Attempt,
  { hearing, piece }: HeardPiece,
): void {
  if (hearing.outcome === 'failed') {
    if (!hearing.isAsked) returnSeconds(context, taken, time);
    return;
  }
  const lastWord = Math.max(transcript.seconds, ...hearing.segments.map(({ end: last }) => last));
  const heard = piece === undefined ? 0 : Math.ceil(piece.seconds ?? lastWord);
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

/** Saves a transcript that waits for nothing more, and tells the words of a voicemail to those who were told of the call. */
function end(context: WriteContext, found: OfLead<CallRecord>, transcript: TranscriptRecord): void {
  const saved = saveTranscript(context, {
    ...transcript,
    position: positionAfter(transcript),
    nextAttemptTime: null,
  });
  if (found.record.outcome === 'voicemail') {
    setVoicemailWords(context, { callId: saved.callId, leadId: found.leadId }, wordsOf(saved));
    sendMails(context, saved.callId);
  }
  announceTranscript(context, found);
}

/** Keeps the position of one that failed, which may be tried again. */
function positionAfter({ state, position }: TranscriptRecord): TranscriptRecord['position'] {
  return state === 'failed' ? position : null;
}

/** Lets messages about a voicemail wait for its words no longer. */
function sendMails(context: WriteContext, callId: string): void {
  postponeVoicemail(context, callId, -MAIL_WAIT_MS);
  context.wakeBy(context.now);
}
