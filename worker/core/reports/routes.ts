/** The routes of reports: `/companies/<uuid>/reports`. */
import { Hono } from 'hono/tiny';
import { parse } from '../../shared/http/input.ts';
import type { CoreApp } from '../engine/context/company-context.ts';
import { requireRole } from '../engine/http/rights.ts';
import type { VisitCountsBody } from './reference.ts';
import { visitCountsQuerySchema } from './counting/schema.ts';
import { queryRoutes } from './queries/routes.ts';
import { savedReportRoutes } from './saved/routes.ts';
import { visitCountsOf } from './visits/visit-counts.ts';

export const reportRoutes = new Hono<CoreApp>();
reportRoutes.use(requireRole('superadmin', 'manager', 'viewer'));

/** Counts the visits of a day by source, campaign, location and number, most visits first. */
reportRoutes.get('/visits', (c) => {
  const { day } = parse(visitCountsQuerySchema, c.req.query(), 'parameters');
  const counts = visitCountsOf(c.env.company.database, day);
  return c.json<VisitCountsBody>({
    day,
    visits: counts.reduce((sum, { visits }) => sum + visits, 0),
    counts: counts.map(({ source, campaign, locationId, number, visits }) => ({
      source,
      campaign,
      location_id: locationId,
      number,
      visits,
    })),
  });
});

reportRoutes.route('/saved', savedReportRoutes);
reportRoutes.route('/', queryRoutes);
