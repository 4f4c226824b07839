/** `/dni/api/companies/<uuid>/settings` and what is below it, inside the company's Durable Object. */
import type { Context } from 'hono';
import { Hono } from 'hono/tiny';
import { createMiddleware } from 'hono/factory';
import * as v from 'valibot';
import { parse } from '../../../shared/http/input.ts';
import { notFound } from '../../../shared/http/problems.ts';
import { type Answer, checkIfMatch, respond, versionTag } from '../../engine/http/answers.ts';
import { requireSettingsRights } from '../../engine/http/authenticate.ts';
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
import type { SavedDniSettingsBody, SettingsWarningsBody } from './answer-schema.ts';
import { dniHistoryRoutes } from './history-routes.ts';
import { noSettings, dniSettingsOf } from './saved-settings.ts';
import { dniReadQuery, dniWriteQuery } from './schema.ts';
import { publishDniSettings, saveDniSettings, type SavedDniSettings } from './settings.ts';

/** A document that `checkDniSettings` checks, with what its parts say about each other. */
const anyBody = v.unknown();

/** The parts of the settings that have addresses of their own. */
const ENTRIES = [
  { list: 'locations', path: '/locations/:location', parameter: 'location' },
  { list: 'numbers', path: '/numbers/:number', parameter: 'number' },
] as const;

const settingsRightsOnly = createMiddleware<CoreApp>(async (c, next) => {
  const { company, OPERATOR_TOKEN: operatorToken } = c.env;
  c.set('actor', await requireSettingsRights(c.req.header('Authorization'), { company, operatorToken }));
  await next();
});

/** After a save: publishes it, and says whether the edge can see it already. */
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
 * The settings as they were saved, defaults filled in; `ETag` is the version. When there are none yet: 404, or `null` for
 * `or_null=1`, since browsers show every 404 as an error.
 */
dniSettingsRoutes.get('/', (c) => {
  const { or_null: orNull } = parse(dniReadQuery, c.req.query(), 'parameters');
  const saved = dniSettingsOf(c.env.company).read();
  if (saved === undefined && orNull) return c.json(null);
  if (saved === undefined) throw noSettings();
  return respond(c, { body: saved.settings, headers: headersOf(saved.version) });
});

/**
 * Replaces the settings wholly or not at all: the settings with `warnings`. `ETag` is the new version;
 * `Leadline-Published: false` says that the edge may still see the former version, until the retry succeeds.
 */
dniSettingsRoutes.put('/', (c) =>
  write(c, {
    body: anyBody,
    query: dniWriteQuery,
    change: (context, document, { query }) => save(context, () => ({ document }), { query, answer: whole }),
  }),
);

/** Changes what a JSON Merge Patch (RFC 7396) names: the settings with `warnings`. */
dniSettingsRoutes.patch('/', (c) =>
  write(c, {
    body: anyBody,
    query: dniWriteQuery,
    change: (context, patch, { query }) =>
      save(context, () => withPatch(dniSettingsOf(context).read()?.settings, patch), {
        query,
        answer: whole,
      }),
  }),
);

for (const { list, path, parameter } of ENTRIES) {
  const entryOf = (c: Context<CoreApp>): Entry => ({ list, id: c.req.param(parameter) ?? '' });

  /** A location; of a number a list, with an entry for each of its conditions. */
  dniSettingsRoutes.get(path, (c) => {
    const saved = dniSettingsOf(c.env.company).read();
    const entries = saved === undefined ? [] : entriesOf(saved.settings, entryOf(c));
    const [first] = entries;
    if (saved === undefined || first === undefined) throw notFound();
    return respond(c, { body: list === 'locations' ? first : entries, headers: headersOf(saved.version) });
  });

  /** Adds or replaces one: it, with the `warnings` of all settings. */
  dniSettingsRoutes.put(path, (c) =>
    write(c, {
      body: anyBody,
      query: dniWriteQuery,
      change: (context, body, { query }) => {
        const entry = entryOf(c);
        const edit = (): Edited => withEntry(dniSettingsOf(context).read()?.settings, entry, body);
        return save(context, edit, { query, answer: (saved) => part(saved, entry) });
      },
    }),
  );

  /** Changes what a JSON Merge Patch names of one; of a number with several entries, of each. */
  dniSettingsRoutes.patch(path, (c) =>
    write(c, {
      body: anyBody,
      query: dniWriteQuery,
      change: (context, patch, { query }) => {
        const entry = entryOf(c);
        const edit = (): Edited => withPatchedEntry(dniSettingsOf(context).read()?.settings, entry, patch);
        return save(context, edit, { query, answer: (saved) => part(saved, entry) });
      },
    }),
  );

  /** Takes one away, unless the rest of the settings needs it: the `warnings` of what is left. */
  dniSettingsRoutes.delete(path, (c) =>
    write(c, {
      query: dniWriteQuery,
      change: (context, _body, { query }) => {
        const edit = (): Edited => withoutEntry(dniSettingsOf(context).read()?.settings, entryOf(c));
        return save(context, edit, { query, answer: ({ warnings }): SettingsWarningsBody => ({ warnings }) });
      },
    }),
  );
}

/** Saves what an edit makes of the settings, or tells what that would change. */
function save(
  context: WriteContext,
  edit: () => Edited,
  { query, answer }: { query: { dry_run: boolean }; answer: (saved: SavedDniSettings) => object },
): Answer {
  checkIfMatch(context.ifMatch, versionTag(dniSettingsOf(context).read()?.version ?? 0));
  const saved = saveDniSettings(context, edit(), query.dry_run);
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
