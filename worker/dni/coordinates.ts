/** Whether a location's coordinates lie where its country and its state say. Pure. */
import { type Area, findCountry, findRegion, mayLieIn } from './areas.ts';
import type { Coordinates } from './pure/distance.ts';

/** What a location says of where it is; texts as people write them, each may be empty. */
export interface SaidPlace extends Coordinates {
  country: string;
  state: string;
}

/** What is wrong: certainly (`mistaken`: the same figures put differently lie right), or perhaps. */
export interface Misplacement {
  isMistaken: boolean;
  /** The area that the coordinates lie outside of. */
  area: Area;
  detail: string;
}

/** @returns undefined when the coordinates may be right, or when nothing says where the location is */
export function misplacement({ country, state, latitude, longitude }: SaidPlace): Misplacement | undefined {
  const land = findCountry(country);
  // A country that is named but not known may have states of the same names.
  const region = country.trim() !== '' && land === undefined ? undefined : findRegion(state, land);
  const outside = [region, land].find(
    (area) => area !== undefined && !mayLieIn(area, { latitude, longitude }),
  );
  if (outside === undefined) return undefined;
  const meant = MISTAKES.find(({ put }) => mayLieIn(outside, put({ latitude, longitude })));
  const where = `${latitude}, ${longitude} lies outside of ${outside.name}`;
  if (meant === undefined) return { isMistaken: false, area: outside, detail: `${where}.` };
  const right = meant.put({ latitude, longitude });
  const detail = `${where}; ${meant.words}: write latitude ${right.latitude}, longitude ${right.longitude}.`;
  return { isMistaken: true, area: outside, detail };
}

/** How coordinates go wrong, and what they would be without the mistake. */
const MISTAKES: readonly { words: string; put: (point: Coordinates) => Coordinates }[] = [
  {
    words: 'latitude and longitude are swapped',
    put: ({ latitude, longitude }) => ({ latitude: longitude, longitude: latitude }),
  },
  {
    words: 'the longitude has lost its minus, or has one too many',
    put: ({ latitude, longitude }) => ({ latitude, longitude: -longitude }),
  },
  {
    words: 'the latitude has lost its minus, or has one too many',
    put: ({ latitude, longitude }) => ({ latitude: -latitude, longitude }),
  },
  {
    words: 'latitude and longitude are swapped, and a minus is missing',
    put: ({ latitude, longitude }) => ({ latitude: longitude, longitude: -latitude }),
  },
];
