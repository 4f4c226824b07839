/** Builds the form of changes in answers, with their records in the current state. */
import type { RequestContext } from '../context/request-context.ts';
import { featuresOf } from '../context/feature.ts';
import { writeMoment } from '../times/moments.ts';
import type { ChangeBody, CopiedChange } from './reference.ts';
import { listChangesOf } from '../commit/stream.ts';
import type { LeadSubject } from '../context/personal-data.ts';
import type { ChangeRecord } from '../context/stream-schema.ts';

/** Changes in a page of a copy. */
const COPIED_AT_A_TIME = 100;

/** Returns the bodies of changes. Each record is read once for all of them. */
export function changeBodies(context: RequestContext, changes: readonly ChangeRecord[]): ChangeBody[] {
  const details = featuresOf(context).details.map((detailsOf) => detailsOf(context, changes));
  const dataOf = (change: ChangeRecord): ChangeBody['data'] => {
    const { leadId, eventId, data } = change;
    const { lead, event, ...others } = Object.assign(
      {},
      ...details.map((detailOf) => detailOf(change)),
    ) as Record<string, unknown>;
    return {
      company_id: context.companyId,
      ...(leadId === undefined ? {} : { lead_id: leadId }),
      ...(lead === undefined ? {} : { lead }),
      ...(eventId === undefined ? {} : { event_id: eventId }),
      ...(event === undefined ? {} : { event }),
      ...data,
      ...others,
    };
  };
  return changes.map((change) => ({
    sequence: change.sequence,
    type: change.type,
    timestamp: writeMoment(change.changeTime),
    actor: change.actor,
    request_id: change.requestId,
    data: dataOf(change),
  }));
}

/** Pages of the changes of a lead as the copy of a person's data has them: without the lead's values. */
export function* copiesOfChanges(
  { database }: RequestContext,
  { leadIds }: LeadSubject,
): Generator<CopiedChange[]> {
  for (let after = 0; ;) {
    const changes = listChangesOf(database, leadIds, { after, limit: COPIED_AT_A_TIME });
    yield changes.map(({ sequence, type, changeTime, actor, requestId }) => ({
      sequence,
      type,
      timestamp: writeMoment(changeTime),
      actor,
      request_id: requestId,
    }));
    after = changes.at(-1)?.sequence ?? 0;
    if (changes.length < COPIED_AT_A_TIME) return;
  }
}
