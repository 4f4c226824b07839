/** Finds the header and the rows of a sheet, and leaves out what is neither. Pure. */

/** A row of the sheet. */
export interface SheetRow {
  /** The row number in the spreadsheet, from 1. */
  line: number;
  cells: readonly string[];
}

/** The rows of a sheet below its headers. */
export interface SheetRows {
  headers: readonly string[];
  rows: readonly SheetRow[];
  /** The row numbers of totals, which are left out. */
  totals: readonly number[];
}

/** Matches a first cell such as `Total`, `Grand total:` or `Summe (12)`. A branch may be called Total Fitness. */
const TOTALS =
  /^((grand|sub)[ -]?)?(totalt?|totals|sum(ma|me|mer)?|i alt|gesamt(summe)?|insgesamt|somme|totale|totaux|totaal|suma|razem|yhteensä)[\s:\d()]*$/i;

/** @param table all rows of the spreadsheet from its first, blank ones too */
export function sheetRows(table: readonly (readonly string[])[]): SheetRows {
  const written = table
    .map((cells, index): SheetRow => ({ line: index + 1, cells }))
    .filter(({ cells }) => filled(cells).length > 0);
  // A title has one cell, above the columns.
  const start = written.findIndex(
    ({ cells }, index) => filled(cells).length > 1 || filled(written[index + 1]?.cells ?? []).length < 3,
  );
  const [header, ...rows] = written.slice(Math.max(start, 0));
  const isTotal = ({ cells }: SheetRow): boolean => TOTALS.test(filled(cells)[0] ?? '');
  return {
    headers: header?.cells ?? [],
    rows: rows.filter((row) => !isTotal(row)),
    totals: rows.filter(isTotal).map(({ line }) => line),
  };
}

function filled(cells: readonly string[]): string[] {
  return cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
}
