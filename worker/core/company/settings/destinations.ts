/** Where a company writes and rings: its own country or those that its options name; no satellites and no premium numbers. Pure. */
import { destinationOf } from '../../../shared/contact/phone-numbers.ts';

/** Territories whose numbers cost what those of the country do. */
const TERRITORIES: ReadonlyMap<string, readonly string[]> = new Map([['US', ['PR', 'VI', 'GU', 'AS', 'MP']]]);

/** Regions that share a calling code are up to two dozen. */
const MOST_NAMED = 3;

/**
 * Why a number is not written to or rung; undefined: it may be.
 * @param phone E.164
 * @param countries ISO 3166-1 alpha-2; undefined: every country
 */
export function faultOfDestination(
  phone: string,
  countries: readonly string[] | undefined,
): string | undefined {
  const { regions, isCostly } = destinationOf(phone);
  if (isCostly) return `${phone} is a premium-rate, personal or pager number.`;
  if (regions.length === 0) return `${phone} is a number of a satellite or of a network without a country.`;
  if (countries === undefined || regions.some((region) => isAllowed(region, countries))) return undefined;
  return `${phone} is in ${regions.slice(0, MOST_NAMED).join(' or ')}; the option outgoing.countries has ${countries.join(', ')}.`;
}

function isAllowed(region: string, countries: readonly string[]): boolean {
  return countries.some(
    (country) => country === region || TERRITORIES.get(country)?.includes(region) === true,
  );
}
