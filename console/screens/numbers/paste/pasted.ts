/**
 * Reads locations or numbers from a spreadsheet. Columns are matched by name. Each row becomes an entry, or gets a list
 * of errors. Pure.
 */
import { plainCell } from './csv.ts';
import {
  byKey,
  type DniLocation,
  type DniNumber,
  type DniSettings,
  toE164,
  type TrackingNumber,
} from '../dni-settings.ts';
import { type Match, matchLocations, matchNumbers, type ReadRow, type RowFault } from './pasted-matches.ts';

/** The known columns, each with the headers that spreadsheets use for it. */
const COLUMNS = {
  locations: {
    name: ['name', 'location', 'branch', 'store', 'office', 'title'],
    address: ['address', 'street', 'street address', 'address 1'],
    city: ['city', 'town'],
    state: ['state', 'region', 'province'],
    postal_code: ['postal code', 'zip', 'zip code', 'postcode', 'postal'],
    country: ['country', 'country code'],
    latitude: ['latitude', 'lat'],
    longitude: ['longitude', 'lon', 'lng', 'long'],
    timezone: ['timezone', 'time zone', 'tz'],
    postal_codes: ['serves', 'service area', 'postal codes', 'zip codes', 'zips', 'territory'],
    location_id: ['id', 'location id', 'store id', 'branch id'],
  },
  numbers: {
    phone_number: ['number', 'phone', 'phone number', 'tracking number', 'telephone', 'tel'],
    source: ['source', 'channel', 'campaign', 'medium'],
    location_id: ['location', 'branch', 'store', 'location id', 'office', 'city'],
    target: ['target', 'instead of', 'printed number', 'replaces'],
    sms: ['sms', 'texts', 'text'],
  },
} as const;

export type PasteList = keyof typeof COLUMNS;

/** A row of the table, and its result. */
export interface PastedRow extends Pick<Match, 'replaces' | 'repeats' | 'sharesName'> {
  /** The row number in the spreadsheet, from 1. */
  line: number;
  /** Identifies the row to the user. */
  title: string;
  /** Undefined if the row is skipped. */
  entry: DniLocation | TrackingNumber | undefined;
  faults: readonly RowFault[];
}

/** The result of reading a table. */
export interface Pasted {
  /** The known columns with their headers in the table. */
  columns: readonly { member: string; header: string }[];
  /** Unknown headers. */
  unknown: readonly string[];
  /** Required columns that are missing. */
  missing: readonly string[];
  rows: readonly PastedRow[];
}

const DEGREES = { latitude: '30.2672', longitude: '-97.7431' };

const REQUIRED: Record<PasteList, readonly string[]> = {
  locations: ['name', 'latitude', 'longitude'],
  numbers: ['phone_number'],
};

/** Reads a table. @param table the cells, with the headers in the first row */
export function readPasted(
  list: PasteList,
  table: readonly (readonly string[])[],
  settings: DniSettings,
): Pasted {
  const [headers = [], ...lines] = table;
  const found = headers.map((header) => memberOf(list, header));
  // Of two columns with the same meaning, the first is used.
  const members = found.map((member, index) => (found.indexOf(member) === index ? member : undefined));
  const columns = members.flatMap((member, index) =>
    member === undefined ? [] : [{ member, header: headers[index] ?? '' }],
  );
  const known = new Set(columns.map(({ member }) => member));
  return {
    columns,
    unknown: headers.filter((_, index) => members[index] === undefined),
    missing: REQUIRED[list].filter((member) => !known.has(member)),
    rows: rowsOf(list, lines, { members, settings }),
  };
}

/**
 * Returns the settings with every valid row. An update changes only the members that the table has a column for; new
 * entries are added.
 */
