/** Keeps what was said in calls, and what waits to be written down. */
import type { Database } from '../../engine/storage/database.ts';
import { AS_IS, json, nullableJson, Table } from '../../engine/storage/table.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import { clearIndexes } from '../../leads/finding/search/index-merges.ts';
import { setVoicemailWords } from '../../people/chat/notices.ts';
import type { OfLead } from '../calls/contact-table.ts';
import type { CallRecord } from '../calls/schema.ts';
import type { TranscriptBody } from './reference.ts';
import { withoutNumbers } from './redaction.ts';
import {
  NOT_ASKED,
  SPEAKERS,
  type TranscriptByHand,
  type TranscriptRecord,
  type TranscriptSegment,
} from './schema.ts';

const ROWS = new Table<TranscriptRecord>('transcripts', {
  callId: AS_IS,
  recordingId: AS_IS,
  state: AS_IS,
  seconds: AS_IS,
  position: nullableJson(),
  attempts: AS_IS,
  nextAttemptTime: AS_IS,
  engine: AS_IS,
  language: AS_IS,
  segments: json(),
  redactions: AS_IS,
  error: AS_IS,
  modificationTime: AS_IS,
});
const SAVE = ROWS.upsert(['callId'], []);
const OF_CALL = ROWS.select('WHERE call_id = ?');
const OF_CALLS = ROWS.select('WHERE call_id IN (SELECT value FROM json_each(?))');
const DUE = ROWS.select('WHERE next_attempt_time <= ? ORDER BY next_attempt_time LIMIT 1');

/** Returns the transcript of a call; undefined if there is none, and none waits. */
export function findTranscript(database: Database, callId: string): TranscriptRecord | undefined {
  return ROWS.maybe(database, OF_CALL, callId);
}

/** Returns the transcripts of calls, those that there are. */
export function findTranscripts(database: Database, callIds: readonly string[]): TranscriptRecord[] {
  return ROWS.all(database, OF_CALLS, JSON.stringify(callIds));
}

/** Returns the transcript that has been due longest. */
export function findDueTranscript(database: Database, now: number): TranscriptRecord | undefined {
  return ROWS.maybe(database, DUE, now);
}

/** Returns when an engine is asked next, in milliseconds since the epoch; undefined if nothing waits. */
export function nextTranscriptTime(database: Database): number | undefined {
  const row = database.one<{ time: number | null }>(
    'SELECT min(next_attempt_time) AS time FROM transcripts WHERE next_attempt_time IS NOT NULL',
  );
  return row.time ?? undefined;
}

/** Saves a transcript in the order in which people spoke, without card and identity numbers. @returns as it was saved */
export function saveTranscript(
  context: WriteContext,
  given: Omit<TranscriptRecord, 'modificationTime'>,
): TranscriptRecord {
  const { segments, count } = withoutNumbersOf(
    given.segments.toSorted((one, other) => one.start - other.start),
  );
  const redactions = given.redactions + count;
  const record = { ...given, segments, redactions, modificationTime: context.now };
  context.database.run(SAVE, ...ROWS.values(record));
  if (record.nextAttemptTime !== null) context.wakeBy(record.nextAttemptTime);
  return record;
}

/** Takes numbers out of what each one says, since the other may speak in between. */
function withoutNumbersOf(given: readonly TranscriptSegment[]): {
  segments: TranscriptSegment[];
  count: number;
} {
  const segments = [...given];
  let found = 0;
  for (const wanted of SPEAKERS) {
    const own = given.flatMap(({ speaker, text }, index) => (speaker === wanted ? [{ index, text }] : []));
    const { texts, count } = withoutNumbers(own.map(({ text }) => text));
    own.forEach(({ index }, at) => {
      const segment = given[index];
      if (segment !== undefined) segments[index] = { ...segment, text: texts[at] ?? '' };
    });
    found += count;
  }
  return { segments, count: found };
}

/** Replaces a transcript by hand, and the words in notifications. The audit log says who did it. */
export function replaceTranscript(
  context: WriteContext,
  found: OfLead<CallRecord>,
  given: TranscriptByHand,
): TranscriptRecord {
  const { callId } = found.record;
  const { recordingId, seconds } = findTranscript(context.database, callId) ?? NOT_ASKED;
  const saved = saveTranscript(context, { ...NOT_ASKED, callId, recordingId, seconds, ...given });
  setVoicemailWords(context, { callId, leadId: found.leadId }, wordsOf(saved));
  const action = given.state === 'deleted' ? 'transcript.deleted' : 'transcript.replaced';
  context.audit({ action, subject: `call:${callId}` });
  // Words that are gone are cleared from the index of searches, too.
  clearIndexes(context, ['transcript_texts']);
  announceTranscript(context, found);
  return saved;
}

/** Has an engine asked again for the transcripts that failed since a time. */
export function retryFailed(context: WriteContext, since: number): void {
  const retried = context.database.run(
    `UPDATE transcripts SET state = 'pending', attempts = 0, next_attempt_time = ?1, error = NULL
     WHERE state = 'failed' AND modification_time > ?2`,
    context.now,
    since,
  );
  if (retried > 0) context.wakeBy(context.now);
}

/** Tells whether a person has sent or deleted a transcript, which no engine replaces. */
export function isByHand({ state, engine }: TranscriptRecord): boolean {
  return state === 'deleted' || (state === 'done' && engine === null);
}

/** Returns the words of a transcript; undefined for none. */
export function wordsOf({ segments }: TranscriptRecord): string | undefined {
  return segments.length === 0 ? undefined : segments.map(({ text }) => text).join(' ');
}

/** Reports that a call has another transcript. */
export function announceTranscript(context: WriteContext, { record, leadId }: OfLead<CallRecord>): void {
  context.emit({
    type: 'call.transcribed',
    ...(leadId === null ? {} : { leadId }),
    ...(record.eventId === null ? {} : { eventId: record.eventId }),
    data: { call_id: record.callId, number: record.number, outcome: record.outcome },
  });
}

/** Returns the answer of a transcript. @param record undefined for a call without one */
export function transcriptBody(callId: string, record: TranscriptRecord | undefined): TranscriptBody {
  if (record === undefined) return { call_id: callId, state: 'off', ...NOTHING };
  const { state: kept, engine, language, seconds, segments, redactions, error } = record;
  const state = kept === 'deleted' ? ('off' as const) : kept;
  const body = { call_id: callId, state, engine, language, seconds, segments, redactions };
  return error === null ? body : { ...body, error };
}

const NOTHING = { engine: null, language: null, seconds: 0, segments: [], redactions: 0 };
