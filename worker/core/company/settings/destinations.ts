/**
 * Decides which numbers a company may send messages to and call: those of its own country or of the countries in its options, no
 * satellite and no premium-rate numbers. Pure.
 */
import { destinationOf } from '../../../shared/contact/phone-numbers.ts';

/** Territories whose numbers cost the same as those of the country. */
const TERRITORIES: ReadonlyMap<string, readonly string[]> = new Map([['US', ['PR', 'VI', 'GU', 'AS', 'MP']]]);

/** Most regions named in a message. Up to two dozen regions share a calling code. */
const MOST_NAMED = 3;

/**
 * Returns the reason why messages and calls to a number are refused; undefined if they are allowed.
 * @param phone E.164
 * @param countries ISO 3166-1 alpha-2 codes; undefined for every country
 */
export function faultOfDestination(
  phone: string,
  countries: readonly string[] | undefined,
): string | undefined {
  const { regions, isCostly } = destinationOf(phone);
  if (isCostly) return `${phone} is a premium-rate, personal or pager number.`;
  if (regions.length === 0)
    return `${phone} is a satellite number or belongs to a network without a country.`;
  if (countries === undefined || regions.some((region) => isAllowed(region, countries))) return undefined;
  const where = regions.slice(0, MOST_NAMED).map(nameOf).join(' or ');
  return `${phone} is in ${where}; calls and texts go to ${countries.map(nameOf).join(', ')} alone. A super admin can add countries in the company’s options.`;
}

/** Returns what a country is called: `Denmark` for `DK`. */
function nameOf(region: string): string {
  return new Intl.DisplayNames('en', { type: 'region' }).of(region) ?? region;
}

function isAllowed(region: string, countries: readonly string[]): boolean {
  return countries.some(
    (country) => country === region || TERRITORIES.get(country)?.includes(region) === true,
  );
}
