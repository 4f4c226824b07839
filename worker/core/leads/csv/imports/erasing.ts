/** Erases a person's data from imports. */
import type { Database, Row } from '../../../engine/storage/database.ts';
import type { RowResult } from './reference.ts';

interface BatchRow extends Row {
  import_id: string;
  first_row: number;
  results: string;
}

/** The person: ids of leads, and match keys. */
interface Person {
  leadIds: readonly string[];
  keys: readonly string[];
}

/**
 * Empties the stored results of rows about a person, and deletes the person's leads in dry runs. Leads in a dry run have no known
 * id, so identifiers are compared as well.
 * @returns the number of rows
 */
export function eraseImportedRows(database: Database, { leadIds, keys }: Person): number {
  const rehearsed = database
    .all<{ lead_id: string }>(
      'SELECT lead_id FROM import_rehearsal_keys WHERE match_key IN (SELECT value FROM json_each(?))',
      JSON.stringify(keys),
    )
    .map((row) => row.lead_id);
  const list = JSON.stringify([...leadIds, ...rehearsed]);
  database.run('DELETE FROM import_rehearsal_keys WHERE lead_id IN (SELECT value FROM json_each(?))', list);
  database.run('DELETE FROM import_rehearsals WHERE lead_id IN (SELECT value FROM json_each(?))', list);
  const idsAndKeys = [...leadIds, ...keys];
  const batches = database.all<BatchRow>(
    `SELECT import_id, first_row, results FROM import_batches
     WHERE EXISTS (SELECT 1 FROM json_each(?) AS trace WHERE instr(lower(results), trace.value) > 0)`,
    JSON.stringify(idsAndKeys),
  );
  return batches.reduce((count, batch) => count + eraseRows(database, batch, idsAndKeys), 0);
}

function eraseRows(database: Database, batch: BatchRow, idsAndKeys: readonly string[]): number {
  let count = 0;
  const results = (JSON.parse(batch.results) as RowResult[]).map((result): RowResult => {
    const text = JSON.stringify(result).toLowerCase();
    if (!idsAndKeys.some((trace) => text.includes(trace))) return result;
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
