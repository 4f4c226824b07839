/** The columns of calls in CSV. */
import type { RequestContext } from '../../engine/context/request-context.ts';
import { type Column, pagedCsv } from '../../leads/csv/paged-csv.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import { isFirstCall, momentOrNull, visitCells } from './call-bodies.ts';
import { listCalls, positionOf } from './call-lists.ts';
import type { OfLead } from './contact-table.ts';
import type { CallResult } from './call-report.ts';
import { resultOf } from './results.ts';
import type { CallRecord, CallsFilter } from './schema.ts';

type CallLine = OfLead<CallRecord> & { result: CallResult };

const COLUMNS: readonly Column<CallLine>[] = [
  ['call_id', ({ record }) => record.callId],
  ['carrier', ({ record }) => record.carrier],
  ['carrier_call_id', ({ record }) => record.carrierCallId],
  ['started_at', ({ record }) => writeMoment(record.startedTime)],
  ['answered_at', ({ result }) => momentOrNull(result.answeredTime)],
  ['ended_at', ({ result }) => momentOrNull(result.endedTime)],
  ['direction', ({ record }) => record.direction],
  ['number', ({ record }) => record.number],
  ['from', ({ record }) => record.caller],
  ['caller_name', ({ record }) => record.report.callerName],
  ['location_id', ({ record }) => record.locationId],
  ...visitCells<CallLine>(),
  ['outcome', ({ record }) => record.outcome],
  ['ring_seconds', ({ result }) => result.ringSeconds],
  ['talk_seconds', ({ result }) => result.talkSeconds],
  ['answered_by', ({ result }) => result.answeredBy?.number],
  ['first_time', ({ record }) => isFirstCall(record)],
  ['lead_id', ({ leadId }) => leadId],
  ['lead_name', ({ leadName }) => leadName],
  ['tags', ({ record }) => record.remarks.tags.join('; ')],
  ['value', ({ record }) => record.remarks.value?.value],
  ['currency', ({ record }) => record.remarks.value?.unit],
  ['lead_status', ({ record }) => record.remarks.leadStatus],
  ['note', ({ record }) => record.remarks.note],
];

/** Returns a line for each matching call, newest first, without calls that come in meanwhile. */
export function callCsv(context: RequestContext, filter: CallsFilter): ReadableStream<Uint8Array> {
  return pagedCsv(COLUMNS, async (last, limit) => {
    const calls = await listCalls(context, { ...filter, after: last && positionOf(last), limit });
    return calls.map((of) => ({ ...of, result: resultOf(of.record.report) }));
  });
}
