import * as v from 'valibot';

/** The body of `POST /operator/companies/<uuid>/carrier_requests/read_again`. */
export const readAgainSchema = v.strictObject({
  /** The `next` of the answer before; absent: from the oldest request on. */
  after: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), 0),
});
