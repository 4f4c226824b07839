/** `/companies/<uuid>/opt_outs`: who wants no more messages and calls, for managers and super admins. */
import { Hono } from 'hono/tiny';
import { parse } from '../../../shared/http/input.ts';
import type { CoreApp } from '../../engine/context/company-context.ts';
import { contextOfRequest } from '../../engine/context/contexts.ts';
import { requireRole } from '../../engine/http/rights.ts';
import { write } from '../../engine/http/write.ts';
import type { OptOutPage } from './reference.ts';
import { addOptOut, liftOptOut, listOptOuts } from './opt-outs.ts';
import { liftedOptOutSchema, newOptOutSchema, optOutsQuerySchema } from './schema.ts';

export const optOutRoutes = new Hono<CoreApp>();
optOutRoutes.use(requireRole('superadmin', 'manager'));

/** Opt-outs, latest first: `{opt_outs, next_cursor?}`. */
optOutRoutes.get('/', (c) => {
  const { phone, cursor, limit } = parse(optOutsQuerySchema, c.req.query(), 'parameters');
  // One more than requested shows whether there is a next page.
  const found = listOptOuts(contextOfRequest(c), { phone, after: cursor, limit: limit + 1 });
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  return c.json<OptOutPage>({
    opt_outs: shown,
    ...(last === undefined ? {} : { next_cursor: `${Date.parse(last.opted_out_at)}-${last.phone}` }),
  });
});

/** Opts a person out -> the opt-out. */
optOutRoutes.post('/', (c) =>
  write(c, {
    body: newOptOutSchema,
    change: (context, { phone }) => ({ body: addOptOut(context, phone) }),
  }),
);

/** Lifts an opt-out -> the opt-out, as it was. */
optOutRoutes.post('/lift', (c) =>
  write(c, {
    body: liftedOptOutSchema,
    change: (context, { phone, reason }) => ({ body: liftOptOut(context, phone, reason) }),
  }),
);
