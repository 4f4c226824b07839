/** Reads the rows of locations, and completes their places. Pure. */
import type { DniLocation } from '../dni-settings.ts';
import { coordinatesIn, type Degrees, degreesIn, restoredZip } from './coordinates.ts';
import type { RowFault } from './pasted-matches.ts';
import type { NeededPlaces, NotedRow, Places, ReadCells, Reading, RowNote, Values } from './reading.ts';

const DEGREES = { latitude: '30.2672', longitude: '-97.7431' };

/** Reads a row of locations. */
export function locationRow({ line, values }: ReadCells, reading: Reading): NotedRow<DniLocation> {
  const name = values('name');
  const zip = zipOf(values);
  const { degrees, faults, notes } = placeOf(values, zip.code, reading);
  const prefixes = values('postal_codes')
    .split(/[,;\s|]+/)
    .filter((code) => code !== '');
  const entry: DniLocation = {
    location_id: values('location_id'),
    name,
    address: values('address'),
    city: values('city'),
    state: values('state'),
    postal_code: zip.code,
    country: values('country') || countryOf(zip.code) || reading.country || 'US',
    timezone: values('timezone'),
    ...degrees,
    ...(prefixes.length === 0 ? {} : { service_area: { postal_codes: prefixes, regions: [] } }),
  };
  const unnamed = name === '' ? [{ column: 'name', detail: 'The name is missing.' }] : [];
  return { line, title: name, entry, faults: [...unnamed, ...faults], notes: [...zip.notes, ...notes] };
}

/** Returns the postal code, with the zeros that a spreadsheet removed. */
function zipOf(values: Values): { code: string; notes: RowNote[] } {
  const from = values('postal_code');
  const code = restoredZip(from, values('country'));
  return code === undefined ? { code: from, notes: [] } : { code, notes: [{ kind: 'zip', from, to: code }] };
}

/** Canadian postal codes begin with a letter; other countries have theirs too, but then the country has a column. */
function countryOf(code: string): string | undefined {
  return /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i.test(code) ? 'CA' : undefined;
}

interface RowPlace {
  degrees: Degrees;
  faults: RowFault[];
  notes: RowNote[];
}

/** Returns the coordinates of a row: its own, else those of its postal code, else those of its city. */
function placeOf(values: Values, code: string, { places = {} }: Reading): RowPlace {
  const stated = statedDegrees(values);
  if (stated !== undefined) return { degrees: stated, faults: faultsOfDegrees(values, stated), notes: [] };
  const [city, state] = [values('city'), values('state')];
  const named = [city, state].filter((text) => text !== '').join(', ');
  const ofCode = code === '' ? undefined : places.ofCode?.(code);
  const degrees = ofCode ?? (city === '' ? undefined : places.ofCity?.(city, state));
  if (degrees !== undefined) {
    return { degrees, faults: [], notes: [{ kind: 'place', from: ofCode === undefined ? named : code }] };
  }
  const fault = unknownPlace(code, city === '' ? '' : named);
  return { degrees: { latitude: '', longitude: '' }, faults: [fault], notes: [] };
}

function unknownPlace(code: string, city: string): RowFault {
  const unknown = [code, city].filter((text) => text !== '').join(', ');
  const detail =
    unknown === ''
      ? 'The row has no place. Add a postal code, a city and state, or coordinates.'
      : `The place of ${unknown} is not known. Check it, or add coordinates.`;
  return { column: code === '' && city !== '' ? 'city' : 'postal_code', detail };
}

/** Returns the coordinates as the row has them; undefined if it has none. */
function statedDegrees(values: Values): Degrees | undefined {
  const both = values('coordinates');
  if (both !== '') return coordinatesIn(both) ?? { latitude: both, longitude: '' };
  const [latitude, longitude] = [values('latitude'), values('longitude')];
  if (latitude === '' && longitude === '') return undefined;
  return {
    latitude: degreesIn(latitude, 'latitude') ?? latitude,
    longitude: degreesIn(longitude, 'longitude') ?? longitude,
  };
}

function faultsOfDegrees(values: Values, { latitude, longitude }: Degrees): RowFault[] {
  const both = values('coordinates');
  if (both !== '' && longitude === '') {
    const detail = `“${both}” is not a latitude and a longitude, such as 30.2672, -97.7431.`;
    return [{ column: 'coordinates', detail }];
  }
  return [...degreesFault('latitude', latitude), ...degreesFault('longitude', longitude)];
}

function degreesFault(column: 'latitude' | 'longitude', text: string): RowFault[] {
  const detail = `“${text}” is not a ${column} in decimal degrees, such as ${DEGREES[column]}.`;
  return degreesIn(text, column) === undefined ? [{ column, detail }] : [];
}

/** Tells which tables the rows without coordinates need. */
export function neededPlaces(read: readonly ReadCells[], { places = {} }: Reading): NeededPlaces {
  const without = read.filter(({ values }) => statedDegrees(values) === undefined);
  return {
    codes: places.ofCode === undefined && without.some(({ values }) => values('postal_code') !== ''),
    cities:
      places.ofCity === undefined &&
      without.some(({ values }) => values('city') !== '' && isOfNoCode(values, places)),
  };
}

/** Tells whether a row has no postal code, or one that is not in the loaded table. */
function isOfNoCode(values: Values, { ofCode }: Places): boolean {
  return values('postal_code') === '' || (ofCode !== undefined && ofCode(zipOf(values).code) === undefined);
}
