/** `/me/companies/<uuid>/clients`: companies that this company of the caller adds. */
import { Hono } from 'hono/tiny';
import { asId } from '../../../../shared/http/ids.ts';
import type { CoreApp } from '../../../engine/context/company-context.ts';
import { write } from '../../../engine/http/write.ts';
import { personOf } from '../../../people/memberships/routes.ts';
import { actingIn } from '../copying/asking.ts';
import { addClient } from './adding.ts';
import { clientSchema } from './schema.ts';

export const addingRoutes = new Hono<CoreApp>();

/** Adds a company with a chosen id, of which the caller is a super admin: the same again completes it. */
addingRoutes.post('/:company/clients', (c) => {
  const person = personOf(c);
  return write(c, {
    body: clientSchema,
    prepare: async (_, input) => {
      const acting = await actingIn({ env: c.env, company: c.env.company, person });
      const origin = c.env.PUBLIC_URL || new URL(c.req.url).origin;
      return addClient(acting, asId(c.req.param('company')) ?? '', { input, origin });
    },
    change: (_, __, { prepared }) => ({
      body: prepared,
      headers: { 'Cache-Control': 'no-store' },
      secrets: ['link'],
    }),
  });
});
