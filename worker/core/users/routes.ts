/** `/me` and `/companies/<uuid>/users`. */
import { Hono } from 'hono/tiny';
import { createMiddleware } from 'hono/factory';
import { parse, readJson } from '../../input.ts';
import { notFound } from '../../problems.ts';
import { requireRole } from '../authenticate.ts';
import type { CoreApp } from '../core-app.ts';
import { asId } from '../../ids.ts';
import { addUser, modifyUser } from './administration.ts';
import { newUserSchema, userChangeSchema } from './schema.ts';
import { toCurrentUserBody, toUserBody } from './user-bodies.ts';
import { findUser, listUsers } from './users.ts';

/** Refuses a user who is not there before anything else is looked at. */
const requireUser = createMiddleware<CoreApp>(async (c, next) => {
  const userId = asId(c.req.param('user'));
  if (userId === undefined || findUser(c.env.company.database, userId) === undefined) throw notFound();
  await next();
});

export const currentUserRoutes = new Hono<CoreApp>();

/** The user whose credentials came along, with `last_login` and `forward_numbers`. */
currentUserRoutes.get('/', (c) => c.json(toCurrentUserBody(c.get('caller'), c.env.company.companyId)));

export const userRoutes = new Hono<CoreApp>();

/** Everybody in the company, suspended users too, by name, then id. */
userRoutes.get('/', (c) => {
  const { companyId, database } = c.env.company;
  return c.json(listUsers(database).map((user) => toUserBody(user, companyId)));
});

/** Makes a user (super admin): `{name, email, role_id, ...}` -> the user. */
userRoutes.post('/', requireRole('superadmin'), async (c) => {
  const input = parse(newUserSchema, await readJson(c.req.raw));
  const { companyId, database } = c.env.company;
  const user = await addUser({ companyId, database, accounts: c.env.ACCOUNTS }, input);
  return c.json(toUserBody(user, companyId));
});

/** Changes a user (super admin): any member of the creation and `is_suspended` -> the user. */
userRoutes.post('/:user/modify', requireUser, requireRole('superadmin'), async (c) => {
  const input = parse(userChangeSchema, await readJson(c.req.raw));
  const { companyId, database } = c.env.company;
  const administration = { companyId, database, accounts: c.env.ACCOUNTS };
  const user = await modifyUser(administration, c.req.param('user').toLowerCase(), input);
  if (user === undefined) throw notFound();
  return c.json(toUserBody(user, companyId));
});
