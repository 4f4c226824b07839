/**
 * Runs bulk operations one chunk of leads at a time, each chunk in one transaction with its results and the progress. If the
 * operation is cancelled or the object is killed, only complete chunks are done, and the operation can continue with the next
 * one.
 */
import { logFailure } from '../../../shared/log.ts';
import { Problem } from '../../../shared/http/problems.ts';
import type { Actor } from '../../engine/context/actors.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import { contextOfActor } from '../../engine/context/contexts.ts';
import { commit } from '../../engine/commit/commit.ts';
import type { CompanyContext } from '../../engine/context/company-context.ts';
import { notify } from '../../people/notifications/notifications.ts';
import { notifyOfMany } from '../editing/assignments.ts';
import { findLeads, findSurvivor } from '../record/lead-store.ts';
import { leadsByNumbers } from '../finding/columns/stored-columns.ts';
import type { LeadRecord } from '../record/schema.ts';
import { applyAction, EditedSince, type Mark, roomFor, undoAction } from './actions.ts';
import {
  addOutcomes,
  deleteBulk,
  endBulk,
  findCurrentBulk,
  findOverdueBulk,
  keptUntil,
  setBulkDue,
  startBulk,
} from './bulk-operations.ts';
import {
  forgetLeads,
  forgetMarks,
  keepResults,
  type MarkedChunk,
  type MarkedLead,
  nextMarked,
  nextWaiting,
  outcomesOf,
  type WaitingChunk,
} from './chunks.ts';
import { findWorker } from './workers.ts';
import type { BulkRecord, RowCode, RowResult } from './schema.ts';
import { columnsOf } from '../finding/columns/columns.ts';

/** Chunks in one piece of background work. They are counted because the clock may not advance while the code runs. */
const CHUNKS_OF_A_PIECE = 10;
/** An operation on this many leads takes long enough to be notified of its end. */
const LARGE_LEADS = 1_000;
/** The actor that ends operations whose worker has lost the rights, and that deletes ended ones. */
const BULK: Actor = { kind: 'system', name: 'bulk' };

/** The result for a lead. With a mark, the change can be undone. */
interface Done {
  result: RowResult;
  mark?: Mark;
}

/** Does a piece of the bulk operation whose turn it is, or deletes a part of an old one. See `BackgroundTask`. */
export async function continueBulk(company: CompanyContext): Promise<void> {
  for (let chunk = 0; chunk < CHUNKS_OF_A_PIECE; chunk += 1) {
    const current = findCurrentBulk(company.database);
    const overdue = current === undefined ? findOverdueBulk(company.database, Date.now()) : undefined;
    if (current !== undefined) continueCurrent(company, current);
    else if (overdue !== undefined)
      commit(company, contextOfActor(company, BULK), (context) => forget(context, overdue), 'reserve');
    else return;
    await columnsOf(company).keepUp();
    await company.giveWay();
  }
}

function continueCurrent(company: CompanyContext, record: BulkRecord): void {
  // The rights of the worker are read again for each chunk.
  const actor = findWorker(company.database, record.actor);
  const change = (context: WriteContext): void => {
    if (actor === undefined) endBulk(context, record, 'cancelled');
    else if (record.status === 'undoing') undoChunk(context, record);
    else changeChunk(context, record);
  };
  const context = contextOfActor(company, actor ?? BULK, record.requestId);
  commit(company, context, change, record.status === 'undoing' ? 'common' : roomFor(record.action.action));
}

function changeChunk(context: WriteContext, record: BulkRecord): void {
  const { database } = context;
  const { bulkId, action } = record;
  startBulk(database, bulkId);
  const waiting = nextWaiting(database, bulkId);
  if (waiting === undefined) {
    const ended = endBulk(context, record, 'done');
    notifyNewOwner(context, ended);
    notifyWorker(context, ended);
    return;
  }
  const done = eachOf(context, findEach(context, waiting), ({ lead, leadId }): Done => {
    if (lead === undefined) return { result: [leadId, 'failed', codeOfGone(context, leadId)] };
    const mark = applyAction(context, action, lead);
    return mark === undefined
      ? { result: [lead.leadId, 'unchanged'] }
      : { result: [lead.leadId, 'changed'], mark };
  });
  const results = done.map(({ result }) => result);
  const marks = done.flatMap(({ result: [leadId], mark }): MarkedLead[] =>
    mark === undefined || leadId === null ? [] : [[leadId, mark]],
  );
  keepResults(database, bulkId, { chunk: waiting.chunk, results, marks });
  addOutcomes(database, bulkId, outcomesOf(results));
}

