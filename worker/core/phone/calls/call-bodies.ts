/** Calls as they go over the wire, and as the timeline shows them. Pure. */
import type { EventData } from '../../leads/timeline/schema.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import type { CallFacts, CallResult } from './call-report.ts';
import { resultOf } from './results.ts';
import { personBody } from '../ringing/preview.ts';
import type { CallRecord } from './schema.ts';

/** The confidence of an attribution by a number that stands for one source or place. */
const CERTAIN = 1;

/** A call. */
export function callBody(record: CallRecord, leadId: string | null): object {
  const { facts, remarks } = record;
  const result = resultOf(facts);
  return {
    call_id: record.callId,
    carrier: record.carrier,
    carrier_call_id: record.carrierCallId,
    direction: record.direction,
    number: record.number,
    from: record.caller,
    caller_name: facts.callerName ?? null,
    location_id: record.locationId,
    source: record.source,
    started_at: writeMoment(record.startedTime),
    ring_seconds: result.ringSeconds,
    answered_at: momentOrNull(result.answeredTime),
    talk_seconds: result.talkSeconds,
    ended_at: momentOrNull(result.endedTime),
    outcome: record.outcome,
    hangup: hangupOf(facts),
    answered_by: result.answeredBy === null ? null : personBody(result.answeredBy),
    first_time: record.priorCalls === 0,
    prior_calls: record.priorCalls,
    lead_id: leadId,
    visit: null,
    attribution: attributionOf(record),
    recording: recordingOf(record, result),
    voicemail: result.message === null ? null : { seconds: result.message.seconds },
    spam: spamOf(facts),
    tags: remarks.tags,
    value: remarks.value,
    lead_status: remarks.leadStatus,
    note: remarks.note,
    modified_at: writeMoment(record.modificationTime),
  };
}

/** Why the call ended, as the carrier says it. */
function hangupOf({ end }: CallFacts): object | null {
  if (end?.reason === undefined) return null;
  const { cause = null, errorCode = null, errorMessage = null } = end.reason;
  return { cause, error_code: errorCode, error_message: errorMessage };
}

function spamOf({ attestation, verification, attestationPath, terms }: CallFacts): object {
  return {
    attestation: attestation ?? null,
    verification: verification ?? null,
    attestation_path: attestationPath ?? null,
    reasons: terms.isBlocked ? ['blocked'] : [],
  };
}

/** What the timeline shows of a call, from the first ring to the end. */
export function callEventData(record: CallRecord): EventData {
  const { facts, remarks } = record;
  const result = resultOf(facts);
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

/** Which visit the call belongs to: so far the number says it, where it stands for one source or place. */
function attributionOf({ source, locationId }: CallRecord): object {
  const isKnown = source !== null || locationId !== null;
  return {
    method: 'number',
    confidence: isKnown ? CERTAIN : 0,
    candidates: isKnown ? [{ source, location_id: locationId }] : [],
  };
}

function recordingOf({ facts }: CallRecord, { recording, message }: CallResult): object | null {
  const kept = recording ?? message;
  if (kept === null) return null;
  return { state: 'available', seconds: kept.seconds, announced: facts.terms.isAnnounced };
}

/** A time as it goes over the wire. */
export function momentOrNull(time: number | null): string | null {
  return time === null ? null : writeMoment(time);
}
