/** The address of a branch, and the place that is found for it. */
import type { Degrees } from './coordinates.ts';

/** The address of a branch as it was typed; a member is '' if it is not known. */
export interface BranchAddress {
  address: string;
  city: string;
  state: string;
  postal_code: string;
  country: string;
}

/** The place of a branch. */
export interface FoundPlace {
  degrees: Degrees;
  /** What gave the place, for the user: a postal code, an address, or a city with its region. */
  from: string;
  /** `city` is the middle of a city, which may be far from the address. */
  kind: 'city' | 'place';
}
