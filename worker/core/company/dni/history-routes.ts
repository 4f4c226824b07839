/** `/dni/api/companies/<uuid>/settings/history`: what the DNI settings were, and the way back to it. */
import type { VersionBody, VersionsBody } from './answer-schema.ts';
import { Hono } from 'hono/tiny';
import type { CoreApp } from '../../engine/context/company-context.ts';
import { checkIfMatch, respond, versionTag } from '../../engine/http/answers.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import { write } from '../../engine/http/write.ts';
import { listVersions, readVersion, type SettingsVersion } from './history.ts';
import { saveDniSettings } from './settings.ts';
import { dniSettingsOf } from './saved-settings.ts';

/** To be mounted behind the check of the credentials, and the publication of what is saved. */
export const dniHistoryRoutes = new Hono<CoreApp>();

/** The last 50 versions, the newest first, and who saved them. */
dniHistoryRoutes.get('/', (c) =>
  c.json({ versions: listVersions(c.env.company.database).map(versionBody) } satisfies VersionsBody, 200, {
    'Cache-Control': 'no-store',
  }),
);

/** The settings of a version; `ETag` is its number. */
dniHistoryRoutes.get('/:version', (c) => {
  const version = c.req.param('version');
  const settings = readVersion(c.env.company.database, version);
  return respond(c, {
    body: settings,
    headers: { ETag: versionTag(version), 'Cache-Control': 'no-store' },
  });
});

/** Saves the settings of a version as a new one. They are checked by today's rules, and `If-Match` counts as for `PUT`. */
dniHistoryRoutes.post('/:version/restore', (c) =>
  write(c, {
    change: (context) => {
      checkIfMatch(context.ifMatch, versionTag(dniSettingsOf(context).read()?.version ?? 0));
      const version = c.req.param('version');
      const edited = { document: readVersion(context.database, version), restoredVersion: Number(version) };
      const { settings, warnings, version: saved } = saveDniSettings(context, edited, false);
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
