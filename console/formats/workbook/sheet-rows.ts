/** Reads the rows of a sheet as lines of CSV. Pure. */
import { csvCell } from '../csv.ts';
import { damaged, WorkbookFault } from './fault.ts';
import { type FormatNumber, plainNumber } from './number-formats.ts';
import { isTrue, RichText, unescapeText } from './parts.ts';
import { type Attributes, readXml } from './xml.ts';

/** The last row and column that a sheet can have. */
const MOST_ROWS = 1_048_576;
const MOST_COLUMNS = 16_384;
/** Most characters of the lines of all sheets together: the largest file that an import takes. */
export const MOST_CHARACTERS = 64 * 1024 * 1024;
const REFERENCE = /^([A-Z]{1,3})(\d{1,7})$/;

/** What the sheets of a workbook share. */
export interface SharedParts {
  texts: readonly string[];
  formats: readonly FormatNumber[];
  /** Characters that all lines may still have. */
  room: { left: number };
}

/** The rows of a sheet. */
export interface SheetRows {
  /** Lines of CSV; the third is row 3 of the sheet. '' for an empty row. */
  lines: string[];
  /** Rows with something in them. */
  count: number;
  /** The first cell with a formula whose result is not in the file, such as `C2`. */
  withoutResult: string | undefined;
}

/** A cell with something in it. */
interface Cell {
  column: number;
  /** As CSV. */
  text: string;
}

/** A row that has something in it. */
interface Row {
  /** From the first column of the sheet to the last cell that has something in it. */
  line: string;
  /** The column of that cell. */
  last: number;
}

/** Reads a sheet. @throws WorkbookFault */
export async function readSheetRows(
  pieces: AsyncIterable<Uint8Array>,
  shared: SharedParts,
): Promise<SheetRows> {
  const reader = new RowReader(shared);
  await readXml(pieces, {
    open: (name, attribute) => reader.open(name, attribute),
    close: (name) => reader.close(name),
    text: (content) => reader.text(content),
  });
  return reader.end();
}

/** Follows the elements of a sheet: `row`, `c` for a cell, in it `v` for its value, `f` for its formula or `is` for its text. */
class RowReader {
  readonly #shared: SharedParts;
  readonly #rows: (Row | undefined)[] = [];
  readonly #richText = new RichText();
  #count = 0;
  #withoutResult: string | undefined;
  /** Whether the elements are rows: `row` means something else in other parts of a sheet. */
  #isInRows = false;
  #row = 0;
  #cells: Cell[] = [];
  /** The first and the last column that any row uses. */
  #firstColumn = MOST_COLUMNS;
  #lastColumn = 0;
  #column = 0;
  #type = 'n';
  #style = 0;
  #value = '';
  #isValue = false;
  #hasFormula = false;

  constructor(shared: SharedParts) {
    this.#shared = shared;
  }

