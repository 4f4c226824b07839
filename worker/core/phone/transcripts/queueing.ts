/** Decides which recordings are written down: those that are made while the company wants it, each once. */
import type { CompanyOptions } from '../../company/settings/records.ts';
import { settingsOf } from '../../company/settings/settings.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import type { NewChange } from '../../engine/context/stream-schema.ts';
import { postponeVoicemail } from '../../people/chat/notices.ts';
import type { CallReport, Recording } from '../calls/call-report.ts';
import { CALLS } from '../calls/call-store.ts';
import { resultOf } from '../calls/results.ts';
import type { CallRecord } from '../calls/schema.ts';
import { NOT_ASKED } from './schema.ts';
import { findTranscript, isByHand, retryFailed, saveTranscript } from './transcripts.ts';

/** The first attempt: carriers report a recording before it can be had. */
const FIRST_WAIT_MS = 2_000;
/** A mail about a voicemail waits at most this long for its words. */
export const MAIL_WAIT_MS = 45_000;
/** Older calls are not written down: they were made before the company wanted it, or are only edited. */
export const RECENT_MS = 24 * 60 * 60_000;
/** The changes that may bring a recording. */
const CAUSES: ReadonlySet<string> = new Set(['call.completed', 'call.changed']);

/** What is written down of a call. */
export interface Spoken {
  recording: Recording;
  isVoicemail: boolean;
}

/** Returns what is written down of a call with this option; undefined for nothing. */
export function spokenIn(report: CallReport, option: CompanyOptions['transcripts']): Spoken | undefined {
  const { outcome, message, recording } = resultOf(report);
  if (option === 'off' || outcome === null) return undefined;
  if (message !== null)
    return outcome === 'voicemail' ? { recording: message, isVoicemail: true } : undefined;
  // Of a call that nobody answered, it is a mailbox that picked up, or a whisper.
  const isTalk = option === 'all' && outcome === 'answered';
  return isTalk && recording !== null ? { recording, isVoicemail: false } : undefined;
}

/**
 * Queues what was recorded, in the transaction that saves it. Whoever saves the options has those of the last day tried again that
 * failed, for instance since the engine's address was wrong.
 */
export function queueRecordings(context: WriteContext, changes: readonly NewChange[]): void {
  const isSaved = changes.some(
    ({ type, data }) => type === 'settings.changed' && data?.['settings'] === 'options',
  );
  const reported = changes.filter(({ type }) => CAUSES.has(type));
  if (!isSaved && reported.length === 0) return;
  const option = settingsOf(context).options().transcripts;
  if (option === 'off') return;
  if (isSaved) retryFailed(context, context.now - RECENT_MS);
  const wanted = reported.filter(({ data }) => option === 'all' || data?.['outcome'] === 'voicemail');
  const ids = wanted.map(({ data }) => data?.['call_id']);
  for (const callId of new Set(ids)) {
    const found = typeof callId === 'string' ? CALLS.find(context.database, callId) : undefined;
    const spoken = found && spokenIn(found.record.report, option);
    if (found !== undefined && spoken !== undefined) queue(context, found.record, spoken);
  }
}

function queue(
  context: WriteContext,
  { callId, report }: CallRecord,
  { recording, isVoicemail }: Spoken,
): void {
  if (context.now - (resultOf(report).endedTime ?? context.now) > RECENT_MS) return;
  const recordingId = recordingIdOf(recording);
  const known = findTranscript(context.database, callId);
  if (known !== undefined && (known.recordingId === recordingId || isByHand(known))) return;
  saveTranscript(context, {
    ...NOT_ASKED,
    callId,
    recordingId,
    state: 'pending',
    seconds: recording.seconds,
    nextAttemptTime: context.now + FIRST_WAIT_MS,
  });
  if (isVoicemail) postponeVoicemail(context, callId, MAIL_WAIT_MS);
}

/** Returns what tells recordings apart: the carrier's id, or the address without what signs it. */
function recordingIdOf({ recordingId, url = '' }: Recording): string {
  return recordingId === '' ? url.replace(/[?#].*/s, '') : recordingId;
}
