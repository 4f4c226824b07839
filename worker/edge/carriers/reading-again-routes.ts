/** `/operator/companies/<uuid>/carrier_requests/read_again`: for the operator, whose guard stands before it (worker/edge/app.ts). */
import { Hono } from 'hono/tiny';
import type { App } from '../../env.ts';
import { asId } from '../../shared/http/ids.ts';
import { parse, readJson } from '../../shared/http/input.ts';
import { notFound } from '../../shared/http/problems.ts';
import { readKept } from './reading-again.ts';
import { readAgainSchema } from './schema.ts';

export const readingAgainRoutes = new Hono<App>();

/**
 * Reads kept requests of carriers again, some at a time: `{after?}` -> `{company_id, read, changed, next}`: how many requests were
 * looked at, how many calls are known better for it, and what to send as `after` for those that follow (null: there are none).
 */
readingAgainRoutes.post('/companies/:company/carrier_requests/read_again', async (c) => {
  const { after } = parse(readAgainSchema, await readJson(c.req.raw));
  const companyId = asId(c.req.param('company'));
  if (companyId === undefined) throw notFound();
  const company = c.env.COMPANIES.getByName(companyId);
  const page = await company.keptCarrierRequests(after);
  if (page === undefined) throw notFound();
  const readings = page.requests.map(readKept).filter((reading) => reading !== undefined);
  const changed = await company.takeReadings(readings);
  return c.json({ company_id: companyId, read: page.requests.length, changed, next: page.next });
});
