/**
 * Reads locations or numbers from a sheet. Each row becomes an entry, or gets a list of errors. A wide sheet, with a column of
 * numbers for each source, may have both. Pure: the places of postal codes and cities come from outside.
 */
import { plainCell } from '../../../formats/csv.ts';
import { ringingNumberOf } from '../../draft/dni-settings.ts';
import { isNameOfSource, knownSource, sourceNamed, withSources } from '../../sources/presets.ts';
import { columnsOf, guessMapping, type Mapping, type SheetColumn } from './sheet/columns.ts';
import { countryNamed } from './sheet/country-names.ts';
import { isPlainPhone, memberNamed, type PasteList } from './sheet/headers.ts';
import { locationRow, neededPlaces } from './location-rows.ts';
import { locationsCalled, numberCells, numberRow, type SourceColumn } from './number-rows.ts';
import type { NotedRow, ReadCells, Reading } from './reading.ts';
import type { Pasted, PastedRow, UnknownSource } from './result.ts';
import { type Match, matchLocations, matchNumbers } from './pasted-matches.ts';
import { type PrintedPhones, printedPhones } from './printed-phones.ts';
import { type SheetRow, sheetRows, type SheetRows } from './sheet/sheet-rows.ts';
import { OF_SOURCE, sourceOfHeader } from './sheet/wide.ts';
import { withLocations } from './with-pasted.ts';

/** A sheet, and what its columns mean. */
interface ReadSheet {
  rows: SheetRows;
  sheet: readonly SheetColumn[];
  mapping: Mapping;
  columns: Pasted['columns'];
  read: readonly (ReadCells & Pick<SheetRow, 'cells'>)[];
  ofSources: readonly SourceColumn[];
}

const NOT_PRINTED: PrintedPhones = { targets: [], shared: [], left: 0 };

/** Each line is one requirement, which any of its columns meets. */
const REQUIRED: Record<PasteList, readonly (readonly string[])[]> = {
  locations: [['name'], ['postal_code', 'city', 'address', 'coordinates', 'latitude']],
  numbers: [['phone_number', OF_SOURCE]],
};

/**
 * Reads a table. A wide sheet that is pasted as numbers and has branches that are new is read as locations with numbers.
 * @param table the cells of all rows, blank ones too; the first that has more than a title has the headers
 */
export function readPasted(list: PasteList, table: readonly (readonly string[])[], reading: Reading): Pasted {
  const rows = sheetRows(table);
  if (list === 'locations') return readLocations(rows, reading);
  const numbers = readNumbers(rows, reading);
  const isNew = ({ faults }: PastedRow): boolean => faults.some(({ column }) => column === 'location_id');
  if (!numbers.isWide || !numbers.rows.some(isNew)) return numbers;
  const both = readLocations(rows, reading);
  return both.missing.length === 0 && both.numbers !== undefined ? both : numbers;
}

function readLocations(rows: SheetRows, reading: Reading): Pasted {
  const sheet = readSheet('locations', rows, reading);
  const noted = sheet.read.map((cells) => locationRow(cells, reading));
  const found = outcomes(noted, matchLocations(noted, reading.settings));
  const isPrinted = sharesPhones(sheet, reading);
  const phones = found.flatMap(({ entry }, index) => {
    const location = entry !== undefined && 'latitude' in entry ? entry : undefined;
    const [rings] = location?.numbers ?? [];
    const number = (isPrinted === true && rings ? ringingNumberOf(rings) : noted[index]?.printed) ?? '';
    return location === undefined || number === '' ? [] : [{ number, location_id: location.location_id }];
  });
  const pasted: Pasted = {
    ...resultOf('locations', sheet, found),
    needed: neededPlaces(sheet.read, reading),
    printed: printedPhones(reading.settings, phones),
    isPrinted,
  };
  return sheet.ofSources.length === 0
    ? pasted
    : { ...pasted, numbers: numbersBeside(pasted, sheet, reading) };
}

/** Reads the numbers in the same rows as the locations. Those of a skipped location are left out with it. */
function numbersBeside(locations: Pasted, sheet: ReadSheet, reading: Reading): Pasted {
  const settings = withLocations(reading.settings, locations);
  const branches = new Map(
    locations.rows.flatMap(({ line, entry, repeats }) => {
      const same = locations.rows.find((row) => row.line === repeats)?.entry ?? entry;
      return same !== undefined && 'latitude' in same ? [[line, same] as const] : [];
    }),
  );
  const read = sheet.read.flatMap(({ line, cells }) => {
    const branch = branches.get(line);
    if (branch === undefined) return [];
    const said: Readonly<Record<string, string>> = {
      location_id: branch.location_id,
      country: branch.country,
    };
    return [{ line, cells, values: (member: string) => said[member] ?? '' }];
  });
  return numbersOf({ ...sheet, read }, { ...reading, settings });
}

