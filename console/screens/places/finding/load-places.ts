/** Loads tables of places, each when something in it is looked for. */
import { CityFinder, type CountryCities } from './country-cities.ts';
import type { NeededPlaces, Places } from './find-place.ts';

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

/** Loads tables that are needed. @param before what is loaded */
export function loadTables({ codes, cities, countries }: NeededPlaces, before: Places): Promise<Places> {
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
