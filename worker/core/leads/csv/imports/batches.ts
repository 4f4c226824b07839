/** Runs imports one batch of rows at a time. Each row is an upsert; a batch is done completely or not at all. */
import { formsOf } from '../../../../shared/contact/former-numbers.ts';
import type { Actor } from '../../../engine/context/actors.ts';
import type { RequestContext, WriteContext } from '../../../engine/context/request-context.ts';
import { contextOfActor } from '../../../engine/context/contexts.ts';
import { commit } from '../../../engine/commit/commit.ts';
import type { CompanyContext } from '../../../engine/context/company-context.ts';
import { bodyOf, faultOfCell, type FileColumn } from '../lead-cells.ts';
import { emailsOf, phonesOf } from '../../record/edits.ts';
import { checkLeadInput } from '../../record/lead-input.ts';
import { shownKeys } from '../../record/match-keys.ts';
import type { Database } from '../../../engine/storage/database.ts';
import { findKey } from '../../../people/keys/keys.ts';
import type { UserRecord } from '../../../people/users/schema.ts';
import { findUser } from '../../../people/users/users.ts';
import { erasedSince } from './erased-identifiers.ts';
import { fileColumns } from './header.ts';
import {
  deleteSome,
  deleteSomeRehearsed,
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
import { type FileRow, type ImportRecord, MAX_ROWS_AT_ONCE } from './schema.ts';
import type { RowError, RowResult } from './reference.ts';
import { settingsOf } from '../../../company/settings/settings.ts';
import { columnsOf } from '../../finding/columns/columns.ts';

/** Batches in one piece of background work. They are counted because the clock may not advance while the code runs. */
const BATCHES_OF_A_PIECE = 10;
/** The actor that deletes old imports, and that continues those whose user or key has lost the rights: their rows fail. */
const IMPORT: Actor = { kind: 'system', name: 'import' };
/** Most faults in the result of one row. */
const MAX_ERRORS = 20;

/** Imports the first rows while the request waits. The remaining rows are due at once for the alarm. */
export async function beginImport(company: CompanyContext, importId: string): Promise<void> {
  let rows = 0;
  while (rows < MAX_ROWS_AT_ONCE) {
    const done = doNextBatch(company, importId);
    if (done.isLast) return;
    rows += done.rows;
    await columnsOf(company).keepUp();
    await company.giveWay();
  }
  scheduleNext(company, importId, Date.now());
}

/** Does a piece of the import that is due, or deletes a part of an old one, in the alarm. See `BackgroundTask`. */
export async function continueImport(company: CompanyContext): Promise<void> {
  for (let batch = 0; batch < BATCHES_OF_A_PIECE; batch += 1) {
    const due = findDueImport(company.database, Date.now());
    if (due === undefined) return;
    if (due.status === 'running') {
      const { isLast } = doNextBatch(company, due.importId);
      if (!isLast) scheduleNext(company, due.importId, Date.now());
    } else {
      commit(
        company,
        contextOfActor(company, IMPORT),
        (context) => deleteSome(context, due.importId),
        'reserve',
      );
    }
    await columnsOf(company).keepUp();
    await company.giveWay();
  }
}

function scheduleNext(company: CompanyContext, importId: string, time: number): void {
  commit(company, contextOfActor(company, IMPORT), (context) => setDueTime(context, importId, time));
}

/** Imports the next batch in one transaction with its results and the progress, and cleans up after the last one. */
export function doNextBatch(company: CompanyContext, importId: string): { rows: number; isLast: boolean } {
  const record = findImport(company.database, importId);
  if (record?.status !== 'running') return { rows: 0, isLast: true };
  // The rights of the user or key are read again for each batch.
  const actor = importerOf(company.database, record.userId);
  return commit(company, contextOfActor(company, actor), (context) => {
    const { database } = context;
    const batch = nextBatch(database, importId);
    if (batch !== undefined) keepResults(context, importId, batch, doBatch(context, record, batch.rows));
    const isDone = !hasBatch(database, importId);
    const isLast = isDone && deleteSomeRehearsed(database, importId).isLast;
    if (isLast) finishImport(context, importId);
    return { rows: batch?.rows.length ?? 0, isLast };
  });
}

/**
 * Returns the actor who imports, or the import itself when that actor's rights are gone.
 * @param importer a user's id, or `key:<id>`
 */
function importerOf(database: Database, importer: string): Actor {
  const [, keyId] = /^key:(.*)$/.exec(importer) ?? [];
  if (keyId !== undefined) return keyOf(database, keyId);
  const user = findActiveUser(database, importer);
  return user === undefined ? IMPORT : { kind: 'user', user };
}

function keyOf(database: Database, keyId: string): Actor {
  const key = findKey(database, keyId);
  if (key?.revokedTime !== null) return IMPORT;
  const user = key.userId === null ? undefined : findActiveUser(database, key.userId);
  return key.userId !== null && user === undefined ? IMPORT : { kind: 'key', key, user };
}

function findActiveUser(database: Database, userId: string): UserRecord | undefined {
  const user = findUser(database, userId);
  return user?.isSuspended === false ? user : undefined;
}

function doBatch(context: WriteContext, record: ImportRecord, rows: readonly FileRow[]): RowResult[] {
  if (context.actor.kind === 'system') {
    const detail = 'The user who started the import is suspended, or its key was revoked.';
    const errors: RowError[] = [{ code: 'user_suspended', detail }];
    return rows.map(([row]) => ({ row, status: 'failed', errors }));
  }
  const columns = fileColumns(record.columns, settingsOf(context).fields());
  const isErased = erasedSince(context, record.createdTime);
  const readRows = rows.map((row) => withoutErased(readRow(context, row, columns), isErased));
  if (record.isDryRun) return rehearse(context, record.importId, readRows);
  return doRows(context, readRows).map(({ result }) => result);
}

/** Skips rows about a person who was erased after the import began, because they would create the person again. */
function withoutErased(read: ReadRow, isErased: (keys: readonly string[]) => boolean): ReadRow {
  if ('errors' in read) return read;
  const keys = shownKeys({ emails: emailsOf(read.input), phones: phonesOf(read.input) });
  if (!isErased(keys.flatMap(formsOf))) return read;
  const detail = 'The person was erased after the import began; the row was skipped.';
  return { row: read.row, errors: [{ code: 'erased', detail }] };
}

function readRow(context: RequestContext, [row, cells]: FileRow, columns: readonly FileColumn[]): ReadRow {
  if (cells.length !== columns.length) {
    const detail = `The row has ${cells.length} cells, the header has ${columns.length}.`;
    return { row, errors: [{ code: 'invalid_csv', detail }] };
  }
  const body = bodyOf(cells, columns);
  const { input, faults } = checkLeadInput(settingsOf(context), body, { identifierRequired: true });
  if (faults.length === 0) return { row, input };
  return { row, errors: faults.slice(0, MAX_ERRORS).map((fault) => faultOfCell(fault, columns)) };
}
