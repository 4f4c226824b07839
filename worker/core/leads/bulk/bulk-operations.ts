/** Bulk operations as they are kept: begun, waiting for their turn, ended, taken back, forgotten. */
import { actorId } from '../../engine/context/actors.ts';
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import type { Database } from '../../engine/storage/database.ts';
import { AS_IS, json, optional, Table } from '../../engine/storage/table.ts';
import { asId, newId } from '../../../shared/http/ids.ts';
import { notFound, Problem } from '../../../shared/http/problems.ts';
import { keepLeads, type Outcomes } from './chunks.ts';
import type { BulkAction, BulkPage, BulkRecord, BulkSelection, BulkStatus } from './schema.ts';

const HOUR_MS = 60 * 60 * 1000;
/** For how long a bulk operation can be taken back after it has ended. */
const UNDOABLE_MS = 24 * HOUR_MS;
/** For how long what became of the leads can be read. */
const KEPT_MS = 7 * 24 * HOUR_MS;
/** What is kept of ended ones at the most, whatever their age: the oldest go first, the newest stays however large. */
const MAX_KEPT = 1_000;
const MAX_KEPT_LEADS = 1_000_000;
/** Most operations that are not done: of one actor, so that one does not hold up the others, and of the company. */
const MAX_UNFINISHED_OF_AN_ACTOR = 5;
const MAX_UNFINISHED = 20;
const RETRY_AFTER_S = 30;

const UNFINISHED = "status IN ('waiting', 'running', 'undoing')";

const OPERATIONS = new Table<BulkRecord>('bulk_operations', {
  bulkId: AS_IS,
  status: AS_IS,
  actor: AS_IS,
  createdBy: AS_IS,
  requestId: AS_IS,
  action: json(),
  selection: json(),
  leadCount: AS_IS,
  changed: AS_IS,
  unchanged: AS_IS,
  failed: AS_IS,
  undone: AS_IS,
  kept: AS_IS,
  createdTime: AS_IS,
  endedTime: optional(),
  endedBy: optional(),
});
const CURRENT = OPERATIONS.select(`WHERE ${UNFINISHED} ORDER BY queued_time, bulk_id LIMIT 1`);
const OVERDUE = OPERATIONS.select(`WHERE due_time <= ? AND NOT (${UNFINISHED}) ORDER BY due_time LIMIT 1`);
const BY_ID = OPERATIONS.select('WHERE bulk_id = ?');
const PAGE = OPERATIONS.select('ORDER BY created_time DESC, bulk_id DESC LIMIT ? OFFSET ?');

/** What a new bulk operation does, and to which leads. */
export interface NewBulk {
  action: BulkAction;
  selection: BulkSelection;
  leads: Int32Array | readonly string[];
}

/**
 * Begins a bulk operation: from now on it waits for its turn.
 * @throws Problem `rate_limited` when too many wait already
 */
export function openBulk(context: WriteContext, { action, selection, leads }: NewBulk): BulkRecord {
  refuseTooMany(context);
  const { database, now } = context;
  const bulkId = newId(now);
  database.run(
    `INSERT INTO bulk_operations (bulk_id, status, actor, created_by, request_id, action, selection, lead_count,
       created_time, queued_time, due_time)
     VALUES (?1, 'waiting', ?2, ?2, ?3, ?4, ?5, ?6, ?7, ?7, ?7)`,
    bulkId,
    actorId(context.actor),
    context.requestId,
    JSON.stringify(action),
    JSON.stringify(selection),
    leads.length,
    now,
  );
  keepLeads(database, bulkId, leads);
  context.wakeBy(now);
  const detail = { action, selection, lead_count: leads.length };
  context.audit({ action: 'bulk.started', subject: `bulk:${bulkId}`, detail });
  return requireBulk(database, bulkId);
}

/**
 * Ends a bulk operation where it stands: what is changed stays changed, and can be taken back. One that is being taken
 * back stops being so.
 * @throws Problem `not_found`; 409 `bulk_ended` when there is nothing left to stop
 */
export function cancelBulk(context: WriteContext, idText: string): BulkRecord {
  const record = requireBulk(context.database, idText);
  if (record.status === 'cancelled') return record;
  if (!isUnfinished(record.status)) throw new Problem('bulk_ended', 'The bulk operation has ended already.');
  return endBulk(context, record, 'cancelled');
}

/** Marks a bulk operation as ended; the actor of the call is who ends it. */
export function endBulk(
  context: WriteContext,
  { bulkId }: Pick<BulkRecord, 'bulkId'>,
  status: 'done' | 'cancelled' | 'undone',
): BulkRecord {
  const { database, now } = context;
  const due = now + (status === 'undone' ? KEPT_MS : UNDOABLE_MS);
  database.run(
    `UPDATE bulk_operations SET status = ?, ended_time = CASE status WHEN 'undoing' THEN ended_time ELSE ? END,
       ended_by = ?, due_time = ? WHERE bulk_id = ?`,
    status,
    now,
    actorId(context.actor),
    due,
    bulkId,
  );
  forgetTooMany(database, now);
  context.wakeBy(Math.min(due, nextBulkTime(database) ?? Infinity));
  const record = requireBulk(database, bulkId);
  const { changed, unchanged, failed, undone, kept } = record;
  const detail = { changed, unchanged, failed, undone, kept };
  context.audit({ action: `bulk.${status}`, subject: `bulk:${bulkId}`, detail });
  return record;
}

/**
 * Has an ended bulk operation taken back, in its turn. Asked for again, it goes on.
 * @throws Problem `not_found`; 409 `undo_unavailable` when it has not ended, or too long ago
 */
