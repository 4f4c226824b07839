/** Below `/companies/<uuid>/second_factors`, for super admins: removes what somebody signed in with and has lost. */
import type { Context } from 'hono';
import { Hono } from 'hono/tiny';
import { asId } from '../../../shared/http/ids.ts';
import { notFound, Problem } from '../../../shared/http/problems.ts';
import { userOf } from '../../engine/context/actors.ts';
import type { CoreApp } from '../../engine/context/company-context.ts';
import { requireRole } from '../../engine/http/rights.ts';
import { write } from '../../engine/http/write.ts';
import { findUser } from '../users/users.ts';
import { type Lost, removeLost } from './lost-factors.ts';
import { personOf } from './routes.ts';

export const lostFactorRoutes = new Hono<CoreApp>();

/** Removes a user's second factor, for super admins. The user is told by mail, and their sessions end. */
lostFactorRoutes.post('/:user/reset', requireRole('superadmin'), (c) => removeFor(c, 'second_factor'));

/** Removes all passkeys of a user, for super admins. The user is told by mail, and their sessions end. */
lostFactorRoutes.post('/:user/remove_passkeys', requireRole('superadmin'), (c) => removeFor(c, 'passkeys'));

function removeFor(c: Context<CoreApp>, what: Lost): Promise<Response> {
  const { company } = c.env;
  const user = findUser(company.database, asId(c.req.param('user') ?? '') ?? '');
  if (user === undefined) throw notFound();
  if (userOf(c.get('actor'))?.userId === user.userId) {
    throw new Problem('permission_denied', 'Remove your own in your profile.');
  }
  return write(c, {
    room: 'reserve',
    prepare: () => {
      const asker = c.get('actor').kind === 'user' ? personOf(c) : undefined;
      return removeLost(c.env, { company, asker }, { email: user.email, what });
    },
    change: (context) => {
      context.audit({ action: `${what}.reset`, subject: `user:${user.userId}` });
      return { body: { status: 'success' } };
    },
  });
}
