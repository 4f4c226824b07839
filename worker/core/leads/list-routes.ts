/** The lead lists under `/companies/<uuid>/leads`. */
import { Hono } from 'hono';
import { parse } from '../../input.ts';
import { callOf } from '../call.ts';
import type { CoreApp } from '../core-app.ts';
import { listLeadsByIds } from './leads-by-ids.ts';
import { listRecentLeads } from './recent-leads.ts';
import { idsSchema, recentLeadsSchema } from './schema.ts';

export const leadListRoutes = new Hono<CoreApp>();

/** Leads by ids: an array of summaries. */
leadListRoutes.get('/search/ids', (c) => {
  const { ids } = parse(idsSchema, c.req.query(), 'parameters');
  return c.json(listLeadsByIds(callOf(c), ids));
});

/** Leads by modification time: `{count, leads, from, to, truncated}`. */
leadListRoutes.get('/recent_leads', (c) => {
  const query = parse(recentLeadsSchema, c.req.query(), 'parameters');
  return c.json(listRecentLeads(callOf(c), query));
});
