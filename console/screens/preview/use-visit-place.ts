/** Finds the place of a test visitor while it is typed, and loads the cities that are needed. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Visit } from '../draft/visits/visit.ts';
import {
  citiesLike,
  cityTyped,
  countriesOf,
  type Finders,
  isCity,
  type VisitPlace,
  wordsOf,
} from './visit-place.ts';

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
}

/** @param named the countries of the company and its locations, by code or name; undefined until they are known */
export function useVisitPlace(visit: Visit, named: readonly string[] | undefined): FoundVisit {
  const key = [...new Set(named)].join('\n');
  const countries = useMemo(() => countriesOf(key.split('\n')), [key]);
  const text = visit.zip.trim();
  const isOfCity = isCity(text, countries);
  const { finders, failure } = useFinders(isOfCity ? countries.abroad : NONE);
  const isBusy = named === undefined ? text !== '' : isOfCity && finders === undefined;
  const found: VisitPlace = isOfCity && finders ? cityTyped(text, countries, finders) : {};
  const fault = isOfCity ? (failure ?? found.fault) : undefined;
  return {
    visit: found.at === undefined ? visit : { ...visit, at: found.at },
    fault,
    isKnown: !isBusy && fault === undefined,
    choices: isOfCity && finders ? citiesLike(text, countries, finders) : [],
    ...wordsOf(countries),
  };
}

const NONE: readonly string[] = [];
const NOT_LOADED = 'The list of cities was not loaded. Reload the page.';

interface LoadedFinders {
  finders: Finders | undefined;
  failure?: string;
}

/** Loads the cities of countries. Those that are loaded stay. */
function useFinders(countries: readonly string[]): LoadedFinders {
  const [state, setState] = useState<LoadedFinders>({ finders: undefined });
  useEffect(() => {
    if (countries.length === 0) return undefined;
    let isWanted = true;
    const take = (loaded: LoadedFinders): void => {
      if (isWanted) setState(loaded);
    };
    load(countries).then(
      (finders) => take({ finders }),
      () => take({ finders: undefined, failure: NOT_LOADED }),
    );
    return () => {
      isWanted = false;
    };
  }, [countries]);
  return state;
}

async function load(countries: readonly string[]): Promise<Finders> {
  const { citiesOf } = await import('../places/finding/load-places.ts');
  return new Map(
    await Promise.all(countries.map(async (country) => [country, await citiesOf(country)] as const)),
  );
}
