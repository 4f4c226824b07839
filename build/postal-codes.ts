/** Reads the postal codes of the npm package `zipcodes`, without those that it places outside their country. */
import zipcodes from 'zipcodes';
import { REGIONS } from '../worker/edge/lookup/place/zip-format.ts';
import { boxesOfCountry, isInBox } from './country-boxes.ts';

/** A ZIP code or the first half of a Canadian postal code (FSA). */
export interface PostalCode {
  code: string;
  country: 'US' | 'CA';
  /** The state or province, for instance `TX`. */
  region: string;
  latitude: number;
  longitude: number;
}

/** The province of a Canadian postal code is its first letter (Canada Post, Addressing Guidelines). */
const PROVINCES: Record<string, string> = {
  A: 'NL',
  B: 'NS',
  C: 'PE',
  E: 'NB',
  G: 'QC',
  H: 'QC',
  J: 'QC',
  K: 'ON',
  L: 'ON',
  M: 'ON',
  N: 'ON',
  P: 'ON',
  R: 'MB',
  S: 'SK',
  T: 'AB',
  V: 'BC',
  X: 'NT',
  Y: 'YT',
};
/** Nunavut shares the letter X with the Northwest Territories; these three areas are Nunavut's. */
const NUNAVUT = ['X0A', 'X0B', 'X0C'];

/** US codes outside the US: armed forces abroad, and the freely associated states. */
const ELSEWHERE: ReadonlySet<string> = new Set(['AA', 'AE', 'AP', 'FM', 'MH', 'PW']);

/** Returns all postal codes with coordinates. */
export function postalCodes(): PostalCode[] {
  const boxes = { US: boxesOfCountry('US'), CA: boxesOfCountry('CA') };
  return Object.values(zipcodes.codes).flatMap((entry): PostalCode[] => {
    const country = entry.country === 'US' ? 'US' : 'CA';
    const region = regionOf(entry);
    const [latitude, longitude] = [Number(entry.latitude), Number(entry.longitude)];
    if (region === undefined || isNowhere(latitude, longitude)) return [];
    // Some coordinates have the wrong sign, some are swapped.
    const isThere = boxes[country].some((box) => isInBox(box, longitude, latitude));
    if (!isThere && !ELSEWHERE.has(region)) return [];
    return [{ code: entry.zip, country, region, latitude, longitude }];
  });
}

function regionOf({ zip, country, state }: zipcodes.ZipCode): string | undefined {
  const region = country === 'US' ? state : NUNAVUT.includes(zip) ? 'NU' : PROVINCES[zip[0] ?? ''];
  return region !== undefined && REGIONS.indexOf(region, 1) > 0 ? region : undefined;
}

/** Recognises codes without a place, which the data set puts at the pole or at 0, 0 (for instance H0H, Santa Claus). */
function isNowhere(latitude: number, longitude: number): boolean {
  return Math.abs(latitude) > 85 || (latitude === 0 && longitude === 0);
}
