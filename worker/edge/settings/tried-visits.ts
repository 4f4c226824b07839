/** The visits that a dry run of the settings tries. */
import * as v from 'valibot';

export const MAX_VISITS = 50;
const textSchema = v.optional(v.pipe(v.string(), v.maxCodePoints(8_192)));

/** A visit to try: where from, and what its page saw. */
export const triedVisitSchema = v.strictObject({
  zip: textSchema,
  url: textSchema,
  referrer: textSchema,
  keys: textSchema,
  domain: textSchema,
  /** Moment for the opening hours; now by default. */
  time: v.optional(v.pipe(v.string(), v.isoTimestamp('Write a time as 2026-11-21T09:00:00Z.'))),
});
export type TriedVisit = v.InferOutput<typeof triedVisitSchema>;

/** The query parameter of a dry run: a JSON array. */
export const visitsSchema = v.object({
  visits: v.pipe(
    v.string(),
    v.parseJson(undefined, 'Write a JSON array of visits, for instance [{"zip": "78701"}].'),
    v.array(triedVisitSchema, 'Write a JSON array of visits, for instance [{"zip": "78701"}].'),
    v.maxLength(MAX_VISITS, `Give at most ${MAX_VISITS} visits.`),
  ),
});
