/** The routes of merging and unmerging, under `/companies/<uuid>/leads/<uuid>`. */
import { Hono } from 'hono/tiny';
import type { CoreApp } from '../../engine/context/company-context.ts';
import { LEAD, requireLead } from '../record/access.ts';
import { write } from '../../engine/http/write.ts';
import { mergeLeads, unmergeLeads } from './merges.ts';
import { mergeQuery, mergeSchema, unmergeSchema } from './schema.ts';

export const mergeRoutes = new Hono<CoreApp>();

/** Merges the lead `with` into this one: `{status, merged_lead_id, secondary_lead_id, conflicts, preview?}`. */
mergeRoutes.post(`${LEAD}/merge`, requireLead, (c) =>
  write(c, {
    body: mergeSchema,
    query: mergeQuery,
    change: (context, input, { query }) => ({
      body: mergeLeads(context, c.req.param('lead'), input, query.dry_run),
    }),
  }),
);

/** Undoes a merge into this lead: `{lead_id}` -> `{status, lead_ids, kept}`. */
mergeRoutes.post(`${LEAD}/unmerge`, requireLead, (c) =>
  write(c, {
    body: unmergeSchema,
    change: (context, input) => ({ body: unmergeLeads(context, c.req.param('lead'), input.lead_id) }),
  }),
);
