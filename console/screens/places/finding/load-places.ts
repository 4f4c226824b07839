/** Loads tables of places, each when something in it is looked for, and asks for the places of addresses. */
import type { PlacesBody } from '../../../../worker/edge/settings/answer-schema.ts';
import { ask } from '../../../api/api.ts';
import { place } from '../../../address/router.ts';
import type { Degrees } from './coordinates.ts';
import { CityFinder, type CountryCities } from './country-cities.ts';
import type { NeededPlaces, Places } from './find-place.ts';

/** Addresses of one request; the edge takes no more. */
const ADDRESSES_AT_ONCE = 10;

const countryNames = new Intl.DisplayNames('en-US', { type: 'region', fallback: 'code' });
const NO_CITIES: CountryCities = {
  regions: [],
  names: '',
  latitudes: [],
  longitudes: [],
  regionOf: [],
  people: [],
};

/** The cities of countries that are loaded or on their way. Those that failed are loaded again. */
const abroad = new Map<string, Promise<CityFinder>>();

/** Loads a part of what is needed: tables before addresses, since a question may cost something. */
export async function loadPlaces(needed: NeededPlaces, before: Places, country: string): Promise<Places> {
  const { codes, cities, countries, addresses } = needed;
  return codes || cities || countries.length > 0
    ? loadTables(needed, before)
    : askForAddresses(before, addresses.slice(0, ADDRESSES_AT_ONCE), country);
}

/** Loads tables that are needed. @param before what is loaded */
function loadTables({ codes, cities, countries }: NeededPlaces, before: Places): Promise<Places> {
  if (cities) return loadCities();
  return codes ? loadCodes() : loadAbroad(before, countries);
}

/**
 * Returns the cities of a country outside the US and Canada; none if no table has it.
 * @param country ISO 3166-1 alpha-2
 */
export function citiesOf(country: string): Promise<CityFinder> {
  const known = abroad.get(country) ?? loadCountry(country);
  abroad.set(country, known);
  known.catch(() => abroad.delete(country));
  return known;
}

async function loadCodes(): Promise<Places> {
  const { placeOfCode } = await import('./postal-places.ts');
  return { ofCode: placeOfCode };
}

async function loadCities(): Promise<Places> {
  const { placeOfCity } = await import('./city-places.ts');
  return { ...(await loadCodes()), ofCity: placeOfCity };
}

async function loadAbroad({ abroad: known }: Places, countries: readonly string[]): Promise<Places> {
  const found = await Promise.all(
    countries.map(async (country) => [country, await citiesOf(country)] as const),
  );
  return { abroad: new Map([...(known ?? []), ...found]) };
}

async function loadCountry(country: string): Promise<CityFinder> {
  if (!/^[A-Z]{2}$/.test(country)) return new CityFinder(country, NO_CITIES);
  const name = countryNames.of(country) ?? country;
  const answer = await fetch(new URL(`./cities-${country}.gz`, import.meta.url));
  if (answer.status === 404) return new CityFinder(name, NO_CITIES);
  if (!answer.ok || answer.body === null) throw new Error(`The cities of ${name} were not loaded.`);
  // Servers do not compress every type.
  const table = new Response(answer.body.pipeThrough(new DecompressionStream('gzip')));
  return new CityFinder(name, (await table.json()) as CountryCities);
}

/** Asks for some addresses. Without a resolver, nothing more is asked. */
async function askForAddresses(
  { ofAddress: known = new Map<string, Degrees | null>() }: Places,
  addresses: readonly string[],
  country: string,
): Promise<Places> {
  const body = { addresses, ...(country === '' ? {} : { country }) };
  const { body: answer } = await ask<PlacesBody>(`/dni/api/companies/${place.value.company}/places`, {
    method: 'POST',
    body,
  });
  const found = addresses.map((address, index) => [address, answer.places[index] ?? null] as const);
  // Those that nobody can be asked for are unknown, once and for all.
  return { ofAddress: answer.is_available ? new Map([...known, ...found]) : undefined };
}
