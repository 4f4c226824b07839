/** Stores imports: the rows of the file in batches, the progress, and the result for each row. */
import { type Actor, actorId, userOf } from '../../../engine/context/actors.ts';
import type { RequestContext, WriteContext } from '../../../engine/context/request-context.ts';
import type { Database } from '../../../engine/storage/database.ts';
import { AS_IS, FLAG, json, Table } from '../../../engine/storage/table.ts';
import { findKey, listKeys } from '../../../people/keys/keys.ts';
import { notify } from '../../../people/notifications/notifications.ts';
import { asId, newId } from '../../../../shared/http/ids.ts';
import { notFound, Problem } from '../../../../shared/http/problems.ts';
import { ignoredColumns } from './header.ts';
import {
  type FileRow,
  type ImportColumn,
  type ImportPage,
  type ImportRecord,
  MAX_ROWS_AT_ONCE,
} from './schema.ts';
import type { ImportBody, RowResult } from './reference.ts';

/** Most unfinished imports: of a user, so that nobody holds up the others, and of the company. */
const MAX_UNFINISHED_OF_A_USER = 3;
const MAX_UNFINISHED = 20;
const RETRY_AFTER_SECONDS = 30;
const HOUR = 60 * 60 * 1000;
/** An upload that takes longer than this counts as broken off. */
const MAX_RECEIVING_MS = HOUR;
/** How long the results of an import can be read. */
const KEPT_MS = 7 * 24 * HOUR;
/** When the request that works on an import has stored nothing for this long, it counts as gone and the alarm takes over. */
const LEASE_MS = 10_000;

/** Rows of each table that are deleted at a time, so that other requests can run in between. */
const DROPPED_BATCHES = 50;
const DROPPED_LEADS = 500;

const IMPORTS = new Table<ImportRecord>('imports', {
  importId: AS_IS,
  userId: AS_IS,
  status: AS_IS,
  isDryRun: FLAG,
  columns: json(),
  createdTime: AS_IS,
  rowCount: AS_IS,
  created: AS_IS,
  updated: AS_IS,
  failed: AS_IS,
});
const BY_ID = IMPORTS.select('WHERE import_id = ?');
const DUE = IMPORTS.select('WHERE due_time <= ? ORDER BY due_time, import_id LIMIT 1');

/** Rows that wait to be imported. */
export interface Batch {
  firstRow: number;
  rows: FileRow[];
}

/** Returns who imports: a user's id, or `key:<id>`. An import by a key ends with the key, not with its user. */
function importer(actor: Actor): string {
  return actor.kind === 'key' ? actorId(actor) : (userOf(actor)?.userId ?? actorId(actor));
}

/** Returns all that may stand for the actor as an importer: the user and the user's keys. */
function importersOf({ database, actor }: RequestContext): string[] {
  const userId = userOf(actor)?.userId;
  if (userId === undefined) return [importer(actor)];
  return [userId, ...listKeys(database, userId).map(({ keyId }) => `key:${keyId}`)];
}

/** Returns the user to notify of an import. */
function userToNotify(database: Database, importedBy: string): string {
  const [, keyId] = /^key:(.*)$/.exec(importedBy) ?? [];
  return keyId === undefined ? importedBy : (findKey(database, keyId)?.userId ?? importedBy);
}

/** Stores a new import, whose rows follow. */
export function openImport(
  context: WriteContext,
  columns: readonly ImportColumn[],
  isDryRun: boolean,
): string {
  const importId = newId(context.now);
  const due = context.now + MAX_RECEIVING_MS;
  context.wakeBy(due);
  context.database.run(
    `INSERT INTO imports (import_id, user_id, status, is_dry_run, columns, created_time, due_time)
     VALUES (?, ?, 'receiving', ?, ?, ?, ?)`,
    importId,
    importer(context.actor),
    isDryRun,
    JSON.stringify(columns),
    context.now,
    due,
  );
  return importId;
}

/**
 * Refuses an import when the user or the company has too many unfinished ones.
 * @throws Problem `rate_limited`
 */
