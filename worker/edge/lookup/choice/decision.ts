/** Decides about a visitor: the source of the visit, and the location. Pure. */
import { chooseLocation, type LocationReason } from './choose-location.ts';
import type { CompiledSettings } from './compiled-settings.ts';
import type { Place } from '../place/place.ts';
import type { VisitSource } from '../source/source.ts';

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
