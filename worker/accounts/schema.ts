/** What a password may be. */
import * as v from 'valibot';

/** A new password. Long ones are welcome, endless ones are work for nothing. */
export const passwordSchema = v.pipe(
  v.string(),
  v.minLength(8, 'Use at least 8 characters.'),
  v.maxLength(200, 'Use at most 200 characters.'),
);
