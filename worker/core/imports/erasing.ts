/** Taking a person's data out of what imports keep. */
import type { Database, Row } from '../database.ts';
import type { RowResult } from './schema.ts';

interface BatchRow extends Row {
  import_id: string;
  first_row: number;
  results: string;
}

/**
 * Empties the kept results of rows that were about these leads, and forgets what dry runs have made of them.
 * @returns how many rows it was
 */
export function eraseImportedRows(database: Database, leadIds: readonly string[]): number {
  const list = JSON.stringify(leadIds);
  database.run('DELETE FROM import_rehearsal_keys WHERE lead_id IN (SELECT value FROM json_each(?))', list);
  database.run('DELETE FROM import_rehearsals WHERE lead_id IN (SELECT value FROM json_each(?))', list);
  const batches = database.all<BatchRow>(
    `SELECT import_id, first_row, results FROM import_batches
     WHERE EXISTS (SELECT 1 FROM json_each(?) AS lead WHERE instr(results, lead.value) > 0)`,
    list,
  );
  return batches.reduce((count, batch) => count + eraseRows(database, batch, leadIds), 0);
}

function eraseRows(database: Database, batch: BatchRow, leadIds: readonly string[]): number {
  let count = 0;
  const results = (JSON.parse(batch.results) as RowResult[]).map((result): RowResult => {
    const text = JSON.stringify(result);
    if (!leadIds.some((leadId) => text.includes(leadId))) return result;
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
