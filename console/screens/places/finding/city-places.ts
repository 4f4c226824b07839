/** Finds the place of a city in the US and Canada with a table that is loaded with this module. */
import table from '../../../../dist/tables/cities.json';
import { type CityTable, comparableCity } from './city-names.ts';
import type { Degrees } from './coordinates.ts';
import { placeOfCode } from './postal-places.ts';

const { states, cities } = table as CityTable;
/** The postal codes of the places of a state, by name; unpacked when first used. */
const unpacked = new Map<string, ReadonlyMap<string, string>>();

/** Returns the middle of a city. @param state the code or the name of a state or province */
export function placeOfCity(city: string, state: string): Degrees | undefined {
  const region = states[comparableCity(state)] ?? state.trim().toUpperCase();
  const code = citiesIn(region).get(comparableCity(city));
  return code === undefined ? undefined : placeOfCode(code);
}

function citiesIn(region: string): ReadonlyMap<string, string> {
  const known = unpacked.get(region) ?? unpack(cities[region] ?? '');
  unpacked.set(region, known);
  return known;
}

function unpack(lines: string): ReadonlyMap<string, string> {
  let before = 0;
  return new Map(
    lines.split('\n').map((line): [string, string] => {
      const [name = '', code = ''] = line.split('\t');
      if (!/^\d+$/.test(code)) return [name, code];
      before += Number(code);
      return [name, String(before).padStart(5, '0')];
    }),
  );
}
