/** Shows the visits of calls, messages and forms on the timelines of leads. */
import type { Attribution, VisitSnapshot } from '../../attribution/schema.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import { type LeadVisits, NO_VISITS, visitsWith } from '../../../dni/pure/lead-visits.ts';
import type { EventData } from '../../leads/timeline/schema.ts';
import type { LeadRecord } from '../../leads/record/schema.ts';
import { setEventVisit } from '../../leads/timeline/event-visits.ts';
import { commitEvent } from '../../leads/timeline/events.ts';
import { isVisitShown } from '../../leads/timeline/happened.ts';
import { rounded, visitBody } from '../calls/call-bodies.ts';

/** A call, message or form and its attribution. */
interface Attributed {
  attribution: Attribution;
  of: { call_id: string } | { text_id: string } | { form_id: string };
  /** Its event on the timeline; null if it has none. */
  eventId: string | null;
  /** When it began, in milliseconds since the epoch. */
  time: number;
}

/** Saves the visit of a call, message or form with its event, and adds the visit to the timeline, once for each visit. */
export function showVisit(
  context: WriteContext,
  lead: LeadRecord | undefined,
  { attribution, of, eventId, time }: Attributed,
): void {
  const { visit } = attribution;
  if (eventId !== null) setEventVisit(context, eventId, visitsOf(visit));
  const { visit_id: visitId = null, begun_time: begunTime = null } = visit ?? {};
  if (visitId === null || begunTime === null || lead === undefined) return;
  if (isVisitShown(context.database, lead.leadNumber, visitId)) return;
  const data = { ...shownVisit(attribution, time), ...of };
  commitEvent(context, lead, { type: 'visit', online: true, inbound: true, eventTime: begunTime, data });
}

/** Returns a visit as the timeline shows it. The ids of other services have a retention, the timeline has none. */
function shownVisit({ visit, method, confidence, candidates }: Attribution, time: number): EventData {
  const { ids: _, ad_user_data: __, ...shown } = { ...visitBody(visit) };
  const tappedTime = method === 'tap' ? (candidates[0]?.tappedTime ?? null) : null;
  return {
    ...shown,
    method,
    confidence: rounded(confidence),
    ...(tappedTime === null ? {} : { tapped_seconds: Math.max(0, Math.round((time - tappedTime) / 1000)) }),
  };
}

function visitsOf(visit: VisitSnapshot | null): LeadVisits {
  if (visit === null) return NO_VISITS;
  return visitsWith({
    source_first: visit.first_source,
    source_last: visit.source,
    campaign_first: visit.first_campaign,
    campaign_last: visit.campaign,
    landing_page: visit.landing_page,
  });
}
