/**
 * Many locations or numbers at once, from a spreadsheet: its columns are matched by their names, each row becomes an entry
 * or says what is wrong with it. Pure.
 */
import { plainCell } from './csv.ts';
import { type DniLocation, type DniNumber, type DniSettings, idFrom, toE164 } from './dni-settings.ts';

/** The columns that are known, by how spreadsheets call them. */
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

/** A row of the table, and what it becomes. */
export interface PastedRow {
  /** As the spreadsheet counts, from 1. */
  line: number;
  /** What tells it from the others. */
  title: string;
  entry: DniLocation | DniNumber | undefined;
  /** What is there already under the same id. */
  isKnown: boolean;
  faults: readonly { column: string; detail: string }[];
}

/** A table that was read. */
export interface Pasted {
  /** What each known column is called in the table. */
  columns: readonly { member: string; header: string }[];
  /** Headers that mean nothing here. */
  unknown: readonly string[];
  /** What has to be there and is not. */
  missing: readonly string[];
  rows: readonly PastedRow[];
}

const REQUIRED: Record<PasteList, readonly string[]> = {
  locations: ['name', 'latitude', 'longitude'],
  numbers: ['phone_number'],
};

/** @param table the cells, the headers first */
export function readPasted(
  list: PasteList,
  table: readonly (readonly string[])[],
  settings: DniSettings,
): Pasted {
  const [headers = [], ...lines] = table;
  const members = headers.map((header) => memberOf(list, header));
  const columns = members.flatMap((member, index) =>
    member === undefined ? [] : [{ member, header: headers[index] ?? '' }],
  );
  const known = new Set(columns.map(({ member }) => member));
  const taken = new Set(settings.locations.map(({ location_id: id }) => id));
  const present = new Set(settings.numbers.map(({ phone_number: number }) => number));
  const rows = lines.map((cells, index): PastedRow => {
    const values: Values = (member) => plainCell((cells[members.indexOf(member)] ?? '').trim());
    const line = index + 2;
    return list === 'locations'
      ? locationRow(line, values, taken)
      : numberRow(line, values, { settings, present });
  });
  return {
    columns,
    unknown: headers.filter((_, index) => members[index] === undefined),
    missing: REQUIRED[list].filter((member) => !known.has(member)),
    rows,
  };
}

/** The settings with every sound row: one of a known id replaces what is there. */
export function withPasted(settings: DniSettings, list: PasteList, rows: readonly PastedRow[]): DniSettings {
  const idOf = (entry: DniLocation | DniNumber): string =>
    'phone_number' in entry ? entry.phone_number : entry.location_id;
  const fresh = new Map(rows.flatMap(({ entry }) => (entry === undefined ? [] : [[idOf(entry), entry]])));
  const before: readonly (DniLocation | DniNumber)[] = settings[list];
  const kept = before.map((entry) => {
    const replacement = fresh.get(idOf(entry));
    fresh.delete(idOf(entry));
    return replacement === undefined ? entry : { ...entry, ...replacement, ...areaOf(entry, replacement) };
  });
  return { ...settings, [list]: [...kept, ...fresh.values()] };
}

/** What a location serves: postal codes come with the table, regions stay as they are. */
function areaOf(before: DniLocation | DniNumber, after: DniLocation | DniNumber): object {
  if (!('service_area' in before) || before.service_area === undefined) return {};
  const codes = 'service_area' in after ? after.service_area?.postal_codes : undefined;
  const { postal_codes: known, regions } = before.service_area;
  return { service_area: { postal_codes: codes ?? known, regions } };
}

/** Cells by what their columns are; '' where there is none. */
type Values = (member: string) => string;

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

function locationRow(line: number, values: Values, taken: ReadonlySet<string>): PastedRow {
  const [name, latitude, longitude] = [values('name'), values('latitude'), values('longitude')];
  const faults = [
    ...(name === '' ? [{ column: 'name', detail: 'There is no name.' }] : []),
    ...degreesFault('latitude', latitude, 90),
    ...degreesFault('longitude', longitude, 180),
  ];
  const id = values('location_id') || idFrom(name, new Set());
  const prefixes = values('postal_codes')
    .split(/[,;\s|]+/)
    .filter((code) => code !== '');
  const entry: DniLocation = {
    location_id: id,
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
  return {
    line,
    title: name,
    entry: faults.length === 0 ? entry : undefined,
    isKnown: taken.has(id),
    faults,
  };
}

function degreesFault(column: string, text: string, limit: number): { column: string; detail: string }[] {
  const isSound = /^[+-]?\d{1,3}(?:\.\d+)?$/.test(text) && Math.abs(Number(text)) <= limit;
  return isSound ? [] : [{ column, detail: `“${text}” is no ${column} in decimal degrees.` }];
}

function numberRow(
  line: number,
  values: Values,
  { settings, present }: { settings: DniSettings; present: ReadonlySet<string> },
): PastedRow {
  const [phone, target] = [toE164(values('phone_number')), toE164(values('target'))];
  const location = locationCalled(settings, values('location_id'));
  const faults = [
    ...(isPhone(phone) ? [] : [{ column: 'number', detail: `“${phone}” is no phone number.` }]),
    ...(values('location_id') === '' || location !== undefined
      ? []
      : [{ column: 'location', detail: `No location is called “${values('location_id')}”.` }]),
    ...(target === '' || isPhone(target)
      ? []
      : [{ column: 'target', detail: `“${target}” is no phone number.` }]),
  ];
  const entry: DniNumber = {
    phone_number: phone,
    ...sourceOf(settings, values('source')),
    ...(location === undefined ? {} : { location_id: location.location_id }),
    ...(target === '' ? {} : { target }),
    sms: /^(?:1|yes|y|true|x)$/i.test(values('sms')),
  };
  return {
    line,
    title: phone,
    entry: faults.length === 0 ? entry : undefined,
    isKnown: present.has(phone),
    faults,
  };
}

/** By id, name or city, in any case. */
function locationCalled({ locations }: DniSettings, text: string): DniLocation | undefined {
  const wanted = text.toLowerCase();
  if (wanted === '') return undefined;
  return locations.find(({ location_id: id, name, city }) =>
    [id, name, city].some((called) => called.toLowerCase() === wanted),
  );
}

/** A source of the company's own as it is; `Paid Search` is the channel `paid_search`. */
function sourceOf({ sources }: DniSettings, text: string): { source?: string } {
  if (text === '') return {};
  const isOwn = sources.some(({ name }) => name === text);
  return { source: isOwn ? text : text.toLowerCase().replaceAll(/[\s-]+/g, '_') };
}

function isPhone(text: string): boolean {
  return /^\+[1-9]\d{6,14}$/.test(text);
}
