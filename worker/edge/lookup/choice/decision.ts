/** The decision about one visitor: which source the visit has, and which location is theirs. Pure. */
import { chooseLocation, type LocationReason } from './choose-location.ts';
import type { CompiledSettings } from './compiled-settings.ts';
import type { Place } from '../place/place.ts';
import type { VisitSource } from '../source/source.ts';

/**
 * What was decided. Numbers and swaps are no part of it: they follow from it and from the settings as they are, so that
 * a changed number or target shows at once.
 */
export interface Decision {
  /** Name of the source that numbers are chosen for. */
  source: string;
  /** Null when the company had no location. */
  location_id: string | null;
  /** How the location was found. */
  reason: LocationReason;
}

/**
 * The decision about a visit from a place.
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
