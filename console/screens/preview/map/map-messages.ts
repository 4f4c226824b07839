/** The messages to and from the map's worker. */
import type { DniSettings } from '../../numbers/dni-settings.ts';

/** What there are postal codes of. */
export type MapCountry = 'US' | 'CA';

/** The borders as paths of SVG. */
export type MapBorders = Record<MapCountry, { outline: string; inner: string }>;

/** The space that both maps are drawn in. */
export const MAP_SIZE = { width: 975, height: 610 } as const;

/** How a postal code came to its branch. */
export const WON = { byArea: 0, byDistance: 1, inSeveralAreas: 2, tooFar: 3 } as const;

/** Number of colours for branches. */
export const COLOURS = 8;

/** Characters of a postal code in a batch; shorter ones are filled up with blanks. */
export const CODE_LENGTH = 5;

export interface MapQuestion {
  /** Which question this is; answers to former ones are dropped. */
  question: number;
  settings: DniSettings;
  country: MapCountry;
}

/** The worker has its tables and listens; what it was asked before is lost. */
export interface MapReady {
  kind: 'ready';
}

/** Where the branches are on the map, in the order of the settings. */
export interface MapBranches {
  kind: 'branches';
  question: number;
  /** x and y of each; NaN for one that is not on it. */
  points: Float32Array;
  /** From 0 to `COLOURS`; branches that are close to each other have different ones. */
  colours: Uint8Array;
  /** Whether any branch names what it serves. */
  hasAreas: boolean;
  /** Postal codes that will come. */
  total: number;
}

/** Postal codes and who wins them. */
export interface MapBatch {
  kind: 'batch';
  question: number;
  codes: string;
  /** x and y of each, and the size of the dot that stands for it. */
  points: Float32Array;
  sizes: Float32Array;
  /** Index of the branch. */
  winners: Uint16Array;
  /** One of `WON`. */
  ways: Uint8Array;
  /** From the postal code to the branch. */
  kilometers: Float32Array;
  isLast: boolean;
}