export function undoBulk(context: WriteContext, idText: string): BulkRecord {
  const { database, now } = context;
  const record = requireBulk(database, idText);
  const { bulkId, status } = record;
  if (status === 'undoing' || status === 'undone') return record;
  if (isUnfinished(status)) {
    throw new Problem('undo_unavailable', 'The bulk operation is not done; cancel it first.');
  }
  if ((undoableUntil(record) ?? 0) <= now) {
    throw new Problem('undo_unavailable', 'A bulk operation can be taken back for 24 hours.');
  }
  database.run(
    "UPDATE bulk_operations SET status = 'undoing', actor = ?, queued_time = ?, due_time = ? WHERE bulk_id = ?",
    actorId(context.actor),
    now,
    now,
    bulkId,
  );
  context.wakeBy(now);
  context.audit({ action: 'bulk.undoing', subject: `bulk:${bulkId}` });
  return requireBulk(database, bulkId);
}

/** Until when a bulk operation can be taken back, in milliseconds since the epoch; undefined when it cannot be. */
export function undoableUntil({ status, endedTime }: BulkRecord): number | undefined {
  return endedTime !== undefined && (status === 'done' || status === 'cancelled')
    ? endedTime + UNDOABLE_MS
    : undefined;
}

/** Adds to the counts what became of some leads. */
export function addOutcomes(database: Database, bulkId: string, outcomes: Outcomes): void {
  database.run(
    `UPDATE bulk_operations SET changed = changed + ?, unchanged = unchanged + ?, failed = failed + ?,
       undone = undone + ?, kept = kept + ? WHERE bulk_id = ?`,
    outcomes.changed,
    outcomes.unchanged,
    outcomes.failed,
    outcomes.undone,
    outcomes.kept,
    bulkId,
  );
}

/** Marks a bulk operation as running. */
export function startBulk(database: Database, bulkId: string): void {
  database.run(
    "UPDATE bulk_operations SET status = 'running' WHERE bulk_id = ? AND status = 'waiting'",
    bulkId,
  );
}

/** The bulk operation whose turn it is. */
export function findCurrentBulk(database: Database): BulkRecord | undefined {
  return OPERATIONS.maybe(database, CURRENT);
}

/** An ended bulk operation of which something is to be forgotten. */
export function findOverdueBulk(database: Database, now: number): BulkRecord | undefined {
  return OPERATIONS.maybe(database, OVERDUE, now);
}

/** When it is to be forgotten, in milliseconds since the epoch: what became of its leads is kept so long. */
export function keptUntil({ endedTime = 0 }: BulkRecord): number {
  return endedTime + KEPT_MS;
}

/** When the alarm looks at a bulk operation again. */
export function setBulkDue(context: WriteContext, bulkId: string, time: number): void {
  context.database.run('UPDATE bulk_operations SET due_time = ? WHERE bulk_id = ?', time, bulkId);
  context.wakeBy(time);
}

/** Forgets a bulk operation of which there is nothing left. */
export function deleteBulk(database: Database, bulkId: string): void {
  database.run('DELETE FROM bulk_operations WHERE bulk_id = ?', bulkId);
}

/** When the next bulk operation is to be looked at, in milliseconds since the epoch. */
export function nextBulkTime(database: Database): number | undefined {
  return (
    database.one<{ time: number | null }>('SELECT min(due_time) AS time FROM bulk_operations').time ??
    undefined
  );
}

/** @throws Problem `not_found` */
export function requireBulk(database: Database, idText: string): BulkRecord {
  const record = OPERATIONS.maybe(database, BY_ID, asId(idText) ?? '');
  if (record === undefined) throw notFound();
  return record;
}

/** A page of the bulk operations, the newest first, and how many there are. */
export function listBulk(
  database: Database,
  { start, size }: BulkPage,
): { count: number; records: BulkRecord[] } {
  const { count } = database.one<{ count: number }>('SELECT count(*) AS count FROM bulk_operations');
  return { count, records: OPERATIONS.all(database, PAGE, size, start) };
}

function isUnfinished(status: BulkStatus): boolean {
  return status === 'waiting' || status === 'running' || status === 'undoing';
}

function refuseTooMany({ database, actor }: RequestContext): void {
  const { own, all } = database.one<{ own: number; all: number }>(
    `SELECT count(*) AS "all", count(*) FILTER (WHERE actor = ?) AS own FROM bulk_operations WHERE ${UNFINISHED}`,
    actorId(actor),
  );
  if (own < MAX_UNFINISHED_OF_AN_ACTOR && all < MAX_UNFINISHED) return;
  const whose = own < MAX_UNFINISHED_OF_AN_ACTOR ? 'of the company' : 'of yours';
  throw new Problem(
    'rate_limited',
    `Too many bulk operations ${whose} are not done yet; wait for one of them.`,
    {
      headers: { 'Retry-After': String(RETRY_AFTER_S) },
    },
  );
}

/** Makes ended operations beyond `MAX_KEPT` and `MAX_KEPT_LEADS` due to be forgotten at once. */
function forgetTooMany(database: Database, now: number): void {
  database.run(
    `UPDATE bulk_operations SET ended_time = 0, due_time = ?1 WHERE bulk_id IN (
       SELECT bulk_id FROM (
         SELECT bulk_id, sum(lead_count) OVER newest AS leads, row_number() OVER newest AS place
         FROM bulk_operations WHERE NOT (${UNFINISHED})
         WINDOW newest AS (ORDER BY ended_time DESC, bulk_id)
       ) WHERE place > ?2 OR (place > 1 AND leads > ?3))`,
    now,
    MAX_KEPT,
    MAX_KEPT_LEADS,
  );
}
