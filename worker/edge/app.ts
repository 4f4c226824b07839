/** The edge's routes. The most frequent requests bypass the router, see short-cuts.ts. */
import type { ExecutionContext } from 'hono';
import { createApp } from '../shared/http/base-app.ts';
import { carrierRoutes } from './carriers/routes.ts';
import type { App, Env } from '../env.ts';
import { coreShortCuts } from './forward/forward.ts';
import { authRoutes } from './forward/routes.ts';
import { ampRoutes } from './settings/amp-routes.ts';
import { placeRoutes } from './settings/place-routes.ts';
import { poolRoutes } from './settings/pool-routes.ts';
import { previewRoutes } from './settings/preview-routes.ts';
import { lookupMemory } from './lookup/caches/memory.ts';
import { lookupShortCuts } from './lookup/questions.ts';
import { lookupRoutes } from './lookup/routes.ts';
import { assistantRoutes } from './mcp/routes.ts';
import { settingsHistoryRoutes } from './settings/settings-history-routes.ts';
import { settingsRoutes } from './settings/settings-routes.ts';
import { operatorRoutes } from './operator/routes.ts';
import { reportPageRoutes } from './reports/routes.ts';
import { siteRoutes } from './site-check/routes.ts';
import { readDuePage } from './site-check/weekly-check.ts';
import { unsubscribeRoutes } from './unsubscribe/routes.ts';
import { mountShortCuts, pastRouter } from './short-cuts.ts';

export const app = createApp<App>();
app.route('/', lookupRoutes);
app.route('/dni', ampRoutes);
app.route('/dni', settingsRoutes);
app.route('/dni', settingsHistoryRoutes);
app.route('/dni', previewRoutes);
app.route('/dni', placeRoutes);
app.route('/dni', poolRoutes);
app.route('/dni', siteRoutes);
app.route('/operator', operatorRoutes);
app.route('/carriers', carrierRoutes);
app.route('/unsubscribe', unsubscribeRoutes);
app.route('/reports', reportPageRoutes);
app.route('/', authRoutes);
app.route(
  '/mcp',
  assistantRoutes((c) => (request) => answerApi(request, { env: c.env, context: c.executionCtx })),
);
mountShortCuts(app, coreShortCuts);
lookupMemory.pageReports.readDue = readDuePage;

/** Answers without the router; undefined for a request that the router must answer. */
export const answerPastRouter = pastRouter<App['Bindings']>([...lookupShortCuts, ...coreShortCuts]);

/** Answers a request of the public API. */
export async function answerApi(
  request: Request,
  { env, context }: { env: Env; context: ExecutionContext },
): Promise<Response> {
  return answerPastRouter(request, { env, context }) ?? app.fetch(request, env, context);
}
