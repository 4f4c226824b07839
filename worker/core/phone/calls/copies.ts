/** Copies a person's calls, each with a reference to its recording, for the copy of their data. */
import type { RequestContext } from '../../engine/context/request-context.ts';
import type { LeadSubject } from '../../engine/context/personal-data.ts';
import { findLead } from '../../leads/record/lead-store.ts';
import type { CopiedCall } from './answer-schema.ts';
import { callBody } from './call-bodies.ts';
import { CALLS } from './call-store.ts';
import { resultOf } from './results.ts';
import type { CallRecord } from './schema.ts';

/** Yields the calls on a lead's timeline in pages, oldest first. */
export function* copiesOfCalls(
  context: RequestContext,
  { leadNumber, leadId }: LeadSubject,
): Generator<CopiedCall[]> {
  const leadName = findLead(context.database, leadId)?.name ?? null;
  for (const records of CALLS.onTimeline(context.database, leadNumber)) {
    yield records.map((record) => ({
      call: callBody({ record, leadId, leadName }),
      recording: recordingReference(context, record),
    }));
  }
}

/** Returns the path of the recording here, and its id and address at the carrier. */
function recordingReference({ companyId }: RequestContext, record: CallRecord): CopiedCall['recording'] {
  const { recording, message } = resultOf(record.report);
  const kept = message ?? recording;
  if (kept === null) return null;
  return {
    path: `/companies/${companyId}/calls/${record.callId}/recording`,
    carrier: record.carrier,
    carrier_recording_id: kept.recordingId === '' ? null : kept.recordingId,
    url: kept.url ?? null,
  };
}
