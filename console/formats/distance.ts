/** Distances in the unit of the company's country. The API always uses kilometers. Pure. */
import { formatCount } from '../../worker/core/reports/words/counts.ts';
import { typedNumber } from './numbers.ts';

export type DistanceUnit = 'km' | 'mi';

/** Countries whose road signs are in miles: the US, the UK, Liberia, Myanmar. */
const IN_MILES: ReadonlySet<string> = new Set(['US', 'GB', 'LR', 'MM']);
const KM_PER_MILE = 1.609344;
/** Distances from here on are shown without decimals. */
const WHOLE_FROM = 100;
/** Decimals of saved kilometers and of shown units, chosen so that typed miles are shown unchanged later. */
const DECIMALS = { saved: 6, shown: 3 };
/** The unit after a typed distance. */
const TYPED_UNIT: Record<DistanceUnit, RegExp> = {
  km: /(?:km|kilomet(?:er|re)s?)\.?$/i,
  mi: /(?:mi|miles?)\.?$/i,
};

/** The names of the units, for labels. */
export const UNIT_NAMES: Record<DistanceUnit, string> = { km: 'kilometers', mi: 'miles' };

/** Returns the unit that a country uses. @param country two letters (ISO 3166) */
export function unitIn(country: string): DistanceUnit {
  return IN_MILES.has(country.toUpperCase()) ? 'mi' : 'km';
}

/** Formats a distance: `24.8 mi`, `1,282 km`. */
export function distanceText(kilometers: number, unit: DistanceUnit): string {
  const distance = inUnit(kilometers, unit);
  const text = distance < WHOLE_FROM ? String(rounded(distance, 1)) : formatCount(Math.round(distance));
  return `${text} ${unit}`;
}

/** Formats a distance for an input; '' for none. */
export function typedDistance(kilometers: number | null, unit: DistanceUnit): string {
  return kilometers === null ? '' : String(rounded(inUnit(kilometers, unit), DECIMALS.shown));
}

/**
 * Reads kilometers from an input: `250`, `1,000`, `12.5 km`. Null when it is empty, `NaN` for what cannot be read without doubt.
 * @param before the distance that the input began with; returned unchanged if nobody edited it
 */
export function readDistance(typed: string, unit: DistanceUnit, before: number | null): number | null {
  if (typed === '') return null;
  if (typed === typedDistance(before, unit)) return before;
  const distance = typedNumber(typed.replace(TYPED_UNIT[unit], ''));
  return unit === 'km' ? distance : rounded(distance * KM_PER_MILE, DECIMALS.saved);
}

function inUnit(kilometers: number, unit: DistanceUnit): number {
  return unit === 'km' ? kilometers : kilometers / KM_PER_MILE;
}

function rounded(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals;
}
