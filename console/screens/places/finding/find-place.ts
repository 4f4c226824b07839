/** Finds the place of a branch by its postal code, its city or its address. Pure: tables and answers come from outside. */
import { type Degrees, restoredZip } from './coordinates.ts';

/** The address of a branch as it was typed; a member is '' if it is not known. */
export interface BranchAddress {
  address: string;
  city: string;
  state: string;
  postal_code: string;
  country: string;
}

/** Finds places. A function is undefined while its table is not loaded. */
export interface Places {
  ofCode?: (code: string) => Degrees | undefined;
  ofCity?: (city: string, state: string) => Degrees | undefined;
  /** What is known of addresses that were asked for: null if they have no place. Undefined: nobody can be asked. */
  ofAddress?: ReadonlyMap<string, Degrees | null> | undefined;
}

/** What is needed to find places and is not there. */
export interface NeededPlaces {
  /** Whether the table of postal codes is needed. */
  codes: boolean;
  /** Whether the table of cities is needed. */
  cities: boolean;
  /** Addresses that no table knows, to be asked for. */
  addresses: readonly string[];
}

export interface FoundPlace {
  degrees: Degrees;
  /** What gave the place, for the user. */
  from: string;
}

/** @param country the company's (ISO 3166-1 alpha-2), for branches without one */
export function findPlace(branch: BranchAddress, country: string, places: Places): FoundPlace | undefined {
  return placeInTables(branch, country, places) ?? placeOfAddress(branch, country, places);
}

/** Tells what is needed to find the places: the tables first, then the places of addresses that no table has. */
export function neededFor(branches: readonly BranchAddress[], country: string, places: Places): NeededPlaces {
  const { ofCode, ofCity, ofAddress } = places;
  const ofTables = branches.filter((branch) => isInTables(branch, country));
  const codes = ofCode === undefined && ofTables.some(({ postal_code: code }) => code !== '');
  const cities =
    ofCity === undefined &&
    ofTables.some((branch) => branch.city !== '' && isOfNoCode(branch, country, places));
  if (codes || cities || ofAddress === undefined) return { codes, cities, addresses: [] };
  const unknown = branches.filter((branch) => placeInTables(branch, country, places) === undefined);
  const addresses = new Set(unknown.map((branch) => addressText(branch, country)));
  return { codes, cities, addresses: [...addresses].filter((text) => text !== '' && !ofAddress.has(text)) };
}

/** Returns CA for a Canadian postal code, which begins with a letter. Other countries have such ones too, but state their country. */
export function countryOfCode(code: string): string | undefined {
  return /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i.test(code) ? 'CA' : undefined;
}

/** Says what is known of a branch whose place is not: `Austin, TX, 78701`, else its street; '' if nothing is. */
export function knownOf(branch: BranchAddress): string {
  return partsOf([branch.postal_code, cityText(branch)]) || branch.address;
}

/** Finds the place of the postal code, else of the city. The tables have those of the US and Canada. */
function placeInTables(branch: BranchAddress, country: string, places: Places): FoundPlace | undefined {
  if (!isInTables(branch, country)) return undefined;
  const code = codeOf(branch, country);
  const ofCode = code === '' ? undefined : places.ofCode?.(code);
  if (ofCode !== undefined) return { degrees: ofCode, from: code };
  const ofCity = branch.city === '' ? undefined : places.ofCity?.(branch.city, branch.state);
  return ofCity && { degrees: ofCity, from: cityText(branch) };
}

function placeOfAddress(
  branch: BranchAddress,
  country: string,
  { ofAddress }: Places,
): FoundPlace | undefined {
  const text = addressText(branch, country);
  const degrees = ofAddress?.get(text);
  return degrees ? { degrees, from: text } : undefined;
}

/** Tells whether the tables have the branch's country. Postal codes of others look the same: 10115 is in Berlin, too. */
function isInTables(branch: BranchAddress, country: string): boolean {
  const stated = branch.country || countryOfCode(branch.postal_code) || country;
  return /^(?:US|USA|United States.*|CA|CAN|Canada|)$/i.test(stated);
}

/** Tells whether a branch has no postal code, or one that is not in the loaded table. */
function isOfNoCode(branch: BranchAddress, country: string, { ofCode }: Places): boolean {
  return branch.postal_code === '' || (ofCode !== undefined && ofCode(codeOf(branch, country)) === undefined);
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
