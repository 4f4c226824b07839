/** Guesses the meaning of each column of a sheet from its name, and from its cells if the name says nothing. Pure. */
import { isPhone } from '../../../forms/phone/e164.ts';
import { coordinatesIn } from '../places/coordinates.ts';

export type PasteList = 'locations' | 'numbers';

/** The columns that a list has, each with the headers that spreadsheets use for it. */
const COLUMNS: Record<PasteList, Readonly<Record<string, RegExp>>> = {
  locations: {
    name: /^((location|branch|store|office|shop|site|franchise)( name)?|name|title|business name)$/,
    address: /^((street|mailing|physical)? ?address( 1| line 1)?|street)$/,
    city: /^(city|town|city town|locality)$/,
    state: /^(state|region|province|st|state province)$/,
    postal_code: /^(zip|postal|post)( ?codes?)?$|^postcode$/,
    country: /^country( code)?$/,
    coordinates:
      /^(lat(itude)? ?(\/|and|,|&)? ?(long?|lng|longitude)|coordinates|coords|geo|gps|location coordinates|lat ?(lng|long?))$/,
    latitude: /^lat(itude)?$/,
    longitude: /^(long?|lng|longitude)$/,
    timezone: /^(time ?zone|tz)$/,
    numbers:
      /^((main|office|branch|store|shop|business|direct|local) )?((tele)?phones?|tel|phone line)( ?(numbers?|no|#))?$|^(phones? that rings?|rings|forwards? to|answered (at|by))$/,
    postal_codes:
      /^(serves|service area|postal codes served|zip codes served|zip codes|zips|territory|postal codes)$/,
    location_id: /^((location|store|branch|office) )?(id|code|number|no|#)$/,
  },
  numbers: {
    phone_number:
      /^((tracking|tracked|call|dni) )?((tele)?phone|number|tel)( ?(number|no|#))?$|^tracking( line)?$/,
    source: /^((lead|traffic|marketing|ad) )?(source|channel|campaign|medium)( name)?$/,
    location_id:
      /^((location|branch|store|office|shop|site|franchise)( (name|id|code))?|city|name|title|business name)$/,
    target:
      /^(target|instead of|replaces|(printed|main|original|local|real|swap|destination|forward(s|ing)?( to)?) ?(number|phone|line)?)$/,
    sms: /^(sms|texts?|texting)$/,
  },
};

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
/** Cells that are read to guess what a column has. */
const MOST_READ = 50;

/** Lists the members of a list. */
export function membersOf(list: PasteList): string[] {
  return Object.keys(COLUMNS[list]);
}

/** Returns the columns of a sheet. Of two columns with one name, the second gets a number. */
export function columnsOf([headers = [], ...rows]: readonly (readonly string[])[]): SheetColumn[] {
  const taken = new Set<string>();
  return headers.map((header, index) => {
    const plain = header.trim() === '' ? `Column ${index + 1}` : header.trim();
    let name = plain;
    for (let number = 2; taken.has(name); number += 1) name = `${plain} (${number})`;
    taken.add(name);
    return { name, examples: cellsOf(rows, index).slice(0, EXAMPLES) };
  });
}

/** The company's own words, by which the cells of a column are known. */
export interface KnownCells {
  /** Converts a typed phone number to E.164. */
  toE164: (text: string) => string;
  isLocation: (text: string) => boolean;
  isSource: (text: string) => boolean;
}

/** Guesses the members of the columns. No member is used twice. */
export function guessMapping(
  list: PasteList,
  table: readonly (readonly string[])[],
  known: KnownCells,
): Mapping {
  const columns = columnsOf(table);
  const taken = new Set<string>();
  const mapping: Mapping = {};
  const take = (column: string, member: string | undefined): void => {
    const isFree = member !== undefined && !taken.has(member);
    if (isFree) taken.add(member);
    mapping[column] = isFree ? member : (mapping[column] ?? null);
  };
  for (const { name } of columns) take(name, memberNamed(list, name));
  columns.forEach(({ name }, index) => {
    if (mapping[name] === null) take(name, memberOfCells(list, cellsOf(table.slice(1), index), known));
  });
  return mapping;
}

function memberNamed(list: PasteList, header: string): string | undefined {
  const plain = header
    .toLowerCase()
    .replaceAll(/[_\s-]+/g, ' ')
    .replaceAll(/[.:*]|\([^()]*\)/g, '')
    .trim();
  return Object.entries(COLUMNS[list]).find(([, pattern]) => pattern.test(plain))?.[0];
}

/** Returns the member whose kind all cells of a column have. */
function memberOfCells(list: PasteList, cells: readonly string[], known: KnownCells): string | undefined {
  if (cells.length === 0) return undefined;
  const all = (test: (cell: string) => boolean): boolean => cells.every(test);
  if (list === 'locations') {
    if (all((cell) => coordinatesIn(cell) !== undefined)) return 'coordinates';
    return all((cell) => /^(\d{5}(-\d{4})?|[A-Z]\d[A-Z] ?\d[A-Z]\d)$/i.test(cell))
      ? 'postal_code'
      : undefined;
  }
  if (all((cell) => isPhone(known.toE164(cell)))) return 'phone_number';
  if (all(known.isLocation)) return 'location_id';
  return all(known.isSource) ? 'source' : undefined;
}

function cellsOf(rows: readonly (readonly string[])[], index: number): string[] {
  return rows
    .slice(0, MOST_READ)
    .map((row) => (row[index] ?? '').trim())
    .filter((cell) => cell !== '');
}
