/** Guesses the meaning of each column of a sheet from its name, and from its cells if the name says nothing. Pure. */
import { isPhone } from '../../../../forms/phone/e164.ts';
import { coordinatesIn } from '../../../places/finding/coordinates.ts';
import { COLUMNS, memberNamed, type PasteList, saysThatItRings, isPlainPhone } from './headers.ts';
import type { SheetRows } from './sheet-rows.ts';
import { arePhones, hasPhone, OF_SOURCE, sourceOfHeader } from './wide.ts';

/** A column of the sheet. */
export interface SheetColumn {
  /** Its header; `Column 3` without one. */
  name: string;
  /** The first cells that are not empty. */
  examples: string[];
}

/** Maps the names of columns to members; null ignores a column. */
export type Mapping = Record<string, string | null>;

const EXAMPLES = 3;
/** Two numbers with three decimals or more: fewer may be amounts, such as the revenue of two years. */
const ARE_EXACT = /\d[.,]\d{3}\d*\D+\d{1,3}[.,]\d{3}/;
/** Cells that are read to guess what a column has. */
const MOST_READ = 50;

/** Lists the members of a list. */
export function membersOf(list: PasteList): string[] {
  return [...Object.keys(COLUMNS[list]), OF_SOURCE];
}

/** Returns the columns of a sheet. Of two columns with one name, the second gets a number. */
export function columnsOf(sheet: SheetRows): SheetColumn[] {
  const taken = new Set<string>();
  return sheet.headers.map((header, index) => {
    const plain = header.trim() === '' ? `Column ${index + 1}` : header.trim();
    let name = plain;
    for (let number = 2; taken.has(name); number += 1) name = `${plain} (${number})`;
    taken.add(name);
    return { name, examples: cellsOf(sheet, index).slice(0, EXAMPLES) };
  });
}

/** The company's own words, by which the cells of a column are known. */
export interface KnownCells {
  /** Converts a typed phone number to E.164. */
  toE164: (text: string) => string;
  isLocation: (text: string) => boolean;
  /** Tells the company's sources and the channels. */
  isSource: (text: string) => boolean;
  /** Tells these and the names of sources that most companies have. */
  isNameOfSource: (text: string) => boolean;
}

/** Guesses the members of the columns. No member is used twice, except for the numbers of sources. */
export function guessMapping(list: PasteList, sheet: SheetRows, known: KnownCells): Mapping {
  const columns = columnsOf(sheet);
  const taken = new Set<string>();
  const mapping: Mapping = {};
  const take = (column: string, member: string | undefined): void => {
    const isFree = member !== undefined && !taken.has(member);
    if (isFree) taken.add(member);
    mapping[column] = isFree ? member : (mapping[column] ?? null);
  };
  const ofSources = sourceColumns(list, sheet, known);
  const isWide = ofSources.size > 0;
  for (const { name } of columns) {
    const member = ofSources.has(name) ? undefined : memberOfHeader(list, name, columns);
    // In a wide sheet, any other number is one of the branch.
    take(name, isWide && list === 'numbers' && member === 'phone_number' ? undefined : member);
    if (ofSources.has(name)) mapping[name] = OF_SOURCE;
  }
  columns.forEach(({ name }, index) => {
    if (mapping[name] !== null || (isWide && list === 'numbers')) return;
    take(name, memberOfCells(list, cellsOf(sheet, index), known));
  });
  return mapping;
}

/** Returns what a header names. Beside a column of phones that ring, a plain phone is the number on the site. */
function memberOfHeader(list: PasteList, name: string, columns: readonly SheetColumn[]): string | undefined {
  const isPrinted =
    list === 'locations' && isPlainPhone(name) && columns.some((other) => saysThatItRings(other.name));
  return isPrinted ? 'printed' : memberNamed(list, name);
}

/**
 * Returns the columns whose headers are sources and whose cells are their numbers. A header that nobody knows is a source only
 * beside another one: alone, it could be anything.
 */
function sourceColumns(list: PasteList, sheet: SheetRows, known: KnownCells): ReadonlySet<string> {
  const columns = columnsOf(sheet);
  const named = new Set(columns.map(({ name }) => memberNamed('numbers', name)));
  if (list === 'numbers' && named.has('phone_number') && named.has('source')) return new Set();
  const isNumber = (text: string): boolean => isPhone(known.toE164(text));
  const found = columns.filter(({ name }, index) => {
    const source = sourceOfHeader(sheet.headers[index] ?? '');
    const isNamed = memberNamed(list, name) !== undefined && !known.isNameOfSource(source);
    return source !== '' && !isNamed && arePhones(cellsOf(sheet, index), isNumber);
  });
  const isSure = found.some(({ name }) => known.isNameOfSource(sourceOfHeader(name)));
  return new Set(isSure || found.length > 1 ? found.map(({ name }) => name) : []);
}

/** Returns the member whose kind all cells of a column have. */
function memberOfCells(list: PasteList, cells: readonly string[], known: KnownCells): string | undefined {
  if (cells.length === 0) return undefined;
  const all = (test: (cell: string) => boolean): boolean => cells.every(test);
  if (list === 'locations') {
    if (all((cell) => ARE_EXACT.test(cell) && coordinatesIn(cell) !== undefined)) return 'coordinates';
    return all((cell) => /^(\d{5}(-\d{4})?|[A-Z]\d[A-Z] ?\d[A-Z]\d)$/i.test(cell))
      ? 'postal_code'
      : undefined;
  }
  if (all((cell) => hasPhone(cell, (text) => isPhone(known.toE164(text))))) return 'phone_number';
  if (all(known.isLocation)) return 'location_id';
  return all(known.isSource) ? 'source' : undefined;
}

function cellsOf({ rows }: SheetRows, index: number): string[] {
  return rows
    .slice(0, MOST_READ)
    .map(({ cells }) => (cells[index] ?? '').trim())
    .filter((cell) => cell !== '');
}
