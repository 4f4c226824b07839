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

/** Letters that have no accent that could be taken away. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

const SHORT: Record<string, string> = { st: 'saint', ste: 'sainte', ft: 'fort', mt: 'mount' };

/** Returns a text in small letters of the English alphabet: `Tromsø` becomes `tromso`. Other alphabets stay. */
export function plainLetters(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[ßøæœłđðþı]/g, (letter) => LETTERS[letter] ?? letter);
}

/** Returns a name for comparing: `St. Louis` and `SAINT LOUIS` become `saint louis`, `Montréal` becomes `montreal`. */
export function comparableCity(name: string): string {
  return plainLetters(name)
    .replaceAll(/['’.]/g, '')
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()
    .replace(/^(st|ste|ft|mt)(?= )/, (short) => SHORT[short] ?? short);
}
