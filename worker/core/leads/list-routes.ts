/** The operations on many leads under `/companies/<uuid>/leads`. */
import { Hono } from 'hono/tiny';
import { parse } from '../../input.ts';
import { requireRole } from '../rights.ts';
import { callOf } from '../api-calls.ts';
import type { CoreApp } from '../core-app.ts';
import { write } from '../write.ts';
import { historySchema } from './history-schema.ts';
import { importHistory } from './history.ts';
import { listLeadsByIds } from './leads-by-ids.ts';
import { readPick } from './picked-members.ts';
import { listRecentLeads } from './recent-leads.ts';
import { idsSchema, recentLeadsSchema } from './schema.ts';
import { settingsOf } from '../settings/settings.ts';

export const leadListRoutes = new Hono<CoreApp>();

/** Leads by ids: an array of summaries. */
leadListRoutes.get('/search/ids', (c) => {
  const { ids, fields } = parse(idsSchema, c.req.query(), 'parameters');
  const call = callOf(c);
  const pick = readPick(fields, settingsOf(call).fields());
  return c.json(listLeadsByIds(call, ids).map(pick));
});

/** Leads by modification time: `{count, leads, from, to, truncated}`. */
leadListRoutes.get('/recent_leads', (c) => {
  const { fields, ...query } = parse(recentLeadsSchema, c.req.query(), 'parameters');
  const call = callOf(c);
  const pick = readPick(fields, settingsOf(call).fields());
  const answer = listRecentLeads(call, query);
  return c.json({ ...answer, leads: answer.leads.map(pick) });
});

/** Brings leads with their past from another system: `{leads}` -> `{lead_ids}`; a super admin's. */
leadListRoutes.post('/history', requireRole('superadmin'), (c) =>
  write(c, {
    body: historySchema,
    change: (call, { leads }) => ({ body: { lead_ids: importHistory(call, leads) } }),
  }),
);
