/** Which location of the company is closest to a visitor. Pure: takes plain data and `now`. */
import type { DniLocation } from '../dni/schema.ts';
import type { CompiledLocation, CompiledSettings } from './compiled-settings.ts';
import { distanceInKm } from '../dni/distance.ts';
import type { Place } from './place.ts';

/** Why the location was chosen. */
export type LocationReason =
  | 'service_area'
  | 'closest'
  | 'place_unknown'
  | 'too_far'
  | 'company_without_locations';

/** How a location stands to the visitor. */
export interface LocationCandidate {
  location: DniLocation;
  index: number;
  /** Undefined when the visitor's coordinates are unknown. */
  distanceKm: number | undefined;
  /** What of the service area covers the visitor. */
  covers: 'postal_code' | 'region' | undefined;
  /** By its own hours and time zone; a location that states no hours counts as open. */
  open: boolean;
}

export interface LocationChoice {
  location: DniLocation | undefined;
  reason: LocationReason;
}

/**
 * A location whose service area covers the place wins over distance (a postal code over a region), else the smallest
 * great-circle distance; `prefer_open` puts an open location before a closed one; ties go by order in the settings.
 * Nothing near or nothing known: the company's default location, else its first.
 * @param now milliseconds since the epoch
 */
export function chooseLocation(
  compiled: CompiledSettings,
  place: Place | undefined,
  now: number,
): LocationChoice {
  if (compiled.locations.length === 0) return { location: undefined, reason: 'company_without_locations' };
  const candidates = locationCandidates(compiled, place, now);
  const covering = candidates.filter((candidate) => candidate.covers !== undefined);
  if (covering.length > 0) return { location: best(covering, compiled)?.location, reason: 'service_area' };
  const measured = candidates.filter((candidate) => candidate.distanceKm !== undefined);
  if (measured.length === 0) return { location: compiled.defaultLocation, reason: 'place_unknown' };
  const limit = compiled.settings.max_distance_km ?? Infinity;
  const near = measured.filter((candidate) => (candidate.distanceKm ?? Infinity) <= limit);
  if (near.length === 0) return { location: compiled.defaultLocation, reason: 'too_far' };
  return { location: best(near, compiled)?.location, reason: 'closest' };
}

/** Every location with what the choice looks at, in the order of the settings. */
export function locationCandidates(
  compiled: CompiledSettings,
  place: Place | undefined,
  now: number,
): LocationCandidate[] {
  const clocks = new ClocksAt(compiled, now);
  const prefixes = startsOf(place?.postal_code);
  return compiled.locations.map((item) => ({
    location: item.location,
    index: item.index,
    distanceKm: place?.coordinates && distanceInKm(place.coordinates, item.coordinates),
    covers: coverage(item, prefixes, place?.region),
    // A getter: opening hours are worked out only for companies that prefer open locations.
    get open() {
      return clocks.isOpen(item);
    },
  }));
}

/** The minute of the week in each time zone at one moment, worked out once for each zone. */
class ClocksAt {
  readonly #compiled: CompiledSettings;
  readonly #now: number;
  readonly #minutes = new Map<string, number>();

  constructor(compiled: CompiledSettings, now: number) {
    this.#compiled = compiled;
    this.#now = now;
  }

  isOpen({ location, openingTimes }: CompiledLocation): boolean {
    return location.hours.length === 0 || openingTimes.isOpenAt(this.#minuteAt(location.timezone));
  }

  #minuteAt(timezone: string): number {
    const known = this.#minutes.get(timezone);
    if (known !== undefined) return known;
    const minute = this.#compiled.clockOf(timezone).minuteOfWeek(this.#now);
    this.#minutes.set(timezone, minute);
    return minute;
  }
}

function best(
  candidates: readonly LocationCandidate[],
  compiled: CompiledSettings,
): LocationCandidate | undefined {
  const precedes = (a: LocationCandidate, b: LocationCandidate): boolean => {
    if (a.covers !== b.covers) return a.covers === 'postal_code';
    if (compiled.settings.prefer_open && a.open !== b.open) return a.open;
    return (a.distanceKm ?? Infinity) < (b.distanceKm ?? Infinity);
  };
  return candidates.reduce<LocationCandidate | undefined>(
    (chosen, candidate) => (chosen === undefined || precedes(candidate, chosen) ? candidate : chosen),
    undefined,
  );
}

function coverage(
  { postalCodes, regions }: CompiledLocation,
  prefixes: readonly string[],
  region: string | undefined,
): LocationCandidate['covers'] {
  if (prefixes.some((prefix) => postalCodes.has(prefix))) return 'postal_code';
  return region !== undefined && regions.has(region) ? 'region' : undefined;
}

/** Every prefix of a postal code without its separators; service areas name such prefixes. */
function startsOf(postalCode: string | undefined): string[] {
  const code = postalCode?.replaceAll(/[\s-]/g, '') ?? '';
  return Array.from(code, (_, index) => code.slice(0, index + 1));
}
