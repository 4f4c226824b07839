/** Cells of CSV that a spreadsheet would run as formulas. Pure. */

/** Matches such cells, also in full width (OWASP, CSV injection). An apostrophe in front keeps them text. */
export const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** Removes the apostrophe that protects a cell. */
export function plainCell(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}
