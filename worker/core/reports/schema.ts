/** The queries of reports. */
import * as v from 'valibot';
import { daySchema } from '../engine/times/moments.ts';

export const visitCountsQuerySchema = v.strictObject({
  /** A day in the company's zone. */
  day: daySchema(),
});
