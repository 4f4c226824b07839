/** Reads an uploaded CSV file: turns its bytes into records piece by piece, and reports every fault of the format. */
import { type CsvError, parse, type Parser } from 'csv-parse';
import { Problem, type Fault } from '../../../../shared/http/problems.ts';
import { MAX_FILE_BYTES } from './schema.ts';

/** Bytes that are collected before they are parsed, which takes a few milliseconds. */
const PIECE_BYTES = 64 * 1024;
/** Largest row, in bytes: as large as the body of one upsert. */
const MAX_ROW_BYTES = 1024 * 1024;
const TOO_LARGE_ROW = `The row is larger than ${MAX_ROW_BYTES} bytes; perhaps a quote is not closed.`;
/** Lines among which a header is looked for, if titles may stand above it. */
const MOST_TITLES = 20;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** The separators that spreadsheets use, depending on the locale. If a header has equally many, the comma wins. */
const DELIMITERS = [',', ';', '\t'];

const CONTENT_TYPE = /^text\/csv\s*(?:;|$)/i;
const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i;

/**
 * Refuses any type other than `text/csv` in UTF-8.
 * @throws Problem `unsupported_media_type`
 */
export function requireCsv(contentType: string | null): void {
  const [, charset = 'utf-8'] = CHARSET.exec(contentType ?? '') ?? [];
  if (CONTENT_TYPE.test(contentType ?? '') && /^(?:utf-?8|us-ascii)$/i.test(charset)) return;
  throw new Problem('unsupported_media_type', 'Send the file with Content-Type: text/csv, in UTF-8.');
}

/** Tells the header of a file by its names. */
type IsHeader = (names: readonly string[]) => boolean;

/** The cells of a line that is not empty. */
export interface CsvRecord {
  /** The header is 0, and empty lines count. */
  row: number;
  cells: string[];
}

/**
 * Yields the records of a file, the header first, as many at a time as a piece of the file contains. Empty lines are left out. The
 * separator is the one in the header: comma, semicolon or tab. Lines may end in CRLF, LF or CR.
 * @param options.isHeader tells the header by its names, if titles may stand above it
 * @throws Problem `invalid_csv` with the row and line (or byte) that is not CSV or not UTF-8, `body_too_large`
 */
export async function* readRecords(
  body: AsyncIterable<Uint8Array>,
  { isHeader }: { isHeader?: IsHeader } = {},
): AsyncGenerator<CsvRecord[]> {
  let reader: RecordReader | undefined;
  for await (const piece of piecesOf(body)) {
    reader ??= new RecordReader(piece, isHeader);
    yield await reader.read(piece);
  }
  if (reader === undefined)
    throw invalidCsv({ detail: 'The file is empty; its first line must name the columns.' });
  yield await reader.end();
}

/**
 * Wraps the CSV parser; no other code uses it. It passes records on as soon as they are complete, so that nothing waits in a
 * stream.
 */
class RecordReader {
  readonly #parser: Parser;
  readonly #utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  #records: CsvRecord[] = [];
  /** The lines before the header, which are empty. */
  #linesBefore: number | undefined;
  #offset = 0;
  /** Bytes since the last complete row. Empty cells count here, but not in the parser's own limit. */
  #unfinished = 0;

  constructor(start: Uint8Array, isHeader: IsHeader | undefined) {
    refuseUtf16(start);
    this.#parser = parse({
      bom: true,
      delimiter: delimiterOf(start, isHeader),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      // The parser makes an error object for each line without as many cells as the header, which is slow.
      skip_empty_lines: true,
      max_record_size: MAX_ROW_BYTES,
      on_record: (cells: string[]) => {
        this.#linesBefore ??= this.#lines - 1;
        this.#records.push({ row: this.#lines - 1 - this.#linesBefore, cells });
      },
    });
    // Errors are reported by the write that causes them.
    this.#parser.on('error', () => undefined);
    this.#parser.resume();
  }

  async read(piece: Uint8Array): Promise<CsvRecord[]> {
    const linesBefore = this.#lines;
    if (!this.#isUtf8(piece)) {
      const valid = validPrefix(piece);
      await this.#write(piece.subarray(0, valid));
      throw this.#problem(`Byte ${this.#offset + valid + 1} of the file is not UTF-8; save it as CSV UTF-8.`);
    }
    await this.#write(piece);
    this.#offset += piece.length;
    this.#unfinished = this.#lines > linesBefore ? 0 : this.#unfinished + piece.length;
    if (this.#unfinished > MAX_ROW_BYTES) throw this.#problem(TOO_LARGE_ROW);
    return this.#take();
  }

  async end(): Promise<CsvRecord[]> {
    await new Promise<void>((resolve, reject) => {
      this.#parser.once('error', (error) => reject(this.#problemOf(error as CsvError)));
      this.#parser.once('end', resolve);
      this.#parser.end();
    });
    return this.#take();
  }

  /** The complete lines so far, empty ones included. */
  get #lines(): number {
    const { records, empty_lines: empty } = this.#parser.info;
    return records + empty;
  }

  #take(): CsvRecord[] {
    const records = this.#records;
    this.#records = [];
    return records;
  }

  #write(piece: Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#parser.write(piece, (error) => {
        if (error) reject(this.#problemOf(error as CsvError));
        else resolve();
      });
    });
  }

  #isUtf8(piece: Uint8Array): boolean {
    try {
      this.#utf8.decode(piece);
      return true;
    } catch {
      return false;
    }
  }

  #problemOf(error: CsvError): Problem {
    const details: Record<string, string> = {
      CSV_QUOTE_NOT_CLOSED: 'A quote is not closed before the end of the file.',
      CSV_MAX_RECORD_SIZE: TOO_LARGE_ROW,
      CSV_INVALID_CLOSING_QUOTE:
        'A quoted cell continues after its closing quote; double the quotes inside it.',
      INVALID_OPENING_QUOTE:
        'A cell that is not quoted contains a quote; quote the cell and double the quotes inside it.',
    };
    return this.#problem(details[error.code] ?? 'The file is not valid CSV (RFC 4180).');
  }

  /**
   * Returns a problem with the current row and line. The header does not count as a row, so the row being read has the number of
   * lines read so far.
   */
  #problem(detail: string): Problem {
    const row = this.#linesBefore === undefined ? 0 : this.#lines - this.#linesBefore;
    const place = row === 0 ? 'The header' : `Row ${row}`;
    return invalidCsv({ detail: `${place}, line ${this.#parser.info.lines}: ${detail}`, row });
  }
}

