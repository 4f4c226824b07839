/** `POST /companies/<uuid>/users/<uuid>/erase`. */
import { Hono } from 'hono/tiny';
import { requireRole } from '../engine/http/rights.ts';
import type { CoreApp } from '../engine/context/company-context.ts';
import { asId } from '../../shared/http/ids.ts';
import { notFound } from '../../shared/http/problems.ts';
import { toUserBody } from '../people/users/user-bodies.ts';
import { write } from '../engine/http/write.ts';
import { eraseUser } from './user-erasure.ts';

export const userErasureRoutes = new Hono<CoreApp>();

/** Erases what is known of a user (super admin): no body -> the user as they are from then on. */
userErasureRoutes.post('/:user/erase', requireRole('superadmin'), (c) =>
  write(c, {
    change: (context) => {
      const erased = eraseUser(context, asId(c.req.param('user')) ?? '');
      if (erased === undefined) throw notFound();
      return { body: toUserBody(erased, context.companyId) };
    },
  }),
);
