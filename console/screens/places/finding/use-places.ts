/** Has the places found that rows need: by tables of postal codes and cities, and by asking for addresses. */
import { useRef, useState } from 'preact/hooks';
import type { NeededPlaces, Places } from './find-place.ts';

interface LoadedPlaces {
  places: Places;
  /** Why a table could not be loaded, or addresses not be asked for. */
  failure: unknown;
  /** Loads what is needed. Does nothing while it loads. */
  load: (needed: NeededPlaces | undefined) => void;
}

/** @param country the company's country, in which addresses are looked for */
export function usePlaces(country: string): LoadedPlaces {
  // Until the first answer says otherwise, addresses can be asked for.
  const [places, setPlaces] = useState<Places>({ ofAddress: new Map() });
  const [failure, setFailure] = useState<unknown>();
  const isLoading = useRef(false);
  const read = async (needed: NeededPlaces): Promise<void> => {
    try {
      const { loadPlaces } = await import('./load-places.ts');
      const found = await loadPlaces(needed, places, country);
      setFailure(undefined);
      setPlaces((before) => ({ ...before, ...found }));
    } catch (error) {
      setFailure(error);
    } finally {
      isLoading.current = false;
    }
  };
  const load = (needed: NeededPlaces | undefined): void => {
    if (needed === undefined || isLoading.current) return;
    isLoading.current = true;
    void read(needed);
  };
  return { places, failure, load };
}