function readNumbers(rows: SheetRows, reading: Reading): Pasted {
  return numbersOf(readSheet('numbers', rows, reading), reading);
}

function numbersOf(sheet: ReadSheet, reading: Reading): Pasted {
  const isWide = sheet.ofSources.length > 0;
  const read = isWide
    ? sheet.read.flatMap((row) => numberCells(row, row.cells, sheet.ofSources))
    : sheet.read;
  const unknown = unknownSources(read, reading);
  const settings = isWide
    ? withSources(
        reading.settings,
        unknown.map(({ rule }) => rule),
      )
    : reading.settings;
  const rows = read.map((cells) => numberRow(cells, { ...reading, settings }));
  const wide = ['source', 'phone_number', 'location_id'].map((member) => ({ member, header: '' }));
  const found = resultOf('numbers', sheet, outcomes(rows, matchNumbers(rows, settings)));
  return { ...found, unknownSources: unknown, isWide, ...(isWide ? { columns: wide } : {}) };
}

function readSheet(list: PasteList, rows: SheetRows, reading: Reading): ReadSheet {
  const sheet = columnsOf(rows);
  const mapping = { ...guessed(list, rows, reading), ...reading.chosen };
  const members = sheet.map(({ name }) => mapping[name] ?? undefined);
  // Of two columns with the same meaning, the first is used, unless they are of sources.
  const used = members.map((member, index) =>
    members.indexOf(member) === index || member === OF_SOURCE ? member : undefined,
  );
  const ofSources = used.flatMap((member, index) => {
    const { name = '' } = sheet[index] ?? {};
    return member === OF_SOURCE ? [{ index, source: sourceOfHeader(name) || name }] : [];
  });
  const columns = used.flatMap((member, index) =>
    member === undefined || member === OF_SOURCE ? [] : [{ member, header: sheet[index]?.name ?? '' }],
  );
  const read = rows.rows.map(({ line, cells }) => ({
    line,
    cells,
    values: (member: string) => plainCell((cells[used.indexOf(member)] ?? '').trim()),
  }));
  return { rows, sheet, mapping, columns, read, ofSources };
}

function guessed(list: PasteList, rows: SheetRows, { settings, toE164 }: Reading): Mapping {
  const column = rows.headers.findIndex((header) => memberNamed('locations', header) === 'country');
  const country = countryNamed(rows.rows[0]?.cells[column] ?? '');
  return guessMapping(list, rows, {
    toE164: (text) => toE164(text, country),
    isLocation: (text) => locationsCalled(settings, text).length > 0,
    isSource: (text) => knownSource(settings, text) !== undefined,
    isNameOfSource: (text) => isNameOfSource(settings, text),
  });
}

function resultOf(list: PasteList, read: ReadSheet, rows: readonly PastedRow[]): Pasted {
  const { sheet, mapping, columns, ofSources } = read;
  const known = new Set(columns.map(({ member }) => member));
  if (ofSources.length > 0) known.add(OF_SOURCE);
  return {
    list,
    sheet,
    mapping,
    columns,
    missing: REQUIRED[list].filter((members) => !members.some((member) => known.has(member))),
    rows,
    totals: read.rows.totals,
    unknownSources: [],
    isWide: false,
    needed: undefined,
    printed: NOT_PRINTED,
    isPrinted: undefined,
  };
}

/**
 * Tells whether the phones that ring are also the numbers on the site. A column “Phone” is both, until the user separates
 * them; a column with a clear header, or a second column, is not asked about.
 */
function sharesPhones({ columns }: ReadSheet, { isPrinted }: Reading): boolean | undefined {
  const rings = columns.find(({ member }) => member === 'numbers');
  if (rings === undefined || columns.some(({ member }) => member === 'printed')) return undefined;
  return isPrinted ?? isPlainPhone(rings.header);
}

/** Lists the sources that rows name and the company does not have, each once. */
function unknownSources(read: readonly ReadCells[], { settings }: Reading): UnknownSource[] {
  const found = new Map<string, UnknownSource>();
  for (const { values } of read) {
    const text = values('source');
    if (text === '' || knownSource(settings, text) !== undefined) continue;
    const key = text.toLowerCase();
    const { rule, rows } = found.get(key) ?? { rule: sourceNamed(text), rows: 0 };
    found.set(key, { rule, rows: rows + 1 });
  }
  return [...found.values()];
}

/** Reports the errors of a row itself before its conflicts with other rows. */
function outcomes(rows: readonly NotedRow[], matches: readonly Match[]): PastedRow[] {
  return rows.map(({ line, title, faults: own, notes }, index): PastedRow => {
    const match = matches[index];
    const faults = own.length > 0 ? own : (match?.faults ?? []);
    const isTaken = match !== undefined && faults.length === 0 && match.repeats === undefined;
    return {
      ...match,
      line,
      title,
      faults,
      notes,
      entry: isTaken ? match.entry : undefined,
      replaces: match?.replaces,
    };
  });
}
