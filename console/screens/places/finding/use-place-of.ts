/** Finds the place of the branch in a form while its address is typed. */
import { useEffect, useState } from 'preact/hooks';
import type { BranchAddress, FoundPlace } from './branch-address.ts';
import { findPlace, knownOf, neededFor, whyUnknown } from './find-place.ts';
import { isSomething, usePlaces } from './use-places.ts';

const DEGREES = ['latitude', 'longitude'] as const;
const FOLLOWED: ReadonlySet<string> = new Set([
  ...DEGREES,
  ...(['address', 'city', 'state', 'postal_code', 'country'] satisfies (keyof BranchAddress)[]),
]);
/** After the last key: an address is asked for, and each question may cost something. */
const PAUSE_MS = 600;

/** The place of the branch in a form. */
export interface BranchPlace {
  /** Undefined while it is not known. */
  found: FoundPlace | undefined;
  /** Why there is none, for the user. */
  unknown: string;
  /** Whether a place was typed that nobody knows, so that coordinates are needed. */
  isMissing: boolean;
  /** The country that is chosen (ISO 3166-1 alpha-2), '' for none. */
  country: string;
  /** Takes what is typed in a field of the form. */
  follow: (field: HTMLInputElement | HTMLSelectElement) => void;
}

/**
 * @param start the texts that the form starts with
 * @param country the company's country (ISO 3166-1 alpha-2)
 */
export function usePlaceOf(start: Readonly<Record<string, string>>, country: string): BranchPlace {
  const [texts, setTexts] = useState(start);
  const branch = branchOf(texts);
  const { places, failure, load } = usePlaces(country);
  const isStated = DEGREES.some((member) => (texts[member] ?? '') !== '');
  const needed = neededFor(isStated ? [] : [branch], country, places);
  const isNeeded = isSomething(needed);
  useEffect(() => {
    if (!isNeeded || failure !== undefined) return undefined;
    const timer = setTimeout(() => load(needed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [texts, places, failure]);
  const follow = ({ name, value }: HTMLInputElement | HTMLSelectElement): void => {
    const member = name.slice(1);
    if (FOLLOWED.has(member)) setTexts((before) => ({ ...before, [member]: value.trim() }));
  };
  const found = findPlace(branch, country, places);
  const known = knownOf(branch);
  const isSought = isNeeded && known !== '';
  return {
    found,
    unknown: isSought
      ? `Still looking for ${known}. Try again in a moment, or enter coordinates.`
      : whyUnknown(branch, country, places),
    country: branch.country,
    isMissing: found === undefined && !isStated && !isSought && known !== '',
    follow,
  };
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
