/** `GET` and `PUT /dni/api/companies/<uuid>/settings`, inside the company's Durable Object. */
import { Hono } from 'hono/tiny';
import { createMiddleware } from 'hono/factory';
import { parse, readJson } from '../../input.ts';
import { Problem } from '../../problems.ts';
import { requireSettingsRights } from '../authenticate.ts';
import type { CoreApp } from '../core-app.ts';
import { checkIfMatch, isKnown, versionTag } from '../versions.ts';
import { dniSettingsSchema } from '../../dni/schema.ts';
import { publishDniSettings, readDniSettings, replaceDniSettings } from './settings.ts';

const settingsRightsOnly = createMiddleware<CoreApp>(async (c, next) => {
  await requireSettingsRights(c.req.header('Authorization'), {
    database: c.env.company.database,
    operatorToken: c.env.OPERATOR_TOKEN,
  });
  await next();
});

export const dniSettingsRoutes = new Hono<CoreApp>();
dniSettingsRoutes.use(settingsRightsOnly);

/** The settings as they were saved, defaults filled in; `ETag` is the version. 404 when there are none yet. */
dniSettingsRoutes.get('/', (c) => {
  const saved = readDniSettings(c.env.company.database);
  if (saved === undefined) throw new Problem('not_found', 'The company has no DNI settings yet.');
  const etag = versionTag(saved.version);
  if (isKnown(c.req.header('If-None-Match'), etag)) return c.body(null, 304, { ETag: etag });
  return c.json(saved.settings, 200, { ETag: etag, 'Cache-Control': 'private, no-cache' });
});

/**
 * Replaces the settings wholly or not at all. `ETag` is the new version; `Leadline-Published: false` says that the
 * edge may still see the former version, until the retry succeeds.
 */
dniSettingsRoutes.put('/', async (c) => {
  const { database, companyId } = c.env.company;
  const settings = parse(dniSettingsSchema, await readJson(c.req.raw));
  const version = database.transaction(() => {
    checkIfMatch(c.req.header('If-Match'), versionTag(readDniSettings(database)?.version ?? 0));
    return replaceDniSettings(database, settings, Date.now());
  });
  await c.env.company.scheduleWork();
  const published = await publishDniSettings(database, companyId, c.env.CACHE);
  await c.env.company.scheduleWork();
  return c.json(settings, 200, { ETag: versionTag(version), 'Leadline-Published': String(published) });
});
