/** `/companies/<uuid>/adms`: data modules and their records. */
import type { Context } from 'hono';
import { Hono } from 'hono/tiny';
import { createMiddleware } from 'hono/factory';
import * as v from 'valibot';
import { parse, readJson } from '../../input.ts';
import { notFound, Problem } from '../../problems.ts';
import { requireRole } from '../authenticate.ts';
import { callOf } from '../call.ts';
import type { CoreApp } from '../core-app.ts';
import { asId } from '../../ids.ts';
import { pageEntries } from '../pages.ts';
import { readCurrencies } from '../settings/settings.ts';
import { isKnown, versionTag } from '../versions.ts';
import { moduleEntryBody, moduleMetaBody, recordBody } from './module-bodies.ts';
import { createModule, findModule, listModules, modifyModule } from './modules.ts';
import { type GivenFields, readRecordInput } from './record-input.ts';
import { createRecord, findRecord, listRecords, recordTag, updateRecord } from './records.ts';
import {
  type DataRecord,
  moduleChangeSchema,
  type ModuleRecord,
  newModuleSchema,
  type RecordAction,
} from './schema.ts';

const pageSchema = v.object(pageEntries);

/** Refuses a module that is not there before anything else is looked at. */
const requireModule = createMiddleware<CoreApp>(async (c, next) => {
  moduleOf(c);
  await next();
});

export const moduleRoutes = new Hono<CoreApp>();

/** The modules: `[{display_name, adm_id, type}]`, built-in ones first. */
moduleRoutes.get('/', (c) => c.json(listModules(c.env.company.database).map(moduleEntryBody)));

/** Makes a module (super admin, manager): its meta. */
moduleRoutes.post('/', requireRole('superadmin', 'manager'), async (c) => {
  const input = parse(newModuleSchema, await readJson(c.req.raw));
  return answerMeta(c, createModule(callOf(c), input));
});

/** What a module's records look like, with its `ETag`. */
moduleRoutes.get('/:adm/meta', (c) => answerMeta(c, moduleOf(c)));

/** Changes a module (super admin, manager): its meta. */
moduleRoutes.post('/:adm/modify', requireModule, requireRole('superadmin', 'manager'), async (c) => {
  const input = parse(moduleChangeSchema, await readJson(c.req.raw));
  return answerMeta(c, modifyModule(callOf(c), moduleOf(c), input));
});

/** A page of records, newest first: `{count, records}`. */
moduleRoutes.get('/:adm/records', (c) => {
  const module = moduleFor(c, 'read');
  const page = parse(pageSchema, c.req.query(), 'parameters');
  const { count, records } = listRecords(c.env.company.database, module, page);
  return c.json({ count, records: records.map((record) => recordBody(module, record)) });
});

/** Makes a record of `{<field>: [value]}` or `{fields: {...}}`: the record. */
moduleRoutes.post('/:adm/records', async (c) => {
  const module = moduleFor(c, 'create');
  const given = await readGivenFields(c, module);
  return answerRecord(c, module, createRecord(callOf(c), module, given));
});

/** A record with its `ETag`. */
moduleRoutes.get('/:adm/records/:record', (c) => {
  const module = moduleFor(c, 'read');
  return answerRecord(c, module, recordOf(c, module));
});

/** Changes the fields that the body names, `null` clearing one: the record. */
moduleRoutes.post('/:adm/records/:record', async (c) => {
  recordOf(c, moduleOf(c));
  const module = moduleFor(c, 'update');
  const given = await readGivenFields(c, module);
  return answerRecord(c, module, updateRecord(callOf(c), module, recordOf(c, module), given));
});

async function readGivenFields(c: Context<CoreApp>, module: ModuleRecord): Promise<GivenFields> {
  const body = await readJson(c.req.raw);
  const currencies = readCurrencies(c.env.company.database).map(({ unit }) => unit);
  return readRecordInput(module, body, currencies);
}

/** @throws Problem 404 */
function moduleOf(c: Context<CoreApp>): ModuleRecord {
  const admId = asId(c.req.param('adm'));
  const module = admId === undefined ? undefined : findModule(c.env.company.database, admId);
  if (module === undefined) throw notFound();
  return module;
}

/** The module, for a caller whose role may do this with its records. @throws Problem 404, 403 */
function moduleFor(c: Context<CoreApp>, action: RecordAction): ModuleRecord {
  const module = moduleOf(c);
  const roles = module.restrictions[action];
  const { roleId } = c.get('caller');
  if (roles === undefined || roleId === 'superadmin' || roles.includes(roleId)) return module;
  throw new Problem(
    'permission_denied',
    `The module lets ${roles.join(', ') || 'nobody'} ${action} records.`,
  );
}

/** @throws Problem 404 */
function recordOf(c: Context<CoreApp>, module: ModuleRecord): DataRecord {
  const recordId = asId(c.req.param('record'));
  const record = recordId === undefined ? undefined : findRecord(c.env.company.database, module, recordId);
  if (record === undefined) throw notFound();
  return record;
}

function answerMeta(c: Context<CoreApp>, module: ModuleRecord): Response {
  return answer(c, moduleMetaBody(module), versionTag(module.version));
}

function answerRecord(c: Context<CoreApp>, module: ModuleRecord, record: DataRecord): Response {
  return answer(c, recordBody(module, record), recordTag(module, record));
}

function answer(c: Context<CoreApp>, body: object, tag: string): Response {
  const headers = { ETag: tag, 'Cache-Control': 'private, no-cache' };
  const known = c.req.method === 'GET' && isKnown(c.req.header('If-None-Match'), tag);
  return known ? c.body(null, 304, headers) : c.json(body, 200, headers);
}
