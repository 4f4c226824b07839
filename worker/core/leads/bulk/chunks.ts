/** The leads of bulk operations, in chunks: which they are, what became of them, and what taking that back needs. */
import type { Database } from '../../engine/storage/database.ts';
import type { Mark } from './actions.ts';
import { type BulkRowsPage, ROW_STATUSES, type RowResult, type RowStatus } from './schema.ts';

/** Leads of a chunk. They are done in one go, so their number bounds how long other requests wait. */
const CHUNK_SIZE = 100;
/** Chunks that one statement writes; a value that is bound is at most 2 MB. */
const CHUNKS_AT_A_TIME = 100;
/** Chunks that are forgotten in one go. */
const FORGOTTEN_AT_A_TIME = 50;

/** How many leads had each outcome. */
export type Outcomes = Record<RowStatus, number>;

/** A lead that was changed, and what taking that back needs. */
export type MarkedLead = [leadId: string, mark: Mark];

/** Leads that wait to be changed: by their numbers, or by their ids as a request named them. */
export interface WaitingChunk {
  chunk: number;
  leads: number[] | string[];
}

/** Leads that were changed and can be changed back. */
export interface MarkedChunk {
  chunk: number;
  results: RowResult[];
  marks: MarkedLead[];
}

/** Keeps the leads of a new bulk operation, in their order. */
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

/** The first leads of a bulk operation that wait to be changed. */
export function nextWaiting(database: Database, bulkId: string): WaitingChunk | undefined {
  const row = database.maybe<{ chunk: number; leads: string }>(
    'SELECT chunk, leads FROM bulk_chunks WHERE bulk_id = ? AND results IS NULL ORDER BY chunk LIMIT 1',
    bulkId,
  );
  return row && { chunk: row.chunk, leads: JSON.parse(row.leads) as WaitingChunk['leads'] };
}

/** The first leads of a bulk operation that can be changed back. */
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

/** Keeps what became of a chunk; without marks there is nothing (any more) to be taken back. */
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

/** How many leads had each outcome. */
export function outcomesOf(results: readonly RowResult[]): Outcomes {
  const outcomes = Object.fromEntries(ROW_STATUSES.map((status) => [status, 0])) as Outcomes;
  for (const [, status] of results) outcomes[status] += 1;
  return outcomes;
}

/** A page of what became of the leads, in their order; it reads only the chunks that the page touches. */
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

/** Forgets what taking back needs, a part at a time. @returns whether nothing of it is left */
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

/** Forgets the tags that bulk operations took from these leads, or gave them: taking back leaves the leads out. */
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

/** Forgets the leads, a part at a time. @returns whether none is left */
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

/** A list that JSON writes as an array, which it does not do with a typed array. */
function listOf(leads: Int32Array | readonly string[]): readonly (number | string)[] {
  return leads instanceof Int32Array ? Array.from(leads) : leads;
}

function forgotten(rows: readonly unknown[]): boolean {
  return rows.length < FORGOTTEN_AT_A_TIME;
}
