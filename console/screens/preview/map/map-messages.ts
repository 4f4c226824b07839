/** The messages to and from the map's worker. */
import type { DniSettings } from '../../draft/dni-settings.ts';

/** The countries with postal codes. */
export type MapCountry = 'US' | 'CA';

/** The borders as SVG paths. */
export type MapBorders = Record<MapCountry, { outline: string; inner: string }>;

/** The size of both maps, in units of the map. */
export const MAP_SIZE = { width: 975, height: 610 } as const;

/** The ways to assign a postal code to a branch. */
export const WON = { byArea: 0, byDistance: 1, inSeveralAreas: 2, tooFar: 3 } as const;

/** Number of colours for branches. */
export const COLOURS = 8;

/** Characters of a postal code in a batch; shorter ones are padded with blanks. */
export const CODE_LENGTH = 5;

export interface MapQuestion {
  /** The number of the request. Answers to earlier ones are dropped. */
  question: number;
  settings: DniSettings;
  /** The chosen zone of the company; null for none. */
  zone: string | null;
  country: MapCountry;
}

/** Sent when the worker has loaded its tables. Messages sent before are lost. */
export interface MapReady {
  kind: 'ready';
}

/** The positions of the branches on the map, in the order of the settings. */
export interface MapBranches {
  kind: 'branches';
  question: number;
  /** x and y of each; NaN for a branch outside of the map. */
  points: Float32Array;
  /** From 0 to `COLOURS` - 1. Neighbouring branches have different colours. */
  colours: Uint8Array;
  /** Whether any branch names a service area. */
  hasAreas: boolean;
  /** The number of postal codes that will follow. */
  total: number;
}

/** Postal codes and the branches that get them. */
export interface MapBatch {
  kind: 'batch';
  question: number;
  codes: string;
  /** x, y and size of each dot. */
  points: Float32Array;
  sizes: Float32Array;
  /** The index of the branch. */
  winners: Uint16Array;
  /** One of `WON`. */
  ways: Uint8Array;
  /** From the postal code to the branch. */
  kilometers: Float32Array;
  isLast: boolean;
}
