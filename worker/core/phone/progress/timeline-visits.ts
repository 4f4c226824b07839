/** Shows visits on the timelines of leads. */
import type { VisitSnapshot } from '../../attribution/schema.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import type { LeadRecord } from '../../leads/record/schema.ts';
import { commitEvent, isVisitShown } from '../../leads/timeline/events.ts';
import { visitBody } from '../calls/call-bodies.ts';

/**
 * Adds the visit that led to a call or message to the timeline, once for each visit.
 * @param led the visit, and the id of the call or message
 */
export function showVisit(
  context: WriteContext,
  lead: LeadRecord | undefined,
  led: { visit: VisitSnapshot | null; of: { call_id: string } | { text_id: string } },
): void {
  const { visit_id: visitId = null, begun_time: begunTime = null } = led.visit ?? {};
  if (visitId === null || begunTime === null || lead === undefined) return;
  if (isVisitShown(context.database, lead.leadNumber, visitId)) return;
  const data = { ...visitBody(led.visit), ...led.of };
  commitEvent(context, lead, { type: 'visit', online: true, inbound: true, eventTime: begunTime, data });
}
