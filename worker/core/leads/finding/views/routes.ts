/** The routes of smart views, under `/companies/<uuid>/smart_views`. */
import type { SmartViewBody, SmartViewName } from './answer-schema.ts';
import { Hono } from 'hono/tiny';
import { createMiddleware } from 'hono/factory';
import { parse, readJson } from '../../../../shared/http/input.ts';
import { requireRole } from '../../../engine/http/rights.ts';
import { contextOfRequest } from '../../../engine/context/contexts.ts';
import type { RequestContext } from '../../../engine/context/request-context.ts';
import type { CoreApp } from '../../../engine/context/company-context.ts';
import { readPick } from '../../record/picked-members.ts';
import { type Answer, versionTag } from '../../../engine/http/answers.ts';
import { write } from '../../../engine/http/write.ts';
import {
  aggregationsSchema,
  newViewSchema,
  rangeQuerySchema,
  type SmartView,
  viewChangeSchema,
  viewQuerySchema,
} from './schema.ts';
import {
  createSmartView,
  listSmartViews,
  modifySmartView,
  openingView,
  removeSmartView,
  requireSmartView,
} from './smart-views.ts';
import { answerAggregations, answerView } from './view-answers.ts';
import { NO_VIEW } from './view-plans.ts';
import { settingsOf } from '../../../company/settings/settings.ts';
import type { Feature } from '../../../engine/context/feature.ts';

/** Stands in the path for the view that the caller's list opens with. */
const DEFAULT = 'default';
/** Stands in the path for no view: all leads. */
const ALL = 'all';

const mayChange = requireRole('superadmin', 'manager');

/** Refuses an unknown view before the body is checked. */
const requireView = createMiddleware<CoreApp>(async (c, next) => {
  requireSmartView(c.env.company.database, c.req.param('view') ?? '');
  await next();
});

export const smartViewRoutes = new Hono<CoreApp>();

/** Lists the views by name: `[{name, smart_view_id}]`. */
smartViewRoutes.get('/', (c) =>
  c.json(
    listSmartViews(c.env.company.database).map(({ name, smartViewId }): SmartViewName => ({
      name,
      smart_view_id: smartViewId,
    })),
  ),
);

/** Creates a view (super admin, manager): `{name, filters?, sort?}`. */
smartViewRoutes.post('/', mayChange, (c) =>
  write(c, { body: newViewSchema, change: (context, input) => answer(createSmartView(context, input)) }),
);

/**
 * Answers the leads and facets of a view: `{count, leads, facets}`. `default` stands for the view that the caller's list opens
 * with, `all` for none.
 */
smartViewRoutes.get('/:view', async (c) => {
  const context = contextOfRequest(c);
  const named = c.req.param('view');
  const opening = viewByWord(context, named);
  const view = opening ?? requireSmartView(context.database, named);
  const { fields, ...query } = parse(viewQuerySchema, c.req.query(), 'parameters');
  const pick = readPick(fields, settingsOf(context).fields());
  const answer = await answerView(context, view, query);
  // A company may have removed all its views.
  if (opening !== undefined && opening !== NO_VIEW) {
    c.header('Content-Location', `/companies/${context.companyId}/smart_views/${opening.smartViewId}`);
  }
  return c.json({ ...answer, leads: answer.leads.map(pick) });
});

/** Searches within facets: `{facets: {<id>: {search, sort_by, sort_order, limit}}, filters}` -> an array of facets. */
smartViewRoutes.post('/:view/aggregations', requireView, async (c) => {
  const query = parse(rangeQuerySchema, c.req.query(), 'parameters');
  const { facets, filters } = parse(aggregationsSchema, await readJson(c.req.raw), 'question');
  const context = contextOfRequest(c);
  const view = requireSmartView(context.database, c.req.param('view'));
  return c.json(await answerAggregations(context, view, { query, facets, filters }));
});

/** Changes a view (super admin, manager): any of `{name, filters, sort}`. */
smartViewRoutes.post('/:view/modify', requireView, mayChange, (c) =>
  write(c, {
    body: viewChangeSchema,
    change: (context, input) => answer(modifySmartView(context, c.req.param('view'), input)),
  }),
);

/** Removes a view (super admin, manager); answers the removed view. */
smartViewRoutes.post('/:view/remove', requireView, mayChange, (c) =>
  write(c, { room: 'reserve', change: (context) => answer(removeSmartView(context, c.req.param('view'))) }),
);

/** Returns the view that a word stands for; undefined for the id of a view. */
function viewByWord(context: RequestContext, word: string): SmartView | undefined {
  if (word === ALL) return NO_VIEW;
  return word === DEFAULT ? (openingView(context) ?? NO_VIEW) : undefined;
}

function answer({ name, smartViewId, filters, sort, version }: SmartView): Answer {
  return {
    body: { name, smart_view_id: smartViewId, filters, sort } satisfies SmartViewBody,
    headers: { ETag: versionTag(version) },
  };
}

/** Smart views with their facets. */
export const viewsFeature: Feature = {
  routes: [{ under: 'company', path: '/smart_views', routes: smartViewRoutes }],
};
