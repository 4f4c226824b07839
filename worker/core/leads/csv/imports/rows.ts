/** The rows of a batch: each is an upsert like any other. */
import type { WriteContext } from '../../../engine/context/request-context.ts';
import type { LeadInput } from '../../record/lead-input.ts';
import type { LeadRecord } from '../../record/schema.ts';
import { upsertLead } from '../../editing/leads.ts';
import { logFailure } from '../../../../shared/log.ts';
import { Problem } from '../../../../shared/http/problems.ts';
import type { RowError, RowResult } from './answer-schema.ts';

/** A row that was read: what it says, or what is wrong with it. */
export type ReadRow = { row: number; input: LeadInput } | { row: number; errors: RowError[] };

/** What became of a row, and the lead that it made or changed. */
export interface DoneRow {
  result: RowResult;
  lead?: LeadRecord;
  /** The lead as it was, when it was there. */
  before?: LeadRecord | undefined;
}

/**
 * Makes or changes the leads of the rows; what is refused is the row's failure and nobody else's. At first the rows
 * share one transaction, because one for each copies every page of the database that its row writes to
 * (docs/decisions/013). If a row fails then, all are taken back and done again, each by itself.
 */
export function doRows(context: WriteContext, rows: readonly ReadRow[]): DoneRow[] {
  try {
    return context.attempt(() => rows.map((row) => doRow(context, row)));
  } catch {
    return rows.map((row) => doRowAlone(context, row));
  }
}

function doRowAlone(context: WriteContext, row: ReadRow): DoneRow {
  try {
    return context.attempt(() => doRow(context, row));
  } catch (error) {
    return { result: { row: row.row, status: 'failed', errors: [errorOf(error, row.row)] } };
  }
}

function doRow(context: WriteContext, read: ReadRow): DoneRow {
  const { row } = read;
  if ('errors' in read) return { result: { row, status: 'failed', errors: read.errors } };
  const { lead, created, before, matchedOn } = upsertLead(context, read.input);
  const result: RowResult = { row, status: created ? 'created' : 'updated', lead_id: lead.leadId };
  if (matchedOn !== undefined) result.matched_on = matchedOn;
  return { result, lead, before };
}

/** The fault of a row. An unforeseen error is one too: thrown, it would make the alarm try the import again without end. */
function errorOf(error: unknown, row: number): RowError {
  if (error instanceof Problem) return { code: error.code, detail: error.message, ...error.members };
  logFailure({ import_row: row }, error);
  return { code: 'internal_error', detail: 'Something went wrong on our side.' };
}
