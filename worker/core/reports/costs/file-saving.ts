/** Saves the costs of a file, that of a request or one that is read every morning. */
import { Problem } from '../../../shared/http/problems.ts';
import type { Currency } from '../../company/settings/records.ts';
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import { type CsvRecord, readRecords } from '../../leads/csv/imports/csv-reader.ts';
import { ownCurrency } from '../company-rules.ts';
import type { ReadCosts } from './cost-file.ts';
import { keepImport } from './cost-imports.ts';
import type { KnownToCompany } from './cost-row.ts';
import { newSources, removeOthers, saveCosts } from './costs.ts';
import type { CostFile } from './reference.ts';
import { isHeader } from './sheets/columns.ts';

/** Largest file, in bytes: some hundred bytes for each of 5,000 rows. */
export const MAX_FILE_BYTES = 4 * 1024 * 1024;
/** Most lines of a file, blank ones of a spreadsheet included: each takes memory beside its bytes. */
const MAX_LINES = 50_000;

/**
 * Reads the records of a file.
 * @throws Problem `body_too_large`, `invalid_csv`
 */
export async function recordsOf(body: AsyncIterable<Uint8Array> | null): Promise<CsvRecord[]> {
  const records: CsvRecord[] = [];
  let length = 0;
  const pieces = readRecords(body ?? new ReadableStream({ start: (it) => it.close() }), { isHeader });
  for await (const piece of pieces) {
    length += piece.reduce(
      (sum, { cells }) => sum + cells.reduce((all, cell) => all + cell.length + 1, 0),
      0,
    );
    if (length > MAX_FILE_BYTES)
      throw new Problem('body_too_large', `The file is larger than ${MAX_FILE_BYTES} bytes.`);
    records.push(...piece);
    if (records.length > MAX_LINES)
      throw new Problem('body_too_large', `The file has more than ${MAX_LINES} lines.`);
  }
  return records;
}

/** Returns what a company has, as files of costs refer to it. */
export function knownTo(context: RequestContext, currencies: readonly Currency[]): KnownToCompany {
  return {
    unit: ownCurrency(currencies)?.unit ?? 'USD',
    units: new Set(currencies.map(({ unit }) => unit)),
    newSources: (sources) => newSources(context, sources),
  };
}

interface Saving {
  currencies: readonly Currency[];
  /** Saves and rolls back, so that a dry run has the faults and figures of the import. */
  isRehearsal: boolean;
  /** The feed that the file is of: what it saved before for the days of the file, and is not in the file any more, is removed. */
  feedId?: string;
}

/**
 * Saves the costs of a file as an import that can be taken back.
 * @returns the answer, and how many costs of the feed were removed
 * @throws Problem those of `saveCosts`
 */
export function saveFile(
  context: WriteContext,
  read: ReadCosts,
  { currencies, feedId, isRehearsal }: Saving,
): { file: CostFile; removed: number } {
  const save = (): { file: CostFile; removed: number } => {
    const { body, changes } = saveCosts(context, read.costs, currencies, feedId);
    const removed = feedId === undefined ? [] : removeOthers(context, feedId, read.costs);
    const importId = isRehearsal ? null : keepImport(context, [...changes, ...removed], feedId ?? null);
    const { rows, ...answer } = fileAnswer(read);
    return { file: { rows, ...body, ...answer, import_id: importId }, removed: removed.length };
  };
  return isRehearsal ? rehearsed(context, save) : save();
}

/** Makes a change and takes it back. @returns its result */
function rehearsed<Result>(context: WriteContext, change: () => Result): Result {
  const undo = new Error('The rehearsal is over.');
  let result: { value: Result } | undefined;
  try {
    context.attempt(() => {
      result = { value: change() };
      throw undo;
    });
  } catch (error) {
    if (error !== undo || result === undefined) throw error;
  }
  if (result === undefined) throw undo;
  return result.value;
}

function fileAnswer(read: ReadCosts): Omit<CostFile, 'saved' | 'changed' | 'import_id'> {
  const days = read.costs.map(({ day }) => day).toSorted();
  return {
    rows: read.costs.length,
    from: days[0] ?? null,
    to: days.at(-1) ?? null,
    ignored_columns: read.ignored,
    total_rows: read.totalRows,
    title_rows: read.titleRows,
    questions: read.questions,
    preview: read.preview,
  };
}
