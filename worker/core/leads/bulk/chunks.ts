/** The leads of bulk operations, in chunks: their ids, their results, and the data for undoing the changes. */
import type { Database } from '../../engine/storage/database.ts';
import type { Mark } from './actions.ts';
import { type BulkRowsPage, ROW_STATUSES, type RowResult, type RowStatus } from './schema.ts';

/** Leads in a chunk. A chunk is done in one transaction, so this number bounds how long other requests wait. */
const CHUNK_SIZE = 100;
/** Chunks that one statement writes. A bound value has at most 2 MB (platform limit). */
const CHUNKS_AT_A_TIME = 100;
/** Chunks that are deleted at a time. */
const FORGOTTEN_AT_A_TIME = 50;

/** The number of leads by outcome. */
export type Outcomes = Record<RowStatus, number>;

/** A lead that was changed, and the data for undoing the change. */
export type MarkedLead = [leadId: string, mark: Mark];

/** Leads that wait to be changed: by their numbers, or by the ids in the request. */
export interface WaitingChunk {
  chunk: number;
  leads: number[] | string[];
}

/** Leads whose change can be undone. */
export interface MarkedChunk {
  chunk: number;
  results: RowResult[];
  marks: MarkedLead[];
}

/** Stores the leads of a new bulk operation in their order. */
export function keepLeads(database: Database, bulkId: string, leads: Int32Array | readonly string[]): void {
  const step = CHUNK_SIZE * CHUNKS_AT_A_TIME;
  for (let start = 0; start < leads.length; start += step) {
    const part = leads.slice(start, start + step);
    const chunks = Array.from({ length: Math.ceil(part.length / CHUNK_SIZE) }, (_, index) =>
      listOf(part.slice(index * CHUNK_SIZE, (index + 1) * CHUNK_SIZE)),
    );
    database.run(
      'INSERT INTO bulk_chunks (bulk_id, chunk, leads) SELECT ?, ? + key, value FROM json_each(?)',
      bulkId,
      start / CHUNK_SIZE,
      JSON.stringify(chunks),
    );
  }
}

/** Reads the first chunk with leads that wait to be changed. */
export function nextWaiting(database: Database, bulkId: string): WaitingChunk | undefined {
  const row = database.maybe<{ chunk: number; leads: string }>(
    'SELECT chunk, leads FROM bulk_chunks WHERE bulk_id = ? AND results IS NULL ORDER BY chunk LIMIT 1',
    bulkId,
  );
  return row && { chunk: row.chunk, leads: JSON.parse(row.leads) as WaitingChunk['leads'] };
}

/** Reads the first chunk with leads whose change can be undone. */
export function nextMarked(database: Database, bulkId: string): MarkedChunk | undefined {
  const row = database.maybe<{ chunk: number; results: string; marks: string }>(
    'SELECT chunk, results, marks FROM bulk_chunks WHERE bulk_id = ? AND marks IS NOT NULL ORDER BY chunk LIMIT 1',
    bulkId,
  );
  return (
    row && {
      chunk: row.chunk,
      results: JSON.parse(row.results) as RowResult[],
      marks: JSON.parse(row.marks) as MarkedLead[],
    }
  );
}

/** Stores the results of a chunk. Without marks, nothing in it can be undone (any more). */
export function keepResults(
  database: Database,
  bulkId: string,
  { chunk, results, marks }: MarkedChunk,
): void {
  database.run(
    'UPDATE bulk_chunks SET results = ?, outcomes = ?, marks = ? WHERE bulk_id = ? AND chunk = ?',
    JSON.stringify(results),
    JSON.stringify(outcomesOf(results)),
    marks.length === 0 ? null : JSON.stringify(marks),
    bulkId,
    chunk,
  );
}

/** Counts the leads by outcome. */
export function outcomesOf(results: readonly RowResult[]): Outcomes {
  const outcomes = Object.fromEntries(ROW_STATUSES.map((status) => [status, 0])) as Outcomes;
  for (const [, status] of results) outcomes[status] += 1;
  return outcomes;
}

/** Reads a page of the results, in the order of the leads. Reads only the chunks that the page covers. */
export function readResults(
  database: Database,
  bulkId: string,
  { start, size, status }: BulkRowsPage,
): RowResult[] {
  const counted = status === '' ? 'json_array_length(results)' : 'outcomes ->> ?4';
  const chunks = database.all<{ results: string; before: number }>(
    `SELECT results, before FROM (
       SELECT chunk, results, own, sum(own) OVER (ORDER BY chunk) - own AS before FROM (
         SELECT chunk, results, ${counted} AS own FROM bulk_chunks WHERE bulk_id = ?1 AND results IS NOT NULL
       )
     ) WHERE own > 0 AND before + own > ?2 AND before < ?3 ORDER BY chunk`,
    bulkId,
    start,
    start + size,
    ...(status === '' ? [] : [`$.${status}`]),
  );
  const [first] = chunks;
  if (first === undefined) return [];
  const rows = chunks.flatMap(({ results }) => JSON.parse(results) as RowResult[]);
  const wanted = status === '' ? rows : rows.filter(([, own]) => own === status);
  return wanted.slice(start - first.before, start - first.before + size);
}

/**
 * Deletes a part of the data for undoing.
 * @returns whether nothing is left
 */
export function forgetMarks(database: Database, bulkId: string): boolean {
  return forgotten(
    database.all(
      `UPDATE bulk_chunks SET marks = NULL WHERE bulk_id = ?1 AND chunk IN (
         SELECT chunk FROM bulk_chunks WHERE bulk_id = ?1 AND marks IS NOT NULL LIMIT ${FORGOTTEN_AT_A_TIME}
       ) RETURNING chunk`,
      bulkId,
    ),
  );
}

/** Deletes the tags of these leads from the data for undoing. An undo then leaves these leads out. */
export function eraseTags(database: Database, leadIds: readonly string[]): void {
  database.run(
    `UPDATE bulk_chunks SET marks = nullif((
         SELECT json_group_array(json(mark.value)) FROM json_each(marks) AS mark
         WHERE mark.value ->> 0 NOT IN (SELECT value FROM json_each(?1))
       ), '[]')
     WHERE marks IS NOT NULL AND bulk_id IN (SELECT bulk_id FROM bulk_operations WHERE action ->> 'action' = 'tags')
       AND EXISTS (SELECT 1 FROM json_each(?1) AS lead WHERE instr(marks, lead.value) > 0)`,
    JSON.stringify(leadIds),
  );
}

/**
 * Deletes a part of the leads.
 * @returns whether none is left
 */
export function forgetLeads(database: Database, bulkId: string): boolean {
  return forgotten(
    database.all(
      `DELETE FROM bulk_chunks WHERE bulk_id = ?1 AND chunk IN (
         SELECT chunk FROM bulk_chunks WHERE bulk_id = ?1 LIMIT ${FORGOTTEN_AT_A_TIME}
       ) RETURNING chunk`,
      bulkId,
    ),
  );
}

/** Returns a plain array, because JSON does not write a typed array as an array. */
function listOf(leads: Int32Array | readonly string[]): readonly (number | string)[] {
  return leads instanceof Int32Array ? Array.from(leads) : leads;
}

function forgotten(rows: readonly unknown[]): boolean {
  return rows.length < FORGOTTEN_AT_A_TIME;
}
