/** The days on which shops are closed or quiet. */
import { expect, test } from 'vitest';
import { dayKindOf } from '../../../../../worker/core/reports/silence/rhythm/holidays.ts';

test.for([
  ['US', '2026-11-26', 'holiday', 'Thanksgiving'],
  ['US', '2026-11-27', 'holiday', 'the day after'],
  ['US', '2026-05-25', 'holiday', 'Memorial Day'],
  ['US', '2026-07-03', 'holiday', 'Independence Day on a Saturday'],
  ['GB', '2026-12-28', 'holiday', 'Boxing Day on a Saturday'],
  ['GB', '2026-04-06', 'holiday', 'Easter Monday'],
  ['DE', '2027-05-06', 'holiday', 'Ascension'],
  ['DE', '2026-12-24', 'quiet', 'Christmas Eve'],
  ['SE', '2026-06-19', 'holiday', 'Midsummer Eve'],
  ['JP', '2026-01-01', 'holiday', 'New Year where no list is known'],
  ['US', '2026-04-06', 'usual', 'Easter Monday in the US'],
  ['DE', '2026-07-04', 'usual', 'the fourth of July in Germany'],
  ['US', '2026-11-19', 'usual', 'the third Thursday of November'],
  ['US', '2026-05-18', 'usual', 'the last but one Monday of May'],
] as const)('%s %s is %s: %s', ([country, date, kind]) => {
  expect(dayKindOf(country, Date.parse(date))).toBe(kind);
});
