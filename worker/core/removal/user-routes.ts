/** `POST /companies/<uuid>/users/<uuid>/erase`. */
import { Hono } from 'hono/tiny';
import { requireRole } from '../rights.ts';
import type { CoreApp } from '../core-app.ts';
import { asId } from '../../ids.ts';
import { notFound } from '../../problems.ts';
import { toUserBody } from '../users/user-bodies.ts';
import { write } from '../write.ts';
import { eraseUser } from './user-erasure.ts';

export const userErasureRoutes = new Hono<CoreApp>();

/** Erases what is known of a user (super admin): no body -> the user as they are from then on. */
userErasureRoutes.post('/:user/erase', requireRole('superadmin'), (c) =>
  write(c, {
    change: (call) => {
      const erased = eraseUser(call, asId(c.req.param('user')) ?? '');
      if (erased === undefined) throw notFound();
      return { body: toUserBody(erased, call.companyId) };
    },
  }),
);
