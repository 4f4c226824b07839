/** The leads that were merged into a lead, as the copy of a person's data has them. */
import type { LeadSubject } from '../../engine/context/personal-data.ts';
import type { RequestContext } from '../../engine/context/request-context.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import { leadBody } from '../record/lead-bodies.ts';
import type { CopiedMerge } from './reference.ts';
import { mergedInto, readSnapshot } from './merge-snapshots.ts';

/** Lists the merged leads, oldest merge first. While a merge can be undone, it has the lead's state before the merge. */
export function copiesOfMerged(context: RequestContext, { leadNumber }: LeadSubject): CopiedMerge[][] {
  const merged = mergedInto(context.database, leadNumber).map(({ secondaryId, mergedTime, snapshot }) => ({
    lead_id: secondaryId,
    merged_time: writeMoment(mergedTime),
    ...(snapshot === '' ? {} : { before: leadBody(context, readSnapshot(snapshot).secondary) }),
  }));
  return [merged];
}
