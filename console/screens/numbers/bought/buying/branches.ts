/** Which locations want a number, and which numbers are proposed for them. Pure. */
import type { PlanBody } from '../../../../../worker/core/phone/inventory/planning/reference.ts';
import type { DniLocation, DniSettings } from '../../../draft/dni-settings.ts';
import { type Bought, isHeld, type Offer } from '../bought.ts';

export type Planned = PlanBody['places'][number];

/** A location with the numbers that it may have. */
export interface Branch {
  location: DniLocation;
  /** Where the numbers are; null if none is sold. */
  reach: Planned['reach'];
  offers: readonly Offer[];
  /** The digits of the chosen number; undefined if the location is left out. */
  chosen: string | undefined;
}

/** Returns the locations that have no number, neither in the settings nor bought for them. */
export function locationsWithout(settings: DniSettings, bought: readonly Bought[]): DniLocation[] {
  const served = new Set([
    ...settings.numbers.map(({ location_id: id }) => id),
    ...bought.filter(isHeld).map(({ location_id: id }) => id),
  ]);
  return settings.locations.filter(({ location_id: id }) => !served.has(id));
}

/** Returns the planned locations with their first numbers. */
export function branchesOf(locations: readonly DniLocation[], planned: readonly Planned[]): Branch[] {
  const planOf = new Map(planned.map((place) => [place.location_id, place]));
  return locations.flatMap((location): Branch[] => {
    const plan = planOf.get(location.location_id);
    if (plan === undefined) return [];
    return [{ location, reach: plan.reach, offers: plan.numbers, chosen: plan.numbers[0]?.number }];
  });
}

/** Returns the offer that is chosen for a location. */
export function chosenOffer({ offers, chosen }: Branch): Offer | undefined {
  return offers.find(({ number }) => number === chosen);
}

/** Returns where the proposed numbers are: `12 numbers near them`. */
export function reachText(branches: readonly Branch[]): string {
  const taken = branches.filter(({ chosen }) => chosen !== undefined);
  const near = taken.filter(({ reach }) => reach === 'near' || reach === 'city').length;
  const numbers = `${taken.length} ${taken.length === 1 ? 'number' : 'numbers'}`;
  if (near === taken.length) return `${numbers} near ${taken.length === 1 ? 'it' : 'them'}`;
  return `${numbers}, ${near} of them nearby`;
}
