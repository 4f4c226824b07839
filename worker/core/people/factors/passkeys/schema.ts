/** Bodies of the operations on one's own passkeys. */
import * as v from 'valibot';
import { registrationSchema } from '../../../../accounts/passkeys/schema.ts';

const MAX_NAME = 60;

const name = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('Enter a name.'),
  v.maxCodePoints(MAX_NAME, `Use at most ${MAX_NAME} characters.`),
);

/** The body of `POST /me/passkeys`. */
export const newPasskeySchema = v.strictObject({
  credential: registrationSchema,
  /** Without one, it is named after the browser. */
  name: v.exactOptional(name),
});

/** The body of `POST /me/passkeys/<id>/rename`. */
export const renameSchema = v.strictObject({ name });
