/** The timelines of leads. */
import type { Feature } from '../feature.ts';
import { eventBody } from './event-bodies.ts';
import { findEventsByIds } from './events.ts';
import { timelineRoutes } from './routes.ts';

export const timelineFeature: Feature = {
  routes: [{ under: 'company', path: '/leads', routes: timelineRoutes }],
  details: (call, changes) => {
    const eventIds = [...new Set(changes.flatMap(({ eventId }) => eventId ?? []))];
    const events = findEventsByIds(call.database, eventIds);
    return ({ eventId = '' }) => {
      const found = events.get(eventId);
      return found === undefined ? {} : { event: eventBody(call, found.event, found.leadId) };
    };
  },
};
