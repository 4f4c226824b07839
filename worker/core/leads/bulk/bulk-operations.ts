/** Stores bulk operations: begins, cancels, ends, undoes and deletes them. */
import { actorId } from '../../engine/context/actors.ts';
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import type { Database } from '../../engine/storage/database.ts';
import { AS_IS, json, optional, Table } from '../../engine/storage/table.ts';
import { asId, newId } from '../../../shared/http/ids.ts';
import { notFound, Problem } from '../../../shared/http/problems.ts';
import { keepLeads, type Outcomes } from './chunks.ts';
import type { BulkAction, BulkPage, BulkRecord, BulkSelection, BulkStatus } from './schema.ts';

const HOUR_MS = 60 * 60 * 1000;
/** How long a bulk operation can be undone after its end. */
const UNDOABLE_MS = 24 * HOUR_MS;
/** How long the results of a bulk operation can be read. */
const KEPT_MS = 7 * 24 * HOUR_MS;
/** Most ended operations and leads in them that are kept. The oldest are deleted first; the newest stays even if it is larger. */
const MAX_KEPT = 1_000;
const MAX_KEPT_LEADS = 1_000_000;
/** Most unfinished operations: of one actor, so that nobody holds up the others, and of the company. */
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

/** The action and the leads of a new bulk operation. */
export interface NewBulk {
  action: BulkAction;
  selection: BulkSelection;
  leads: Int32Array | readonly string[];
}

/**
 * Stores a new bulk operation, which then waits for its turn.
 * @throws Problem `rate_limited` when too many operations are unfinished
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
 * Cancels a bulk operation. Leads that were changed stay changed, and the change can be undone. If the operation is being undone,
 * the undo stops.
 * @throws Problem `not_found`; 409 `bulk_ended` when it has ended
 */
export function cancelBulk(context: WriteContext, idText: string): BulkRecord {
  const record = requireBulk(context.database, idText);
  if (record.status === 'cancelled') return record;
  if (!isUnfinished(record.status)) throw new Problem('bulk_ended', 'The bulk operation has ended already.');
  return endBulk(context, record, 'cancelled');
}

/** Marks a bulk operation as ended by the actor of the request. */
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
 * Marks an ended bulk operation to be undone in the background. A second request continues an undo that was cancelled.
 * @throws Problem `not_found`; 409 `undo_unavailable` when it has not ended or ended too long ago
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
    throw new Problem('undo_unavailable', 'A bulk operation can be undone for 24 hours.');
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

/** Returns until when a bulk operation can be undone, in milliseconds since the epoch; undefined when it cannot be undone. */
export function undoableUntil({ status, endedTime }: BulkRecord): number | undefined {
  return endedTime !== undefined && (status === 'done' || status === 'cancelled')
    ? endedTime + UNDOABLE_MS
    : undefined;
}

/** Adds the results of some leads to the counts. */
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

/** Finds the bulk operation whose turn it is. */
export function findCurrentBulk(database: Database): BulkRecord | undefined {
  return OPERATIONS.maybe(database, CURRENT);
}

/** Finds an ended bulk operation whose data is due to be deleted. */
export function findOverdueBulk(database: Database, now: number): BulkRecord | undefined {
  return OPERATIONS.maybe(database, OVERDUE, now);
}

/** Returns when the results of an operation are deleted, in milliseconds since the epoch. */
export function keptUntil({ endedTime = 0 }: BulkRecord): number {
  return endedTime + KEPT_MS;
}

/** Sets the time at which the alarm works on a bulk operation again. */
export function setBulkDue(context: WriteContext, bulkId: string, time: number): void {
  context.database.run('UPDATE bulk_operations SET due_time = ? WHERE bulk_id = ?', time, bulkId);
  context.wakeBy(time);
}

/** Deletes a bulk operation after its leads were deleted. */
export function deleteBulk(database: Database, bulkId: string): void {
  database.run('DELETE FROM bulk_operations WHERE bulk_id = ?', bulkId);
}

/** Returns when the next bulk operation is due, in milliseconds since the epoch. */
export function nextBulkTime(database: Database): number | undefined {
  return (
    database.one<{ time: number | null }>('SELECT min(due_time) AS time FROM bulk_operations').time ??
    undefined
  );
}

/**
 * Returns the bulk operation with this id.
 * @throws Problem `not_found`
 */
export function requireBulk(database: Database, idText: string): BulkRecord {
  const record = OPERATIONS.maybe(database, BY_ID, asId(idText) ?? '');
  if (record === undefined) throw notFound();
  return record;
}

/** Lists a page of the bulk operations, newest first, with their number. */
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
    `Too many bulk operations ${whose} are unfinished; wait until one of them has ended.`,
    {
      headers: { 'Retry-After': String(RETRY_AFTER_S) },
    },
  );
}

/** Makes ended operations beyond `MAX_KEPT` and `MAX_KEPT_LEADS` due for deletion at once. */
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
