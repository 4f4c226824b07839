/** The table of cities (build/city-table.ts), and how their names are compared. Pure. */

/** The table as it is served. */
export interface CityTable {
  /** Codes of states and provinces by name in lower case. */
  states: Record<string, string>;
  /**
   * By state or province: lines of a place's name and its postal code, sorted by code. A ZIP code is written as the difference to
   * the one before.
   */
  cities: Record<string, string>;
}

const SHORT: Record<string, string> = { st: 'saint', ste: 'sainte', ft: 'fort', mt: 'mount' };

/** Returns a name for comparing: `St. Louis` and `SAINT LOUIS` become `saint louis`, `Montréal` becomes `montreal`. */
export function comparableCity(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/['’.]/g, '')
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()
    .replace(/^(st|ste|ft|mt)(?= )/, (short) => SHORT[short] ?? short);
}
