/** Decides about a visitor: the source of the visit, and the closest location. Pure: takes plain data and `now`. */
import type { DniLocation } from '../../../dni/schema.ts';
import type { CompiledLocation, CompiledSettings } from './compiled-settings.ts';
import {
  chordSquared,
  chordSquaredOf,
  distanceInKm,
  type SpherePoint,
  spherePoint,
} from '../../../dni/pure/distance.ts';
import type { Place } from '../place/place.ts';
import type { VisitSource } from '../source/source.ts';

/** Why the location was chosen. */
export const LOCATION_REASONS = [
  'service_area',
  'closest',
  'place_unknown',
  'too_far',
  'company_without_locations',
] as const;
export type LocationReason = (typeof LOCATION_REASONS)[number];

/** A location in relation to the visitor. */
export interface LocationCandidate {
  location: DniLocation;
  index: number;
  /** Undefined when the visitor's coordinates are unknown. */
  distanceKm: number | undefined;
  /** The part of the service area that covers the visitor. */
  covers: 'postal_code' | 'region' | undefined;
  /** Open by its hours and time zone. Undefined: it has no hours, and counts as open. */
  open: boolean | undefined;
}

export interface LocationChoice {
  location: DniLocation | undefined;
  reason: LocationReason;
}

/**
 * A decision. It contains no numbers and swaps: these are derived from it and the current settings, so that a changed number
 * or target takes effect at once.
 */
export interface Decision {
  /** Name of the source. */
  source: string;
  /** Null when the company had no location. */
  location_id: string | null;
  /** How the location was found. */
  reason: LocationReason;
}

/**
 * Decides about a visit from a place.
 * @param now milliseconds since the epoch
 */
export function decide(
  compiled: CompiledSettings,
  visit: { place: Place | undefined; source: VisitSource },
  now: number,
): Decision {
  const { location, reason } = chooseLocation(compiled, visit.place, now);
  return { source: visit.source.name, location_id: location?.location_id ?? null, reason };
}

/**
 * Chooses a location. A service area that covers the place wins over distance (a postal code over a region), else the smallest
 * great-circle distance wins; with `prefer_open`, open locations come before closed ones; ties are decided by order in the
 * settings. If none is near or the place is unknown: the company's default location, else its first.
 * @param now milliseconds since the epoch
 */
export function chooseLocation(
  compiled: CompiledSettings,
  place: Place | undefined,
  now: number,
): LocationChoice {
  if (compiled.locations.length === 0) return { location: undefined, reason: 'company_without_locations' };
  const origin = place?.coordinates && spherePoint(place.coordinates);
  const serving = servingLocations(compiled, place);
  if (serving.length > 0) {
    return { location: best(compiled, serving, { origin, now })?.location, reason: 'service_area' };
  }
  if (origin === undefined) return { location: compiled.defaultLocation, reason: 'place_unknown' };
  const { max_distance_km: limit } = compiled.settings;
  const furthest = limit === null ? Infinity : chordSquaredOf(limit);
  const near = best(compiled, compiled.locations, { origin, now, furthest });
  return near === undefined
    ? { location: compiled.defaultLocation, reason: 'too_far' }
    : { location: near.location, reason: 'closest' };
}

/** Returns the locations that serve a place: those with its postal code, else those with its region. */
export function servingLocations(
  compiled: CompiledSettings,
  place: Place | undefined,
): readonly CompiledLocation[] {
  const byPostalCode = compiled.serving(startsOf(place?.postal_code));
  if (byPostalCode.length > 0 || place?.region === undefined) return byPostalCode;
  return compiled.serving([place.region]);
}

/** Returns all locations with the data for the choice, in the order of the settings. */
export function locationCandidates(
  compiled: CompiledSettings,
  place: Place | undefined,
  now: number,
): LocationCandidate[] {
  const prefixes = startsOf(place?.postal_code);
  return compiled.locations.map((item) => ({
    location: item.location,
    index: item.index,
    distanceKm: place?.coordinates && distanceInKm(place.coordinates, item.coordinates),
    covers: coverage(item, prefixes, place?.region),
    // A getter, since opening hours are needed only for companies that prefer open locations.
    get open() {
      return item.openingTimes.isUnknown ? undefined : compiled.openLocations.isOpen(item, now);
    },
  }));
}

/** Returns the closest location, an open one first if the company prefers that. @param from origin, time, and limit */
function best(
  { settings, openLocations }: CompiledSettings,
  locations: readonly CompiledLocation[],
  from: { origin: SpherePoint | undefined; now: number; furthest?: number },
): CompiledLocation | undefined {
  const { origin, now, furthest = Infinity } = from;
  let chosen: CompiledLocation | undefined;
  let [chosenOpen, chosenChord] = [false, Infinity];
  for (const item of locations) {
    const chord = origin === undefined ? Infinity : chordSquared(origin, item.point);
    if (chord > furthest) continue;
    const isOpen = settings.prefer_open && openLocations.isOpen(item, now);
    const isWorse = isOpen === chosenOpen ? chord >= chosenChord : chosenOpen;
    if (chosen !== undefined && isWorse) continue;
    chosen = item;
    [chosenOpen, chosenChord] = [isOpen, chord];
  }
  return chosen;
}

function coverage(
  { postalCodes, regions }: CompiledLocation,
  prefixes: readonly string[],
  region: string | undefined,
): LocationCandidate['covers'] {
  if (prefixes.some((prefix) => postalCodes.has(prefix))) return 'postal_code';
  return region !== undefined && regions.has(region) ? 'region' : undefined;
}

/** Returns all prefixes of a postal code without separators, as service areas use. */
function startsOf(postalCode: string | undefined): string[] {
  const code = postalCode?.replaceAll(/[\s-]/g, '') ?? '';
  return Array.from(code, (_, index) => code.slice(0, index + 1));
}
