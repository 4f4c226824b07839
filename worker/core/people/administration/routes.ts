/** The routes of users: `/me` and `/companies/<uuid>/users`. */
import { Hono } from 'hono/tiny';
import { createMiddleware } from 'hono/factory';
import { parse } from '../../../shared/http/input.ts';
import { notFound, Problem } from '../../../shared/http/problems.ts';
import { isViewer, userOf } from '../../engine/context/actors.ts';
import { brandBody, brandOf } from '../../company/brand/brand.ts';
import { hearsRecordings } from '../../company/settings/settings.ts';
import { requireRole } from '../../engine/http/rights.ts';
import type { CompanyState, CoreApp } from '../../engine/context/company-context.ts';
import { write } from '../../engine/http/write.ts';
import { asId } from '../../../shared/http/ids.ts';
import { finishSteps, cancelSteps } from './accounts.ts';
import { addUser, modifyOwnUser, modifyUser, prepareNewUser, prepareUserChange } from './administration.ts';
import {
  newUserSchema,
  ownChangeSchema,
  userChangeSchema,
  userPageSchema,
  type UserRecord,
} from '../users/schema.ts';
import type { CurrentUserBody } from '../users/answer-schema.ts';
import { toCurrentUserBody, toHiddenUserBody, toUserBody } from '../users/user-bodies.ts';
import { findUser, listUsers } from '../users/users.ts';

/** Refuses an unknown user before the body is checked. */
const requireUser = createMiddleware<CoreApp>(async (c, next) => {
  const userId = asId(c.req.param('user'));
  if (userId === undefined || findUser(c.env.company.database, userId) === undefined) throw notFound();
  await next();
});

export const currentUserRoutes = new Hono<CoreApp>();

/** Answers the user of the credentials, with `last_login` and `forward_numbers`. */
currentUserRoutes.get('/', (c) => {
  const { database } = c.env.company;
  const user = findUser(database, userOf(c.get('actor'))?.userId ?? '');
  if (user === undefined) throw notAUser();
  return c.json(ownBody(c.env.company, user));
});

/** Changes the user of the credentials: `{phone, notify_reminders_by_sms}`, as far as they are given -> the user. */
currentUserRoutes.post('/modify', (c) => {
  const userId = userOf(c.get('actor'))?.userId;
  if (userId === undefined) throw notAUser();
  return write(c, {
    body: ownChangeSchema,
    change: (context, input) => {
      const user = modifyOwnUser(context, userId, input);
      if (user === undefined) throw notAUser();
      return { body: ownBody(c.env.company, user) };
    },
  });
});

export const userRoutes = new Hono<CoreApp>();

/**
 * Lists the users of the company, including suspended ones, by name, then id: all users, or the requested page. Viewers get the
 * addresses and phones of others empty.
 */
userRoutes.get('/', (c) => {
  const { companyId, database } = c.env.company;
  const { start, size } = parse(userPageSchema, c.req.query(), 'parameters');
  const users = listUsers(database);
  const page = users.slice(start, start + size);
  const actor = c.get('actor');
  const isHidden = ({ userId }: UserRecord): boolean => isViewer(actor) && userOf(actor)?.userId !== userId;
  return c.json(
    page.map((user) => (isHidden(user) ? toHiddenUserBody(user, companyId) : toUserBody(user, companyId))),
    200,
    { 'X-Total-Count': String(users.length) },
  );
});

/**
 * Creates a user (super admin): `{name, email, role_id, ...}` -> the user. The answer does not depend on whether another company
 * has a user with the address.
 */
userRoutes.post('/', requireRole('superadmin'), (c) => {
  const { ACCOUNTS: accounts } = c.env;
  const { companyId } = c.env.company;
  return write(c, {
    body: newUserSchema,
    prepare: (context, input) => prepareNewUser(context, accounts, input),
    change: (context, input) => ({ body: toUserBody(addUser(context, input), companyId) }),
    confirm: (steps) => finishSteps(accounts, companyId, steps),
    withdraw: (steps) => cancelSteps(accounts, companyId, steps),
  });
});

/** Changes a user (super admin): any member of the body that creates one, and `is_suspended` -> the user. */
userRoutes.post('/:user/modify', requireUser, requireRole('superadmin'), (c) => {
  const { ACCOUNTS: accounts } = c.env;
  const { companyId } = c.env.company;
  const userId = c.req.param('user').toLowerCase();
  return write(c, {
    body: userChangeSchema,
    prepare: (context, input) => prepareUserChange(context, accounts, { userId, input }),
    change: (context, input) => {
      const user = modifyUser(context, userId, input);
      if (user === undefined) throw notFound();
      return { body: toUserBody(user, companyId) };
    },
    confirm: (steps) => finishSteps(accounts, companyId, steps),
    withdraw: (steps) => cancelSteps(accounts, companyId, steps),
  });
});

function ownBody(company: CompanyState, user: UserRecord): CurrentUserBody {
  const body = toCurrentUserBody(user, company.companyId);
  const brand = brandBody(brandOf(company.database));
  return {
    ...body,
    may_hear_recordings: hearsRecordings(company, user),
    ...(brand.name === null && brand.logo === null ? {} : { brand }),
  };
}

function notAUser(): Problem {
  return new Problem('permission_denied', 'The key belongs to the company, not to a user.');
}
