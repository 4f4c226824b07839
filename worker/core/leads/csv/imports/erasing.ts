/** Taking a person's data out of what imports keep. */
import type { Database, Row } from '../../../engine/storage/database.ts';
import type { RowResult } from './answer-schema.ts';

interface BatchRow extends Row {
  import_id: string;
  first_row: number;
  results: string;
}

/** Whose rows they are: ids of leads, and match keys. */
interface Person {
  leadIds: readonly string[];
  keys: readonly string[];
}

/**
 * Empties the kept results of rows that were about a person, and forgets what dry runs have made of them. A dry run makes leads that
 * nobody knows by an id, so identifiers are looked for as well.
 * @returns how many rows it was
 */
export function eraseImportedRows(database: Database, { leadIds, keys }: Person): number {
  const imagined = database
    .all<{ lead_id: string }>(
      'SELECT lead_id FROM import_rehearsal_keys WHERE match_key IN (SELECT value FROM json_each(?))',
      JSON.stringify(keys),
    )
    .map((row) => row.lead_id);
  const list = JSON.stringify([...leadIds, ...imagined]);
  database.run('DELETE FROM import_rehearsal_keys WHERE lead_id IN (SELECT value FROM json_each(?))', list);
  database.run('DELETE FROM import_rehearsals WHERE lead_id IN (SELECT value FROM json_each(?))', list);
  const traces = [...leadIds, ...keys];
  const batches = database.all<BatchRow>(
    `SELECT import_id, first_row, results FROM import_batches
     WHERE EXISTS (SELECT 1 FROM json_each(?) AS trace WHERE instr(lower(results), trace.value) > 0)`,
    JSON.stringify(traces),
  );
  return batches.reduce((count, batch) => count + eraseRows(database, batch, traces), 0);
}

function eraseRows(database: Database, batch: BatchRow, traces: readonly string[]): number {
  let count = 0;
  const results = (JSON.parse(batch.results) as RowResult[]).map((result): RowResult => {
    const text = JSON.stringify(result).toLowerCase();
    if (!traces.some((trace) => text.includes(trace))) return result;
    count += 1;
    return { row: result.row, status: result.status };
  });
  database.run(
    'UPDATE import_batches SET results = ? WHERE import_id = ? AND first_row = ?',
    JSON.stringify(results),
    batch.import_id,
    batch.first_row,
  );
  return count;
}
