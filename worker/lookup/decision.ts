/** The decision about one visitor: what is kept for the visitor's IP, and what the two lanes answer from it. Pure. */
import type { DniLocation } from '../dni/schema.ts';
import { chooseLocation, type LocationReason } from './choose-location.ts';
import { choosePhoneNumber, chooseSwaps, type Swap } from './choose-number.ts';
import type { CompiledSettings } from './compiled-settings.ts';
import { numberForms } from './number-forms.ts';
import type { Place } from './place.ts';
import type { VisitSource } from './source.ts';

/** Seconds for which a page may go on with a plan: the usual length of a visit. */
const PLAN_MAX_AGE_S = 30 * 60;

/** What was decided; ids instead of contents, so that an edited location is shown as it is now. */
export interface Decision {
  phone_number: string;
  location_id: string | null;
  /** Name of the source that the number was chosen for. */
  source: string;
  swaps: Swap[];
}

/** A decision, and the settings that it was made by or is still true to. */
export interface Decided {
  decision: Decision;
  compiled: CompiledSettings;
}

/** A location as the lookup answers it. */
export interface ClosestLocation extends Omit<DniLocation, 'location_id' | 'service_area'> {}

/** Decides; `reason` says how the location was found. */
export function decide(
  compiled: CompiledSettings,
  visit: { place: Place | undefined; source: VisitSource },
  now: number,
): { decision: Decision; reason: LocationReason } {
  const { location, reason } = chooseLocation(compiled, visit.place, now);
  const question = { source: visit.source.name, locationId: location?.location_id };
  const decision = {
    phone_number: choosePhoneNumber(compiled.settings, question),
    location_id: location?.location_id ?? null,
    source: visit.source.name,
    swaps: chooseSwaps(compiled.settings, question),
  };
  return { decision, reason };
}

/** What search engines index: the company's own number, nothing swapped. */
export function decideForBot(compiled: CompiledSettings): Decision {
  return {
    phone_number: compiled.settings.default_number,
    location_id: compiled.defaultLocation?.location_id ?? null,
    source: 'bot',
    swaps: [],
  };
}

/** Whether the settings still have every number and the location that was decided on. */
export function isCurrent(decision: Decision, compiled: CompiledSettings): boolean {
  const known = compiled.phoneNumbers;
  return (
    known.has(decision.phone_number) &&
    decision.swaps.every((swap) => known.has(swap.to)) &&
    (decision.location_id === null
      ? compiled.locations.length === 0
      : compiled.locationsById.has(decision.location_id))
  );
}

/** The answer of the lookup: exactly `phone_number` and `closest_location`. */
export function lookupAnswer({ decision, compiled }: Decided): {
  phone_number: string;
  closest_location: ClosestLocation | null;
} {
  const location = compiled.locationsById.get(decision.location_id ?? '');
  return {
    phone_number: decision.phone_number,
    closest_location: location === undefined ? null : closestLocation(location),
  };
}

/** The answer of the widget lane: what a page needs. */
export function swapAnswer({ decision, compiled }: Decided): object {
  return {
    ...lookupAnswer({ decision, compiled }),
    source: decision.source,
    swaps: decision.swaps,
    forms: numberForms(decision.swaps),
    max_age: PLAN_MAX_AGE_S,
  };
}

function closestLocation(location: DniLocation): ClosestLocation {
  const { location_id: _id, service_area: _area, ...shown } = location;
  return shown;
}
