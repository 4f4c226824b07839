/** Removing, restoring and erasing leads under `/companies/<uuid>/leads`. */
import { Hono } from 'hono/tiny';
import { parse } from '../../input.ts';
import { requireRole } from '../rights.ts';
import type { Call } from '../call.ts';
import { callOf } from '../api-calls.ts';
import { commit } from '../commit.ts';
import type { CoreApp } from '../core-app.ts';
import { requireLead } from '../leads/access.ts';
import { leadBody } from '../leads/lead-bodies.ts';
import { LEAD } from '../leads/lead-paths.ts';
import { writeMoment } from '../times/moments.ts';
import { write } from '../write.ts';
import { erasableLead, eraseLead } from './erasure.ts';
import { everythingOf } from './everything.ts';
import { listRestorable, removeLead, restorableUntil, restoreLead } from './removals.ts';
import { type RemovedLead, removedPageSchema } from './schema.ts';

export const removalRoutes = new Hono<CoreApp>();

/** The removed leads that can be restored, the newest removal first (manager), with `q` those found: `{count, start, removed}`. */
removalRoutes.get('/removed', requireRole('superadmin', 'manager'), (c) => {
  const call = callOf(c);
  const page = parse(removedPageSchema, c.req.query(), 'parameters');
  const { count, removed } = listRestorable(call, page);
  return c.json({
    count,
    start: page.start,
    removed: removed.map((each) => ({ ...removalBody(call, each), lead: leadBody(call, each.lead) })),
  });
});

/** Takes a lead out of every list (manager): `{lead_id, removed_time, removed_by, restorable_until}`. */
removalRoutes.post(`${LEAD}/remove`, requireRole('superadmin', 'manager'), requireLead, (c) =>
  write(c, { change: (call) => ({ body: removalBody(call, removeLead(call, c.req.param('lead'))) }) }),
);

/** Brings a removed lead back (manager): `{lead_ids}`. */
removalRoutes.post(`${LEAD}/restore`, requireRole('superadmin', 'manager'), (c) =>
  write(c, {
    change: (call) => ({ body: { lead_ids: [restoreLead(call, c.req.param('lead')).leadId] } }),
  }),
);

/** Deletes everything of a lead for good (super admin): `{lead_id, erased}`, how many records of each kind. */
removalRoutes.post(`${LEAD}/erase`, requireRole('superadmin'), (c) =>
  write(c, {
    change: (call) => {
      const lead = erasableLead(call, c.req.param('lead'));
      return { body: { lead_id: lead.leadId, erased: eraseLead(call, lead) } };
    },
  }),
);

/** Everything that is kept of a lead (super admin), as a file. */
removalRoutes.get(`${LEAD}/everything`, requireRole('superadmin'), (c) => {
  const call = callOf(c);
  const lead = erasableLead(call, c.req.param('lead'));
  commit(c.env.company, call, (noted) =>
    noted.audit({ action: 'lead.copied', subject: `lead:${lead.leadId}` }),
  );
  return c.body(everythingOf(call, lead), 200, {
    'Content-Type': 'application/json',
    'Content-Disposition': `attachment; filename="lead-${lead.leadId}.json"`,
    'Cache-Control': 'private, no-store',
  });
});

function removalBody(call: Call, removed: RemovedLead): object {
  return {
    lead_id: removed.lead.leadId,
    removed_time: writeMoment(removed.removedTime),
    removed_by: removed.removedBy,
    restorable_until: writeMoment(restorableUntil(call, removed)),
  };
}
