/** Comments on events. */
import type { Feature } from '../../engine/context/feature.ts';
import { deleteComments } from './comments.ts';
import { copiesOfEvents } from './copies.ts';
import { commentRoutes } from './routes.ts';

export const commentsFeature: Feature = {
  routes: [{ under: 'company', path: '/leads', routes: commentRoutes }],
  personalData: {
    ofLeads: [
      {
        columns: { comments: ['comment'] },
        erase: ({ database }, { leadNumber }) => ({ comments: deleteComments(database, leadNumber) }),
      },
    ],
    // Each event with its comments; the timeline itself knows of none.
    copied: [{ member: 'events', pages: copiesOfEvents }],
  },
};
