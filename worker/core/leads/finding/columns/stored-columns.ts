/** All SQL of the columns: reads the changed leads, and reads and stores chunks. */
import type { Database, Row } from '../../../engine/storage/database.ts';
import { type LeadRow, toLead } from '../../record/lead-store.ts';
import type { LeadRecord } from '../../record/schema.ts';
import type { StoredChunk } from './chunk.ts';

/**
 * Most characters of a stored chunk. A chunk is one row, and the platform's limit for a row is 2 MB. A longer chunk is built
 * again when needed.
 */
const MAX_CONTENT_LENGTH = 600_000;

/** A lead that was written or removed after a given change. */
export interface LeadChange {
  leadNumber: number;
  changeNumber: number;
}

/** The chunk of one column at the change `changeNumber`. */
export interface ColumnChunk extends StoredChunk {
  columnName: string;
  changeNumber: number;
}

interface ChangeRow extends Row {
  lead_number: number;
  change_number: number;
}

interface ChunkRow extends Row {
  column_name: string;
  change_number: number;
  codes: ArrayBuffer | null;
  content: string | null;
}

/** Returns the number of the newest change; 0 if there is none. */
export function newestChange(database: Database): number {
  return database.one<{ newest: number }>(
    `SELECT max((SELECT coalesce(max(change_number), 0) FROM leads),
                (SELECT coalesce(max(change_number), 0) FROM removed_leads)) AS newest`,
  ).newest;
}

/** Returns the greatest number of a lead; 0 if there is none. */
export function greatestLeadNumber(database: Database): number {
  return database.one<{ greatest: number }>('SELECT coalesce(max(lead_number), 0) AS greatest FROM leads')
    .greatest;
}

/**
 * Reads the first `limit` leads, including removed ones, that changed after one change and up to another, in the order of their
 * changes.
 */
export function changesBetween(
  database: Database,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
): LeadChange[] {
  return database
    .all<ChangeRow>(
      `SELECT lead_number, change_number FROM (
         SELECT lead_number, change_number FROM leads WHERE change_number > ?1 AND change_number <= ?2
         UNION ALL
         SELECT lead_number, change_number FROM removed_leads WHERE change_number > ?1 AND change_number <= ?2
       ) ORDER BY change_number LIMIT ?3`,
      after,
      upTo,
      limit,
    )
    .map((row) => ({ leadNumber: row.lead_number, changeNumber: row.change_number }));
}

/** Reads the first `limit` leads that changed after `changeNumber`, including those that were removed. */
export function nextChanges(
  database: Database,
  changeNumber: number,
  limit: number,
): { upTo: number; leads: LeadRecord[]; removed: number[] } {
  const rows = database.all<LeadRow & { change_number: number }>(
    'SELECT * FROM leads WHERE change_number > ? ORDER BY change_number LIMIT ?',
    changeNumber,
    limit,
  );
  const upTo = rows.length === limit ? (rows.at(-1)?.change_number ?? 0) : newestChange(database);
  const removed = database.all<ChangeRow>(
    'SELECT lead_number, change_number FROM removed_leads WHERE change_number > ? AND change_number <= ?',
    changeNumber,
    upTo,
  );
  return { upTo, leads: rows.map(toLead), removed: removed.map(({ lead_number }) => lead_number) };
}

/** Reads the leads with numbers from `start` to before `end`. */
export function leadsBetween(database: Database, start: number, end: number): LeadRecord[] {
  return database
    .all<LeadRow>('SELECT * FROM leads WHERE lead_number >= ? AND lead_number < ?', start, end)
    .map(toLead);
}

/** Reads the leads with these numbers. */
export function leadsByNumbers(database: Database, leadNumbers: readonly number[]): LeadRecord[] {
  return database
    .all<LeadRow>(
      'SELECT leads.* FROM json_each(?) CROSS JOIN leads ON lead_number = value',
      JSON.stringify(leadNumbers),
    )
    .map(toLead);
}

/** Returns the lowest change number of the stored chunks of these columns; undefined if none is stored. */
export function oldestStoredChange(database: Database, columnNames: readonly string[]): number | undefined {
  const { oldest } = database.one<{ oldest: number | null }>(
    'SELECT min(change_number) AS oldest FROM column_chunks WHERE column_name IN (SELECT value FROM json_each(?))',
    JSON.stringify(columnNames),
  );
  return oldest ?? undefined;
}

/** Reads the stored chunks of these columns at one index. */
export function storedChunks(
  database: Database,
  columnNames: readonly string[],
  chunk: number,
): ColumnChunk[] {
  return database
    .all<ChunkRow>(
      `SELECT column_name, change_number, codes, content FROM json_each(?)
       CROSS JOIN column_chunks ON column_name = value AND chunk = ?`,
      JSON.stringify(columnNames),
      chunk,
    )
    .map((row) => ({
      columnName: row.column_name,
      changeNumber: row.change_number,
      codes: row.codes,
      content: row.content,
    }));
}

/** Stores a chunk for the next start of the object. */
export function storeChunk(database: Database, chunk: number, stored: ColumnChunk): void {
  if ((stored.content?.length ?? 0) > MAX_CONTENT_LENGTH) return;
  // A lead that was deleted after the chunk was read may have been erased, and its data must not be stored again.
  database.run(
    `INSERT OR REPLACE INTO column_chunks (column_name, chunk, change_number, codes, content)
     SELECT ?1, ?2, ?3, ?4, ?5 WHERE NOT EXISTS (SELECT 1 FROM removed_leads WHERE change_number > ?3)`,
    stored.columnName,
    chunk,
    stored.changeNumber,
    stored.codes,
    stored.content,
  );
}

/** Deletes these chunks of all columns. They are built again from the leads when they are needed. */
export function forgetChunks(database: Database, chunks: readonly number[]): void {
  database.run(
    'DELETE FROM column_chunks WHERE chunk IN (SELECT value FROM json_each(?))',
    JSON.stringify(chunks),
  );
}

/** Returns the ids of leads by their numbers. */
export function idsOf(database: Database, leadNumbers: readonly number[]): ReadonlyMap<number, string> {
  const rows = database.all<{ lead_number: number; lead_id: string }>(
    'SELECT lead_number, lead_id FROM json_each(?) CROSS JOIN leads ON lead_number = value',
    JSON.stringify(leadNumbers),
  );
  return new Map(rows.map(({ lead_number, lead_id }) => [lead_number, lead_id]));
}
