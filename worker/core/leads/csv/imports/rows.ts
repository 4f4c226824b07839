/** Imports the rows of a batch. Each row is an upsert. */
import type { WriteContext } from '../../../engine/context/request-context.ts';
import type { LeadInput } from '../../record/lead-input.ts';
import type { LeadRecord } from '../../record/schema.ts';
import { upsertLead } from '../../editing/lead-writes.ts';
import { logFailure } from '../../../../shared/log.ts';
import { Problem } from '../../../../shared/http/problems.ts';
import type { RowError, RowResult } from './reference.ts';

/** A row that was read: its input or its faults. */
export type ReadRow = { row: number; input: LeadInput } | { row: number; errors: RowError[] };

/** The result for a row, and the lead that it created or changed. */
export interface DoneRow {
  result: RowResult;
  lead?: LeadRecord;
  /** The lead before the upsert, if it existed. */
  before?: LeadRecord | undefined;
}

/**
 * Creates or updates the leads of the rows; a refusal fails only its own row. The first attempt runs all rows in one transaction,
 * because a transaction for each row would copy every page of the database that it writes to (docs/decisions/013). If a row
 * fails, all are rolled back and each is run again in its own transaction.
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

/**
 * Returns the fault of a row. An unexpected error is a fault as well: if it were thrown, the alarm would retry the import
 * forever.
 */
function errorOf(error: unknown, row: number): RowError {
  if (error instanceof Problem) return { code: error.code, detail: error.message, ...error.members };
  logFailure({ import_row: row }, error);
  return { code: 'internal_error', detail: 'Something went wrong on the server.' };
}
