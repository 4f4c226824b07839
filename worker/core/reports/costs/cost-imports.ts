/** Imports of costs that can be taken back: the one file that reads and writes their table. */
import { newId } from '../../../shared/http/ids.ts';
import { notFound } from '../../../shared/http/problems.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import type { Database, Row } from '../../engine/storage/database.ts';
import type { TakenBackCosts } from './reference.ts';
import { type ChangedCost, findCost, restoreCost } from './costs.ts';

/** The imports that are kept of those by people and programs, and of each feed; the oldest one goes first. */
const KEPT = 20;
/** Most characters of the rows of an import, below the largest value of the database. A larger import cannot be taken back. */
const MAX_ROWS_LENGTH = 600_000;

interface ImportRow extends Row {
  rows: string;
  feed_id: string | null;
}

/**
 * Keeps what an import has changed.
 * @param feedId the feed whose file was imported; null for a person or a program
 * @returns its id; null if it has changed nothing, or too much to be kept
 */
export function keepImport(
  { database, now }: WriteContext,
  changes: readonly ChangedCost[],
  feedId: string | null,
): string | null {
  const rows = JSON.stringify(changes);
  if (changes.length === 0 || rows.length > MAX_ROWS_LENGTH) return null;
  const importId = newId(now);
  database.run(
    'INSERT INTO cost_imports (import_id, created_time, rows, feed_id) VALUES (?, ?, ?, ?)',
    importId,
    now,
    rows,
    feedId,
  );
  database.run(
    `DELETE FROM cost_imports WHERE feed_id IS ?1 AND import_id NOT IN
       (SELECT import_id FROM cost_imports WHERE feed_id IS ?1 ORDER BY created_time DESC, import_id DESC LIMIT ${KEPT})`,
    feedId,
  );
  return importId;
}

/** Returns the ids of the imports that can be taken back. */
export function keptImports(database: Database): Set<string> {
  const rows = database.all<{ import_id: string }>('SELECT import_id FROM cost_imports');
  return new Set(rows.map(({ import_id: id }) => id));
}

/**
 * Takes an import back: its costs are as they were before. Those that were changed since stay.
 * @returns the answer, and the feed whose file was imported
 * @throws Problem 404 also for an import that was taken back, or is one of the older ones
 */
export function takeBackImport(
  context: WriteContext,
  importId: string,
): { body: TakenBackCosts; feedId: string | null } {
  const { database } = context;
  const row = database.maybe<ImportRow>(
    'SELECT rows, feed_id FROM cost_imports WHERE import_id = ?',
    importId,
  );
  if (row === undefined) throw notFound();
  const changes = JSON.parse(row.rows) as ChangedCost[];
  const own = changes.filter(([day, source, campaign, amount, unit]) => {
    const now = findCost(database, [day, source, campaign]);
    return (now?.amount ?? null) === amount && (now?.unit ?? null) === unit;
  });
  for (const change of own) restoreCost(database, change);
  database.run('DELETE FROM cost_imports WHERE import_id = ?', importId);
  context.audit({
    action: 'costs.import_taken_back',
    subject: 'costs',
    detail: { import_id: importId, restored: own.length },
  });
  return { body: { restored: own.length, kept: changes.length - own.length }, feedId: row.feed_id };
}
