/** `/companies/<uuid>/leads/<uuid>/call`, which calls a lead. */
import { Hono } from 'hono/tiny';
import type { CoreApp } from '../../engine/context/company-context.ts';
import { write } from '../../engine/http/write.ts';
import { LEAD, requireLead } from '../../leads/record/access.ts';
import { callBody } from '../calls/call-bodies.ts';
import { requireCall } from '../progress/routes.ts';
import { callLead } from './placing.ts';
import { newCallSchema } from './schema.ts';

export const leadCallRoutes = new Hono<CoreApp>();

/** Calls a lead -> the call. The carrier is asked behind the answer, and rings the user's phone first. */
leadCallRoutes.post(`${LEAD}/call`, requireLead, (c) =>
  write(c, {
    body: newCallSchema,
    change: (context, wanted) => {
      const { origin } = new URL(c.req.url);
      const { callId } = callLead(context, c.req.param('lead'), { ...wanted, origin });
      return { body: callBody(requireCall(context, callId)) };
    },
  }),
);
