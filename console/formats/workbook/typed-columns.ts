/** Decides what the columns of an export are in a workbook: text, numbers, days or times. Pure. */

/** The kind of a column. Everything that is not clearly another is text, phone numbers above all. */
export type ColumnKind = 'text' | 'number' | 'day' | 'time';

/** Matches names of columns whose digits are no amount: `phone`, `postal code`, `carrier_call_id`. */
const NAMES_OF_CODES =
  /phone|^(?:number|from|to|serves)$|number on|zip|postal|postcode|(?:^|[\W_])(?:code|id|ids|no|nr)\.?$/i;
/** Matches numbers of which Excel keeps all digits: 15. A zero in front means something. */
const NUMBER = /^(?!-0$|-?[\d.]{17})-?(?:0|[1-9]\d{0,10})(?:\.\d{1,12})?$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** Matches moments as the API writes them. */
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;
/** The apostrophe that CSV needs before text that a spreadsheet would run as a formula. A workbook says what is text. */
const GUARDED = /^'+[=+\-@\t\r\n＝＋－＠]/;

const DAY_MS = 24 * 60 * 60 * 1000;
/** 1 January 1900 is day 1, and 29 February 1900, which was not, is one too: https://learn.microsoft.com/office/troubleshoot/excel/wrongly-assumes-1900-is-leap-year. */
const FIRST_DAY = Date.UTC(1899, 11, 30);
/** The first day after those that programs count differently. */
const FIRST_SAFE_DAY = 61;

/** Returns the kind of each column. @param rows the rows below the header */
export function kindsOf(header: readonly string[], rows: readonly (readonly string[])[]): ColumnKind[] {
  return header.map((name, column) => {
    const kinds = new Set<ColumnKind>();
    for (const row of rows) {
      const cell = row[column] ?? '';
      if (cell !== '') kinds.add(kindOfCell(cell));
      if (kinds.size > 1 || kinds.has('text')) return 'text';
    }
    const [kind = 'text'] = kinds;
    return kind === 'number' && NAMES_OF_CODES.test(name) ? 'text' : kind;
  });
}

function kindOfCell(cell: string): ColumnKind {
  if (NUMBER.test(cell)) return 'number';
  if (DAY.test(cell)) return isSafeDay(cell) ? 'day' : 'text';
  return MOMENT.test(cell) && isSafeDay(cell) ? 'time' : 'text';
}

function isSafeDay(cell: string): boolean {
  const serial = serialOf(cell);
  if (!(serial >= FIRST_SAFE_DAY && serial < 2_958_466)) return false;
  // Some browsers read 30 February as 2 March.
  return new Date(cell).toISOString().startsWith(cell.slice(0, 10));
}

/** Returns the number for a day, or for a moment as a clock beside the reader shows it: cells have no time zone. */
export function serialOf(cell: string): number {
  const moment = Date.parse(cell);
  const offset = DAY.test(cell) ? 0 : new Date(moment).getTimezoneOffset() * 60_000;
  return (moment - offset - FIRST_DAY) / DAY_MS;
}

/** Removes the apostrophe that CSV needs. */
export function withoutGuard(cell: string): string {
  return GUARDED.test(cell) ? cell.slice(1) : cell;
}
