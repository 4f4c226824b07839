import * as v from 'valibot';
import { isGuessable } from './factors/guessable.ts';

/** A new password. The upper bound limits the work of hashing. */
export const passwordSchema = v.pipe(
  v.string(),
  v.minCodePoints(8, 'Use at least 8 characters.'),
  v.maxCodePoints(200, 'Use at most 200 characters.'),
  v.check(
    (password) => !isGuessable(password),
    'Others would guess this: it is one of the most common passwords. Choose another one, such as three words that do not belong together.',
  ),
);
