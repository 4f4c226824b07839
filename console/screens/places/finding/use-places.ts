/** Loads the tables of postal codes and cities when rows need them, and asks for the places of addresses. */
import { useRef, useState } from 'preact/hooks';
import type { PlacesBody } from '../../../../worker/edge/settings/answer-schema.ts';
import { ask } from '../../../api/api.ts';
import { place } from '../../../address/router.ts';
import type { Degrees } from './coordinates.ts';
import type { NeededPlaces, Places } from './find-place.ts';

/** Addresses of one request; the edge takes no more. */
const ADDRESSES_AT_ONCE = 10;

interface LoadedPlaces {
  places: Places;
  /** Why a table could not be loaded, or addresses not be asked for. */
  failure: unknown;
  /** Loads what is needed. Does nothing while it loads. */
  load: (needed: NeededPlaces) => void;
}

/** Tells whether anything is needed. */
export function isSomething({ codes, cities, countries, addresses }: NeededPlaces): boolean {
  return codes || cities || countries.length + addresses.length > 0;
}

/** @param country the company's country, in which addresses are looked for */
export function usePlaces(country: string): LoadedPlaces {
  // Until the first answer says otherwise, addresses can be asked for.
  const [places, setPlaces] = useState<Places>({ ofAddress: new Map() });
  const [failure, setFailure] = useState<unknown>();
  const isLoading = useRef(false);
  const read = async (needed: NeededPlaces): Promise<void> => {
    try {
      const found = await loadPlaces(needed, places, country);
      setFailure(undefined);
      setPlaces((before) => ({ ...before, ...found }));
    } catch (error) {
      setFailure(error);
    } finally {
      isLoading.current = false;
    }
  };
  const load = (needed: NeededPlaces): void => {
    if (!isSomething(needed) || isLoading.current) return;
    isLoading.current = true;
    void read(needed);
  };
  return { places, failure, load };
}

/** Loads a part of what is needed: tables before addresses, since a question may cost something. */
async function loadPlaces(needed: NeededPlaces, before: Places, country: string): Promise<Places> {
  const { codes, cities, countries, addresses } = needed;
  return codes || cities || countries.length > 0
    ? (await import('./load-tables.ts')).loadTables(needed, before)
    : askForAddresses(before, addresses.slice(0, ADDRESSES_AT_ONCE), country);
}

/** Asks for some addresses. Without a resolver, nothing more is asked. */
async function askForAddresses(
  { ofAddress: known = new Map<string, Degrees | null>() }: Places,
  addresses: readonly string[],
  country: string,
): Promise<Places> {
  const body = { addresses, ...(country === '' ? {} : { country }) };
  const { body: answer } = await ask<PlacesBody>(`/dni/api/companies/${place.value.company}/places`, {
    method: 'POST',
    body,
  });
  const found = addresses.map((address, index) => [address, answer.places[index] ?? null] as const);
  // Those that nobody can be asked for are unknown, once and for all.
  return { ofAddress: answer.is_available ? new Map([...known, ...found]) : undefined };
}