export function refuseTooMany(context: RequestContext): void {
  const { own, all } = context.database.one<{ own: number; all: number }>(
    `SELECT count(*) AS "all", count(*) FILTER (WHERE user_id IN (SELECT value FROM json_each(?))) AS own FROM imports
     WHERE status = 'running' OR (status = 'receiving' AND due_time > ?)`,
    JSON.stringify(importersOf(context)),
    Date.now(),
  );
  if (own < MAX_UNFINISHED_OF_A_USER && all < MAX_UNFINISHED) return;
  const whose = own < MAX_UNFINISHED_OF_A_USER ? `${all} imports of the company` : `${own} of your imports`;
  throw new Problem('rate_limited', `${whose} are unfinished; wait until one of them has ended.`, {
    headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
  });
}

/**
 * Stores rows of the file until they are imported.
 * @param cells JSON of the rows
 */
export function keepRows(database: Database, importId: string, firstRow: number, cells: string): void {
  database.run(
    'INSERT INTO import_batches (import_id, first_row, cells) VALUES (?, ?, ?)',
    importId,
    firstRow,
    cells,
  );
}

/** Marks the upload as complete; from now on the rows are imported. */
export function closeImport(context: WriteContext, importId: string, rowCount: number): void {
  context.database.run(
    "UPDATE imports SET status = 'running', row_count = ? WHERE import_id = ?",
    rowCount,
    importId,
  );
  setDueTime(context, importId, context.now + LEASE_MS);
}

/**
 * Deletes a part of an import with all its data. Call it until it returns that nothing is left, with pauses in between, because a
 * large import takes a while.
 */
export function deleteSome({ database }: WriteContext, importId: string): { isLast: boolean } {
  const isWithoutRehearsal = deleteSomeRehearsed(database, importId).isLast;
  const batches = database.all(
    `DELETE FROM import_batches
     WHERE import_id = ?1 AND first_row IN (
       SELECT first_row FROM import_batches WHERE import_id = ?1 LIMIT ${DROPPED_BATCHES}
     ) RETURNING first_row`,
    importId,
  );
  if (!isWithoutRehearsal || batches.length > 0) return { isLast: false };
  database.run('DELETE FROM imports WHERE import_id = ?', importId);
  return { isLast: true };
}

/** Deletes a part of the leads of a dry run. Call it until nothing is left. */
export function deleteSomeRehearsed(database: Database, importId: string): { isLast: boolean } {
  const keys = database.all(
    `DELETE FROM import_rehearsal_keys
     WHERE import_id = ?1 AND match_key IN (
       SELECT match_key FROM import_rehearsal_keys WHERE import_id = ?1 LIMIT ${DROPPED_LEADS}
     ) RETURNING lead_id`,
    importId,
  );
  const leads = database.all(
    `DELETE FROM import_rehearsals
     WHERE import_id = ?1 AND lead_id IN (
       SELECT lead_id FROM import_rehearsals WHERE import_id = ?1 LIMIT ${DROPPED_LEADS}
     ) RETURNING lead_id`,
    importId,
  );
  return { isLast: keys.length === 0 && leads.length === 0 };
}

/** Returns the import with this id; undefined when there is none. */
export function findImport(database: Database, importId: string): ImportRecord | undefined {
  return IMPORTS.maybe(database, BY_ID, importId);
}

/** Reads the first batch that is not imported yet, or undefined. */
export function nextBatch(database: Database, importId: string): Batch | undefined {
  const row = database.maybe<{ first_row: number; cells: string }>(
    `SELECT first_row, cells FROM import_batches WHERE import_id = ? AND cells IS NOT NULL
     ORDER BY first_row LIMIT 1`,
    importId,
  );
  return row && { firstRow: row.first_row, rows: JSON.parse(row.cells) as FileRow[] };
}

/** Tells whether some rows of an import are not imported yet. */
export function hasBatch(database: Database, importId: string): boolean {
  const row = database.maybe(
    'SELECT 1 FROM import_batches WHERE import_id = ? AND cells IS NOT NULL LIMIT 1',
    importId,
  );
  return row !== undefined;
}

