/** The operations on many leads under `/companies/<uuid>/leads`. */
import { Hono } from 'hono/tiny';
import { parse } from '../../../shared/http/input.ts';
import { requireRole } from '../../engine/http/rights.ts';
import { callOf } from '../../engine/context/contexts.ts';
import type { CoreApp } from '../../engine/context/company-context.ts';
import { write } from '../../engine/http/write.ts';
import { historySchema } from '../editing/history-schema.ts';
import { importHistory } from '../editing/history.ts';
import { listLeadsByIds } from './leads-by-ids.ts';
import { readPick } from '../record/picked-members.ts';
import { listRecentLeads } from './recent-leads.ts';
import { idsSchema, recentLeadsSchema } from '../record/schema.ts';
import { settingsOf } from '../../company/settings/settings.ts';

export const leadListRoutes = new Hono<CoreApp>();

/** Leads by ids: an array of summaries. */
leadListRoutes.get('/search/ids', (c) => {
  const { ids, fields } = parse(idsSchema, c.req.query(), 'parameters');
  const context = callOf(c);
  const pick = readPick(fields, settingsOf(context).fields());
  return c.json(listLeadsByIds(context, ids).map(pick));
});

/** Leads by modification time: `{count, leads, from, to, truncated}`. */
leadListRoutes.get('/recent_leads', (c) => {
  const { fields, ...query } = parse(recentLeadsSchema, c.req.query(), 'parameters');
  const context = callOf(c);
  const pick = readPick(fields, settingsOf(context).fields());
  const answer = listRecentLeads(context, query);
  return c.json({ ...answer, leads: answer.leads.map(pick) });
});

/** Brings leads with their past from another system: `{leads}` -> `{lead_ids}`; a super admin's. */
leadListRoutes.post('/history', requireRole('superadmin'), (c) =>
  write(c, {
    body: historySchema,
    change: (context, { leads }) => ({ body: { lead_ids: importHistory(context, leads) } }),
  }),
);
