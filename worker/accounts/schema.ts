import * as v from 'valibot';

/** A new password. The upper bound limits the work of hashing. */
export const passwordSchema = v.pipe(
  v.string(),
  v.minCodePoints(8, 'Use at least 8 characters.'),
  v.maxCodePoints(200, 'Use at most 200 characters.'),
);
