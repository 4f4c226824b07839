/** Loads the tables of postal codes and cities when rows need them. */
import { useRef, useState } from 'preact/hooks';
import type { NeededPlaces, Places } from './reading.ts';

interface LoadedPlaces {
  places: Places;
  /** Why a table could not be loaded. */
  failure: unknown;
  /** Loads the needed tables. Does nothing while they load. */
  load: (needed: NeededPlaces) => void;
}

export function usePlaces(): LoadedPlaces {
  const [places, setPlaces] = useState<Places>({});
  const [failure, setFailure] = useState<unknown>();
  const isLoading = useRef(false);
  const read = async (table: () => Promise<Places>): Promise<void> => {
    try {
      const found = await table();
      setFailure(undefined);
      setPlaces((before) => ({ ...before, ...found }));
    } catch (error) {
      setFailure(error);
    } finally {
      isLoading.current = false;
    }
  };
  const load = ({ codes, cities }: NeededPlaces): void => {
    if ((!codes && !cities) || isLoading.current) return;
    isLoading.current = true;
    void read(cities ? loadCities : loadCodes);
  };
  return { places, failure, load };
}

async function loadCodes(): Promise<Places> {
  const { placeOfCode } = await import('./postal-places.ts');
  return { ofCode: placeOfCode };
}

async function loadCities(): Promise<Places> {
  const { placeOfCity } = await import('./city-places.ts');
  return { ...(await loadCodes()), ofCity: placeOfCity };
}
