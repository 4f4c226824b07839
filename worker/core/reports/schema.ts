/** The queries of reports. */
import * as v from 'valibot';

export const visitCountsQuerySchema = v.strictObject({
  /** A day in the company's zone. */
  day: v.pipe(v.string(), v.isoDate('Write a day as 2026-11-23.')),
});
