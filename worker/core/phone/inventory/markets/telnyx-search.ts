/** What a company looks for, as Telnyx's search wants it, and what the search finds. Pure. */
import { parsePhoneNumberFromString } from '../../../../shared/contact/numbering.ts';
import { amountOf, objectIn, objectsIn, textOf } from '../../accounts/found-numbers.ts';
import type { TelnyxEntry } from '../../accounts/telnyx-numbers.ts';
import type { Price } from '../schema.ts';
import type { NumberOnSale, Wanted } from './carrier-market.ts';

/** The letters on the keys 2 to 9. */
const KEYS = ['abc', 'def', 'ghi', 'jkl', 'mno', 'pqrs', 'tuv', 'wxyz'];

/** Says why Telnyx cannot search for this; undefined if it can. */
export function faultOfSearch({ postal_code: postalCode, contains, near }: Wanted): string | undefined {
  if (postalCode !== undefined) {
    return 'Telnyx does not search by postal code. Use a city, an area code or a location.';
  }
  if (near !== undefined && near.city === '' && near.region === '') {
    return 'Telnyx searches near a location by its city and state, and this location has none.';
  }
  return contains?.includes('*') === true
    ? 'Telnyx does not search with *. Write digits or letters that follow each other.'
    : undefined;
}

/** Returns the query of a search. */
export function searchAtTelnyx(wanted: Wanted): URLSearchParams {
  const { country, type, area_code: areaCode, city, contains, near, limit } = wanted;
  const { city: locality = '', region = '' }: { city?: string; region?: string } =
    near ?? (city === undefined ? {} : { city });
  return new URLSearchParams({
    'filter[country_code]': country,
    'filter[phone_number_type]': type,
    'filter[features]': 'voice',
    'filter[limit]': String(limit),
    ...(areaCode === undefined ? {} : { 'filter[national_destination_code]': areaCode }),
    ...(locality === '' ? {} : { 'filter[locality]': locality }),
    ...(region === '' ? {} : { 'filter[administrative_area]': region }),
    // Where the city itself has no numbers, those around it.
    ...(near === undefined ? {} : { 'filter[best_effort]': 'true' }),
    ...(contains === undefined ? {} : { 'filter[phone_number][contains]': digitsOf(contains) }),
    // Others are usable only after some time.
    ...(type === 'toll_free' ? { 'filter[quickship]': 'true' } : {}),
  });
}

/** Returns the query that finds one number. */
export function searchOf(number: string): URLSearchParams {
  const parsed = parsePhoneNumberFromString(number);
  const national = parsed?.nationalNumber ?? number.replaceAll(/\D/g, '');
  // The pattern leaves out an area code that is given, which only North America has for every number.
  const areaCode = parsed?.countryCallingCode === '1' ? national.slice(0, 3) : '';
  return new URLSearchParams({
    'filter[country_code]': parsed?.country ?? 'US',
    ...(areaCode === '' ? {} : { 'filter[national_destination_code]': areaCode }),
    'filter[phone_number][starts_with]': national.slice(areaCode.length),
    'filter[limit]': '10',
  });
}

/** Reads a number that the search has found; undefined for an entry without one. */
export function onSaleAtTelnyx(entry: TelnyxEntry, needsAddress: boolean): NumberOnSale | undefined {
  const number = textOf(entry['phone_number']);
  if (number === null) return undefined;
  const regions = objectsIn(entry['region_information']);
  const region = (...types: string[]): string | null =>
    types
      .map((type) => textOf(regions.find((each) => each['region_type'] === type)?.['region_name']))
      .find((name) => name !== null) ?? null;
  return {
    number,
    city: capitalised(region('location', 'rate_center') ?? ''),
    region: region('state') ?? '',
    postalCode: '',
    hasMessages: objectsIn(entry['features']).some(({ name }) => name === 'sms'),
    needsAddress,
    price: priceAtTelnyx(entry),
    setupPrice: amountOf(objectIn(entry['cost_information'])['upfront_cost']),
  };
}

/** Reads what a number costs in a month; null if Telnyx does not say it. */
export function priceAtTelnyx(entry: TelnyxEntry): Price | null {
  const cost = objectIn(entry['cost_information']);
  const amount = amountOf(cost['monthly_cost']);
  const currency = textOf(cost['currency']);
  return amount === null || currency === null ? null : { amount, currency };
}

function digitsOf(pattern: string): string {
  return pattern
    .toLowerCase()
    .replaceAll(/[a-z]/g, (letter) => String(KEYS.findIndex((key) => key.includes(letter)) + 2));
}

/** `CHICAGO HEIGHTS` becomes `Chicago Heights`. */
function capitalised(name: string): string {
  return name === name.toUpperCase()
    ? name.toLowerCase().replaceAll(/(?<![\p{L}'’])\p{L}/gu, (letter) => letter.toUpperCase())
    : name;
}
