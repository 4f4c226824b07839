/** The rows of imports, done a batch at a time: each row is an upsert, and a batch is done wholly or not at all. */
import { type Call, callBy } from '../call.ts';
import type { CompanyContext } from '../core-app.ts';
import { bodyOf, faultOfCell, type FileColumn } from '../csv/lead-cells.ts';
import { checkLeadInput } from '../leads/lead-input.ts';
import { readLeadFields, withSettingsHeld } from '../settings/settings.ts';
import { pause } from '../pauses.ts';
import { findUser } from '../users/users.ts';
import { fileColumns } from './header.ts';
import {
  dropSome,
  dropSomeRehearsed,
  findDueImport,
  findImport,
  finishImport,
  hasBatch,
  keepResults,
  nextBatch,
  setDueTime,
} from './imports.ts';
import { rehearse } from './rehearsals.ts';
import { doRows, type ReadRow } from './rows.ts';
import {
  type FileRow,
  type ImportRecord,
  MAX_ROWS_AT_ONCE,
  type RowError,
  type RowResult,
} from './schema.ts';

/** For how long one alarm works on imports; other background work waits for it. */
const SLICE_MS = 2_000;
/** When an import that could not go on is tried again. */
const RETRY_MS = 60_000;
/** Faults that are told of one row. */
const MAX_ERRORS = 20;

/** Does the first rows of an import while its request waits; what is left is due at once for the alarm. */
export async function beginImport(company: CompanyContext, importId: string): Promise<void> {
  // Set before the first row: should this object stop now, the alarm brings it back.
  await company.scheduleWork();
  let rows = 0;
  while (rows < MAX_ROWS_AT_ONCE) {
    const done = doNextBatch(company, importId);
    if (done.isLast) return;
    rows += done.rows;
    await pause();
  }
  setDueTime(company.database, importId, Date.now());
  await company.scheduleWork();
}

/** The alarm's part: goes on with what is due for as long as it may, and forgets what is over. */
export async function continueImports(company: CompanyContext): Promise<void> {
  const { database } = company;
  const end = Date.now() + SLICE_MS;
  while (Date.now() < end) {
    const due = findDueImport(database, Date.now());
    if (due === undefined) return;
    if (due.status !== 'running') dropSome(database, due.importId);
    else continueImport(company, due.importId);
    await pause();
  }
}

function continueImport(company: CompanyContext, importId: string): void {
  try {
    const { isLast } = doNextBatch(company, importId);
    if (!isLast) setDueTime(company.database, importId, Date.now());
  } catch (error) {
    // oxlint-disable-next-line no-console -- nobody is there to be told
    console.error(JSON.stringify({ import_id: importId, error: String(error) }));
    setDueTime(company.database, importId, Date.now() + RETRY_MS);
  }
}

/** Does the next batch in one transaction with its results and the import's progress; after the last one it clears up. */
export function doNextBatch(company: CompanyContext, importId: string): { rows: number; isLast: boolean } {
  const { database } = company;
  return database.transaction(() => {
    const record = findImport(database, importId);
    if (record?.status !== 'running') return { rows: 0, isLast: true };
    const batch = nextBatch(database, importId);
    if (batch !== undefined) {
      const results = withSettingsHeld(database, () => doBatch(company, record, batch.rows));
      keepResults(database, importId, batch, results);
    }
    const isDone = !hasBatch(database, importId);
    const isLast = isDone && dropSomeRehearsed(database, importId).isLast;
    if (isLast) finishImport(database, importId);
    return { rows: batch?.rows.length ?? 0, isLast };
  });
}

/** What the user may do is looked at anew for each batch. */
function doBatch(company: CompanyContext, record: ImportRecord, rows: readonly FileRow[]): RowResult[] {
  const user = findUser(company.database, record.userId);
  if (user === undefined || user.isSuspended) {
    const errors: RowError[] = [{ code: 'user_suspended', detail: 'The user who imports is suspended.' }];
    return rows.map(([row]) => ({ row, status: 'failed', errors }));
  }
  const call = callBy(company, user);
  const columns = fileColumns(record.columns, readLeadFields(call.database));
  const readRows = rows.map((row) => readRow(call, row, columns));
  if (record.isDryRun) return rehearse(call, record.importId, readRows);
  return doRows(call, readRows).map(({ result }) => result);
}

function readRow(call: Call, [row, cells]: FileRow, columns: readonly FileColumn[]): ReadRow {
  if (cells.length !== columns.length) {
    const detail = `The row has ${cells.length} cells, the header ${columns.length}.`;
    return { row, errors: [{ code: 'invalid_csv', detail }] };
  }
  const body = bodyOf(cells, columns);
  const { input, faults } = checkLeadInput(call.database, body, { identifierRequired: true });
  if (faults.length === 0) return { row, input };
  return { row, errors: faults.slice(0, MAX_ERRORS).map((fault) => faultOfCell(fault, columns)) };
}
