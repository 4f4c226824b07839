/** Says what is known of the place of one branch. Pure. */
import type { BranchAddress, FoundPlace } from './branch-address.ts';
import { findPlace, knownOf, neededFor, type NeededPlaces, type Places, whyUnknown } from './find-place.ts';

/** What is known of a branch's place while its address is typed. */
export interface PlaceState {
  needed: NeededPlaces | undefined;
  /** Undefined while it is not known. */
  found: FoundPlace | undefined;
  /** Why there is none, for the user. */
  unknown: string;
  /** Whether a place was typed that nobody knows, so that coordinates are needed. */
  isMissing: boolean;
}

/** Returns what is known of a branch's place. @param isStated whether it has coordinates of its own */
export function placeState(
  branch: BranchAddress,
  isStated: boolean,
  { country, places }: { country: string; places: Places },
): PlaceState {
  const needed = neededFor(isStated ? [] : [branch], country, places);
  const found = findPlace(branch, country, places);
  const known = knownOf(branch);
  const isSought = needed !== undefined && known !== '';
  return {
    needed,
    found,
    unknown: isSought
      ? `Still looking for ${known}. Try again in a moment, or enter coordinates.`
      : whyUnknown(branch, country, places),
    isMissing: found === undefined && !isStated && !isSought && known !== '',
  };
}
