/** Names the values of groupings. Pure. */
import { channelName } from '../../../dni/pure/channels.ts';
import type { Dimension } from '../counting/definitions.ts';
import { hourText, type TimeStyle } from '../../../shared/pure/time-style.ts';
import { periodTitle, type PeriodUnit } from './periods.ts';

/** What rows without a value are called. */
const NONE: Partial<Record<Dimension, string>> = {
  source: 'Unknown source',
  campaign: 'No campaign',
  term: 'No keyword',
  location: 'No location',
  answered_by: 'Nobody',
  menu_key: 'No menu',
};

const UNITS: readonly string[] = ['day', 'week', 'month'] satisfies PeriodUnit[];

/** Groupings whose values are words of the product: `paid_search`. */
const WORDS: readonly Dimension[] = ['source', 'medium', 'outcome', 'weekday', 'confidence'];

/** Names the row without a value of a grouping. */
export function noneLabel(by: Dimension): string {
  return NONE[by] ?? 'None';
}

/** Tells whether the values of a grouping are words of the product: `paid_search`. */
export function hasWords(by: Dimension): boolean {
  return WORDS.includes(by);
}

/**
 * Returns the name of a row.
 * @param group its value and label, as the API answers them
 * @param format how phone numbers and times are written for people
 */
export function groupName(
  by: Dimension,
  { value, label }: { value: string | null; label: string },
  format: { phone: (phone: string) => string; times: TimeStyle },
): string {
  if (value === null || value === '') return noneLabel(by);
  if (UNITS.includes(by)) return periodTitle(by as PeriodUnit, value, format.times);
  if (hasWords(by)) return label === value ? channelName(value) : label;
  if (by === 'hour') return hourText(Number(value), format.times);
  return by === 'number' ? format.phone(value) : label;
}
