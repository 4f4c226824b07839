/** Reads the rows of locations, and completes their places. Pure. */
import { isPhone } from '../../../forms/phone/e164.ts';
import type { DniLocation } from '../../draft/dni-settings.ts';
import { coordinatesIn, type Degrees, degreesIn, restoredZip } from '../../places/finding/coordinates.ts';
import type { BranchAddress } from '../../places/finding/branch-address.ts';
import {
  countryOfCode,
  findPlace,
  neededFor,
  type NeededPlaces,
  whyUnknown,
} from '../../places/finding/find-place.ts';
import { zoneOfCountry } from '../../places/zone-of-country.ts';
import { countryNamed } from './sheet/country-names.ts';
import { phoneFault } from './number-rows.ts';
import type { RowFault } from './pasted-matches.ts';
import type { NotedRow, ReadCells, Reading, RowNote, Values } from './reading.ts';

const DEGREES = { latitude: '30.2672', longitude: '-97.7431' };

/** Reads a row of locations. */
export function locationRow({ line, values }: ReadCells, reading: Reading): NotedRow<DniLocation> {
  const name = values('name');
  const zip = zipOf(values, reading);
  const { degrees, faults, notes } = placeOf(values, reading);
  const prefixes = values('postal_codes')
    .split(/[,;\s|]+/)
    .filter((code) => code !== '');
  const phones = phonesOf(values('numbers'), values, reading);
  const printed = phonesOf(values('printed'), values, reading).slice(0, 1);
  const country = countryOf(values, zip.code, reading);
  const entry: DniLocation = {
    location_id: values('location_id'),
    name,
    address: values('address'),
    city: values('city'),
    state: values('state'),
    postal_code: zip.code,
    country,
    // At home, a branch follows the zone of the company.
    timezone: values('timezone') || (country === reading.country ? '' : zoneOfCountry(country)),
    ...degrees,
    ...(prefixes.length === 0 ? {} : { service_area: { postal_codes: prefixes, regions: [] } }),
    ...(phones.length === 0 ? {} : { numbers: phones.map(({ number }) => number) }),
  };
  const unnamed = name === '' ? [{ column: 'name', detail: 'The name is missing.' }] : [];
  return {
    line,
    title: name,
    entry,
    faults: [
      ...unnamed,
      ...countryFault(values),
      ...faults,
      ...phones.flatMap(({ number, text }) => phoneFault('numbers', number, text)),
      ...printed.flatMap(({ number, text }) => phoneFault('printed', number, text)),
    ],
    notes: [...zip.notes, ...notes],
    printed: printed[0]?.number ?? '',
  };
}

function countryOf(values: Values, code: string, { country }: Reading): string {
  const stated = values('country');
  return countryNamed(stated) ?? (stated || countryOfCode(code) || country || 'US');
}

/** A country that is not understood would give a branch the phones of another one. */
function countryFault(values: Values): RowFault[] {
  const stated = values('country');
  if (stated === '' || countryNamed(stated) !== undefined) return [];
  const detail = `“${stated}” is not known as a country. Write its English name or its two letters, such as DK.`;
  return [{ column: 'country', detail }];
}

interface SheetPhone {
  /** As it was written. */
  text: string;
  /** In E.164. */
  number: string;
}

/** Returns the phones of a cell. Without a country code they are of the branch's country. */
function phonesOf(cell: string, values: Values, { toE164 }: Reading): SheetPhone[] {
  const country = countryNamed(values('country'));
  const numberOf = (text: string): string => toE164(text, country);
  // In Germany, a slash stands after the area code.
  const texts = isPhone(numberOf(cell)) ? [cell] : cell.split(/[,;/|\n]/).map((text) => text.trim());
  return texts.filter((text) => text !== '').map((text) => ({ text, number: numberOf(text) }));
}

/** Returns the postal code, with the zeros that a spreadsheet removed. */
function zipOf(values: Values, { country }: Reading): { code: string; notes: RowNote[] } {
  const from = values('postal_code');
  const code = restoredZip(from, values('country') || country);
  return code === undefined ? { code: from, notes: [] } : { code, notes: [{ kind: 'zip', from, to: code }] };
}

interface RowPlace {
  degrees: Degrees;
  faults: RowFault[];
  notes: RowNote[];
}

/** Returns the coordinates of a row: its own, else those of its postal code, of its city, or of its address. */
function placeOf(values: Values, { country, places = {} }: Reading): RowPlace {
  const stated = statedDegrees(values);
  if (stated !== undefined) return { degrees: stated, faults: faultsOfDegrees(values, stated), notes: [] };
  const branch = branchOf(values);
  const found = findPlace(branch, country, places);
  if (found !== undefined) {
    const { degrees, kind, from } = found;
    return { degrees, faults: [], notes: [{ kind, from }] };
  }
  const column = branch.city === '' ? 'postal_code' : 'city';
  const detail = whyUnknown(branch, country, places);
  return {
    degrees: { latitude: '', longitude: '' },
    faults: [{ column, detail }],
    notes: [],
  };
}

function branchOf(values: Values): BranchAddress {
  return {
    address: values('address'),
    city: values('city'),
    state: values('state'),
    postal_code: values('postal_code'),
    country: countryNamed(values('country')) ?? values('country'),
  };
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

/** Tells what is needed to find the places of the rows without coordinates. */
export function neededPlaces(
  read: readonly ReadCells[],
  { country, places = {} }: Reading,
): NeededPlaces | undefined {
  const without = read.filter(({ values }) => statedDegrees(values) === undefined);
  return neededFor(
    without.map(({ values }) => branchOf(values)),
    country,
    places,
  );
}
