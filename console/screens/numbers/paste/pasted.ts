/**
 * Reads locations or numbers from a sheet. Each row becomes an entry, or gets a list of errors. Pure: the places of postal
 * codes and cities come from outside.
 */
import {
  byKey,
  type DniLocation,
  type DniNumber,
  type DniSettings,
  type TrackingNumber,
} from '../dni-settings.ts';
import { knownSource, sourceNamed, type SourcePreset } from '../sources/presets.ts';
import { columnsOf, guessMapping, type Mapping, type PasteList, type SheetColumn } from './columns.ts';
import { locationRow, neededPlaces } from './location-rows.ts';
import { locationsCalled, numberRow } from './number-rows.ts';
import type { NeededPlaces } from '../places/find-place.ts';
import type { NotedRow, ReadCells, Reading, RowNote } from './reading.ts';
import { plainCell } from './csv.ts';
import { type Match, matchLocations, matchNumbers, type RowFault } from './pasted-matches.ts';

export type { PasteList } from './columns.ts';

/** A row of the table, and its result. */
export interface PastedRow extends Pick<Match, 'replaces' | 'repeats' | 'sharesName'> {
  /** The row number in the spreadsheet, from 1. */
  line: number;
  /** Identifies the row to the user. */
  title: string;
  /** Undefined if the row is skipped. */
  entry: DniLocation | TrackingNumber | undefined;
  faults: readonly RowFault[];
  notes: readonly RowNote[];
}

/** A source that numbers name and the company does not have. */
export interface UnknownSource extends Pick<SourcePreset, 'rule' | 'visits'> {
  rows: number;
}

/** The result of reading a table. */
export interface Pasted {
  /** All columns of the table, and the member of each. */
  sheet: readonly SheetColumn[];
  mapping: Mapping;
  /** The used columns with their headers in the table. */
  columns: readonly { member: string; header: string }[];
  /** Required columns that are missing: of each list one is enough. */
  missing: readonly (readonly string[])[];
  rows: readonly PastedRow[];
  unknownSources: readonly UnknownSource[];
  /** What is needed to find places and is not there. */
  needed: NeededPlaces;
}

const NOTHING_NEEDED: NeededPlaces = { codes: false, cities: false, addresses: [] };

/** Each line is one requirement, which any of its columns meets. */
const REQUIRED: Record<PasteList, readonly (readonly string[])[]> = {
  locations: [['name'], ['postal_code', 'city', 'address', 'coordinates', 'latitude']],
  numbers: [['phone_number']],
};

/** Reads a table. @param table the cells, with the headers in the first row */
export function readPasted(list: PasteList, table: readonly (readonly string[])[], reading: Reading): Pasted {
  const sheet = columnsOf(table);
  const mapping = { ...guessed(list, table, reading), ...reading.chosen };
  const members = sheet.map(({ name }) => mapping[name] ?? undefined);
  // Of two columns with the same meaning, the first is used.
  const used = members.map((member, index) => (members.indexOf(member) === index ? member : undefined));
  const columns = used.flatMap((member, index) =>
    member === undefined ? [] : [{ member, header: sheet[index]?.name ?? '' }],
  );
  const known = new Set(columns.map(({ member }) => member));
  const read = table.slice(1).map((cells, index): ReadCells => ({
    line: index + 2,
    values: (member) => plainCell((cells[used.indexOf(member)] ?? '').trim()),
  }));
  const rows = rowsOf(list, read, reading);
  return {
    sheet,
    mapping,
    columns,
    missing: REQUIRED[list].filter((members) => !members.some((member) => known.has(member))),
    rows,
    unknownSources: list === 'numbers' ? unknownSources(read, reading) : [],
    needed: list === 'locations' ? neededPlaces(read, reading) : NOTHING_NEEDED,
  };
}

function guessed(
  list: PasteList,
  table: readonly (readonly string[])[],
  { settings, toE164 }: Reading,
): Mapping {
  return guessMapping(list, table, {
    toE164,
    isLocation: (text) => locationsCalled(settings, text).length > 0,
    isSource: (text) => knownSource(settings, text) !== undefined,
  });
}

/** Lists the sources that rows name and the company does not have, each once. */
function unknownSources(read: readonly ReadCells[], { settings }: Reading): UnknownSource[] {
  const found = new Map<string, UnknownSource>();
  for (const { values } of read) {
    const text = values('source');
    if (text === '' || knownSource(settings, text) !== undefined) continue;
    const key = text.toLowerCase();
    const { rule, visits, rows } = found.get(key) ?? { ...sourceNamed(text), rows: 0 };
    found.set(key, { rule, visits, rows: rows + 1 });
  }
  return [...found.values()];
}

/**
 * Returns the settings with every valid row. An update changes only the members that the table has a column for; new
 * entries are added.
 */
export function withPasted(settings: DniSettings, list: PasteList, { rows, columns }: Pasted): DniSettings {
  const sound = rows.flatMap(({ entry, replaces }) => (entry === undefined ? [] : [{ entry, replaces }]));
  const replacements = new Map(sound.map(({ entry, replaces }) => [replaces, entry]));
  const given = new Set(
    columns.flatMap(({ member }) => (member === 'coordinates' ? ['latitude', 'longitude'] : [member])),
  );
  const kept = [...byKey<DniLocation | DniNumber>(settings[list])].map(([key, entry]) => {
    const replacement = replacements.get(key);
    if (replacement === undefined) return entry;
    const said = Object.fromEntries(Object.entries(replacement).filter(([member]) => given.has(member)));
    return { ...entry, ...said, ...areaOf(entry, replacement) };
  });
  const added = sound.filter(({ replaces }) => replaces === undefined).map(({ entry }) => entry);
  return { ...settings, [list]: [...kept, ...added] };
}

/** Returns the area that a location serves: postal codes from the table, regions unchanged. */
function areaOf(before: DniLocation | DniNumber, after: DniLocation | TrackingNumber): object {
  if (!('service_area' in before) || before.service_area === undefined) return {};
  const codes = 'service_area' in after ? after.service_area?.postal_codes : undefined;
  const { postal_codes: known, regions } = before.service_area;
  return { service_area: { postal_codes: codes ?? known, regions } };
}

function rowsOf(list: PasteList, read: readonly ReadCells[], reading: Reading): PastedRow[] {
  if (list === 'locations') {
    const rows = read.map((cells) => locationRow(cells, reading));
    return outcomes(rows, matchLocations(rows, reading.settings));
  }
  const rows = read.map((cells) => numberRow(cells, reading));
  return outcomes(rows, matchNumbers(rows, reading.settings));
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
