/** Removing, restoring and erasing leads under `/companies/<uuid>/leads`, and erasing users. */
import type { AffectedLeads } from '../leads/editing/reference.ts';
import type { ErasedLeadBody, RemovalBody, RemovedLeads } from './reference.ts';
import { Hono } from 'hono/tiny';
import { parse } from '../../shared/http/input.ts';
import { requireRole } from '../engine/http/rights.ts';
import type { RequestContext, WriteContext } from '../engine/context/request-context.ts';
import { contextOfRequest } from '../engine/context/contexts.ts';
import { commit } from '../engine/commit/commit.ts';
import type { CoreApp } from '../engine/context/company-context.ts';
import { LEAD, requireLead } from '../leads/record/access.ts';
import { leadBody } from '../leads/record/lead-bodies.ts';
import { writeMoment } from '../engine/times/moments.ts';
import { write } from '../engine/http/write.ts';
import { erasableLead, eraseLead } from './erasure.ts';
import { everythingOf } from './personal-data-copy.ts';
import { listRestorable, removeLead, restorableUntil, restoreLead } from '../leads/removals/removals.ts';
import { type RemovedLead, removedPageSchema } from '../leads/removals/schema.ts';
import { asId } from '../../shared/http/ids.ts';
import { notFound } from '../../shared/http/problems.ts';
import { toUserBody } from '../people/users/user-bodies.ts';
import { eraseUser } from './user-erasure.ts';

export const removalRoutes = new Hono<CoreApp>();

/** Lists removed leads that can be restored, newest removal first (manager); `q` searches them: `{count, start, removed}`. */
removalRoutes.get('/removed', requireRole('superadmin', 'manager'), (c) => {
  const context = contextOfRequest(c);
  const page = parse(removedPageSchema, c.req.query(), 'parameters');
  const { count, removed } = listRestorable(context, page);
  return c.json({
    count,
    start: page.start,
    removed: removed.map((each) => ({ ...removalBody(context, each), lead: leadBody(context, each.lead) })),
  } satisfies RemovedLeads);
});

/** Removes a lead (manager): `{lead_id, removed_time, removed_by, restorable_until}`. */
removalRoutes.post(`${LEAD}/remove`, requireRole('superadmin', 'manager'), requireLead, (c) =>
  write(c, {
    room: 'reserve',
    change: (context) => ({ body: removalBody(context, removeLead(context, c.req.param('lead'))) }),
  }),
);

/** Restores a removed lead (manager): `{lead_ids}`. */
removalRoutes.post(`${LEAD}/restore`, requireRole('superadmin', 'manager'), (c) =>
  write(c, {
    change: (context) => ({
      body: { lead_ids: [restoreLead(context, c.req.param('lead')).leadId] } satisfies AffectedLeads,
    }),
  }),
);

/** Erases a lead for good (super admin): `{lead_id, erased}`, the number of records of each kind. */
removalRoutes.post(`${LEAD}/erase`, requireRole('superadmin'), (c) =>
  write(c, {
    room: 'reserve',
    change: (context) => {
      const lead = erasableLead(context, c.req.param('lead'));
      return { body: { lead_id: lead.leadId, erased: eraseLead(context, lead) } satisfies ErasedLeadBody };
    },
  }),
);

/** The copy of all data about a lead (super admin), as a file. */
removalRoutes.get(`${LEAD}/everything`, requireRole('superadmin'), (c) => {
  const context = contextOfRequest(c);
  const lead = erasableLead(context, c.req.param('lead'));
  const note = (noted: WriteContext): void =>
    noted.audit({ action: 'lead.copied', subject: `lead:${lead.leadId}` });
  commit(c.env.company, context, note, 'reserve');
  return c.body(everythingOf(context, lead), 200, {
    'Content-Type': 'application/json',
    'Content-Disposition': `attachment; filename="lead-${lead.leadId}.json"`,
    'Cache-Control': 'private, no-store',
  });
});

function removalBody(context: RequestContext, removed: RemovedLead): RemovalBody {
  return {
    lead_id: removed.lead.leadId,
    removed_time: writeMoment(removed.removedTime),
    removed_by: removed.removedBy,
    restorable_until: writeMoment(restorableUntil(context, removed)),
  };
}

export const userErasureRoutes = new Hono<CoreApp>();

/** Erases what is known of a user (super admin): no body -> the user as they are from then on. */
userErasureRoutes.post('/:user/erase', requireRole('superadmin'), (c) =>
  write(c, {
    room: 'reserve',
    change: (context) => {
      const erased = eraseUser(context, asId(c.req.param('user')) ?? '');
      if (erased === undefined) throw notFound();
      return { body: toUserBody(erased, context.companyId) };
    },
  }),
);
