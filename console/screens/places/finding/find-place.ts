/** Finds the place of a branch by its postal code, its city or its address. Pure: tables and answers come from outside. */
import { type Degrees, restoredZip } from './coordinates.ts';
import type { BranchAddress, FoundPlace } from './branch-address.ts';
import type { CityFinder } from './country-cities.ts';

/** Finds places. A function is undefined while its table is not loaded. */
export interface Places {
  ofCode?: (code: string) => Degrees | undefined;
  ofCity?: (city: string, state: string) => Degrees | undefined;
  /** The loaded tables of cities outside the US and Canada, by country. */
  abroad?: ReadonlyMap<string, CityFinder>;
  /** What is known of addresses that were asked for: null if they have no place. Undefined: nobody can be asked. */
  ofAddress?: ReadonlyMap<string, Degrees | null> | undefined;
}

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

/** @param country the company's (ISO 3166-1 alpha-2), for branches without one */
export function findPlace(branch: BranchAddress, country: string, places: Places): FoundPlace | undefined {
  return (
    placeInTables(branch, country, places) ??
    placeOfAddress(branch, country, places) ??
    placeAbroad(branch, country, places)
  );
}

/**
 * Tells what is needed to find the places. Where a table is needed, addresses that it may have are not asked for.
 * @returns undefined if nothing is
 */
export function neededFor(
  branches: readonly BranchAddress[],
  country: string,
  places: Places,
): NeededPlaces | undefined {
  const found = branches.map((branch) => neededOf(branch, country, places)).filter(([of]) => of !== '');
  if (found.length === 0) return undefined;
  const valuesOf = (kind: Need): string[] => [
    ...new Set(found.filter(([of]) => of === kind).map(([, value]) => value)),
  ];
  return {
    codes: valuesOf('codes').length > 0,
    cities: valuesOf('cities').length > 0,
    countries: valuesOf('countries'),
    addresses: valuesOf('addresses'),
  };
}

type Need = keyof NeededPlaces | '';

/** Returns what a branch needs next. */
function neededOf(branch: BranchAddress, country: string, places: Places): [need: Need, value: string] {
  const address = addressText(branch, country);
  const asked: Need = places.ofAddress?.has(address) === false ? 'addresses' : '';
  const code = countryOf(branch, country);
  if (address === '') return ['', ''];
  // Abroad, the tables have no more than the city.
  if (asked !== '' && code !== '' && branch.address + branch.postal_code !== '') return [asked, address];
  if (findPlace(branch, country, places) !== undefined) return ['', ''];
  const table = tableNeeded(branch, country, places);
  return table === '' ? [asked, address] : [table, code];
}

/** Returns the table that is needed to find a branch, and is not loaded. */
function tableNeeded(branch: BranchAddress, country: string, { ofCode, ofCity, abroad }: Places): Need {
  const code = countryOf(branch, country);
  if (code !== '') return abroad?.has(code) === true ? '' : 'countries';
  if (branch.postal_code !== '' && ofCode === undefined) return 'codes';
  return branch.city !== '' && ofCity === undefined ? 'cities' : '';
}

/** Returns CA for a Canadian postal code, which begins with a letter. Other countries have such ones too, but state their country. */
export function countryOfCode(code: string): string | undefined {
  return /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i.test(code) ? 'CA' : undefined;
}

/** Says what is known of a branch whose place is not: `Austin, TX, 78701`, else its street; '' if nothing is. */
export function knownOf(branch: BranchAddress): string {
  return partsOf([branch.postal_code, cityText(branch)]) || branch.address;
}

/** Says why a branch has no place, and what to do. */
export function whyUnknown(branch: BranchAddress, country: string, places: Places): string {
  const known = knownOf(branch);
  if (known === '') return 'Enter a US or Canadian postal code, a city, or coordinates.';
  const abroad = places.abroad?.get(countryOf(branch, country));
  return (
    abroad?.whyUnknown(branch) ?? `${known} is not known. Check it and the country, or enter coordinates.`
  );
}

/** Finds the place of the postal code, else of the city. The tables have those of the US and Canada. */
function placeInTables(branch: BranchAddress, country: string, places: Places): FoundPlace | undefined {
  if (countryOf(branch, country) !== '') return undefined;
  const code = codeOf(branch, country);
  const ofCode = code === '' ? undefined : places.ofCode?.(code);
  if (ofCode !== undefined) return { degrees: ofCode, from: code, kind: 'place' };
  const ofCity = branch.city === '' ? undefined : places.ofCity?.(branch.city, branch.state);
  return ofCity && { degrees: ofCity, from: cityText(branch), kind: 'city' };
}

/** Finds the place of a city outside the US and Canada, if only one is meant. */
function placeAbroad(branch: BranchAddress, country: string, places: Places): FoundPlace | undefined {
  return places.abroad?.get(countryOf(branch, country))?.placeOf(branch);
}

function placeOfAddress(
  branch: BranchAddress,
  country: string,
  { ofAddress }: Places,
): FoundPlace | undefined {
  const text = addressText(branch, country);
  const degrees = ofAddress?.get(text);
  return degrees ? { degrees, from: text, kind: 'place' } : undefined;
}

/**
 * Returns the country of a branch; '' for the US and Canada, whose postal codes are known. Those of others look the same: 10115 is in
 * Berlin, too.
 */
function countryOf(branch: BranchAddress, country: string): string {
  const stated = branch.country || countryOfCode(branch.postal_code) || country;
  return /^(?:USA?|CA|Canada|)$/i.test(stated) ? '' : stated;
}

/** Returns the postal code, with the zeros that a spreadsheet removed. */
function codeOf({ postal_code: code, country: stated }: BranchAddress, country: string): string {
  return restoredZip(code, stated || country) ?? code;
}

function cityText({ city, state }: BranchAddress): string {
  return partsOf([city, state]);
}

/** Returns the whole address in one line; '' without a street, a city or a postal code. */
function addressText(branch: BranchAddress, country: string): string {
  const { address, city, state, country: stated } = branch;
  const local = partsOf([address, city, `${state} ${codeOf(branch, country)}`.trim()]);
  return local === '' ? '' : partsOf([local, stated]);
}

function partsOf(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(', ');
}
