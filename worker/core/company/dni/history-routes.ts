/** The routes of the history of the DNI settings, under `/dni/api/companies/<uuid>/settings/history`. */
import type { VersionBody, VersionsBody } from './reference.ts';
import { Hono } from 'hono/tiny';
import type { CoreApp } from '../../engine/context/company-context.ts';
import { checkIfMatch, respond, versionTag } from '../../engine/http/answers.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import { write } from '../../engine/http/write.ts';
import { listVersions, readVersion, type SettingsVersion } from './history.ts';
import { loadOfPools, saveDniSettings } from './settings.ts';
import { dniSettingsOf } from './saved-settings.ts';

/** Mounted behind the middleware that checks credentials and publishes saved settings. */
export const dniHistoryRoutes = new Hono<CoreApp>();

/** Lists the last 50 versions with their authors, newest first. */
dniHistoryRoutes.get('/', (c) =>
  c.json({ versions: listVersions(c.env.company.database).map(versionBody) } satisfies VersionsBody, 200, {
    'Cache-Control': 'no-store',
  }),
);

/** Answers the settings of a version; `ETag` is its number. */
dniHistoryRoutes.get('/:version', (c) => {
  const version = c.req.param('version');
  const settings = readVersion(c.env.company.database, version);
  return respond(c, {
    body: settings,
    headers: { ETag: versionTag(version), 'Cache-Control': 'no-store' },
  });
});

/** Saves the settings of a version as a new one. They are checked by the current rules, and `If-Match` works as for `PUT`. */
dniHistoryRoutes.post('/:version/restore', (c) =>
  write(c, {
    prepare: () => loadOfPools(c.env),
    change: (context, _body, { prepared: measured }) => {
      checkIfMatch(context.ifMatch, versionTag(dniSettingsOf(context).read()?.version ?? 0));
      const version = c.req.param('version');
      const edited = { document: readVersion(context.database, version), restoredVersion: Number(version) };
      const {
        settings,
        warnings,
        version: saved,
      } = saveDniSettings(context, edited, {
        isDryRun: false,
        measured,
      });
      return {
        body: { ...settings, warnings },
        headers: { ETag: versionTag(saved), 'Cache-Control': 'no-store' },
      };
    },
  }),
);

function versionBody({
  version,
  savedTime,
  actor,
  actorName,
  restoredVersion,
}: SettingsVersion): VersionBody {
  return {
    version,
    time: writeMoment(savedTime),
    actor,
    actor_name: actorName,
    ...(restoredVersion === undefined ? {} : { restored_version: restoredVersion }),
  };
}
