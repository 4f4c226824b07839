/**
 * Bulk operations at work: a chunk of leads at a time, each in one transaction with its results and the progress. What
 * was cancelled or killed in between has whole chunks only, and goes on where it was.
 */
import { logFailure } from '../../../shared/log.ts';
import { Problem } from '../../../shared/http/problems.ts';
import type { Actor } from '../../engine/context/actors.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import { callBy } from '../../engine/context/contexts.ts';
import { commit } from '../../engine/commit/commit.ts';
import type { CompanyContext } from '../../engine/context/company-context.ts';
import { notifyOfMany } from '../editing/assignments.ts';
import { findLeads, findSurvivor } from '../record/lead-store.ts';
import { leadsByNumbers } from '../finding/columns/stored-columns.ts';
import type { LeadRecord } from '../record/schema.ts';
import { applyAction, EditedSince, type Mark, roomFor, takeBack } from './actions.ts';
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

/** Chunks that one piece of background work does, counted because the clock may stand still meanwhile. */
const CHUNKS_OF_A_PIECE = 10;
/** Who ends operations whose worker may no longer do them, and forgets ended ones. */
const BULK: Actor = { kind: 'system', name: 'bulk' };

/** What became of a lead; with a mark it can be changed back. */
interface Done {
  result: RowResult;
  mark?: Mark;
}

/** Goes on with the bulk operation whose turn it is, or forgets what is over. One piece of it; see `BackgroundTask`. */
export async function continueBulk(company: CompanyContext): Promise<void> {
  for (let chunk = 0; chunk < CHUNKS_OF_A_PIECE; chunk += 1) {
    const current = findCurrentBulk(company.database);
    const overdue = current === undefined ? findOverdueBulk(company.database, Date.now()) : undefined;
    if (current !== undefined) goOn(company, current);
    else if (overdue !== undefined)
      commit(company, callBy(company, BULK), (context) => forget(context, overdue), 'reserve');
    else return;
    await columnsOf(company).keepUp();
    await company.giveWay();
  }
}

function goOn(company: CompanyContext, record: BulkRecord): void {
  // What they may do is looked at anew for each chunk.
  const actor = findWorker(company.database, record.actor);
  const change = (context: WriteContext): void => {
    if (actor === undefined) endBulk(context, record, 'cancelled');
    else if (record.status === 'undoing') takeChunkBack(context, record);
    else changeChunk(context, record);
  };
  const context = callBy(company, actor ?? BULK, record.requestId);
  commit(company, context, change, record.status === 'undoing' ? 'common' : roomFor(record.action.action));
}

function changeChunk(context: WriteContext, record: BulkRecord): void {
  const { database } = context;
  const { bulkId, action } = record;
  startBulk(database, bulkId);
  const waiting = nextWaiting(database, bulkId);
  if (waiting === undefined) {
    tellOwner(context, endBulk(context, record, 'done'));
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

function takeChunkBack(context: WriteContext, record: BulkRecord): void {
  const { database } = context;
  const { bulkId, action } = record;
  const marked = nextMarked(database, bulkId);
  if (marked === undefined) {
    endBulk(context, record, 'undone');
    return;
  }
  const entries = marked.marks.map(([leadId, mark]) => ({ leadId, mark }));
  const done = eachOf(context, entries, ({ leadId, mark }): Done => {
    takeBack(context, action, leadId, mark);
    return { result: [leadId, 'undone'] };
  });
  const results = done.map(({ result }) => asKept(result));
  keepResults(database, bulkId, { ...marked, results: withResults(marked, results), marks: [] });
  addOutcomes(database, bulkId, outcomesOf(results));
}

/**
 * Does the work of each lead; what is refused is that lead's failure and nobody else's. At first all share one
 * transaction, since one for each copies every page of the database that it writes to.
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

/** The code of a failure. An unforeseen error has one too: thrown, it would make the alarm try the chunk again without end. */
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

/** The leads of a chunk in its order, as they are now. */
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

/** Why there is no lead any more: merged away, or removed, or it never was. */
function codeOfGone({ database }: WriteContext, leadId: string | null): RowCode {
  const survivor = leadId === null ? undefined : findSurvivor(database, leadId);
  return survivor === undefined ? 'not_found' : 'lead_merged';
}

/** The result of a lead in an undo, in which a failure means that the lead stays as it is. */
function asKept([leadId, status, code]: RowResult): RowResult {
  return status === 'failed' && code !== undefined ? [leadId, 'kept', code] : [leadId, status];
}

function withResults({ results }: MarkedChunk, changed: readonly RowResult[]): RowResult[] {
  const byId = new Map(changed.map((result) => [result[0], result]));
  return results.map((result) => byId.get(result[0]) ?? result);
}

/** Notifies the user to whom the leads were assigned, once for all of them. */
function tellOwner(context: WriteContext, { bulkId, action, changed }: BulkRecord): void {
  if (action.action !== 'assign' || changed === 0) return;
  notifyOfMany(context, action.userId, { bulk_id: bulkId, count: changed });
}

function forget(context: WriteContext, record: BulkRecord): void {
  const { database } = context;
  const { bulkId } = record;
  if (!forgetMarks(database, bulkId)) return;
  if (keptUntil(record) > context.now) setBulkDue(context, bulkId, keptUntil(record));
  else if (forgetLeads(database, bulkId)) deleteBulk(database, bulkId);
}
