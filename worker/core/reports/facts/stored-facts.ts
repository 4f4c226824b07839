/** The tables of facts: the only file that reads and writes them. */
import type { Database, Row } from '../../engine/storage/database.ts';
import { FACT_KINDS, type StoredFacts, type StoredKind } from './fact-chunk.ts';

/** Most characters of a stored dictionary. A row has at most 2 MB; a larger chunk is derived each time. */
const MAX_CONTENT_LENGTH = 600_000;

/** A row that changed; a `person` is a lead whose contacts have other visits before them. */
export interface FactChange {
  sequence: number;
  kind: StoredKind | 'person';
  item: number;
}

interface ChunkRow extends Row {
  first_time: number;
  last_time: number;
  codes: ArrayBuffer;
  content: string;
}

const TABLES: Readonly<Record<StoredKind, string>> = {
  call: 'SELECT max(call_number) AS last FROM calls',
  text: 'SELECT max(text_number) AS last FROM texts',
  form: 'SELECT max(form_number) AS last FROM forms',
  lead: 'SELECT max(lead_number) AS last FROM leads',
};

/** Returns the greatest number of a row; 0 if there is none. */
export function lastItem(database: Database, kind: StoredKind): number {
  return database.one<{ last: number | null }>(TABLES[kind]).last ?? 0;
}

/** Reads the next changes after one. */
export function changesAfter(database: Database, sequence: number, limit: number): FactChange[] {
  return database.all<FactChange & Row>(
    'SELECT sequence, kind, item FROM report_changes WHERE sequence > ? ORDER BY sequence LIMIT ?',
    sequence,
    limit,
  );
}

/** Returns about how many changes are not in stored chunks, without counting them. */
export function changesWaiting(database: Database): number {
  return database.one<{ count: number }>(
    `SELECT coalesce((SELECT max(sequence) FROM report_changes) - (SELECT min(sequence) FROM report_changes), 0) AS count`,
  ).count;
}

/** Deletes the changes that all stored chunks have. The newest one stays, so that no number is used again. */
export function forgetChanges(database: Database, upTo: number): void {
  database.run(
    'DELETE FROM report_changes WHERE sequence <= ? AND sequence < (SELECT max(sequence) FROM report_changes)',
    upTo,
  );
}

/** Returns the times of the stored chunks, by kind and number. */
export function storedTimes(
  database: Database,
): { kind: StoredKind; chunk: number; firstTime: number; lastTime: number }[] {
  return database
    .all<Row & { kind: StoredKind; chunk: number; first_time: number; last_time: number }>(
      'SELECT kind, chunk, first_time, last_time FROM report_chunks',
    )
    .map(({ kind, chunk, first_time: firstTime, last_time: lastTime }) => ({
      kind,
      chunk,
      firstTime,
      lastTime,
    }));
}

export function readChunk(database: Database, kind: StoredKind, chunk: number): StoredFacts | undefined {
  const row = database.maybe<ChunkRow>(
    'SELECT first_time, last_time, codes, content FROM report_chunks WHERE kind = ? AND chunk = ?',
    kind,
    chunk,
  );
  return (
    row && {
      firstTime: row.first_time,
      lastTime: row.last_time,
      codes: row.codes,
      content: row.content,
    }
  );
}

/** Stores a chunk. Deletes the former one if it has become too large to be stored. */
export function storeChunk(
  database: Database,
  { kind, chunk }: { kind: StoredKind; chunk: number },
  { firstTime, lastTime, codes, content }: StoredFacts,
): void {
  if (content.length > MAX_CONTENT_LENGTH) {
    database.run('DELETE FROM report_chunks WHERE kind = ? AND chunk = ?', kind, chunk);
    return;
  }
  database.run(
    `INSERT OR REPLACE INTO report_chunks (kind, chunk, first_time, last_time, codes, content)
     VALUES (?, ?, ?, ?, ?, ?)`,
    kind,
    chunk,
    firstTime,
    lastTime,
    codes,
    content,
  );
}

/** Deletes the stored chunks of all changed rows, so that nothing of a deleted row is left in them. */
export function dropChangedChunks(database: Database, chunkOf: (item: number) => number): void {
  const changes = database.all<Row & { kind: string; item: number }>(
    'SELECT DISTINCT kind, item FROM report_changes',
  );
  const dropped = new Set<string>();
  for (const { kind, item } of changes) {
    const key = `${kind}:${chunkOf(item)}`;
    if (dropped.has(key) || !FACT_KINDS.some((known) => known === kind)) continue;
    dropped.add(key);
    database.run('DELETE FROM report_chunks WHERE kind = ? AND chunk = ?', kind, chunkOf(item));
  }
}

/** Deletes all stored chunks of a kind. */
export function dropChunks(database: Database, kind: StoredKind): void {
  database.run('DELETE FROM report_chunks WHERE kind = ?', kind);
}

/** Returns the ids of leads, in the order of their numbers in the list. */
export function leadIdsOf(database: Database, leadNumbers: readonly number[]): string[] {
  return database
    .all<Row & { lead_id: string }>(
      `SELECT lead_id FROM json_each(?) AS wanted JOIN leads ON lead_number = wanted.value ORDER BY wanted.key`,
      JSON.stringify(leadNumbers),
    )
    .map(({ lead_id: leadId }) => leadId);
}
