/** Test visits of a dry run of the settings. */
import * as v from 'valibot';
import { namedPlaceEntries } from '../lookup/schema.ts';

export const MAX_VISITS = 50;
const textSchema = v.optional(v.pipe(v.string(), v.maxCodePoints(8_192)));

/** A test visit: its place, and what its page sent. */
export const testVisitSchema = v.strictObject({
  ...namedPlaceEntries,
  url: textSchema,
  referrer: textSchema,
  keys: textSchema,
  domain: textSchema,
  /** Time for the opening hours; now by default. */
  time: v.optional(v.pipe(v.string(), v.isoTimestamp('Write a time as 2026-11-21T09:00:00Z.'))),
});
export type TestVisit = v.InferOutput<typeof testVisitSchema>;

/** The query parameter of a dry run: a JSON array. */
export const visitsSchema = v.object({
  visits: v.pipe(
    v.string(),
    v.parseJson(undefined, 'Write a JSON array of visits, for instance [{"zip": "78701"}].'),
    v.array(testVisitSchema, 'Write a JSON array of visits, for instance [{"zip": "78701"}].'),
    v.maxLength(MAX_VISITS, `Give at most ${MAX_VISITS} visits.`),
  ),
});
