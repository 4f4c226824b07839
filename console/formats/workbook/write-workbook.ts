/**
 * Writes an export as a workbook (`.xlsx`, ECMA-376): phone numbers as text, days as days, a bold header that stays when one scrolls.
 * Piece by piece, so that no text of the whole sheet is needed.
 */
import { Zip, ZipPassThrough } from 'fflate';
import { delimiterOf, exactRecords } from '../csv.ts';
import { WorkbookFault } from './fault.ts';
import { lettersOf } from './sheet-rows.ts';
import { type ColumnKind, kindsOf, serialOf, withoutGuard } from './typed-columns.ts';

/** Most rows of a sheet, with the header. */
export const MOST_SHEET_ROWS = 1_048_576;
/** Largest export that becomes a workbook, in bytes. */
export const MOST_CSV_BYTES = 128 * 1024 * 1024;
const TOO_LARGE =
  'There are too many rows for an Excel file. Filter them first, or export as CSV, which has no limit.';

/** Longest text of a cell. */
const LONGEST_TEXT = 32_767;
const CUT = ' … (cut here: cells take 32,767 characters)';
/** Widths of columns, in characters. */
const WIDTH = { least: 8, most: 60 };
/** Rows whose texts decide on the widths. */
const MEASURED_ROWS = 200;
/** The method of packing, in ZIP archives. */
const DEFLATE = 8;
/** Characters that are packed at a time. */
const PIECE = 256 * 1024;

/** The positions of the styles in `STYLES`. */
const STYLE_OF: Record<ColumnKind, number> = { text: 2, number: 0, day: 3, time: 4 };
const HEADER_STYLE = 1;

/** Matches control characters, most of which XML cannot have, and what would be read as one. */
const UNWRITABLE = /[^\t\n\P{Cc}]|[\uFFFE\uFFFF]|_(?=x[\dA-Fa-f]{4}_)/gu;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The parts that are the same in every workbook. 14 and 22 are the reader's own formats of a day and of a day with its time. */
const PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml':
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>` +
    `<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels':
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/>` +
    `<Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml':
    `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>` +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="5">${[
      'numFmtId="0" fontId="0"',
      'numFmtId="49" fontId="1" applyFont="1" applyNumberFormat="1"',
      'numFmtId="49" fontId="0" applyNumberFormat="1"',
      'numFmtId="14" fontId="0" applyNumberFormat="1"',
      'numFmtId="22" fontId="0" applyNumberFormat="1"',
    ]
      .map((style) => `<xf ${style} fillId="0" borderId="0" xfId="0"/>`)
      .join('')}</cellXfs></styleSheet>`,
};

/**
 * Returns the workbook of a CSV file with a header.
 * @param options.name the name of the sheet
 * @param options.zone the time zone of this clock, which the headers of columns with times name
 * @throws WorkbookFault for more rows than a sheet has
 */
export async function workbookOf(csv: string, { name, zone }: { name: string; zone: string }): Promise<Blob> {
  const [header = [], ...rows] = exactRecords(csv, delimiterOf(csv.replace(/^\uFEFF/, '')));
  if (rows.length >= MOST_SHEET_ROWS) throw new WorkbookFault(TOO_LARGE);
  const kinds = kindsOf(header, rows);
  const names = header.map((column, at) => (kinds[at] === 'time' ? `${column} (${zone})` : column));
  const packed: BlobPart[] = [];
  const zip = new Zip((error, piece) => {
    if (error !== null) throw error;
    packed.push(piece);
  });
  for (const [path, text] of Object.entries(PARTS)) await addPart(zip, path, [text]);
  await addPart(zip, 'xl/workbook.xml', [
    `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="${xmlText(sheetName(name))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ]);
  await addPart(zip, 'xl/worksheets/sheet1.xml', sheetOf(names, rows, kinds));
  zip.end();
  return new Blob(packed, { type: `${TYPE}.sheet` });
}

