/** The body with which somebody confirms who they are. */
import * as v from 'valibot';
import { assertionSchema } from '../../../../accounts/passkeys/schema.ts';

const MAX_PASSWORD = 1024;
/** A recovery code has 19 characters; spaces may stand anywhere. */
const MAX_CODE = 60;

/** The body of `POST /me/confirmation`: a password, with a code where one has codes; or a passkey. */
export const confirmationSchema = v.pipe(
  v.strictObject({
    password: v.exactOptional(
      v.pipe(v.string(), v.nonEmpty('Enter your password.'), v.maxCodePoints(MAX_PASSWORD)),
    ),
    code: v.exactOptional(v.pipe(v.string(), v.nonEmpty('Enter the code.'), v.maxCodePoints(MAX_CODE))),
    credential: v.exactOptional(assertionSchema),
  }),
  v.check(
    ({ password, credential }) => (password === undefined) !== (credential === undefined),
    'Send either password or credential.',
  ),
);
