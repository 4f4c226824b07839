/** The cities outside the US and Canada: the tables that the build makes, other spellings, and namesakes. */
import { describe, expect, test } from 'vitest';
import { citiesByCountry } from '../../../../build/world-cities.ts';
import { CityFinder, type CountryCities } from '../../../../console/screens/places/finding/country-cities.ts';
import type { BranchAddress } from '../../../../console/screens/places/finding/branch-address.ts';
import {
  findPlace,
  neededFor,
  type Places,
  whyUnknown,
} from '../../../../console/screens/places/finding/find-place.ts';

const tables = citiesByCountry();
const finders = new Map(
  [...tables].map(([country, table]) => [country, new CityFinder(`the country ${country}`, table)]),
);
const ALL: Places = { abroad: finders };

function branch(parts: Partial<BranchAddress>): BranchAddress {
  return { address: '', city: '', state: '', postal_code: '', country: '', ...parts };
}

function finderOf(country: string): CityFinder {
  const finder = finders.get(country);
  if (finder === undefined) throw new Error(`${country} has no table.`);
  return finder;
}

describe('the tables', () => {
  test('have each city with its place, region and people, in countries with none of the US and Canada', () => {
    expect(tables.size).toBeGreaterThan(230);
    expect([tables.has('US'), tables.has('CA')]).toEqual([false, false]);
    const wrong = [...tables].filter(([, table]) => !isWhole(table)).map(([country]) => country);
    expect(wrong).toEqual([]);
  });

  test('have the capital of each country at its place', () => {
    const capitals = [
      ['NO', 'Oslo', 59.91, 10.75],
      ['DE', 'Berlin', 52.52, 13.41],
      ['GB', 'London', 51.51, -0.13],
      ['NZ', 'Wellington', -41.29, 174.78],
      ['BR', 'Brasília', -15.78, -47.93],
    ] as const;
    for (const [country, city, latitude, longitude] of capitals) {
      const found = findPlace(branch({ city, country }), '', ALL);
      expect(Number(found?.degrees.latitude)).toBeCloseTo(latitude, 1);
      expect(Number(found?.degrees.longitude)).toBeCloseTo(longitude, 1);
    }
  });
});

function isWhole({ names, latitudes, longitudes, regionOf, people, regions }: CountryCities): boolean {
  const count = names.split('\n').length;
  const lists = [latitudes, longitudes, regionOf, people];
  return (
    lists.every(({ length }) => length === count) &&
    latitudes.every((value) => Math.abs(value) <= 9_000) &&
    longitudes.every((value) => Math.abs(value) <= 18_000) &&
    regionOf.every((index) => regions[index] !== undefined)
  );
}

