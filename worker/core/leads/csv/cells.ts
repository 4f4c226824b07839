/**
 * Writes and reads the cells of leads in CSV: cells with several values, and cells that a spreadsheet would run as a formula.
 * Pure.
 *
 * Values are joined by `; `. In fields with lists of lists (multiselects, the parts of complex fields), ` | ` separates the
 * lists, and ` || ` separates lists of those. In such cells `\;`, `\|` and `\\` are escapes. The cell of a single value has
 * neither separators nor escapes.
 */

/** A value or a list of values, nested as deep as its column says. */
export type Nested = string | Nested[];

/** The separators of lists by level, the innermost first. */
const SEPARATORS = ['; ', ' | ', ' || '];

/** The beginnings of cells that a spreadsheet runs as a formula (OWASP, CSV injection), including full-width forms. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
/** Negative numbers are harmless, and with an apostrophe a spreadsheet could not sum them. */
const NEGATIVE_NUMBER = /^-\d+(?:\.\d+)?$/;
const GUARDED = /^'+[=+\-@\t\r\n＝＋－＠]/;

/**
 * Writes values as the text of a cell.
 * @param depth how many levels of lists contain a value; 0 for a value without a list
 */
export function writeValues(values: Nested, depth: number): string {
  if (depth === 0 || typeof values === 'string') return String(values);
  return isEmpty(values) ? '' : join(values, { depth, level: depth });
}

/** Reads the values of a cell that `writeValues` wrote with this depth. The blank after `;` may be missing. */
export function readValues(text: string, depth: number): Nested {
  if (depth === 0) return text;
  if (depth === 1) return splitList(text).map(unescape);
  return text.split(SEPARATORS[depth - 1] ?? ' | ').map((part) => readValues(part, depth - 1));
}

/** Puts an apostrophe before a cell that begins like a formula, so that no spreadsheet runs it. */
export function guardCell(cell: string): string {
  return FORMULA.test(cell) && !NEGATIVE_NUMBER.test(cell) ? `'${cell}` : cell;
}

/** Removes the apostrophe that `guardCell` added. */
export function unguardCell(cell: string): string {
  return GUARDED.test(cell) ? cell.slice(1) : cell;
}

/**
 * Returns the cell for programs that run no formulas. It is unchanged unless an import would remove an apostrophe that belongs to
 * the value.
 */
export function plainCell(cell: string): string {
  return GUARDED.test(cell) ? `'${cell}` : cell;
}

/**
 * Writes a line of CSV (RFC 4180) with its line end.
 * @param guard the function for each cell: `guardCell` or `plainCell`
 */
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
