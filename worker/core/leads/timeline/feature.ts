/** The timelines of leads. */
import type { Feature } from '../../engine/context/feature.ts';
import { eventBody } from './event-bodies.ts';
import { ERASED_NAME } from '../../engine/context/personal-data.ts';
import { deleteEvents, forgetMergesOnOtherTimelines, renameInEvents } from './erasing.ts';
import { findEventsByIds } from './events.ts';
import { timelineRoutes } from './routes.ts';

export const timelineFeature: Feature = {
  routes: [{ under: 'company', path: '/leads', routes: timelineRoutes }],
  details: (context, changes) => {
    const eventIds = [...new Set(changes.flatMap(({ eventId }) => eventId ?? []))];
    const events = findEventsByIds(context.database, eventIds);
    return ({ eventId = '' }) => {
      const found = events.get(eventId);
      return found === undefined ? {} : { event: eventBody(context, found.event, found.leadId) };
    };
  },
  personalData: {
    ofLeads: [
      {
        columns: { events: ['data', 'visit'] },
        stage: 'timeline',
        erase: ({ database }, { leadNumber, leadIds }) => ({
          events: deleteEvents(database, leadNumber),
          events_of_other_leads: forgetMergesOnOtherTimelines(database, leadIds),
        }),
      },
    ],
    ofUsers: [
      {
        columns: { events: ['data'] },
        eraseLater: (database, userId, { start, end }) =>
          renameInEvents(database, { userId, name: ERASED_NAME, start, end }),
      },
    ],
  },
};
