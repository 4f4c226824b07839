/**
 * Packs the names of places in the US and Canada, each with its most central postal code, for the console: branches without coordinates
 * are found by city and state. The Worker does not have this table.
 */
import { writeFileSync } from 'node:fs';
import zipcodes from 'zipcodes';
import { type CityTable, comparableCity } from '../console/screens/places/finding/city-names.ts';
import { type PostalCode, postalCodes } from './postal-codes.ts';

/** Writes the table. @returns the number of places */
export function buildCityTable(path: string): number {
  const places = new Map<string, Map<string, PostalCode[]>>();
  for (const postal of postalCodes()) {
    const city = comparableCity(cityOf(zipcodes.codes[postal.code]?.city ?? ''));
    if (city === '') continue;
    const cities = places.get(postal.region) ?? new Map<string, PostalCode[]>();
    places.set(postal.region, cities.set(city, [...(cities.get(city) ?? []), postal]));
  }
  const states = Object.fromEntries(
    Object.entries(zipcodes.states.full).map(([name, code]) => [comparableCity(name), code]),
  );
  const cities = Object.fromEntries([...places].map(([region, of]) => [region, packed(of)]));
  const table: CityTable = { states, cities };
  writeFileSync(path, JSON.stringify(table));
  return [...places.values()].reduce((sum, { size }) => sum + size, 0);
}

/** Canadian areas have the name of a city, and parts of it in brackets. */
function cityOf(name: string): string {
  return name.replace(/\s*\(.*$/, '');
}

function packed(cities: ReadonlyMap<string, PostalCode[]>): string {
  const lines = [...cities].map(([name, codes]) => ({ name, code: centralCode(codes) }));
  let before = 0;
  return lines
    .toSorted((left, right) => (left.code < right.code ? -1 : 1))
    .map(({ name, code }) => {
      if (!/^\d/.test(code)) return `${name}\t${code}`;
      const step = Number(code) - before;
      before = Number(code);
      return `${name}\t${step}`;
    })
    .join('\n');
}

/** Returns the code that is nearest to the middle of all. */
function centralCode(codes: readonly PostalCode[]): string {
  const middle = (pick: (code: PostalCode) => number): number =>
    codes.map(pick).toSorted((a, b) => a - b)[Math.floor(codes.length / 2)] ?? 0;
  const [latitude, longitude] = [middle((code) => code.latitude), middle((code) => code.longitude)];
  const farness = (code: PostalCode): number =>
    Math.hypot(code.latitude - latitude, code.longitude - longitude);
  return codes.reduce((best, code) => (farness(code) < farness(best) ? code : best)).code;
}
