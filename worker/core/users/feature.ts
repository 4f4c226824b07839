/** The people of the company, and `/me`. */
import type { ChangeRecord } from '../changes/schema.ts';
import type { Feature } from '../feature.ts';
import { currentUserRoutes, userRoutes } from './routes.ts';
import { toUserBody } from './user-bodies.ts';
import { findUserOnce } from './users.ts';

export const usersFeature: Feature = {
  routes: [
    { under: 'company', path: '/users', routes: userRoutes },
    { under: 'me', path: '/', routes: currentUserRoutes },
  ],
  details:
    (call) =>
    ({ data: { user_id: userId } }: ChangeRecord) => {
      const user = typeof userId === 'string' ? findUserOnce(call, userId) : undefined;
      return user === undefined ? {} : { user: toUserBody(user, call.companyId) };
    },
};
