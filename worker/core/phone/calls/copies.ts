/** The calls of a lead as the copy of a person's data has them: each with where its recording is. */
import type { RequestContext } from '../../engine/context/request-context.ts';
import { callBody } from './call-bodies.ts';
import { type CallRow, toRecord } from './call-store.ts';
import { rowsOnTimeline } from './on-timelines.ts';
import { resultOf } from './results.ts';
import type { CallRecord } from './schema.ts';

/** The calls that a lead's timeline shows, the first first, some at a time. */
export function* copiesOfCalls(
  context: RequestContext,
  { leadNumber, leadId }: { leadNumber: number; leadId: string },
): Generator<object[]> {
  for (const rows of rowsOnTimeline<CallRow>(context.database, 'calls', leadNumber)) {
    const records = rows.map(toRecord);
    yield records.map((record) => ({ call: callBody(record, leadId), recording: placeOf(context, record) }));
  }
}

/** Where it can be had here, and what its carrier calls it. */
function placeOf({ companyId }: RequestContext, record: CallRecord): object | null {
  const { recording, message } = resultOf(record.facts);
  const kept = recording ?? message;
  if (kept === null) return null;
  return {
    path: `/companies/${companyId}/calls/${record.callId}/recording`,
    carrier: record.carrier,
    carrier_recording_id: kept.recordingId === '' ? null : kept.recordingId,
    url: kept.url ?? null,
  };
}
