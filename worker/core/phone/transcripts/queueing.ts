/** Decides which voicemails are written down: those that are left while the company wants it, once for each recording. */
import { settingsOf } from '../../company/settings/settings.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import type { NewChange } from '../../engine/context/stream-schema.ts';
import { postponeMails } from '../../people/notifications/messages.ts';
import type { Recording } from '../calls/call-report.ts';
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
/** The changes that may bring a voicemail. */
const CAUSES: ReadonlySet<string> = new Set(['call.completed', 'call.changed']);

/**
 * Queues voicemails that were left, in the transaction that saves them. Whoever saves the options has those of the last day tried
 * again that failed, for instance since the engine's address was wrong.
 */
export function queueVoicemails(context: WriteContext, changes: readonly NewChange[]): void {
  const ids = changes.flatMap(({ type, data }) =>
    CAUSES.has(type) && data?.['outcome'] === 'voicemail' ? (data['call_id'] ?? []) : [],
  );
  const isSaved = changes.some(
    ({ type, data }) => type === 'settings.changed' && data?.['settings'] === 'options',
  );
  if ((ids.length === 0 && !isSaved) || settingsOf(context).options().transcripts === 'off') return;
  if (isSaved) retryFailed(context, context.now - RECENT_MS);
  for (const callId of new Set(ids)) {
    const found = typeof callId === 'string' ? CALLS.find(context.database, callId) : undefined;
    if (found !== undefined) queueVoicemail(context, found.record);
  }
}

function queueVoicemail(context: WriteContext, { callId, report }: CallRecord): void {
  const { message: voicemail, endedTime } = resultOf(report);
  if (voicemail === null || context.now - (endedTime ?? context.now) > RECENT_MS) return;
  const recordingId = recordingIdOf(voicemail);
  const known = findTranscript(context.database, callId);
  if (known !== undefined && (known.recordingId === recordingId || isByHand(known))) return;
  saveTranscript(context, {
    ...NOT_ASKED,
    callId,
    recordingId,
    state: 'pending',
    seconds: voicemail.seconds,
    nextAttemptTime: context.now + FIRST_WAIT_MS,
  });
  postponeMails(context, callId, MAIL_WAIT_MS);
}

/** Returns what tells recordings apart: the carrier's id, or the address without what signs it. */
function recordingIdOf({ recordingId, url = '' }: Recording): string {
  return recordingId === '' ? url.replace(/[?#].*/s, '') : recordingId;
}
