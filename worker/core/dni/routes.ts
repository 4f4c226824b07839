/** `GET` and `PUT /dni/api/companies/<uuid>/settings`, inside the company's Durable Object. */
import { Hono } from 'hono/tiny';
import { createMiddleware } from 'hono/factory';
import { Problem } from '../../problems.ts';
import { requireSettingsRights } from '../authenticate.ts';
import type { CoreApp } from '../core-app.ts';
import { checkIfMatch, versionTag } from '../versions.ts';
import { respond } from '../respond.ts';
import { write } from '../write.ts';
import { dniSettingsSchema } from '../../dni/schema.ts';
import { publishDniSettings, replaceDniSettings } from './settings.ts';

const settingsRightsOnly = createMiddleware<CoreApp>(async (c, next) => {
  const { company, OPERATOR_TOKEN: operatorToken } = c.env;
  c.set('actor', await requireSettingsRights(c.req.header('Authorization'), { company, operatorToken }));
  await next();
});

export const dniSettingsRoutes = new Hono<CoreApp>();
dniSettingsRoutes.use(settingsRightsOnly);

/** The settings as they were saved, defaults filled in; `ETag` is the version. 404 when there are none yet. */
dniSettingsRoutes.get('/', (c) => {
  const saved = c.env.company.dni.read();
  if (saved === undefined) throw new Problem('not_found', 'The company has no DNI settings yet.');
  const headers = { ETag: versionTag(saved.version), 'Cache-Control': 'no-store' };
  return respond(c, { body: saved.settings, headers });
});

/**
 * Replaces the settings wholly or not at all. `ETag` is the new version; `Leadline-Published: false` says that the
 * edge may still see the former version, until the retry succeeds.
 */
dniSettingsRoutes.put('/', async (c) => {
  const response = await write(c, {
    body: dniSettingsSchema,
    change: (call, settings) => {
      checkIfMatch(call.ifMatch, versionTag(call.dni.read()?.version ?? 0));
      const version = replaceDniSettings(call, settings);
      return { body: settings, headers: { ETag: versionTag(version) } };
    },
  });
  const published = await publishDniSettings(c.env.company, c.env.CACHE);
  response.headers.set('Leadline-Published', String(published));
  return response;
});