/** Stores the results of a batch and renews the import's lease. Call it in the transaction that imported the batch. */
export function keepResults(
  context: WriteContext,
  importId: string,
  { firstRow }: Batch,
  results: readonly RowResult[],
): void {
  const countOf = (status: RowResult['status']): number =>
    results.filter((result) => result.status === status).length;
  const counts = [countOf('created'), countOf('updated'), countOf('failed')];
  context.database.run(
    `UPDATE import_batches SET cells = NULL, results = ?, created = ?, updated = ?, failed = ?
     WHERE import_id = ? AND first_row = ?`,
    JSON.stringify(results),
    ...counts,
    importId,
    firstRow,
  );
  context.database.run(
    'UPDATE imports SET created = created + ?, updated = updated + ?, failed = failed + ? WHERE import_id = ?',
    ...counts,
    importId,
  );
  setDueTime(context, importId, context.now + LEASE_MS);
}

/** Marks an import as done, and notifies its owner if it went on after the answer. Its results are kept for a week. */
export function finishImport(context: WriteContext, importId: string): void {
  context.database.run("UPDATE imports SET status = 'done' WHERE import_id = ?", importId);
  setDueTime(context, importId, context.now + KEPT_MS);
  const record = findImport(context.database, importId);
  if (record === undefined || record.rowCount <= MAX_ROWS_AT_ONCE) return;
  const { rowCount: count, failed } = record;
  notify(context, {
    type: 'job.finished',
    userId: userToNotify(context.database, record.userId),
    data: { job: 'import', job_id: importId, count, failed },
  });
}

/**
 * Sets the time at which the alarm works on an import again.
 * @param time milliseconds since the epoch
 */
export function setDueTime(context: WriteContext, importId: string, time: number): void {
  context.database.run('UPDATE imports SET due_time = ? WHERE import_id = ?', time, importId);
  context.wakeBy(time);
}

/** Finds the import that has been due longest, or undefined. */
export function findDueImport(database: Database, now: number): ImportRecord | undefined {
  return IMPORTS.maybe(database, DUE, now);
}

/** Returns when the next import is due. */
export function nextImportTime(database: Database): number | undefined {
  return database.one<{ time: number | null }>('SELECT min(due_time) AS time FROM imports').time ?? undefined;
}

/**
 * Returns an import with a page of its results, in the order of the file.
 * @param idText the id from the path
 * @throws Problem `not_found` when there is none; also for an agent who asks for another user's import
 */
export function showImport(context: RequestContext, idText: string, page: ImportPage): ImportBody {
  const importId = asId(idText);
  const record = importId === undefined ? undefined : findImport(context.database, importId);
  if (record === undefined || record.status === 'receiving') throw notFound();
  const isAgent = userOf(context.actor)?.roleId === 'agent';
  if (isAgent && !importersOf(context).includes(record.userId)) throw notFound();
  return {
    import_id: record.importId,
    status: record.status,
    dry_run: record.isDryRun,
    count: record.rowCount,
    processed: record.created + record.updated + record.failed,
    created: record.created,
    updated: record.updated,
    failed: record.failed,
    ignored_columns: ignoredColumns(record.columns),
    start: page.start,
    rows: resultsOf(context.database, record.importId, page),
  };
}

/** Reads a page of results. Reads only the batches that the page covers and skips earlier ones by their counts. */
function resultsOf(database: Database, importId: string, { start, size, status }: ImportPage): RowResult[] {
  const counted = status === '' ? 'created + updated + failed' : status;
  const batches = database.all<{ first_row: number; before: number }>(
    `SELECT first_row, before FROM (
       SELECT first_row, ${counted} AS own, sum(${counted}) OVER (ORDER BY first_row) - (${counted}) AS before
       FROM import_batches WHERE import_id = ? AND results IS NOT NULL
     ) WHERE own > 0 AND before + own > ? AND before < ? ORDER BY first_row`,
    importId,
    start,
    start + size,
  );
  const [first] = batches;
  if (first === undefined) return [];
  const rows = batches.flatMap(({ first_row: firstRow }) => batchResults(database, importId, firstRow));
  const wanted = status === '' ? rows : rows.filter((row) => row.status === status);
  return wanted.slice(start - first.before, start - first.before + size);
}

function batchResults(database: Database, importId: string, firstRow: number): RowResult[] {
  const { results } = database.one<{ results: string }>(
    'SELECT results FROM import_batches WHERE import_id = ? AND first_row = ?',
    importId,
    firstRow,
  );
  return JSON.parse(results) as RowResult[];
}
