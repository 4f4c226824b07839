/** Bodies of the operations for one person in several companies. */
import * as v from 'valibot';
import { passwordSchema } from '../../../accounts/schema.ts';

const MAX_PASSWORD = 1024;

const givenPassword = v.pipe(v.string(), v.nonEmpty(), v.maxCodePoints(MAX_PASSWORD));

/** The body that accepts an invitation: the password that the inviting company gave. */
export const acceptSchema = v.strictObject({ password: givenPassword });

/** The body of `POST /me/password`. */
export const ownPasswordSchema = v.strictObject({
  current_password: givenPassword,
  password: passwordSchema,
});
