/** The routes of data modules and their records, under `/companies/<uuid>/adms`. */
import type { RecordPage, RemovedRecord } from './reference.ts';
import type { Context } from 'hono';
import { Hono } from 'hono/tiny';
import { createMiddleware } from 'hono/factory';
import * as v from 'valibot';
import { parse } from '../../shared/http/input.ts';
import { notFound, Problem } from '../../shared/http/problems.ts';
import { roleOf } from '../engine/context/actors.ts';
import { requireRole } from '../engine/http/rights.ts';
import type { RequestContext } from '../engine/context/request-context.ts';
import type { CoreApp } from '../engine/context/company-context.ts';
import { asId } from '../../shared/http/ids.ts';
import { pageEntries } from '../engine/context/parameters.ts';
import { type Answer, respond, versionTag } from '../engine/http/answers.ts';
import { write } from '../engine/http/write.ts';
import { moduleEntryBody, moduleMetaBody, recordBody } from './module-bodies.ts';
import { createModule, findModule, listModules, modifyModule } from './modules.ts';
import { type GivenFields, readRecordInput } from './record-input.ts';
import { createRecord, findRecord, listRecords, recordTag, removeRecord, updateRecord } from './records.ts';
import {
  type DataRecord,
  moduleChangeSchema,
  type ModuleRecord,
  type RecordFields,
  newModuleSchema,
  type RecordAction,
} from './schema.ts';
import { settingsOf } from '../company/settings/settings.ts';
import type { Feature } from '../engine/context/feature.ts';

const pageSchema = v.object(pageEntries);

/** Refuses an unknown module before anything else is checked. */
const requireModule = createMiddleware<CoreApp>(async (c, next) => {
  moduleOf(c);
  await next();
});

/** Refuses an unknown record. */
const requireRecord = createMiddleware<CoreApp>(async (c, next) => {
  recordOf(c, moduleOf(c));
  await next();
});

/** Refuses callers whose role does not allow the action on the module's records. */
const requireRights = (action: RecordAction): ReturnType<typeof createMiddleware<CoreApp>> =>
  createMiddleware<CoreApp>(async (c, next) => {
    moduleFor(c, action);
    await next();
  });

export const moduleRoutes = new Hono<CoreApp>();

/** Lists the modules, built-in ones first: `[{display_name, adm_id, type}]`. */
moduleRoutes.get('/', (c) => c.json(listModules(c.env.company.database).map(moduleEntryBody)));

/** Creates a module (super admin, manager); answers its definition. */
moduleRoutes.post('/', requireRole('superadmin', 'manager'), (c) =>
  write(c, { body: newModuleSchema, change: (context, input) => metaAnswer(createModule(context, input)) }),
);

/** Answers the definition of a module with its `ETag`. */
moduleRoutes.get('/:adm/meta', (c) => respond(c, metaAnswer(moduleOf(c))));

/** Changes a module (super admin, manager); answers its definition. */
moduleRoutes.post('/:adm/modify', requireModule, requireRole('superadmin', 'manager'), (c) =>
  write(c, {
    body: moduleChangeSchema,
    change: (context, input) => metaAnswer(modifyModule(context, moduleOf(c), input)),
  }),
);

/** Lists a page of records, newest first: `{count, records}`. */
moduleRoutes.get('/:adm/records', (c) => {
  const module = moduleFor(c, 'read');
  const page = parse(pageSchema, c.req.query(), 'parameters');
  const { count, records } = listRecords(c.env.company.database, module, page);
  return c.json({ count, records: records.map((record) => recordBody(module, record)) } satisfies RecordPage);
});

/** Creates a record: `{<field>: [value]}` or `{fields: {...}}` -> the record. */
moduleRoutes.post('/:adm/records', requireRights('create'), (c) =>
  write(c, {
    body: v.unknown(),
    change: (context, body) => {
      const module = moduleFor(c, 'create');
      return recordAnswer(module, createRecord(context, module, readGivenFields(context, module, { body })));
    },
  }),
);

/** Answers a record with its `ETag`. */
moduleRoutes.get('/:adm/records/:record', (c) => {
  const module = moduleFor(c, 'read');
  return respond(c, recordAnswer(module, recordOf(c, module)));
});

/** Changes the fields that the body names; `null` clears a field. Answers the record. */
moduleRoutes.post('/:adm/records/:record', requireRecord, requireRights('update'), (c) =>
  write(c, {
    body: v.unknown(),
    change: (context, body) => {
      const module = moduleFor(c, 'update');
      const record = recordOf(c, module);
      const given = readGivenFields(context, module, { body, present: record.fields });
      return recordAnswer(module, updateRecord(context, module, record, given));
    },
  }),
);

/** Removes a record permanently, for roles that may update it: `{adm_id, record_id}`. */
moduleRoutes.post('/:adm/records/:record/remove', requireModule, (c) =>
  write(c, {
    room: 'reserve',
    change: (context) => {
      // Checked inside the write, so that a repetition under the same Idempotency-Key is answered although the record is deleted.
      const record = recordOf(c, moduleOf(c));
      removeRecord(context, moduleFor(c, 'update'), record);
      return { body: { adm_id: record.admId, record_id: record.recordId } satisfies RemovedRecord };
    },
  }),
);

function readGivenFields(
  context: RequestContext,
  module: ModuleRecord,
  { body, present = {} }: { body: unknown; present?: RecordFields },
): GivenFields {
  const currencies = settingsOf(context)
    .currencies()
    .map(({ unit }) => unit);
  return readRecordInput(module, body, { currencies, present });
}

/**
 * Finds the module in the path.
 * @throws Problem 404
 */
function moduleOf(c: Context<CoreApp>): ModuleRecord {
  const admId = asId(c.req.param('adm'));
  const module = admId === undefined ? undefined : findModule(c.env.company.database, admId);
  if (module === undefined) throw notFound();
  return module;
}

/**
 * Returns the module if the caller's role allows the action on its records.
 * @throws Problem 404, 403
 */
function moduleFor(c: Context<CoreApp>, action: RecordAction): ModuleRecord {
  const module = moduleOf(c);
  const roles = module.restrictions[action];
  const role = roleOf(c.get('actor'));
  if (roles === undefined || role === 'superadmin' || roles.includes(role)) return module;
  throw new Problem(
    'permission_denied',
    `In this module, ${roles.join(', ') || 'no roles'} may ${action} records.`,
  );
}

/**
 * Finds the record in the path.
 * @throws Problem 404
 */
function recordOf(c: Context<CoreApp>, module: ModuleRecord): DataRecord {
  const recordId = asId(c.req.param('record'));
  const record = recordId === undefined ? undefined : findRecord(c.env.company.database, module, recordId);
  if (record === undefined) throw notFound();
  return record;
}

function metaAnswer(module: ModuleRecord): Answer {
  return answer(moduleMetaBody(module), versionTag(module.version));
}

function recordAnswer(module: ModuleRecord, record: DataRecord): Answer {
  return answer(recordBody(module, record), recordTag(module, record));
}

function answer(body: object, tag: string): Answer {
  return { body, headers: { ETag: tag, 'Cache-Control': 'no-store' } };
}

/** Data modules and their records. */
export const modulesFeature: Feature = {
  routes: [{ under: 'company', path: '/adms', routes: moduleRoutes }],
};
