/** The place that a preview or a test visit names instead of the visitor's own: a postal code, or a city. Pure. */
import { type Place, placeOfParts, placeOfPostalCode } from './place.ts';

/** A place as it is named in a request. Degrees are decimal. */
export interface NamedPlace {
  /** Of the US or Canada. */
  zip?: string | undefined;
  /** Of a city anywhere; both or none. */
  latitude?: string | undefined;
  longitude?: string | undefined;
  city?: string | undefined;
  /** ISO 3166-1 alpha-2. */
  country?: string | undefined;
}

/** Why a named place is none. */
export interface PlaceFault {
  parameter: keyof NamedPlace;
  code: 'invalid_postal_code' | 'unknown_postal_code' | 'invalid_parameter';
  detail: string;
}

/** Returns the place that is named; undefined if none is, so that the visitor's own counts; or why it is none. */
export function namedPlace({
  zip = '',
  latitude,
  longitude,
  city,
  country,
}: NamedPlace): Place | PlaceFault | undefined {
  const parts = { latitude, longitude, city, country };
  if (zip === '') return Object.values(parts).some(Boolean) ? placeOfCity(parts) : undefined;
  if (parts.latitude || parts.longitude) {
    return faultOf('zip', 'Give a postal code, or latitude and longitude, and not both.');
  }
  const found = placeOfPostalCode(zip);
  return 'code' in found ? { ...found, parameter: 'zip' } : found;
}

function placeOfCity(parts: Omit<NamedPlace, 'zip'>): Place | PlaceFault {
  const missing = (['latitude', 'longitude'] as const).find((member) => !parts[member]);
  if (missing !== undefined) return faultOf(missing, 'Give both latitude and longitude of the place.');
  return placeOfParts(parts, 'named') ?? faultOf('latitude', 'Write decimal degrees, for instance "56.15".');
}

function faultOf(parameter: PlaceFault['parameter'], detail: string): PlaceFault {
  return { parameter, code: 'invalid_parameter', detail };
}
