/** Bodies of the operations on second factors. */
import * as v from 'valibot';

const MAX_PASSWORD = 1024;
/** A recovery code has 19 characters; spaces may stand anywhere. */
const MAX_CODE = 60;

const password = v.pipe(v.string(), v.nonEmpty('Enter your password.'), v.maxCodePoints(MAX_PASSWORD));

/** A code of the app, or a recovery code. */
const code = v.pipe(v.string(), v.nonEmpty('Enter the code.'), v.maxCodePoints(MAX_CODE));

/** The body of `POST /me/second_factor/begin`. */
export const beginSchema = v.strictObject({ password });

/** The body of `POST /me/second_factor/confirm`. */
export const confirmSchema = v.strictObject({ code });

/** The body of `POST /me/second_factor/recovery_codes` and `/end`. */
export const provenSchema = v.strictObject({ password, code });
