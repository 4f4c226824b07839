/** The query of the usage of a person's companies. */
import * as v from 'valibot';

export const usageQuerySchema = v.object({
  month: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^20\d\d-(?:0[1-9]|1[0-2])$/, 'Write a month, for instance 2026-11.'),
      v.description('The month, such as 2026-11, in the zone of each company. By default the last one.'),
    ),
  ),
});
