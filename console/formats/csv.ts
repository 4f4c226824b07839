/** Reads what people paste from a spreadsheet, and the start of a file; writes rows of CSV. Pure. */
import { dsvFormat } from 'd3-dsv';

/** The separators that spreadsheets use, depending on the locale. If a header has equally many, the comma wins. */
const DELIMITERS = [',', ';', '\t'] as const;

/** Returns the separator that occurs most often in the first line, outside quotes, as the Worker does. */
export function delimiterOf(text: string): string {
  const [header = ''] = text.replaceAll(/"[^"]*"/g, '').split(/[\r\n]/, 1);
  const counts = DELIMITERS.map((delimiter) => header.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

/**
 * Returns the rows of a text (RFC 4180), without blank lines and spaces around cells. A quote inside an unquoted cell is part of it.
 * A quote that is not closed reaches to the end of the text: {@link hasOpenQuote}.
 */
export function csvRows(text: string, delimiter: string): string[][] {
  return csvRecords(text, delimiter).filter((cells) => cells.length > 1 || cells[0] !== '');
}

/** Returns the same rows with the blank lines, so that the third one is row 3 of the spreadsheet. */
export function csvRecords(text: string, delimiter: string): string[][] {
  return exactRecords(text, delimiter).map((cells) => cells.map((cell) => cell.trim()));
}

/** Returns the rows of a text as they are, with blank lines and spaces. */
export function exactRecords(text: string, delimiter: string): string[][] {
  return dsvFormat(delimiter).parseRows(text.replace(/^\uFEFF/, ''));
}

/** Writes a cell (RFC 4180), in quotes if it has any separator that a reader may take for the file's. */
export function csvCell(cell: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Tells whether a quote of a text is not closed. */
export function hasOpenQuote(text: string): boolean {
  return text.split('"').length % 2 === 0;
}

/** Matches cells that a spreadsheet would run as formulas, also in full width (OWASP, CSV injection). An apostrophe in front keeps them text. */
export const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** Removes the apostrophe that protects a cell. */
export function plainCell(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}