/** Refuses an export that is too large to become a workbook. @throws WorkbookFault */
export function refuseTooLarge(bytes: number): void {
  if (bytes > MOST_CSV_BYTES) throw new WorkbookFault(TOO_LARGE);
}

/** Names of sheets have at most 31 characters, and none of these. */
function sheetName(name: string): string {
  return name.replaceAll(/[\\/*?:[\]]/g, ' ').slice(0, 31) || 'Sheet1';
}

/** Adds a part. */
async function addPart(zip: Zip, path: string, texts: Iterable<string>): Promise<void> {
  const { readable, writable } = new CompressionStream('deflate-raw');
  const file = new PackedFile(path, writable.getWriter());
  zip.add(file);
  await Promise.all([file.write(texts), file.read(readable.getReader())]);
}

/** A part that the browser packs. The archive needs its length and checksum before. */
class PackedFile extends ZipPassThrough {
  override readonly compression = DEFLATE;
  readonly #plain: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>;

  constructor(path: string, plain: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>) {
    super(path);
    this.#plain = plain;
  }

  async write(texts: Iterable<string>): Promise<void> {
    const encoder = new TextEncoder();
    let held = XML;
    for (const text of texts) {
      held += text;
      if (held.length < PIECE) continue;
      this.push(encoder.encode(held));
      held = '';
      await this.#plain.ready;
    }
    this.push(encoder.encode(held), true);
    await this.#plain.close();
  }

  async read(packed: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>): Promise<void> {
    for (;;) {
      const { done, value = new Uint8Array() } = await packed.read();
      this.ondata(null, value, done);
      if (done) return;
    }
  }

  protected override process(bytes: Uint8Array<ArrayBuffer>): void {
    // `ready` and `close` report an error.
    this.#plain.write(bytes).catch(() => undefined);
  }
}

function* sheetOf(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  kinds: readonly ColumnKind[],
): Generator<string> {
  const letters = header.map((_, column) => lettersOf(column));
  yield `<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`;
  yield `<cols>${widthsOf(header, rows, kinds)
    .map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`)
    .join('')}</cols><sheetData>`;
  yield rowOf(1, header, (cell, column) => textCell(`${letters[column]}1`, cell, HEADER_STYLE));
  for (const [index, row] of rows.entries()) {
    const number = index + 2;
    yield rowOf(number, row, (cell, column) => {
      const place = `${letters[column] ?? lettersOf(column)}${number}`;
      const kind = kinds[column] ?? 'text';
      if (kind === 'text') return textCell(place, withoutGuard(cell), STYLE_OF.text);
      const value = kind === 'number' ? cell : serialOf(cell);
      return `<c r="${place}" s="${STYLE_OF[kind]}"><v>${value}</v></c>`;
    });
  }
  yield '</sheetData></worksheet>';
}

function rowOf(
  number: number,
  cells: readonly string[],
  write: (cell: string, column: number) => string,
): string {
  return `<row r="${number}">${cells.map((cell, column) => (cell === '' ? '' : write(cell, column))).join('')}</row>`;
}

function textCell(place: string, text: string, style: number): string {
  const whole = text.length > LONGEST_TEXT ? text.slice(0, LONGEST_TEXT - CUT.length) + CUT : text;
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(whole)}</t></is></c>`;
}

function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(UNWRITABLE, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function widthsOf(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  kinds: readonly ColumnKind[],
): number[] {
  const measured = rows.slice(0, MEASURED_ROWS);
  return header.map((name, column) => {
    const isMoment = kinds[column] === 'time' || kinds[column] === 'day';
    const cells = isMoment ? ['2026-11-03 09:30'] : measured.map((row) => row[column] ?? '');
    const longest = Math.max(name.length, ...cells.map((cell) => cell.length));
    return Math.min(WIDTH.most, Math.max(WIDTH.least, longest + 2));
  });
}
