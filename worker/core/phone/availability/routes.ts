/** `/companies/<uuid>/availability`: who is not available for calls. All users may read it. */
import { Hono } from 'hono/tiny';
import { asId } from '../../../shared/http/ids.ts';
import { notFound, Problem, problemOfFaults } from '../../../shared/http/problems.ts';
import { roleOf, userOf } from '../../engine/context/actors.ts';
import type { CoreApp } from '../../engine/context/company-context.ts';
import { contextOfRequest } from '../../engine/context/contexts.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import { write } from '../../engine/http/write.ts';
import { findUserOnce } from '../../people/users/users.ts';
import { availabilityBody, setAvailability } from './availability.ts';
import { availabilitySchema } from './schema.ts';
import type { Feature } from '../../engine/context/feature.ts';
import { setThere } from '../../people/users/away-users.ts';

export const availabilityRoutes = new Hono<CoreApp>();

/** The users who are not available now: `{away}`. */
availabilityRoutes.get('/', (c) => c.json(availabilityBody(contextOfRequest(c))));

/** Sets whether a user is available: oneself, or for managers and super admins anybody -> `{away}`. */
availabilityRoutes.put('/:user', (c) =>
  write(c, {
    body: availabilitySchema,
    change: (context, { available: isAvailable, until }) => {
      const userId = requireUser(context, c.req.param('user'));
      if (until !== null && until <= context.now) {
        const detail = 'The time has passed; give a later one.';
        throw problemOfFaults([{ pointer: '/until', code: 'invalid_parameter', detail }]);
      }
      setAvailability(context, userId, { isAvailable, until: isAvailable ? null : until });
      return { body: availabilityBody(context) };
    },
  }),
);

/** @throws Problem `not_found`; `permission_denied` for an agent who names somebody else */
function requireUser(context: WriteContext, idText: string): string {
  const userId = asId(idText);
  if (userId === undefined || findUserOnce(context, userId) === undefined) throw notFound();
  if (userOf(context.actor)?.userId !== userId && roleOf(context.actor) === 'agent') {
    throw new Problem('permission_denied', 'Agents set their own availability only.');
  }
  return userId;
}

/** The feature of availability. */
export const availabilityFeature: Feature = {
  routes: [{ under: 'company', path: '/availability', routes: availabilityRoutes }],
  personalData: {
    ofUsers: [{ columns: {}, erase: (context, { userId }) => setThere(context, userId) }],
  },
};
