/** Builds the answers and timeline events of calls. Pure. */
import { byNumber } from '../../attribution/attribution.ts';
import { historyOf } from '../../attribution/history.ts';
import type { Attribution, VisitSnapshot } from '../../attribution/schema.ts';
import type { Column } from '../../leads/csv/paged-csv.ts';
import type { EventData } from '../../leads/timeline/schema.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import type { AttributionHistory, CallBody, CallVisit } from './answer-schema.ts';
import type { CallReport, CallResult } from './call-report.ts';
import { resultOf } from './results.ts';
import { personBody } from '../ringing/preview.ts';
import type { CallRecord } from './schema.ts';

/** A call, with the lead whose timeline shows it. */
interface ShownCall {
  record: CallRecord;
  leadId: string | null;
  leadName: string | null;
}

/** Returns the answer of a call. */
export function callBody({ record, leadId, leadName }: ShownCall): CallBody {
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
    placed_by: placerBody(report),
    first_time: isFirstCall(record),
    prior_calls: record.caller === null ? null : record.priorCalls,
    lead_id: leadId,
    lead_name: leadName,
    visit: visitBody(attributionOf(record).visit),
    attribution: attributionBody(attributionOf(record)),
    recording: recordingOf(record, result),
    voicemail: result.message === null ? null : { seconds: result.message.seconds },
    ...menuBody(report),
    spam: spamOf(report),
    tags: remarks.tags,
    value: remarks.value,
    lead_status: remarks.leadStatus,
    note: remarks.note,
    modified_at: writeMoment(record.modificationTime),
  };
}

/**
 * Returns the columns of a file that say where a call or message came from, as the filters of calls name them: the source of its
 * visit, else that of the number; and the number's own source.
 */
export function visitCells<
  Line extends { record: Pick<CallRecord, 'attribution' | 'source'> },
>(): readonly Column<Line>[] {
  return [
    ['number_source', ({ record }) => record.source],
    ['source_last', ({ record: { attribution, source } }) => attribution?.visit?.source ?? source],
    ['campaign_last', ({ record: { attribution } }) => attribution?.visit?.campaign],
    ['keyword', ({ record: { attribution } }) => attribution?.visit?.term],
    ['landing_page', ({ record: { attribution } }) => attribution?.visit?.landing_page],
  ];
}

/** Tells whether it is the caller's first call; null if the number is withheld, since nobody knows. */
export function isFirstCall({
  caller,
  priorCalls,
}: Pick<CallRecord, 'caller' | 'priorCalls'>): boolean | null {
  return caller === null ? null : priorCalls === 0;
}

/** Returns the user who placed an outgoing call, and their phone. */
function placerBody({ placed }: CallReport): CallBody['placed_by'] {
  return placed === undefined ? null : personBody({ number: placed.phone, userId: placed.userId });
}

/** Returns the carrier's reason for the end of the call, or why it did not place the call. */
function hangupOf({ end, placed }: CallReport): CallBody['hangup'] {
  if (placed?.error !== undefined) return { cause: null, error_code: null, error_message: placed.error };
  if (end?.reason === undefined) return null;
  const { cause = null, errorCode = null, errorMessage = null } = end.reason;
  return { cause, error_code: errorCode, error_message: errorMessage };
}

/** Returns what the caller did in the menus, in their order; nothing if no menu answered. */
function menuBody({ menu }: CallReport): Pick<CallBody, 'menu'> {
  if (menu === undefined) return {};
  const presses = Object.values(menu.presses).toSorted((left, right) => left.time - right.time);
  return {
    menu: {
      pressed: presses.map(({ menu: name, key, label = null, time }) => ({
        menu: name,
        key,
        label,
        pressed_at: writeMoment(time),
      })),
      led_to: menu.choice?.leadsTo ?? null,
      location_id: menu.choice?.locationId ?? null,
    },
  };
}

function spamOf({
  attestation,
  verification,
  attestationPath,
  terms,
  suspicion,
}: CallReport): CallBody['spam'] {
  return {
    attestation: attestation ?? null,
    verification: verification ?? null,
    attestation_path: attestationPath ?? null,
    reasons: terms.isBlocked ? ['blocked'] : (suspicion?.reasons ?? []),
    ...(suspicion === undefined ? {} : { score: suspicion.score, treatment: suspicion.treatment }),
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
    ...(report.placed === undefined
      ? {}
      : { placed_by: placerBody(report), error: report.placed.error ?? null }),
    recording: recordingOf(record, result),
    voicemail: result.message === null ? null : { seconds: result.message.seconds },
    ...menuBody(report),
    tags: remarks.tags,
    ...(remarks.note === null ? {} : { message: remarks.note }),
  };
}

/** Returns the visit that a call belongs to; what the number says, as long as nothing else is known. */
export function attributionOf(
  record: Pick<CallRecord, 'attribution' | 'source' | 'locationId'>,
): Attribution {
  return record.attribution ?? byNumber(record);
}

/** Returns an attribution as answers have it. */
export function attributionBody({
  method,
  confidence,
  candidates,
  modelVersion,
}: Attribution): CallBody['attribution'] {
  return {
    method,
    confidence: rounded(confidence),
    candidates: candidates.map((candidate) => ({
      confidence: rounded(candidate.confidence),
      source: candidate.source,
      location_id: candidate.locationId,
      visit: visitBody(candidate.visit),
      tapped_at: momentOrNull(candidate.tappedTime),
      seen_at: momentOrNull(candidate.seenTime),
    })),
    model_version: modelVersion,
  };
}

/** Returns the history of an attribution as answers have it. @param begunTime of the call or message */
export function attributionHistoryBody(
  item: Pick<CallRecord, 'attribution' | 'source' | 'locationId'>,
  begunTime: number,
): AttributionHistory {
  return historyOf(item, begunTime).map(({ time, method, confidence, source, campaign }) => ({
    at: writeMoment(time),
    method,
    confidence: rounded(confidence),
    source,
    campaign,
  }));
}

/** Returns a visit as answers have it. */
export function visitBody(visit: VisitSnapshot | null): CallVisit | null {
  if (visit === null) return null;
  const { visit_id, begun_time: begunTime, ids, ad_user_data: ads = null, ...touch } = visit;
  const { ad_personalization: _, ...known } = touch;
  return { visit_id, began_at: momentOrNull(begunTime), ...known, ad_user_data: ads, ids: idsBody(ids) };
}

/** Returns the ids of a visitor as answers have them. */
function idsBody(ids: VisitSnapshot['ids']): CallVisit['ids'] {
  if (ids === null || ids === undefined) return null;
  const { read_time: readTime, ...known } = ids;
  return { ...known, read_at: writeMoment(readTime) };
}

/** Rounds to three digits: the model is not more exact. */
export function rounded(confidence: number): number {
  return Math.round(confidence * 1000) / 1000;
}

function recordingOf({ report }: CallRecord, { recording, message }: CallResult): CallBody['recording'] {
  const kept = message ?? recording;
  if (kept === null) return null;
  return { state: 'available', seconds: kept.seconds, announced: report.terms.isAnnounced };
}

/** Writes a time for an answer. */
export function momentOrNull(time: number | null): string | null {
  return time === null ? null : writeMoment(time);
}
