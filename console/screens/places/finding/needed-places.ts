/** What has to be loaded or asked for before places are found. Pure. */

/** What is needed to find places and is not there. */
export interface NeededPlaces {
  /** Whether the table of postal codes is needed. */
  codes: boolean;
  /** Whether the table of cities in the US and Canada is needed. */
  cities: boolean;
  /** Other countries whose cities are needed. */
  countries: readonly string[];
  /** Addresses that no table knows, to be asked for. */
  addresses: readonly string[];
}

/** Tells whether anything is needed. */
export function isSomething({ codes, cities, countries, addresses }: NeededPlaces): boolean {
  return codes || cities || countries.length + addresses.length > 0;
}
