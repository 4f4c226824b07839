/** The people of the company, and `/me`. */
import type { ChangeRecord } from '../../engine/context/stream-schema.ts';
import type { Feature } from '../../engine/context/feature.ts';
import { currentUserRoutes, userRoutes } from './routes.ts';
import { toUserBody } from '../users/user-bodies.ts';
import { anonymizeUser, findUserOnce } from '../users/users.ts';

export const usersFeature: Feature = {
  routes: [
    { under: 'company', path: '/users', routes: userRoutes },
    { under: 'me', path: '/', routes: currentUserRoutes },
  ],
  details:
    (context) =>
    ({ data: { user_id: userId } }: ChangeRecord) => {
      const user = typeof userId === 'string' ? findUserOnce(context, userId) : undefined;
      return user === undefined ? {} : { user: toUserBody(user, context.companyId) };
    },
  personalData: {
    ofUsers: [
      {
        columns: {
          users: [
            'email',
            'email_key',
            'name',
            'caller_id_name',
            'phone',
            'tracking_number',
            'forward_numbers',
          ],
        },
        erase: (context, { userId }) => anonymizeUser(context, userId),
      },
    ],
  },
};
