/** The answers of reports. */
import * as v from 'valibot';
import { count } from '../../shared/reference/answers.ts';

export const visitCountsAnswer = v.strictObject({
  day: v.pipe(v.string(), v.isoDate()),
  visits: count,
  counts: v.array(
    v.strictObject({
      source: v.string(),
      campaign: v.nullable(v.string()),
      location_id: v.nullable(v.string()),
      number: v.nullable(v.string()),
      visits: count,
    }),
  ),
});
export type VisitCountsBody = v.InferOutput<typeof visitCountsAnswer>;