export function withPasted(settings: DniSettings, list: PasteList, { rows, columns }: Pasted): DniSettings {
  const sound = rows.flatMap(({ entry, replaces }) => (entry === undefined ? [] : [{ entry, replaces }]));
  const replacements = new Map(sound.map(({ entry, replaces }) => [replaces, entry]));
  const given = new Set(columns.map(({ member }) => member));
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

/** Returns the cell of a member in a row; '' if there is none. */
type Values = (member: string) => string;

function rowsOf(
  list: PasteList,
  lines: readonly (readonly string[])[],
  { members, settings }: { members: readonly (string | undefined)[]; settings: DniSettings },
): PastedRow[] {
  const read = lines.map((cells, index): [line: number, values: Values] => [
    index + 2,
    (member) => plainCell((cells[members.indexOf(member)] ?? '').trim()),
  ]);
  if (list === 'locations') {
    const rows = read.map(([line, values]) => locationRow(line, values));
    return outcomes(rows, matchLocations(rows, settings));
  }
  const rows = read.map(([line, values]) => numberRow(line, values, settings));
  return outcomes(rows, matchNumbers(rows, settings));
}

/** Reports the errors of a row itself before its conflicts with other rows. */
function outcomes(rows: readonly ReadRow[], matches: readonly Match[]): PastedRow[] {
  return rows.map(({ line, title, faults: own }, index): PastedRow => {
    const match = matches[index];
    const faults = own.length > 0 ? own : (match?.faults ?? []);
    const isTaken = match !== undefined && faults.length === 0 && match.repeats === undefined;
    return {
      ...match,
      line,
      title,
      faults,
      entry: isTaken ? match.entry : undefined,
      replaces: match?.replaces,
    };
  });
}

function memberOf(list: PasteList, header: string): string | undefined {
  const plain = header
    .toLowerCase()
    .replaceAll(/[_\s-]+/g, ' ')
    .trim();
  const found = Object.entries(COLUMNS[list]).find(([, names]) =>
    (names as readonly string[]).includes(plain),
  );
  return found?.[0];
}

function locationRow(line: number, values: Values): ReadRow<DniLocation> {
  const [name, latitude, longitude] = [values('name'), values('latitude'), values('longitude')];
  const faults = [
    ...(name === '' ? [{ column: 'name', detail: 'The name is missing.' }] : []),
    ...degreesFault('latitude', latitude, 90),
    ...degreesFault('longitude', longitude, 180),
  ];
  const prefixes = values('postal_codes')
    .split(/[,;\s|]+/)
    .filter((code) => code !== '');
  const entry: DniLocation = {
    location_id: values('location_id'),
    name,
    address: values('address'),
    city: values('city'),
    state: values('state'),
    postal_code: values('postal_code'),
    country: values('country') || 'US',
    timezone: values('timezone'),
    latitude,
    longitude,
    ...(prefixes.length === 0 ? {} : { service_area: { postal_codes: prefixes, regions: [] } }),
  };
  return { line, title: name, entry, faults };
}

function degreesFault(column: 'latitude' | 'longitude', text: string, limit: number): RowFault[] {
  const isSound = /^[+-]?\d{1,3}(?:\.\d+)?$/.test(text) && Math.abs(Number(text)) <= limit;
  const detail = `“${text}” is not a ${column} in decimal degrees, such as ${DEGREES[column]}.`;
  return isSound ? [] : [{ column, detail }];
}

function numberRow(line: number, values: Values, settings: DniSettings): ReadRow<TrackingNumber> {
  const [phone, target] = [toE164(values('phone_number')), toE164(values('target'))];
  const found = locationsCalled(settings, values('location_id'));
  const faults = [
    ...phoneFault('phone_number', phone),
    ...locationFault(values('location_id'), found),
    ...(target === '' ? [] : phoneFault('target', target)),
  ];
  const [location] = found;
  const entry: TrackingNumber = {
    phone_number: phone,
    ...sourceOf(settings, values('source')),
    ...(location === undefined ? {} : { location_id: location.location_id }),
    ...(target === '' ? {} : { target }),
    sms: /^(?:1|yes|y|true|x)$/i.test(values('sms')),
  };
  return { line, title: phone, entry, faults };
}

function phoneFault(column: string, text: string): RowFault[] {
  const detail = `“${text}” is not a phone number. Enter it with its country code, such as +15125550100.`;
  return isPhone(text) ? [] : [{ column, detail }];
}

function locationFault(called: string, found: readonly DniLocation[]): RowFault[] {
  if (called === '' || found.length === 1) return [];
  const ids = found.map(({ location_id: id }) => id).join(', ');
  const detail =
    found.length === 0
      ? `No location is named “${called}”. Enter the name or the id of one of your locations.`
      : `Several locations are named “${called}”. Enter the id of one of them: ${ids}.`;
  return [{ column: 'location_id', detail }];
}

/** Finds locations by id, else by name, else by city, ignoring case. */
function locationsCalled({ locations }: DniSettings, text: string): readonly DniLocation[] {
  const wanted = text.toLowerCase();
  if (wanted === '') return [];
  for (const member of ['location_id', 'name', 'city'] as const) {
    const found = locations.filter((location) => location[member].toLowerCase() === wanted);
    if (found.length > 0) return found;
  }
  return [];
}

/** Returns the name of a custom source unchanged; otherwise the channel: `paid_search` for `Paid Search`. */
function sourceOf({ sources }: DniSettings, text: string): { source?: string } {
  if (text === '') return {};
  const isOwn = sources.some(({ name }) => name === text);
  return { source: isOwn ? text : text.toLowerCase().replaceAll(/[\s-]+/g, '_') };
}

function isPhone(text: string): boolean {
  return /^\+[1-9]\d{6,14}$/.test(text);
}