function undoChunk(context: WriteContext, record: BulkRecord): void {
  const { database } = context;
  const { bulkId, action } = record;
  const marked = nextMarked(database, bulkId);
  if (marked === undefined) {
    endBulk(context, record, 'undone');
    return;
  }
  const entries = marked.marks.map(([leadId, mark]) => ({ leadId, mark }));
  const done = eachOf(context, entries, ({ leadId, mark }): Done => {
    undoAction(context, action, leadId, mark);
    return { result: [leadId, 'undone'] };
  });
  const results = done.map(({ result }) => toKeptResult(result));
  keepResults(database, bulkId, { ...marked, results: withResults(marked, results), marks: [] });
  addOutcomes(database, bulkId, outcomesOf(results));
}

/**
 * Works on each lead; a refusal fails only its own lead. The first attempt runs all in one transaction, because a transaction for
 * each lead would copy every page of the database that it writes to.
 */
function eachOf<Entry extends { leadId: string | null }>(
  context: WriteContext,
  entries: readonly Entry[],
  work: (entry: Entry) => Done,
): Done[] {
  try {
    return context.attempt(() => entries.map(work));
  } catch {
    return entries.map((entry) => {
      try {
        return context.attempt(() => work(entry));
      } catch (error) {
        return { result: [entry.leadId, 'failed', codeOf(error, context)] };
      }
    });
  }
}

/**
 * Returns the code of a failure. An unexpected error is recorded as well: if it were thrown, the alarm would retry the chunk
 * forever.
 */
function codeOf(error: unknown, { companyId, requestId }: WriteContext): RowCode {
  if (error instanceof EditedSince) return 'edited_since';
  if (error instanceof Problem) return error.code;
  logFailure({ company_id: companyId, request_id: requestId }, error);
  return 'internal_error';
}

interface Found {
  leadId: string | null;
  lead: LeadRecord | undefined;
}

/** Reads the leads of a chunk, in its order. */
function findEach({ database }: WriteContext, { leads }: WaitingChunk): Found[] {
  if (leads.every((each) => typeof each === 'number')) {
    const found = new Map(leadsByNumbers(database, leads).map((lead) => [lead.leadNumber, lead]));
    return leads.map((number) => {
      const lead = found.get(number);
      return { leadId: lead?.leadId ?? null, lead };
    });
  }
  const ids = leads.map(String);
  const found = findLeads(database, ids);
  return ids.map((leadId) => ({ leadId, lead: found.get(leadId) }));
}

/** Returns the code for a lead that does not exist: it was merged, was removed or never existed. */
function codeOfGone({ database }: WriteContext, leadId: string | null): RowCode {
  const survivor = leadId === null ? undefined : findSurvivor(database, leadId);
  return survivor === undefined ? 'not_found' : 'lead_merged';
}

/** Returns the result for a lead in an undo, where a failure means that the lead stays as it is. */
function toKeptResult([leadId, status, code]: RowResult): RowResult {
  return status === 'failed' && code !== undefined ? [leadId, 'kept', code] : [leadId, status];
}

function withResults({ results }: MarkedChunk, changed: readonly RowResult[]): RowResult[] {
  const byId = new Map(changed.map((result) => [result[0], result]));
  return results.map((result) => byId.get(result[0]) ?? result);
}

/** Notifies the user to whom the leads were assigned, once for all leads. */
function notifyNewOwner(context: WriteContext, { bulkId, action, changed }: BulkRecord): void {
  if (action.action !== 'assign' || changed === 0) return;
  notifyOfMany(context, action.userId, { bulk_id: bulkId, count: changed });
}

/** Notifies the user who began a large operation. The answer of a small one has hardly been read before it ends. */
function notifyWorker(context: WriteContext, { bulkId, createdBy, leadCount, failed }: BulkRecord): void {
  const [kind, userId = ''] = createdBy.split(':');
  if (kind !== 'user' || leadCount < LARGE_LEADS) return;
  notify(context, {
    type: 'job.finished',
    userId,
    data: { job: 'bulk', job_id: bulkId, count: leadCount, failed },
  });
}

function forget(context: WriteContext, record: BulkRecord): void {
  const { database } = context;
  const { bulkId } = record;
  if (!forgetMarks(database, bulkId)) return;
  if (keptUntil(record) > context.now) setBulkDue(context, bulkId, keptUntil(record));
  else if (forgetLeads(database, bulkId)) deleteBulk(database, bulkId);
}
