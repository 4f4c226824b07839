/** The timeline of a lead with its comments, as the copy of a person's data has it. */
import type { LeadSubject } from '../../engine/context/personal-data.ts';
import type { RequestContext } from '../../engine/context/request-context.ts';
import { eventBody } from '../timeline/event-bodies.ts';
import { listEvents } from '../timeline/events.ts';
import type { TimelinePosition } from '../timeline/schema.ts';
import type { CopiedEvent } from './reference.ts';
import { listCommentsOf } from './comments.ts';

/** Events in a page. */
const PAGE = 100;

/** Pages of the events, newest first. Removed notes are left out. */
export function* copiesOfEvents(
  context: RequestContext,
  { leadId, leadNumber }: LeadSubject,
): Generator<CopiedEvent[]> {
  let after: TimelinePosition | undefined;
  do {
    const from = after === undefined ? { start: 0 } : { after };
    const events = listEvents(context.database, leadNumber, { ...from, size: PAGE });
    const comments = listCommentsOf(
      context,
      events.filter(({ commentCount }) => commentCount > 0),
    );
    yield events.map((event) => ({
      ...eventBody(context, event, leadId),
      comments: comments.get(event.eventId) ?? [],
    }));
    after = events.length < PAGE ? undefined : events.at(-1);
  } while (after !== undefined);
}
