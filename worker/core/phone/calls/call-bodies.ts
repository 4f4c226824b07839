/** Builds the answers and timeline events of calls. Pure. */
import type { EventData } from '../../leads/timeline/schema.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import type { CallBody } from './answer-schema.ts';
import type { CallReport, CallResult } from './call-report.ts';
import { resultOf } from './results.ts';
import { personBody } from '../ringing/preview.ts';
import type { CallRecord } from './schema.ts';

/** The confidence of an attribution by a number with one source or location. */
const CERTAIN = 1;

/** Returns the answer of a call. */
export function callBody(record: CallRecord, leadId: string | null): CallBody {
  const { report, remarks } = record;
  const result = resultOf(report);
  return {
    call_id: record.callId,
    carrier: record.carrier,
    carrier_call_id: record.carrierCallId,
    direction: record.direction,
    number: record.number,
    from: record.caller,
    caller_name: report.callerName ?? null,
    location_id: record.locationId,
    source: record.source,
    started_at: writeMoment(record.startedTime),
    ring_seconds: result.ringSeconds,
    answered_at: momentOrNull(result.answeredTime),
    talk_seconds: result.talkSeconds,
    ended_at: momentOrNull(result.endedTime),
    outcome: record.outcome,
    hangup: hangupOf(report),
    answered_by: result.answeredBy === null ? null : personBody(result.answeredBy),
    first_time: record.priorCalls === 0,
    prior_calls: record.priorCalls,
    lead_id: leadId,
    visit: null,
    attribution: attributionOf(record),
    recording: recordingOf(record, result),
    voicemail: result.message === null ? null : { seconds: result.message.seconds },
    spam: spamOf(report),
    tags: remarks.tags,
    value: remarks.value,
    lead_status: remarks.leadStatus,
    note: remarks.note,
    modified_at: writeMoment(record.modificationTime),
  };
}

/** Returns the carrier's reason for the end of the call. */
function hangupOf({ end }: CallReport): CallBody['hangup'] {
  if (end?.reason === undefined) return null;
  const { cause = null, errorCode = null, errorMessage = null } = end.reason;
  return { cause, error_code: errorCode, error_message: errorMessage };
}

function spamOf({ attestation, verification, attestationPath, terms }: CallReport): CallBody['spam'] {
  return {
    attestation: attestation ?? null,
    verification: verification ?? null,
    attestation_path: attestationPath ?? null,
    reasons: terms.isBlocked ? ['blocked'] : [],
  };
}

/** Returns the data of the timeline event of a call, which changes from the first ring to the end. */
export function callEventData(record: CallRecord): EventData {
  const { report, remarks } = record;
  const result = resultOf(report);
  const by = result.answeredBy;
  return {
    call_id: record.callId,
    phone: record.caller,
    number: record.number,
    location_id: record.locationId,
    source: record.source,
    state: result.state,
    outcome: result.outcome,
    ring_seconds: result.state === 'ringing' ? 0 : result.ringSeconds,
    duration: result.talkSeconds ?? 0,
    answered_by: by === null ? null : personBody(by),
    recording: recordingOf(record, result),
    voicemail: result.message === null ? null : { seconds: result.message.seconds },
    tags: remarks.tags,
    ...(remarks.note === null ? {} : { message: remarks.note }),
  };
}

/** Attributes the call to a source and a location. Today only its number decides, if that has just one of them. */
function attributionOf({ source, locationId }: CallRecord): CallBody['attribution'] {
  const isKnown = source !== null || locationId !== null;
  return {
    method: 'number',
    confidence: isKnown ? CERTAIN : 0,
    candidates: isKnown ? [{ source, location_id: locationId }] : [],
  };
}

function recordingOf({ report }: CallRecord, { recording, message }: CallResult): CallBody['recording'] {
  const kept = recording ?? message;
  if (kept === null) return null;
  return { state: 'available', seconds: kept.seconds, announced: report.terms.isAnnounced };
}

/** Writes a time for an answer. */
export function momentOrNull(time: number | null): string | null {
  return time === null ? null : writeMoment(time);
}
