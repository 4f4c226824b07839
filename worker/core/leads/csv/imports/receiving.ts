/** Receives a file: reads it, checks that it is CSV and stores it in batches, before its first row is imported. */
import { decodedBody, isEncoded } from '../../../../shared/http/content-encoding.ts';
import type { RequestContext, WriteContext } from '../../../engine/context/request-context.ts';
import { commit } from '../../../engine/commit/commit.ts';
import type { CompanyContext } from '../../../engine/context/company-context.ts';
import { isBlankRow } from '../lead-cells.ts';
import { pause } from '../../../engine/work/pauses.ts';
import { type CsvRecord, invalidCsv, readRecords, refuseTooLarge, requireCsv } from './csv-reader.ts';
import { readHeader } from './header.ts';
import { closeImport, deleteSome, keepRows, openImport, refuseTooMany } from './imports.ts';
import type { FileRow, ImportQuery } from './schema.ts';
import { settingsOf } from '../../../company/settings/settings.ts';

/** Most lines of a file, empty ones included. */
const MAX_ROWS = 1_000_000;
/**
 * Rows in a batch, which is imported in one transaction. At 6,600 rows a second (docs/benchmarks.md) other requests wait 15 ms
 * for it.
 */
const BATCH_ROWS = 100;
/** Most UTF-16 units in a batch. A longer row is a batch of its own. */
const BATCH_LENGTH = 200_000;
/** A little less than the largest value that the database takes (2 MB). */
const MAX_KEPT_BYTES = 1_900_000;
/** Most bytes that are still read of a refused file. A client that is still sending would not read the refusal. */
const MAX_DRAINED_BYTES = 128 * 1024 * 1024;

/** An uploaded file. */
export interface Upload {
  request: Pick<Request, 'headers' | 'body'>;
  query: ImportQuery;
  /** Runs in the transaction that makes the rows ready to be imported. */
  done: (context: WriteContext, importId: string) => void;
}

/**
 * Receives a file. No row is imported before the whole file has arrived and was checked as CSV.
 * @returns the id of the import, whose rows are then ready to be imported
 * @throws Problem `unsupported_media_type`, `body_too_large`, `invalid_csv`, `rate_limited`, those of `readHeader`
 */
export async function receiveImport(
  company: CompanyContext,
  context: RequestContext,
  { request, query, done }: Upload,
): Promise<string> {
  const intake = new Intake(company, context, { query, done });
  try {
    requireCsv(request.headers.get('Content-Type'));
    refuseTooLarge(request.headers.get('Content-Length'));
    refuseTooMany(context);
    for await (const records of readRecords(fileOf(request))) intake.take(records);
    return intake.finish();
  } catch (error) {
    await intake.drop();
    await drain(request.body);
    throw error;
  }
}

/** Collects the rows of a file. The first record is the header. */
class Intake {
  readonly #company: CompanyContext;
  readonly #context: RequestContext;
  readonly #query: ImportQuery;
  readonly #done: Upload['done'];
  #importId: string | undefined;
  #count = 0;
  #rows: FileRow[] = [];
  #length = 0;

  constructor(
    company: CompanyContext,
    context: RequestContext,
    { query, done }: Pick<Upload, 'query' | 'done'>,
  ) {
    this.#company = company;
    this.#context = context;
    this.#query = query;
    this.#done = done;
  }

  take(records: readonly CsvRecord[]): void {
    for (const record of records) {
      if (this.#importId === undefined) this.#importId = this.#open(record.cells);
      else this.#add(this.#importId, record);
    }
  }

  finish(): string {
    const importId = this.#importId;
    if (importId === undefined) {
      throw invalidCsv({ detail: 'The file is empty; its first line must name the columns.' });
    }
    this.#keep(importId);
    this.#commit((context) => {
      closeImport(context, importId, this.#count);
      this.#done(context, importId);
    });
    return importId;
  }

  async drop(): Promise<void> {
    const importId = this.#importId;
    if (importId === undefined) return;
    while (!this.#commit((context) => deleteSome(context, importId)).isLast) await pause();
  }

  #open(header: readonly string[]): string {
    const { mapping, dry_run: isDryRun } = this.#query;
    const columns = readHeader(header, mapping, settingsOf(this.#context).fields());
    return this.#commit((context) => openImport(context, columns, isDryRun));
  }

  #add(importId: string, { row, cells }: CsvRecord): void {
    if (row > MAX_ROWS) throw invalidCsv({ detail: `The file has more than ${MAX_ROWS} rows.` });
    if (isBlankRow(cells)) return;
    const length = cells.reduce((sum, cell) => sum + cell.length + 1, 0);
    if (this.#rows.length === BATCH_ROWS || this.#length + length > BATCH_LENGTH) this.#keep(importId);
    this.#rows.push([row, cells]);
    this.#length += length;
    this.#count += 1;
  }

  #keep(importId: string): void {
    const [first] = this.#rows;
    if (first === undefined) return;
    const cells = JSON.stringify(this.#rows);
    if (cells.length > MAX_KEPT_BYTES / 3 && Buffer.byteLength(cells) > MAX_KEPT_BYTES) {
      const [row] = first;
      throw invalidCsv({ detail: `Row ${row} is too large.`, row });
    }
    this.#commit(({ database }) => keepRows(database, importId, first[0], cells));
    this.#rows = [];
    this.#length = 0;
  }

  /** Writes a part of the upload as a change of its own, because an upload may take long. */
  #commit<Result>(change: (context: WriteContext) => Result): Result {
    return commit(this.#company, { ...this.#context, now: Date.now() }, change);
  }
}

/** Returns the bytes of the file. After a refusal, other code reads the rest, so that the refusal reaches the client. */
function fileOf(request: Upload['request']): AsyncIterable<Uint8Array> {
  const decoded = isEncoded(request.headers)
    ? decodedBody(request)
    : request.body?.values({ preventCancel: true });
  return decoded ?? new ReadableStream({ start: (controller) => controller.close() });
}

async function drain(body: ReadableStream<Uint8Array> | null): Promise<void> {
  let length = 0;
  try {
    for await (const chunk of body ?? []) {
      length += chunk.length;
      if (length > MAX_DRAINED_BYTES) return;
    }
  } catch {
    // The client has disconnected, so nobody reads the refusal.
  }
}
