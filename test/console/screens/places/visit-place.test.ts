/** The place of a test visitor as it is typed: a postal code of the US or Canada, or a city of the company's countries. */
import { describe, expect, test } from 'vitest';
import { citiesByCountry } from '../../../../build/world-cities.ts';
import { CityFinder } from '../../../../console/screens/places/finding/country-cities.ts';
import { type Explanation, placeReason } from '../../../../console/screens/preview/explanation.ts';
import {
  citiesLike,
  cityTyped,
  countriesOf,
  isCity,
  wordsOf,
} from '../../../../console/screens/preview/visit-place.ts';

const finders = new Map(
  [...citiesByCountry()].map(([country, table]) => [country, new CityFinder(country, table)]),
);
const DENMARK = countriesOf(['DK', 'Danmark', '']);
const BRITAIN = countriesOf(['GB', 'US']);
const NORTH = countriesOf(['DE', 'NO']);

describe('the countries', () => {
  test('are those of the company and its locations, by code or name', () => {
    expect(DENMARK).toEqual({ withCodes: [], abroad: ['DK'] });
    expect(BRITAIN).toEqual({ withCodes: ['US'], abroad: ['GB'] });
    expect(countriesOf(['', 'Nowhere'])).toEqual({ withCodes: ['US', 'CA'], abroad: [] });
  });

  test('say what the field takes', () => {
    expect(wordsOf(countriesOf(['US']))).toEqual({
      label: 'Postal code',
      hint: 'US or Canada. Leave empty to use your own place.',
    });
    expect(wordsOf(DENMARK)).toEqual({
      label: 'City',
      hint: 'A city in Denmark. Leave empty to use your own place.',
    });
    expect(wordsOf(countriesOf(['CA', 'US', 'DE', 'NO']))).toEqual({
      label: 'Postal code or city',
      hint: 'A Canadian or US postal code, or a city in Germany or Norway. Leave empty to use your own place.',
    });
    expect(wordsOf(countriesOf(['DE', 'NO', 'SE', 'FI', 'DK'])).hint).toContain(
      'Germany, Norway, Sweden, Finland, or another of your countries',
    );
  });
});

test.for([
  ['80302', DENMARK, true],
  ['80302', BRITAIN, false],
  ['80302-1234', BRITAIN, false],
  // A British postcode looks like the first part of a Canadian one.
  ['W1A', BRITAIN, true],
  ['M5V 3L9', countriesOf(['CA', 'DK']), false],
  ['London', BRITAIN, true],
  ['London', countriesOf(['US']), false],
  ['', DENMARK, false],
] as const)('%s in %o is a city: %s', ([text, countries, expected]) => {
  expect(isCity(text, countries)).toBe(expected);
});

describe('a city', () => {
  test('is found by its name, also as others write it', () => {
    const aarhus = {
      at: { city: 'Århus (Central Jutland)', country: 'DK', latitude: '56.16', longitude: '10.21' },
    };

    expect(cityTyped('aarhus', DENMARK, finders)).toEqual(aarhus);
    expect(cityTyped('Århus', DENMARK, finders)).toEqual(aarhus);
    expect(cityTyped('Århus (Central Jutland)', DENMARK, finders)).toEqual(aarhus);
    expect(cityTyped('London', BRITAIN, finders).at).toMatchObject({ country: 'GB', latitude: '51.51' });
  });

  test('of a name that several have is asked for, and each proposed name is the only one', () => {
    const { at, fault = '' } = cityTyped('Bergen', NORTH, finders);
    const labels = /: (.*)\.$/.exec(fault)?.[1]?.split('; ') ?? [];

    expect(at).toBe(undefined);
    expect(labels.some((label) => /^Bergen \(.+\), Norway$/.test(label))).toBe(true);
    expect(labels.length).toBeGreaterThan(1);
    for (const label of labels) {
      expect([label, cityTyped(label, NORTH, finders).fault]).toEqual([label, undefined]);
    }
  });

  test('is proposed by the beginning of its name, the largest first', () => {
    const proposed = citiesLike('aa', DENMARK, finders);

    expect(proposed.slice(0, 2)).toEqual(['Århus (Central Jutland)', 'Aalborg (North Denmark)']);
    expect(proposed.length).toBeLessThanOrEqual(8);
    for (const label of proposed) expect(cityTyped(label, DENMARK, finders).fault).toBe(undefined);
  });

  test('that is not known is told with what is', () => {
    expect(cityTyped('Atlantis', DENMARK, finders).fault).toBe(
      'No city Atlantis is known in Denmark. Write its whole name.',
    );
    expect(cityTyped('Atlantis', BRITAIN, finders).fault).toBe(
      'No postal code or city Atlantis is known in the United Kingdom. Write its whole name.',
    );
    expect(cityTyped('8000', DENMARK, finders).fault).toBe(
      'Only postal codes of the US and Canada are known. Write a city in Denmark.',
    );
  });
});

describe('the sentence about the place', () => {
  test.for<[home: string | undefined, place: Explanation['place'], sentence: string]>([
    ['US', { postal_code: '78701', region: 'US-TX', country: 'US' }, 'The visitor is in 78701, TX.'],
    [undefined, { postal_code: '78701', region: 'US-TX', country: 'US' }, 'The visitor is in 78701, TX.'],
    ['US', { postal_code: 'M5V', region: 'CA-ON', country: 'CA' }, 'The visitor is in M5V, ON, Canada.'],
    ['US', { city: 'Puerto Rico', region: 'US-PR', country: 'US' }, 'The visitor is in Puerto Rico, PR.'],
    ['DK', { city: 'Odense', region: 'DK-83', country: 'DK' }, 'The visitor is in Odense.'],
    ['DK', { city: 'Odense', postal_code: '5000', country: 'DK' }, 'The visitor is in 5000 Odense.'],
    ['DK', { city: 'London', region: 'GB-ENG', country: 'GB' }, 'The visitor is in London, United Kingdom.'],
    ['DK', { city: 'Singapore', country: 'SG' }, 'The visitor is in Singapore.'],
    // Where nothing more exact is known, the company's own country is named as well.
    ['DK', { region: 'DK-83', country: 'DK' }, 'The visitor is in Denmark.'],
    ['DK', { country: 'GB' }, 'The visitor is in the United Kingdom.'],
    ['DK', { country: 'XX' }, 'The visitor’s place is unknown.'],
    ['DK', null, 'The visitor’s place is unknown.'],
  ])('for a company of %s and %o: %s', ([home, place, sentence]) => {
    expect(placeReason({ place } as Explanation, home)).toBe(sentence);
  });
});
