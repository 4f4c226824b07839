/** Bodies of sign-in requests to the console. */
import * as v from 'valibot';
import { coded } from '../../shared/http/input.ts';

const MAX_EMAIL = 254;
const MAX_PASSWORD = 1024;
const MAX_CODE = 60;

/** The body of `POST /console/session`. */
export const sessionSchema = v.strictObject({
  email: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(coded('missing_parameter', 'Enter your e-mail address.')),
    v.maxCodePoints(MAX_EMAIL),
  ),
  password: v.pipe(
    v.string(),
    v.nonEmpty(coded('missing_parameter', 'Enter your password.')),
    v.maxCodePoints(MAX_PASSWORD),
  ),
  /** The code of the second factor, or a recovery code. */
  code: v.exactOptional(
    v.pipe(
      v.string(),
      v.trim(),
      v.nonEmpty(coded('missing_parameter', 'Enter the code.')),
      v.maxCodePoints(MAX_CODE),
    ),
  ),
});
export type SessionInput = v.InferOutput<typeof sessionSchema>;

/** The body of `POST /console/session/company`. */
export const companyChoiceSchema = v.strictObject({ company_id: v.pipe(v.string(), v.uuid()) });

/** The body of `POST /console/session/link`: that of `POST /auth/link/use`, which checks its members. */
export const linkSessionSchema = v.looseObject({ link: v.string() });
export type LinkSessionInput = v.InferOutput<typeof linkSessionSchema>;
