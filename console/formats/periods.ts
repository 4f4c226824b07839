/** Names periods as the reader's country writes them. */
import {
  type PeriodUnit,
  dayText,
  periodPhrase,
  periodTitle,
  rangePhrase,
  rangeTitle,
} from '../../worker/core/reports/words/periods.ts';
import { READER } from './reader.ts';

/** Names a day of a chart: `Nov 23`, `23 Nov`. */
export function formatDate(date: Date): string {
  return dayText(date, READER);
}

/** Names a period: `Tue, Nov 17`, `week of Nov 16`, `Nov 2026`, `8 AM`. */
export function formatPeriod(unit: PeriodUnit, start: string): string {
  return periodTitle(unit, start, READER);
}

/** Names a period with its preposition: `on Tue, Nov 17`. */
export function formatWhen(unit: PeriodUnit, start: string): string {
  return periodPhrase(unit, start, READER);
}

/** Names a range of days: `Nov 1 – 23, 2026`. @param last the last day, included */
export function formatRange(first: string, last: string): string {
  return rangeTitle(first, last, READER);
}

/** Names a range of days with its preposition: `on Nov 23, 2026`, `in Oct 25 – Nov 23, 2026`. */
export function formatWithin(first: string, last: string): string {
  return rangePhrase(first, last, READER);
}
