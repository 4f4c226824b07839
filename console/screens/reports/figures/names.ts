/** Names the values of groupings and filters, with numbers as the console writes them. Pure. */
import { formatPhone } from '../../../components/text/values.tsx';
import { READER } from '../../../formats/reader.ts';
import { groupName } from '../../../../worker/core/reports/words/names.ts';
import type { Dimension, Filter } from './report-path.ts';

/** Returns the name of a row. @param group its value and label, as the API answers them */
export function valueName(by: Dimension, group: { value: string | null; label: string }): string {
  return groupName(by, group, { phone: formatPhone, times: READER });
}

/** Returns the name of a filter's value. @param label as the API answers it */
export function filterValueName(by: Filter, value: string, label: string): string {
  if (by === 'first_time') return value === 'true' ? 'yes' : 'no';
  return valueName(by, { value, label });
}