test.for([
  ['NO', 'Tromso', 'Tromsø'],
  ['NO', 'TROMSØ', 'Tromsø'],
  ['DK', 'Kobenhavn', 'Copenhagen (Capital Region)'],
  ['DK', 'København', 'Copenhagen (Capital Region)'],
  ['DK', 'København V', 'Copenhagen (Capital Region)'],
  ['DK', 'Aarhus C', 'Århus (Central Jutland)'],
  ['SE', 'Goteborg', 'Göteborg (Västra Götaland)'],
  ['DE', 'München', 'Munich (Bavaria)'],
  ['DE', 'Muenchen', 'Munich (Bavaria)'],
  ['DE', 'Köln', 'Köln (North Rhine-Westphalia)'],
  ['AT', 'Wien', 'Vienna'],
  ['CH', 'St. Gallen', 'Sankt Gallen (Saint Gallen)'],
  ['PL', 'Lodz', 'Łódź'],
  ['IE', 'Dublin 2', 'Dublin (Leinster)'],
  ['IT', 'Roma', 'Rome (Lazio)'],
] as const)('a city is found as people write it: %s %s', ([country, city, from]) => {
  const found = findPlace(branch({ city, country }), '', ALL);
  expect(found?.from.replace(/ \((?:Łódź|Lodz).*/, '')).toBe(from);
  expect(found?.kind).toBe('city');
});

describe('namesakes', () => {
  test('are refused with their names, and the region tells them apart', () => {
    const unclear = branch({ city: 'Neustadt', country: 'DE' });
    expect(findPlace(unclear, '', ALL)).toBeUndefined();
    const why = whyUnknown(unclear, '', ALL);
    expect(why).toContain('Neustadt am Rübenberge (Lower Saxony)');
    expect(why).toContain('Neustadt in Holstein (Schleswig-Holstein)');
    expect(why).toContain('Write the full name, or the region as the state');

    for (const state of ['Niedersachsen', 'Lower Saxony', 'lower saxony']) {
      const found = findPlace({ ...unclear, state }, '', ALL);
      expect(found?.from).toBe('Neustadt am Rübenberge (Lower Saxony)');
    }
    const named = findPlace(branch({ city: 'Neustadt in Holstein', country: 'DE' }), '', ALL);
    expect(named?.degrees).toEqual({ latitude: '54.11', longitude: '10.81' });
  });

  test('of one region need coordinates, and the sentence says so', () => {
    const twice: CountryCities = {
      regions: ['Bavaria'],
      names: 'Berg\nBerg',
      latitudes: [4795, 4920],
      longitudes: [1135, 1150],
      regionOf: [0, 0],
      people: [80, 70],
    };
    const places: Places = { abroad: new Map([['DE', new CityFinder('Germany', twice)]]) };
    const unclear = branch({ city: 'Berg', state: 'Bavaria', country: 'DE' });
    expect(findPlace(unclear, '', places)).toBeUndefined();
    expect(whyUnknown(unclear, '', places)).toMatch(
      /^Germany has several cities Berg \(Bavaria\)\. To tell them apart, enter coordinates: /,
    );
  });

  test('that are far smaller do not hide a large city', () => {
    for (const [country, city, from] of [
      ['FR', 'Marseille', 'Marseille'],
      ['GB', 'London', 'London'],
      ['GB', 'Newcastle', 'Newcastle upon Tyne'],
      ['DE', 'Frankfurt', 'Frankfurt am Main'],
      ['AU', 'Perth', 'Perth'],
    ] as const) {
      expect(findPlace(branch({ city, country }), '', ALL)?.from).toMatch(new RegExp(`^${from} `));
    }
  });

  test('of the largest city of each country do not hide it', () => {
    const hidden = [...tables].filter(([country, { names, people }]) => {
      const name = names.split('\n')[people.indexOf(Math.max(...people))]?.split('|', 1)[0] ?? '';
      return !finderOf(country)
        .find(name, '')
        .some((found) => found.name === name);
    });
    expect(hidden.map(([country]) => country)).toEqual([]);
  });
});

describe('what is not known', () => {
  test('is said with what to do', () => {
    const unknown = whyUnknown(branch({ city: 'Drammmen', postal_code: '3017', country: 'NO' }), '', ALL);
    expect(unknown).toBe(
      'No city Drammmen is known in the country NO. Check the name, or enter coordinates: in Google Maps, a right click on the building shows them.',
    );
    expect(whyUnknown(branch({ postal_code: '10115', country: 'DE' }), '', ALL)).toMatch(
      /^Only postal codes of the US and Canada are known\. For the country DE, enter the city, or enter coordinates/,
    );
    expect(whyUnknown(branch({ address: 'Storgata 1' }), 'NO', ALL)).toContain(
      'The place of Storgata 1 is not known',
    );
    expect(whyUnknown(branch({ country: 'NO' }), '', ALL)).toMatch(/^Enter a US/);
  });

  test('names of the prototype of objects are no cities', () => {
    for (const city of ['constructor', '__proto__', 'toString', '|', '\n', ' ']) {
      expect(finderOf('NO').find(city, city)).toEqual([]);
    }
  });
});

describe('what is needed', () => {
  const exact = branch({ address: 'Storgata 1', city: 'Drammen', postal_code: '3017', country: 'NO' });
  const text = 'Storgata 1, Drammen, 3017, NO';
  const nothing = { codes: false, cities: false, countries: [], addresses: [] };

  test('is the exact place of an address first, if anybody can be asked, then the city', () => {
    const askable: Places = { ofAddress: new Map() };
    expect(neededFor([exact], 'NO', askable)).toEqual({ ...nothing, addresses: [text] });
    expect(neededFor([exact], 'NO', { ...ALL, ...askable })).toEqual({ ...nothing, addresses: [text] });
    expect(neededFor([exact], 'NO', {})).toEqual({ ...nothing, countries: ['NO'] });
    const answered: Places = { ofAddress: new Map([[text, null]]) };
    expect(neededFor([exact], 'NO', answered)).toEqual({ ...nothing, countries: ['NO'] });
    expect(neededFor([exact], 'NO', { ...answered, ...ALL })).toBe(undefined);
  });

  test('is an exact place in preference to the middle of the city', () => {
    const degrees = { latitude: '59.7439', longitude: '10.2045' };
    const places: Places = { ...ALL, ofAddress: new Map([[text, degrees]]) };
    expect(findPlace(exact, 'NO', places)).toEqual({ degrees, from: text, kind: 'place' });
  });

  test('is the table of a country for a city alone, which costs no question', () => {
    const city = branch({ city: 'Drammen' });
    expect(neededFor([city], 'NO', { ofAddress: new Map() })).toEqual({ ...nothing, countries: ['NO'] });
    expect(neededFor([city], 'NO', { ...ALL, ofAddress: new Map() })).toBe(undefined);
  });

  test('is each country once', () => {
    const branches = ['NO', 'DE', 'NO', 'DK'].map((country) => branch({ city: 'Bergen', country }));
    expect(neededFor(branches, '', {})?.countries).toEqual(['NO', 'DE', 'DK']);
  });
});
