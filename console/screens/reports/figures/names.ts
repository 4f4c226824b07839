/** Names the values of groupings. Pure. */
import { hourText, periodTitle, type PeriodUnit } from '../../../components/chart/periods.ts';
import { formatPhone } from '../../../components/text/values.tsx';
import { channelName } from '../../../../worker/dni/pure/channels.ts';
import type { Dimension, Filter } from './report-path.ts';

/** What rows without a value are called. */
const NONE: Partial<Record<Dimension, string>> = {
  source: 'Unknown source',
  campaign: 'No campaign',
  term: 'No keyword',
  location: 'No location',
  answered_by: 'Nobody',
};

const UNITS: readonly string[] = ['day', 'week', 'month'] satisfies PeriodUnit[];

/** Groupings whose values are words of the product: `paid_search`. */
const WORDS: readonly string[] = [
  'source',
  'medium',
  'outcome',
  'weekday',
  'confidence',
] satisfies Dimension[];

/** Returns the name of a row. @param label as the API answers it */
export function valueName(by: Dimension, { value, label }: { value: string | null; label: string }): string {
  if (value === null || value === '') return NONE[by] ?? 'None';
  if (UNITS.includes(by)) return periodTitle(by as PeriodUnit, value);
  if (WORDS.includes(by)) return label === value ? channelName(value) : label;
  if (by === 'hour') return hourText(Number(value));
  return by === 'number' ? formatPhone(value) : label;
}

/** Returns the name of a filter's value. @param label as the API answers it */
export function filterValueName(by: Filter, value: string, label: string): string {
  if (by === 'first_time') return value === 'true' ? 'yes' : 'no';
  return valueName(by, { value, label });
}
