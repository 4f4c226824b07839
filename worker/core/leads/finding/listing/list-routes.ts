/** The routes of lists of leads and of the import of leads with their history, under `/companies/<uuid>/leads`. */
import { Hono } from 'hono/tiny';
import { parse } from '../../../../shared/http/input.ts';
import { requireRole } from '../../../engine/http/rights.ts';
import { contextOfRequest } from '../../../engine/context/contexts.ts';
import type { CoreApp } from '../../../engine/context/company-context.ts';
import { write } from '../../../engine/http/write.ts';
import { historySchema } from '../../editing/history-schema.ts';
import { importHistory } from '../../editing/history.ts';
import { listLeadsByIds } from './leads-by-ids.ts';
import { readPick } from '../../record/picked-members.ts';
import { listRecentLeads } from './recent-leads.ts';
import { idsSchema, recentLeadsSchema } from '../../record/schema.ts';
import { settingsOf } from '../../../company/settings/settings.ts';

export const leadListRoutes = new Hono<CoreApp>();

/** Answers leads by their ids: an array of summaries. */
leadListRoutes.get('/search/ids', (c) => {
  const { ids, fields } = parse(idsSchema, c.req.query(), 'parameters');
  const context = contextOfRequest(c);
  const pick = readPick(fields, settingsOf(context).fields());
  return c.json(listLeadsByIds(context, ids).map(pick));
});

/** Answers leads by modification time: `{count, leads, from, to, truncated}`. */
leadListRoutes.get('/recent_leads', (c) => {
  const { fields, ...query } = parse(recentLeadsSchema, c.req.query(), 'parameters');
  const context = contextOfRequest(c);
  const pick = readPick(fields, settingsOf(context).fields());
  const answer = listRecentLeads(context, query);
  return c.json({ ...answer, leads: answer.leads.map(pick) });
});

/** Imports leads with their history from another system, for super admins: `{leads}` -> `{lead_ids}`. */
leadListRoutes.post('/history', requireRole('superadmin'), (c) =>
  write(c, {
    body: historySchema,
    change: (context, { leads }) => ({ body: { lead_ids: importHistory(context, leads) } }),
  }),
);
