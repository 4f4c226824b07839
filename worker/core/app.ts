/** The embedded core API: a Hono app that runs inside the company's Durable Object. */
import { createMiddleware } from 'hono/factory';
import { createApp } from '../base-app.ts';
import { Problem } from '../problems.ts';
import type { CoreApp } from './core-app.ts';
import { dniSettingsRoutes } from './dni/routes.ts';

/** An object that nobody provisioned is no company: every path of it answers the same 404. */
const requireCompany = createMiddleware<CoreApp>(async (c, next) => {
  if (c.env.company.describe() === undefined) throw new Problem('not_found', 'There is no such company.');
  await next();
});

export const coreApp = createApp<CoreApp>();
coreApp.use(requireCompany);
coreApp.route('/dni/api/companies/:company/settings', dniSettingsRoutes);
