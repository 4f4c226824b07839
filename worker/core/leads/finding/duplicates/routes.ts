/** Likely duplicates: `/companies/<uuid>/leads/duplicates`. */
import { Hono } from 'hono/tiny';
import { parse } from '../../../../shared/http/input.ts';
import type { CoreApp } from '../../../engine/context/company-context.ts';
import { contextOfRequest } from '../../../engine/context/contexts.ts';
import type { Feature } from '../../../engine/context/feature.ts';
import { write } from '../../../engine/http/write.ts';
import { dismissPair, eraseDuplicates, listPairs, restorePair } from './duplicates.ts';
import { catchUp, findingPairs } from './finding-pairs.ts';
import type { DuplicatesBody } from './reference.ts';
import { duplicatesQuerySchema, pairSchema, writeCursor } from './schema.ts';

const duplicateRoutes = new Hono<CoreApp>();

/** Lists pairs of leads that are likely one person: `{pairs, next_cursor?, is_complete}`. */
duplicateRoutes.get('/duplicates', async (c) => {
  const query = parse(duplicatesQuerySchema, c.req.query(), 'parameters');
  const isComplete = await catchUp(c.env.company);
  const { pairs, next } = await listPairs(contextOfRequest(c), query);
  return c.json<DuplicatesBody>({
    pairs,
    ...(next === undefined ? {} : { next_cursor: writeCursor(next) }),
    is_complete: isComplete,
  });
});

/** Keeps that two leads are two people: `{lead_ids}` -> the pair. */
duplicateRoutes.post('/duplicates/dismiss', (c) =>
  write(c, {
    body: pairSchema,
    change: (context, { lead_ids: leadIds }) => ({ body: dismissPair(context, leadIds) }),
  }),
);

/** Takes that back: `{lead_ids}` -> the pair. */
duplicateRoutes.post('/duplicates/restore', (c) =>
  write(c, {
    body: pairSchema,
    change: (context, { lead_ids: leadIds }) => ({ body: restorePair(context, leadIds) }),
  }),
);

/** The feature of likely duplicates. */
export const duplicatesFeature: Feature = {
  routes: [{ under: 'company', path: '/leads', routes: duplicateRoutes }],
  background: [findingPairs],
  // Keys are hashes, and pairs have the numbers of leads.
  personalData: { ofLeads: [{ columns: {}, erase: eraseDuplicates }] },
};
