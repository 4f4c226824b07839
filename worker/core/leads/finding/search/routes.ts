/** The route of the search: `GET /companies/<uuid>/leads/search`. */
import { Hono } from 'hono/tiny';
import { parse } from '../../../../shared/http/input.ts';
import { contextOfRequest } from '../../../engine/context/contexts.ts';
import type { CoreApp } from '../../../engine/context/company-context.ts';
import { searchSchema } from './schema.ts';
import { searchLeads } from './search.ts';

export const searchRoutes = new Hono<CoreApp>();

/**
 * Searches leads by a text in their fields or on their timelines; answers an array of hits. `X-Total-Count` is the number of
 * hits, `X-Next-Cursor` the cursor of the next page.
 */
searchRoutes.get('/search', async (c) => {
  const input = parse(searchSchema, c.req.query(), 'parameters');
  const { hits, total, next } = await searchLeads(contextOfRequest(c), input);
  const headers = {
    'X-Total-Count': String(total),
    ...(next === undefined ? {} : { 'X-Next-Cursor': next }),
  };
  return c.json(hits, 200, headers);
});
