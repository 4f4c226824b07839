/**
 * The cells of leads in CSV: several values in one cell, and cells that a spreadsheet would run. Pure.
 *
 * Values are joined by `; `. Where a field holds lists of lists (multiselects, the parts of complex fields), ` | `
 * stands between the lists, and ` || ` between lists of those. In such cells `\;`, `\|` and `\\` stand for the signs
 * themselves; the cell of a single value has no separators and nothing to escape.
 */

/** A value, or values in values as deep as its column says. */
export type Nested = string | Nested[];

/** Between the values of a list, by its level: the innermost first. */
const SEPARATORS = ['; ', ' | ', ' || '];

/** What makes a spreadsheet run a cell (OWASP, CSV injection), full-width forms included. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
/** A number cannot be run, and with an apostrophe it could not be summed. */
const NEGATIVE_NUMBER = /^-\d+(?:\.\d+)?$/;
const GUARDED = /^'+[=+\-@\t\r\n＝＋－＠]/;

/**
 * Values as the text of a cell.
 * @param depth how many lists are around a single value: 0 for the value itself
 */
export function writeValues(values: Nested, depth: number): string {
  if (depth === 0 || typeof values === 'string') return String(values);
  return isEmpty(values) ? '' : join(values, { depth, level: depth });
}

/** The values in a cell that `writeValues` wrote with this depth; people may leave the blank after `;` out. */
export function readValues(text: string, depth: number): Nested {
  if (depth === 0) return text;
  if (depth === 1) return splitList(text).map(unescape);
  return text.split(SEPARATORS[depth - 1] ?? ' | ').map((part) => readValues(part, depth - 1));
}

/** A cell that no spreadsheet runs: an apostrophe stands before what begins like a formula. */
export function guardCell(cell: string): string {
  return FORMULA.test(cell) && !NEGATIVE_NUMBER.test(cell) ? `'${cell}` : cell;
}

/** The cell without the apostrophe that `guardCell` gave it. */
export function unguardCell(cell: string): string {
  return GUARDED.test(cell) ? cell.slice(1) : cell;
}

/** The cell for a reader that runs nothing: as it is, unless an import would take an apostrophe of its own away. */
export function plainCell(cell: string): string {
  return GUARDED.test(cell) ? `'${cell}` : cell;
}

/** A line of CSV (RFC 4180) with its line end. @param guard what is done to each cell: `guardCell`, `plainCell` */
export function writeLine(cells: readonly string[], guard: (cell: string) => string): string {
  return `${cells.map((cell) => quote(guard(cell))).join(',')}\r\n`;
}

function quote(cell: string): string {
  if (cell === '') return '';
  return /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

function join(values: Nested, at: { depth: number; level: number }): string {
  if (typeof values === 'string') return escape(values, at.depth);
  const inner = { ...at, level: at.level - 1 };
  return values.map((value) => join(value, inner)).join(SEPARATORS[at.level - 1]);
}

function escape(text: string, depth: number): string {
  return text.replace(depth === 1 ? /[\\;]/g : /[\\;|]/g, String.raw`\$&`);
}

function unescape(text: string): string {
  return text.replace(/\\([\\;|])/g, '$1');
}

/** Splits at `; ` and `;`, but not at `\;`. */
function splitList(text: string): string[] {
  const items: string[] = [];
  let start = 0;
  for (const { 0: sign, index } of text.matchAll(/\\[^]|; ?/g)) {
    if (!sign.startsWith(';')) continue;
    items.push(text.slice(start, index));
    start = index + sign.length;
  }
  return [...items, text.slice(start)];
}

function isEmpty(values: Nested): boolean {
  return typeof values !== 'string' && values.every(isEmpty);
}
