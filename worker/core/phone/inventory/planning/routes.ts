/** `/companies/<uuid>/numbers/plan` */
import { Hono } from 'hono/tiny';
import { parse, parseJson, readJsonText } from '../../../../shared/http/input.ts';
import { takesNoQuery } from '../../../../shared/http/query.ts';
import { commit } from '../../../engine/commit/commit.ts';
import type { CoreApp } from '../../../engine/context/company-context.ts';
import { contextOfRequest } from '../../../engine/context/contexts.ts';
import type { WriteContext } from '../../../engine/context/request-context.ts';
import { requireRole } from '../../../engine/http/rights.ts';
import { availableBody } from '../number-bodies.ts';
import { openMarket } from '../routes.ts';
import { countSearch } from '../searching.ts';
import type { PlanBody } from './reference.ts';
import { planNumbers } from './plans.ts';
import { planSchema } from './schema.ts';
import type { Feature } from '../../../engine/context/feature.ts';

export const numberPlanRoutes = new Hono<CoreApp>();
numberPlanRoutes.use(requireRole('superadmin'));

/** Proposes a number near each of several places. Orders nothing. */
numberPlanRoutes.post('/plan', takesNoQuery, async (c) => {
  const plan = parse(planSchema, parseJson(await readJsonText(c.req.raw)));
  const context = contextOfRequest(c);
  const { market } = openMarket(c, context, plan);
  commit(c.env.company, context, (counting: WriteContext) =>
    plan.places.forEach(() => countSearch(counting)),
  );
  const places = await planNumbers(market, plan);
  return c.json<PlanBody>({
    places: places.map(({ place, reach, numbers }) => ({
      location_id: place.location_id,
      reach,
      numbers: numbers.map(availableBody),
    })),
  });
});

/** The feature of plans of orders: a number near each of several places. */
export const numberPlansFeature: Feature = {
  routes: [{ under: 'company', path: '/numbers', routes: numberPlanRoutes }],
};
