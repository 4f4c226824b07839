/** Finds the place of a US or Canadian postal code with the Worker's table, which is loaded with this module. */
import { findPostalCode, normalizePostalCode } from '../../../../worker/edge/lookup/place/zip.ts';
import type { Degrees } from './coordinates.ts';

/** Decimals of coordinates: 11 m, more than the table has. */
const DECIMALS = 4;

/** Returns the centre of a postal code; undefined if the code is not in the table. */
export function placeOfCode(text: string): Degrees | undefined {
  const code = normalizePostalCode(text);
  const found = code === undefined ? undefined : findPostalCode(code);
  if (found?.precision !== 'code') return undefined;
  return { latitude: found.latitude.toFixed(DECIMALS), longitude: found.longitude.toFixed(DECIMALS) };
}
