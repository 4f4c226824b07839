/** Finds the place of the branch in a form while its address is typed. */
import { useEffect, useState } from 'preact/hooks';
import type { BranchAddress } from './branch-address.ts';
import type { PlaceState, placeState } from './place-state.ts';
import { usePlaces } from './use-places.ts';

const DEGREES = ['latitude', 'longitude'] as const;
const FOLLOWED: ReadonlySet<string> = new Set([
  ...DEGREES,
  ...(['address', 'city', 'state', 'postal_code', 'country'] satisfies (keyof BranchAddress)[]),
]);
/** After the last key: an address is asked for, and each question may cost something. */
const PAUSE_MS = 600;

/** The place of the branch in a form. */
export interface BranchPlace extends Omit<PlaceState, 'needed'> {
  /** The country that is chosen (ISO 3166-1 alpha-2), '' for none. */
  country: string;
  /** Takes what is typed in a field of the form. */
  follow: (field: HTMLInputElement | HTMLSelectElement) => void;
}

/** Until what finds places is there. */
const LOADING: PlaceState = {
  needed: undefined,
  found: undefined,
  unknown: 'Still looking for the place. Try again in a moment, or enter coordinates.',
  isMissing: false,
};

/**
 * @param start the texts that the form starts with
 * @param country the company's country (ISO 3166-1 alpha-2)
 */
export function usePlaceOf(start: Readonly<Record<string, string>>, country: string): BranchPlace {
  const [texts, setTexts] = useState(start);
  const branch = branchOf(texts);
  const { places, failure, load } = usePlaces(country);
  const [stateOf, setStateOf] = useState<typeof placeState>();
  useEffect(() => void loadFinder().then(setStateOf, () => undefined), []);
  const isStated = DEGREES.some((member) => (texts[member] ?? '') !== '');
  const { needed, ...state } = stateOf?.(branch, isStated, { country, places }) ?? LOADING;
  useEffect(() => {
    if (needed === undefined || failure !== undefined) return undefined;
    const timer = setTimeout(() => load(needed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [texts, places, failure, stateOf]);
  const follow = ({ name, value }: HTMLInputElement | HTMLSelectElement): void => {
    const member = name.slice(1);
    if (FOLLOWED.has(member)) setTexts((before) => ({ ...before, [member]: value.trim() }));
  };
  return { ...state, country: branch.country, follow };
}

/** Returns what sets the state: a function alone would be called for the state. */
async function loadFinder(): Promise<() => typeof placeState> {
  const finder = await import('./place-state.ts');
  return () => finder.placeState;
}

function branchOf(texts: Readonly<Record<string, string>>): BranchAddress {
  const text = (member: string): string => texts[member] ?? '';
  return {
    address: text('address'),
    city: text('city'),
    state: text('state'),
    postal_code: text('postal_code'),
    country: text('country'),
  };
}
