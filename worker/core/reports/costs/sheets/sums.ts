/** Finds the rows of a file of costs that are sums of others, which would count twice. Pure. */

/** Sums of exports are rounded, so a total may differ from the sum of its rows by this share, or half a cent for each. */
const ROUNDING = 1e-4;
const HALF_CENT = 0.005;
/** Matches what exports and the subtotals of spreadsheets write: `Total`, `Brand Total`, `Totale`, `Gesamtergebnis`. */
const TOTAL =
  /^(?:grand |sub-?)?tot(?:aal|al[est]?)\b|^(?:gesamt|eindtotaal|итого|合計)|^(?:summe|suma|razem)\b|^(?:sum|summa|somme|i alt|insgesamt|yhteensä)[\s:\d()]*$|\b(?:total|totaal|ergebnis)$/i;

/** A row as far as it was read. */
export interface SheetRow {
  cells: readonly string[];
  /** Undefined if it has none. */
  day: string | undefined;
  /** The last day of a row for several days. */
  until: string | undefined;
  source: string;
  campaign: string;
  amount: number;
  /** Whether its day is empty or a dash. */
  isWithoutDay: boolean;
}

/** The costs of campaigns of a day. */
interface DaySum {
  amount: number;
  count: number;
}

/**
 * Returns the rows that are sums: without a day, those that say “Total” or are the sum of the rows with one; with a day, those without a
 * campaign that are the sum of the campaigns of their days.
 */
export function sumsIn<Row extends SheetRow>(rows: readonly Row[]): Set<Row> {
  const bySource = new Map<string, Map<string, DaySum>>();
  const dated = rows.filter(({ day }) => day !== undefined);
  for (const { source, day = '', amount } of dated.filter((row) => !mayBeSum(row))) {
    const byDay = bySource.get(source) ?? new Map<string, DaySum>();
    const before = byDay.get(day) ?? { amount: 0, count: 0 };
    byDay.set(day, { amount: before.amount + amount, count: before.count + 1 });
    bySource.set(source, byDay);
  }
  const sums = new Set(dated.filter((row) => mayBeSum(row) && isSumOf(row, bySource.get(row.source))));
  const all = dated.filter((row) => !sums.has(row));
  const total = { amount: all.reduce((sum, { amount }) => sum + amount, 0), count: all.length };
  for (const row of rows) {
    if (row.day !== undefined) continue;
    const says = row.cells.some((cell) => TOTAL.test(cell.trim()));
    if (says || (row.isWithoutDay && isEqual(row.amount, total))) sums.add(row);
  }
  return sums;
}

function mayBeSum({ campaign }: SheetRow): boolean {
  return campaign === '' || TOTAL.test(campaign);
}

function isSumOf(
  { day = '', until, amount }: SheetRow,
  byDay: ReadonlyMap<string, DaySum> | undefined,
): boolean {
  const sum = { amount: 0, count: 0 };
  for (const [each, { amount: ofDay, count }] of byDay ?? []) {
    if (each < day || each > (until ?? day)) continue;
    sum.amount += ofDay;
    sum.count += count;
  }
  return isEqual(amount, sum);
}

function isEqual(amount: number, { amount: sum, count }: DaySum): boolean {
  const rounding = Math.max(Math.abs(sum) * ROUNDING, count * HALF_CENT);
  return count > 0 && Math.abs(amount - sum) <= rounding;
}