/** Returns the problem that refuses the whole file. */
export function invalidCsv(fault: Pick<Fault, 'detail' | 'row'>): Problem {
  return new Problem('invalid_csv', fault.detail, { errors: [{ ...fault, code: 'invalid_csv' }] });
}

/**
 * Yields the body in pieces that end at the end of a line, so that no multi-byte character is cut. A long line is a piece of its
 * own.
 */
async function* piecesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  let total = 0;
  for await (const chunk of smallChunks(body)) {
    total += chunk.length;
    if (total > MAX_FILE_BYTES) throw tooLarge();
    held.push(chunk);
    heldBytes += chunk.length;
    if (heldBytes < PIECE_BYTES) continue;
    const bytes = Buffer.concat(held);
    const end = lastLineEnd(bytes);
    if (end === 0 && heldBytes > MAX_ROW_BYTES) {
      throw invalidCsv({ detail: `A line has more than ${MAX_ROW_BYTES} bytes.` });
    }
    if (end > 0) yield bytes.subarray(0, end);
    held = end === bytes.length ? [] : [bytes.subarray(end)];
    heldBytes = bytes.length - end;
  }
  if (heldBytes > 0) yield Buffer.concat(held);
}

/** Yields the bytes in chunks of at most `PIECE_BYTES`, so that the limits of a row hold however the bytes arrive. */
async function* smallChunks(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) yield chunk.subarray(at, at + PIECE_BYTES);
  }
}

/**
 * Refuses a file that is too large.
 * @throws Problem `body_too_large`
 */
export function refuseTooLarge(contentLength: string | null): void {
  if (Number(contentLength ?? 0) > MAX_FILE_BYTES) throw tooLarge();
}

function tooLarge(): Problem {
  return new Problem(
    'body_too_large',
    `The file is larger than ${MAX_FILE_BYTES} bytes; import it in parts.`,
    {
      members: { limit: MAX_FILE_BYTES },
    },
  );
}

/**
 * Returns the end of the last complete line. A CR at the very end may be the first half of a CRLF, which the parser completes.
 */
function lastLineEnd(bytes: Uint8Array): number {
  return Math.max(bytes.lastIndexOf(LINE_FEED), bytes.lastIndexOf(CARRIAGE_RETURN)) + 1;
}

/** Returns how many bytes are valid UTF-8 before the first invalid one. */
function validPrefix(bytes: Uint8Array): number {
  let [valid, invalid] = [0, bytes.length];
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >> 1;
    try {
      new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.subarray(0, middle), {
        stream: true,
      });
      valid = middle;
    } catch {
      invalid = middle;
    }
  }
  return valid;
}

/** Refuses UTF-16, with a byte order mark or (for ASCII text) without one. */
function refuseUtf16(start: Uint8Array): void {
  const [first, second] = start;
  const hasMark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (!hasMark && first !== 0 && second !== 0) return;
  throw invalidCsv({ detail: 'The file is UTF-16; save it as CSV UTF-8.' });
}

/** Returns the separator that makes a header of one of the first lines, else the one that occurs most often in the first, outside quotes. */
function delimiterOf(start: Uint8Array, isHeader: IsHeader | undefined): string {
  const text = Buffer.from(start)
    .toString('utf8')
    .replace(/^[\uFEFF\r\n]+/, '');
  const lines = isHeader === undefined ? [] : text.split(/[\r\n]+/, MOST_TITLES);
  const namesOf = (line: string, delimiter: string): string[] =>
    line.split(delimiter).map((name) => name.replaceAll('"', '').trim());
  for (const line of lines) {
    const delimiter = DELIMITERS.find((each) => isHeader?.(namesOf(line, each)));
    if (delimiter !== undefined) return delimiter;
  }
  const [header = ''] = text.replaceAll(/"[^"]*"/g, '').split(/[\r\n]/, 1);
  const counts = DELIMITERS.map((delimiter) => header.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}