  open(name: string, attribute: Attributes): void {
    if (name === 'sheetData') this.#isInRows = true;
    if (!this.#isInRows) return;
    if (name === 'row') this.#openRow(attribute);
    else if (name === 'c') this.#openCell(attribute);
    else if (name === 'v') this.#isValue = true;
    else if (name === 'f') this.#hasFormula = true;
    else this.#richText.open(name);
  }

  close(name: string): void {
    if (name === 'sheetData') this.#isInRows = false;
    if (!this.#isInRows) return;
    if (name === 'row') this.#closeRow();
    else if (name === 'c') this.#closeCell();
    else if (name === 'v') this.#isValue = false;
    else this.#richText.close(name);
  }

  text(content: string): void {
    if (this.#isValue) this.#value += content;
    else this.#richText.add(content);
  }

  end(): SheetRows {
    // Every row has as many cells as the widest one, as in CSV that Excel writes, and an end of two characters.
    for (const row of this.#rows) this.#takeRoom(2 + (row === undefined ? 0 : this.#lastColumn - row.last));
    // Columns before the table are no columns of it. Their cells are empty in every row.
    const lines = Array.from(this.#rows, (row) =>
      row === undefined ? '' : row.line.slice(this.#firstColumn) + ','.repeat(this.#lastColumn - row.last),
    );
    return { lines, count: this.#count, withoutResult: this.#withoutResult };
  }

  #openRow(attribute: Attributes): void {
    this.#row = Number(attribute('r') ?? this.#row + 1);
    if (!(Number.isInteger(this.#row) && this.#row >= 1 && this.#row <= MOST_ROWS)) {
      throw damaged('a row has no place');
    }
    this.#cells = [];
    this.#column = -1;
  }

  #closeRow(): void {
    const cells = this.#cells.toSorted((one, other) => one.column - other.column);
    const [first] = cells;
    const last = cells.at(-1);
    if (first === undefined || last === undefined) return;
    this.#firstColumn = Math.min(this.#firstColumn, first.column);
    this.#takeRoom(last.column + 1);
    let column = 0;
    let line = '';
    for (const cell of cells) {
      line += ','.repeat(cell.column - column) + cell.text;
      column = cell.column;
    }
    this.#lastColumn = Math.max(this.#lastColumn, last.column);
    this.#rows[this.#row - 1] = { line, last: last.column };
    this.#count += 1;
  }

  /** A text of a few bytes may stand in many cells. */
  #takeRoom(characters: number): void {
    const { room } = this.#shared;
    room.left -= characters;
    if (room.left >= 0) return;
    throw new WorkbookFault(
      'The workbook is too large to be read at once. Split it, or save the sheet that you need as CSV.',
    );
  }

  #openCell(attribute: Attributes): void {
    this.#column = this.#columnOf(attribute('r'));
    this.#type = attribute('t') ?? 'n';
    this.#style = Number(attribute('s') ?? 0);
    this.#value = '';
    this.#hasFormula = false;
    this.#richText.begin();
  }

  /** Some programs leave the places out: a cell is then beside the one before. */
  #columnOf(reference: string | undefined): number {
    if (reference === undefined) return this.#column + 1;
    const [, letters = ''] = REFERENCE.exec(reference) ?? [];
    let column = -1;
    for (const letter of letters) column = (column + 1) * 26 + letter.charCodeAt(0) - 65;
    if (column < 0 || column >= MOST_COLUMNS) throw damaged('a cell has no place');
    return column;
  }

  #closeCell(): void {
    if (this.#hasFormula && this.#value === '' && this.#type === 'n') {
      this.#withoutResult ??= `${lettersOf(this.#column)}${this.#row}`;
    }
    const text = csvCell(this.#cellText());
    if (text === '') return;
    this.#takeRoom(text.length);
    this.#cells.push({ column: this.#column, text });
  }

  #cellText(): string {
    switch (this.#type) {
      case 's':
        return this.#sharedText();
      case 'inlineStr':
        return this.#richText.end();
      case 'b':
        return booleanText(this.#value.trim());
      case 'd':
        return this.#value.replace(/T00:00(?::00(?:\.0+)?)?Z?$/, '');
      case 'n':
        return this.#numberText();
      default:
        // The result of a formula (`str`), or an error as it is seen (`e`): #N/A.
        return unescapeText(this.#value);
    }
  }

  /** Some programs write empty cells as texts without a position, which is not the first one. */
  #sharedText(): string {
    const position = this.#value.trim();
    const text = position === '' ? '' : this.#shared.texts[Number(position)];
    if (text === undefined) throw damaged('a text of its cells is missing');
    return text;
  }

  #numberText(): string {
    const text = this.#value.trim();
    const value = Number(text);
    if (text === '' || !Number.isFinite(value)) return text;
    return (this.#shared.formats[this.#style] ?? plainNumber)(value);
  }
}

function booleanText(value: string): string {
  if (value === '') return '';
  return isTrue(value) ? 'TRUE' : 'FALSE';
}

/** Returns the name of a column: 27 is `AB`. */
export function lettersOf(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : lettersOf(Math.floor(column / 26) - 1) + letter;
}
