/** Finds the place of a test visitor while it is typed, and loads the cities that are needed. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Visit } from '../draft/visits/visit.ts';
import type * as VisitPlaces from './visit-place.ts';

/** The place of a visit, and the words of its field. */
export interface FoundVisit {
  /** The visit with its city. */
  visit: Visit;
  /** Why its place is not known. */
  fault: string | undefined;
  /** Whether its place is known, or it names none. */
  isKnown: boolean;
  /** Names to choose from. */
  choices: readonly string[];
  label: string;
  hint: string;
  /** Whether postal codes of the company's countries are known. */
  hasCodes: boolean;
}

/** @param named the countries of the company and its locations, by code or name; undefined until they are known */
export function useVisitPlace(visit: Visit, named: readonly string[] | undefined): FoundVisit {
  const key = [...new Set(named)].join('\n');
  const { loaded: places, failure } = useLoaded(loadPlaces);
  const countries = useMemo(() => places?.countriesOf(key.split('\n')), [key, places]);
  const text = visit.zip.trim();
  const isOfCity = countries !== undefined && places?.isCity(text, countries) === true;
  const abroad = isOfCity ? countries.abroad : undefined;
  const cities = useLoaded(useMemo(() => abroad && (() => loadCities(abroad)), [abroad]));
  if (places === undefined || countries === undefined || named === undefined) {
    return { ...UNTIL_LOADED, visit, fault: text === '' ? undefined : failure, isKnown: text === '' };
  }
  const words = { ...places.wordsOf(countries), hasCodes: countries.withCodes.length > 0 };
  if (!isOfCity) return { visit, fault: undefined, isKnown: true, choices: [], ...words };
  const { loaded: finders } = cities;
  if (finders === undefined) return { visit, fault: cities.failure, isKnown: false, choices: [], ...words };
  const { at, fault } = places.cityTyped(text, countries, finders);
  return {
    visit: at === undefined ? visit : { ...visit, at },
    fault,
    isKnown: fault === undefined,
    choices: places.citiesLike(text, countries, finders),
    ...words,
  };
}

const UNTIL_LOADED = {
  label: 'Postal code',
  hint: 'Leave empty to use your own place.',
  choices: [],
  hasCodes: false,
};
const NOT_LOADED = 'The list of cities was not loaded. Reload the page.';

interface Loaded<Value> {
  loaded: Value | undefined;
  failure?: string;
}

/** Loads what is needed; undefined: nothing yet. What is loaded stays. */
function useLoaded<Value>(load: (() => Promise<Value>) | undefined): Loaded<Value> {
  const [state, setState] = useState<Loaded<Value>>({ loaded: undefined });
  useEffect(() => {
    if (load === undefined) return undefined;
    let isWanted = true;
    const take = (next: Loaded<Value>): void => {
      if (isWanted) setState(next);
    };
    load().then(
      (loaded) => take({ loaded }),
      () => take({ loaded: undefined, failure: NOT_LOADED }),
    );
    return () => {
      isWanted = false;
    };
  }, [load]);
  return state;
}

const loadPlaces = (): Promise<typeof VisitPlaces> => import('./visit-place.ts');

async function loadCities(countries: readonly string[]): Promise<VisitPlaces.Finders> {
  const { citiesOf } = await import('../places/finding/load-places.ts');
  return new Map(
    await Promise.all(countries.map(async (country) => [country, await citiesOf(country)] as const)),
  );
}
