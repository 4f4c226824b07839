/** The routes of the DNI settings in the company's Durable Object, under `/dni/api/companies/<uuid>/settings`. */
import type { Context } from 'hono';
import { Hono } from 'hono/tiny';
import { createMiddleware } from 'hono/factory';
import * as v from 'valibot';
import { parse } from '../../../shared/http/input.ts';
import { notFound } from '../../../shared/http/problems.ts';
import { type Answer, checkIfMatch, respond, versionTag } from '../../engine/http/answers.ts';
import { settingsRightsOnly } from '../../engine/http/authenticate.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import type { CoreApp } from '../../engine/context/company-context.ts';
import { write } from '../../engine/http/write.ts';
import {
  type Edited,
  entriesOf,
  type Entry,
  withEntry,
  withoutEntry,
  withPatch,
  withPatchedEntry,
} from './edits.ts';
import type { SavedDniSettingsBody, SettingsWarningsBody } from './reference.ts';
import { dniHistoryRoutes } from './history-routes.ts';
import { noSettings, dniSettingsOf } from './saved-settings.ts';
import { dniReadQuery, dniWriteQuery } from './schema.ts';
import type { MeasuredPool } from '../../../dni/pool-warnings.ts';
import { loadOfPools, publishDniSettings, saveDniSettings, type SavedDniSettings } from './settings.ts';

/** A document that `checkDniSettings` checks, including references between its parts. */
const anyBody = v.unknown();

/** The lists of settings whose entries have addresses of their own. */
const ENTRIES = [
  { list: 'locations', path: '/locations/:location', parameter: 'location' },
  { list: 'numbers', path: '/numbers/:number', parameter: 'number' },
] as const;

/** Publishes saved settings after a request, and answers whether the edge can already read them. */
const publish = createMiddleware<CoreApp>(async (c, next) => {
  await next();
  if (c.req.method === 'GET' || c.error !== undefined) return;
  const isPublished = await publishDniSettings(c.env.company, c.env.CACHE);
  c.res.headers.set('Leadline-Published', String(isPublished));
});

export const dniSettingsRoutes = new Hono<CoreApp>();
dniSettingsRoutes.use(settingsRightsOnly, publish);
dniSettingsRoutes.route('/history', dniHistoryRoutes);

/**
 * Answers the saved settings with defaults filled in; `ETag` is the version. Without settings it answers 404, or `null` for
 * `or_null=1`, because browsers show every 404 as an error.
 */
dniSettingsRoutes.get('/', (c) => {
  const { or_null: orNull } = parse(dniReadQuery, c.req.query(), 'parameters');
  const saved = dniSettingsOf(c.env.company).read();
  if (saved === undefined && orNull) return c.json(null);
  if (saved === undefined) throw noSettings();
  return respond(c, { body: saved.settings, headers: headersOf(saved.version) });
});

/**
 * Replaces the settings completely or not at all; answers them with `warnings`. `ETag` is the new version. `Leadline-Published:
 * false` means that the edge may read the former version until the retry succeeds.
 */
dniSettingsRoutes.put('/', (c) =>
  write(c, {
    body: anyBody,
    query: dniWriteQuery,
    prepare: () => loadOfPools(c.env),
    change: (context, document, { query, prepared }) =>
      save(context, () => ({ document }), { query, prepared, answer: whole }),
  }),
);

/** Applies a JSON Merge Patch (RFC 7396); answers the settings with `warnings`. */
dniSettingsRoutes.patch('/', (c) =>
  write(c, {
    body: anyBody,
    query: dniWriteQuery,
    prepare: () => loadOfPools(c.env),
    change: (context, patch, { query, prepared }) =>
      save(context, () => withPatch(dniSettingsOf(context).read()?.settings, patch), {
        query,
        prepared,
        answer: whole,
      }),
  }),
);

for (const { list, path, parameter } of ENTRIES) {
  const entryOf = (c: Context<CoreApp>): Entry => ({ list, id: c.req.param(parameter) ?? '' });

  /** Answers a location, or for a number the list of its entries, one for each of its conditions. */
  dniSettingsRoutes.get(path, (c) => {
    const saved = dniSettingsOf(c.env.company).read();
    const entries = saved === undefined ? [] : entriesOf(saved.settings, entryOf(c));
    const [first] = entries;
    if (saved === undefined || first === undefined) throw notFound();
    return respond(c, { body: list === 'locations' ? first : entries, headers: headersOf(saved.version) });
  });

  /** Adds or replaces an entry; answers it with the `warnings` of all settings. */
  dniSettingsRoutes.put(path, (c) =>
    write(c, {
      body: anyBody,
      query: dniWriteQuery,
      prepare: () => loadOfPools(c.env),
      change: (context, body, { query, prepared }) => {
        const entry = entryOf(c);
        const edit = (): Edited => withEntry(dniSettingsOf(context).read()?.settings, entry, body);
        return save(context, edit, { query, prepared, answer: (saved) => part(saved, entry) });
      },
    }),
  );

  /** Applies a JSON Merge Patch to an entry, or to every entry of a number. */
  dniSettingsRoutes.patch(path, (c) =>
    write(c, {
      body: anyBody,
      query: dniWriteQuery,
      prepare: () => loadOfPools(c.env),
      change: (context, patch, { query, prepared }) => {
        const entry = entryOf(c);
        const edit = (): Edited => withPatchedEntry(dniSettingsOf(context).read()?.settings, entry, patch);
        return save(context, edit, { query, prepared, answer: (saved) => part(saved, entry) });
      },
    }),
  );

  /** Removes an entry unless other settings refer to it; answers the `warnings` of the remaining settings. */
  dniSettingsRoutes.delete(path, (c) =>
    write(c, {
      query: dniWriteQuery,
      prepare: () => loadOfPools(c.env),
      change: (context, _body, { query, prepared }) => {
        const edit = (): Edited => withoutEntry(dniSettingsOf(context).read()?.settings, entryOf(c));
        return save(context, edit, {
          query,
          prepared,
          answer: ({ warnings }): SettingsWarningsBody => ({ warnings }),
        });
      },
    }),
  );
}

/** Saves the settings after an edit or, in a dry run, answers the differences. */
function save(
  context: WriteContext,
  edit: () => Edited,
  {
    query,
    prepared,
    answer,
  }: {
    query: { dry_run: boolean };
    prepared: ReadonlyMap<string, MeasuredPool>;
    answer: (saved: SavedDniSettings) => object;
  },
): Answer {
  checkIfMatch(context.ifMatch, versionTag(dniSettingsOf(context).read()?.version ?? 0));
  const saved = saveDniSettings(context, edit(), { isDryRun: query.dry_run, measured: prepared });
  const { settings, warnings, changes } = saved;
  return {
    body: query.dry_run ? { dry_run: true, settings, warnings, changes } : answer(saved),
    headers: headersOf(saved.version),
  };
}

function whole({ settings, warnings }: SavedDniSettings): SavedDniSettingsBody {
  return { ...settings, warnings };
}

function part({ settings, warnings }: SavedDniSettings, entry: Entry): object {
  const entries = entriesOf(settings, entry);
  return entry.list === 'locations' ? { location: entries[0], warnings } : { numbers: entries, warnings };
}

function headersOf(version: number): Record<string, string> {
  return { ETag: versionTag(version), 'Cache-Control': 'no-store' };
}
