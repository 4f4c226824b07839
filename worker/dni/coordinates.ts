/** Checks whether a location's coordinates lie in its country and state. Pure. */
import { type Area, findCountry, findRegion, mayLieIn } from './areas.ts';
import type { Coordinates } from './pure/distance.ts';

/** A location's coordinates, and its country and state as people write them; either may be empty. */
export interface StatedPosition extends Coordinates {
  country: string;
  state: string;
}

/**
 * Coordinates outside the country or state of their location. `isMistaken`: they lie inside once a common mistake is corrected,
 * so they are certainly wrong.
 */
export interface Misplacement {
  isMistaken: boolean;
  /** The area that the coordinates lie outside of. */
  area: Area;
  detail: string;
}

/** Finds coordinates outside their area. @returns undefined when they may be right, or when the area is unknown */
export function findMisplacement({
  country,
  state,
  latitude,
  longitude,
}: StatedPosition): Misplacement | undefined {
  const countryArea = findCountry(country);
  // An unknown country may have states with the names of US or Canadian ones.
  const region =
    country.trim() !== '' && countryArea === undefined ? undefined : findRegion(state, countryArea);
  const outside = [region, countryArea].find(
    (area) => area !== undefined && !mayLieIn(area, { latitude, longitude }),
  );
  if (outside === undefined) return undefined;
  const mistake = MISTAKES.find(({ correct }) => mayLieIn(outside, correct({ latitude, longitude })));
  const where = `${latitude}, ${longitude} is outside ${outside.name}`;
  if (mistake === undefined) return { isMistaken: false, area: outside, detail: `${where}.` };
  const corrected = mistake.correct({ latitude, longitude });
  const detail = `${where}; ${mistake.description}: write latitude ${corrected.latitude}, longitude ${corrected.longitude}.`;
  return { isMistaken: true, area: outside, detail };
}

/** Common mistakes in coordinates, each with its correction. */
const MISTAKES: readonly { description: string; correct: (point: Coordinates) => Coordinates }[] = [
  {
    description: 'latitude and longitude are swapped',
    correct: ({ latitude, longitude }) => ({ latitude: longitude, longitude: latitude }),
  },
  {
    description: 'the longitude has the wrong sign',
    correct: ({ latitude, longitude }) => ({ latitude, longitude: -longitude }),
  },
  {
    description: 'the latitude has the wrong sign',
    correct: ({ latitude, longitude }) => ({ latitude: -latitude, longitude }),
  },
  {
    description: 'latitude and longitude are swapped, and the longitude has the wrong sign',
    correct: ({ latitude, longitude }) => ({ latitude: longitude, longitude: -latitude }),
  },
];
