/** Reads where a test visitor is: a postal code of the US or Canada, or a city of the company's other countries. Pure. */
import { countryNamed } from '../numbers/paste/sheet/country-names.ts';
import { type CityFinder, type FoundCity, withRegion } from '../places/finding/country-cities.ts';
import { countryName, withArticle } from './country-words.ts';
import type { VisitCity } from '../draft/visits/visit.ts';

/** Cities that are proposed for the beginning of a name. */
const PROPOSED = 8;
/** Countries that a sentence names. */
const NAMED = 4;
/** Postal codes as the API takes them. */
const CODES: Readonly<Record<string, RegExp>> = {
  US: /^\d{5}(?:-?\d{4})?$/,
  CA: /^[a-z]\d[a-z](?:[ -]?\d[a-z]\d)?$/i,
};

const either = new Intl.ListFormat('en', { type: 'disjunction' });

/** The countries in which a company and its locations are (ISO 3166-1 alpha-2). */
export interface VisitCountries {
  /** Those whose postal codes are known; both for a company without a country. */
  withCodes: readonly string[];
  /** Those whose cities are known. */
  abroad: readonly string[];
}

/** The tables of cities, by country. */
export type Finders = ReadonlyMap<string, CityFinder>;

/** Where a visitor is by what was typed. */
export interface VisitPlace {
  /** Undefined for a postal code. */
  at?: VisitCity;
  /** Why no place is known. */
  fault?: string;
}

/** Returns the countries that are meant. @param named their codes or names; '' where it is not known */
export function countriesOf(named: readonly string[]): VisitCountries {
  const codes = [...new Set(named.flatMap((name) => countryNamed(name) ?? []))];
  const withCodes = codes.filter((code) => CODES[code] !== undefined);
  return {
    withCodes: codes.length === 0 ? Object.keys(CODES) : withCodes,
    abroad: codes.filter((code) => CODES[code] === undefined),
  };
}

/** Tells whether what was typed is to be looked for among cities. */
export function isCity(text: string, { withCodes, abroad }: VisitCountries): boolean {
  return text !== '' && abroad.length > 0 && !withCodes.some((code) => CODES[code]?.test(text));
}

/** Finds the city that was typed. Use for texts that `isCity`. */
export function cityTyped(text: string, { abroad, withCodes }: VisitCountries, finders: Finders): VisitPlace {
  const byLabel = new Map(
    citiesNamed(text, abroad, finders)
      .toReversed()
      .map(({ country, city }) => [labelOf(city, country, abroad), { country, city }]),
  );
  const [first, ...others] = byLabel.values();
  if (first === undefined) return { fault: whyNone(text, abroad, withCodes) };
  if (others.length > 0) {
    const labels = [...byLabel.keys()].toReversed().slice(0, PROPOSED);
    return { fault: `Several cities have this name. Write one of these: ${labels.join('; ')}.` };
  }
  return { at: { city: withRegion(first.city), country: first.country, ...first.city.degrees } };
}

/** Proposes cities whose names begin with what was typed. */
export function citiesLike(text: string, { abroad }: VisitCountries, finders: Finders): string[] {
  const proposed = abroad.flatMap((country) =>
    (finders.get(country)?.startingWith(text, PROPOSED) ?? []).map((city) => labelOf(city, country, abroad)),
  );
  return [...new Set(proposed)].slice(0, PROPOSED);
}

/** Returns what the field of the place is called, and what it takes. */
export function wordsOf({ withCodes, abroad }: VisitCountries): { label: string; hint: string } {
  if (abroad.length === 0) {
    return { label: 'Postal code', hint: 'US or Canada. Leave empty to use your own place.' };
  }
  const cities = `city in ${countriesText(abroad)}. Leave empty to use your own place.`;
  if (withCodes.length === 0) return { label: 'City', hint: `A ${cities}` };
  const codes = either.format(withCodes.map((code) => (code === 'US' ? code : 'Canadian')));
  return { label: 'Postal code or city', hint: `A ${codes} postal code, or a ${cities}` };
}

interface CityOf {
  country: string;
  city: FoundCity;
}

/** Finds the cities that a text may mean: a name, or what `labelOf` returned. */
function citiesNamed(text: string, abroad: readonly string[], finders: Finders): CityOf[] {
  const stated = abroad.filter((country) => text.endsWith(`, ${nameOf(country)}`));
  return (stated.length > 0 ? stated : abroad).flatMap((country) => {
    const plain = stated.length > 0 ? text.slice(0, -nameOf(country).length - 2) : text;
    const [name = '', region = ''] = plain.split('(');
    const found = finders.get(country)?.find(name.trim(), region.replace(')', '')) ?? [];
    return found.map((city) => ({ country, city }));
  });
}

/** Names a city so that it is the only one of its name in the company's countries. */
function labelOf(city: FoundCity, country: string, abroad: readonly string[]): string {
  return withRegion(city) + (abroad.length > 1 ? `, ${nameOf(country)}` : '');
}

function whyNone(text: string, abroad: readonly string[], withCodes: readonly string[]): string {
  if (/\d/.test(text)) {
    return `Only postal codes of the US and Canada are known. Write a city in ${countriesText(abroad)}.`;
  }
  const what = withCodes.length > 0 ? 'postal code or city' : 'city';
  return `No ${what} ${text} is known in ${countriesText(abroad)}. Write its whole name.`;
}

function countriesText(countries: readonly string[]): string {
  const names = countries.slice(0, NAMED).map((country) => withArticle(nameOf(country)));
  return either.format(countries.length > NAMED ? [...names, 'another of your countries'] : names);
}

function nameOf(country: string): string {
  return countryName(country) ?? country;
}
