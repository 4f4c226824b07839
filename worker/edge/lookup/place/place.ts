/** Builds a visitor's place from a forced postal code, named coordinates, the network (`request.cf`) or the resolver. Pure. */
import type { Coordinates } from '../../../dni/pure/distance.ts';
import { findPostalCode, normalizePostalCode } from './zip.ts';

/** The members of `request.cf` about the visitor's place; each may be missing. */
export interface NetworkPlace {
  latitude?: string | undefined;
  longitude?: string | undefined;
  postalCode?: string | undefined;
  regionCode?: string | undefined;
  country?: string | null | undefined;
  city?: string | undefined;
}

const MAX_POSTAL_CODE_LENGTH = 12;
const MAX_CITY_LENGTH = 100;

/** US territories have their own country codes, but ZIP codes and regions of the US. */
const US_TERRITORIES: ReadonlySet<string> = new Set(['AS', 'GU', 'MP', 'PR', 'VI']);

/** The place of a visitor, as far as it is known. */
export interface Place {
  /** Absent when only the region or the country is known. */
  coordinates?: Coordinates | undefined;
  /** For the US and Canada as in the postal code table, else as given. */
  postal_code?: string | undefined;
  /** ISO 3166-2, for instance `US-TX`. */
  region?: string | undefined;
  /** ISO 3166-1 alpha-2. */
  country?: string | undefined;
  city?: string | undefined;
  /** `named`: a preview or a test visit names it. */
  origin: 'zip' | 'network' | 'resolver' | 'named';
}

/** The place of a postal code. */
export type PostalCodePlace = Place & { postal_code: string };

/** Why a postal code has no place: it is malformed, or its prefix is unknown. */
export interface PostalCodeFault {
  code: 'invalid_postal_code' | 'unknown_postal_code';
  detail: string;
}

/** Finds the place of a typed postal code, or why there is none. */
export function placeOfPostalCode(text: string): PostalCodePlace | PostalCodeFault {
  const postalCode = normalizePostalCode(text);
  if (postalCode === undefined) {
    const detail = 'Write a US ZIP code (78701, 78701-1234) or a Canadian postal code (M5V, M5V 3L9).';
    return { code: 'invalid_postal_code', detail };
  }
  const found = findPostalCode(postalCode);
  if (found === undefined) {
    return {
      code: 'unknown_postal_code',
      detail: `No place is known for the postal code ${postalCode}.`,
    };
  }
  return {
    coordinates: { latitude: found.latitude, longitude: found.longitude },
    postal_code: postalCode,
    region: found.region,
    country: found.country,
    origin: 'zip',
  };
}

/** Builds the place of the visitor's network; undefined when it is unknown. */
export function placeOfNetwork(cf: NetworkPlace | undefined): Place | undefined {
  if (cf === undefined) return undefined;
  return placeOfParts({ ...cf, region: cf.regionCode }, 'network');
}

/** The parts of a place from an outside source; each may be missing or invalid. */
export type PlaceParts = Partial<
  Record<'latitude' | 'longitude' | 'postalCode' | 'region' | 'country' | 'city', PlacePart>
>;
export type PlacePart = string | number | null | undefined;

/** Builds a place from the valid parts; undefined when there are none. */
export function placeOfParts(parts: PlaceParts, origin: 'network' | 'resolver' | 'named'): Place | undefined {
  const { country, region } = areaOf(parts);
  const postal = postalPlace(parts.postalCode, country);
  const place: Place = {
    coordinates: coordinatesOf(parts) ?? postal?.coordinates,
    postal_code: postal?.postal_code,
    region: region ?? postal?.region,
    country,
    city: textOf(parts.city).slice(0, MAX_CITY_LENGTH) || undefined,
    origin,
  };
  return (place.coordinates ?? place.region ?? place.country) ? place : undefined;
}

/** Returns country and ISO 3166-2 region; a US territory becomes a region of the US, as in its ZIP codes. */
function areaOf(parts: PlaceParts): Pick<Place, 'country' | 'region'> {
  const country = codeOf(parts.country, /^[A-Z]{2}$/);
  if (country === undefined) return {};
  if (US_TERRITORIES.has(country)) return { country: 'US', region: `US-${country}` };
  const subdivision = codeOf(parts.region, /^[A-Z0-9]{1,3}$/);
  return { country, region: subdivision && `${country}-${subdivision}` };
}

/** Returns the place of a postal code, completed from the table for the US and Canada. */
function postalPlace(given: PlacePart, country: string | undefined): Partial<Place> | undefined {
  const text = textOf(given).toUpperCase().slice(0, MAX_POSTAL_CODE_LENGTH);
  if (text === '') return undefined;
  if (country !== 'US' && country !== 'CA') return { postal_code: text };
  const postalCode = normalizePostalCode(text);
  if (postalCode === undefined) return undefined;
  const found = findPostalCode(postalCode);
  return {
    postal_code: postalCode,
    region: found?.region,
    coordinates: found && { latitude: found.latitude, longitude: found.longitude },
  };
}

function coordinatesOf(parts: PlaceParts): Coordinates | undefined {
  const latitude = textOf(parts.latitude);
  const longitude = textOf(parts.longitude);
  if (latitude === '' || longitude === '') return undefined;
  const point = { latitude: Number(latitude), longitude: Number(longitude) };
  return Math.abs(point.latitude) <= 90 && Math.abs(point.longitude) <= 180 ? point : undefined;
}

function codeOf(given: PlacePart, pattern: RegExp): string | undefined {
  const text = textOf(given).toUpperCase();
  return pattern.test(text) ? text : undefined;
}

function textOf(given: PlacePart): string {
  return String(given ?? '').trim();
}
