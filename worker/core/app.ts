/** The embedded core API: a Hono app that runs inside the company's Durable Object. */
import { Hono } from 'hono/tiny';
import { createMiddleware } from 'hono/factory';
import { createApp } from '../base-app.ts';
import { notFound } from '../problems.ts';
import { authenticate } from './authenticate.ts';
import { noteRefusal } from './audit/refusals.ts';
import { auditRoutes } from './audit/routes.ts';
import { callRoutes } from './calls/routes.ts';
import { callSettingsRoutes } from './calls/settings-routes.ts';
import { batchRoutes } from './batch/routes.ts';
import { bulkRoutes } from './bulk/routes.ts';
import { changeRoutes } from './changes/routes.ts';
import { commentRoutes } from './comments/routes.ts';
import type { CoreApp } from './core-app.ts';
import { dniSettingsRoutes } from './dni/routes.ts';
import { siteRoutes } from './dni/site-routes.ts';
import { exportRoutes } from './exports/routes.ts';
import { importRoutes } from './imports/routes.ts';
import { leadListRoutes } from './leads/list-routes.ts';
import { leadRoutes } from './leads/routes.ts';
import { keyRoutes } from './keys/routes.ts';
import { moduleRoutes } from './modules/routes.ts';
import { searchRoutes } from './search/routes.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { leadSettingsRoutes, optionRoutes } from './settings/routes.ts';
import { membershipRoutes } from './memberships/routes.ts';
import { mergeRoutes } from './merges/routes.ts';
import { noteRoutes } from './notes/routes.ts';
import { setupRoutes } from './setup/routes.ts';
import { smartViewRoutes } from './views/routes.ts';
import { leadTextRoutes, textRoutes } from './texts/routes.ts';
import { timelineRoutes } from './timeline/routes.ts';
import { removalRoutes } from './removal/routes.ts';
import { userErasureRoutes } from './removal/user-routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';
import { currentUserRoutes, userRoutes } from './users/routes.ts';

/** An object that nobody provisioned is no company: every path of it answers the same 404. */
const requireCompany = createMiddleware<CoreApp>(async (c, next) => {
  if (!c.env.company.exists()) throw notFound();
  await next();
});

/** Notes in the audit log what the caller was refused. */
const tellRefusals = createMiddleware<CoreApp>(async (c, next) => {
  await next();
  if (c.error === undefined) return;
  const { path, method } = c.req;
  const requestId = c.get('requestId');
  noteRefusal(c.env.company, c.error, { actor: c.get('actor'), method, path, requestId });
});

/** Everything under `/companies/<uuid>`; `c.get('actor')` is whose credentials came along. */
const companyRoutes = new Hono<CoreApp>();
companyRoutes.use(authenticate, tellRefusals);
companyRoutes.route('/users', userRoutes);
companyRoutes.route('/users', userErasureRoutes);
companyRoutes.route('/adms', moduleRoutes);
companyRoutes.route('/smart_views', smartViewRoutes);
companyRoutes.route('/notifications', notificationRoutes);
companyRoutes.route('/changes', changeRoutes);
companyRoutes.route('/audit', auditRoutes);
companyRoutes.route('/webhooks', webhookRoutes);
companyRoutes.route('/api_keys', keyRoutes);
companyRoutes.route('/calls', callSettingsRoutes);
companyRoutes.route('/calls', callRoutes);
companyRoutes.route('/texts', textRoutes);
companyRoutes.route('/lead_settings', leadSettingsRoutes);
companyRoutes.route('/settings', optionRoutes);
companyRoutes.route('/leads/import', importRoutes);
companyRoutes.route('/leads/batch', batchRoutes);
companyRoutes.route('/leads/bulk', bulkRoutes);
for (const routes of [
  exportRoutes,
  leadListRoutes,
  searchRoutes,
  leadRoutes,
  mergeRoutes,
  removalRoutes,
  timelineRoutes,
  leadTextRoutes,
  noteRoutes,
  commentRoutes,
]) {
  companyRoutes.route('/leads', routes);
}

export const coreApp = createApp<CoreApp>();
coreApp.use('/dni/*', requireCompany);
coreApp.route('/dni/api/companies/:company/settings', dniSettingsRoutes);
coreApp.route('/dni/api/companies/:company/site', siteRoutes);
coreApp.route('/dni/api/companies/:company/setup', setupRoutes);
coreApp.route('/companies/:company', companyRoutes);
coreApp.use('/me/*', authenticate, tellRefusals);
coreApp.route('/me', currentUserRoutes);
coreApp.route('/me', membershipRoutes);
