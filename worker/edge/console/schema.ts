/** Bodies of sign-in requests to the console. */
import * as v from 'valibot';
import { isEmail } from '../../shared/contact/email.ts';
import { regionSchema } from '../../shared/contact/phone-numbers.ts';
import { coded } from '../../shared/http/input.ts';
import { companyZoneSchema } from '../operator/schema.ts';

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

/** Characters that a header can have. Another token is wrong. */
export const OPERATOR_TOKEN: RegExp = /^[!-~]{1,1000}$/;
const MAX_NAME = 200;
const MIN_PASSWORD = 8;
const MAX_NEW_PASSWORD = 200;

/** A name in a form for people. @param missing what an empty one is told */
function typedName(missing: string): v.GenericSchema<string> {
  return v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(coded('missing_parameter', missing)),
    v.maxCodePoints(MAX_NAME, coded('invalid_parameter', `Use at most ${MAX_NAME} characters.`)),
  );
}

/** The body of `POST /console/session/new`: that of `POST /operator/companies`, with all that somebody needs to sign in. */
export const newCompanySessionSchema = v.strictObject({
  operator_token: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(coded('missing_parameter', 'Enter the operator token.')),
    v.check(
      (text) => text === '' || OPERATOR_TOKEN.test(text),
      coded('invalid_credentials', 'The operator token is wrong.'),
    ),
  ),
  company_id: v.pipe(v.string(), v.uuid()),
  name: typedName('Enter the name of the company.'),
  default_region: regionSchema,
  time_zone: v.optional(companyZoneSchema, null),
  superadmin: v.strictObject({
    name: typedName('Enter your name.'),
    email: v.pipe(
      v.string(),
      v.trim(),
      v.nonEmpty(coded('missing_parameter', 'Enter your e-mail address.')),
      v.check(
        (text) => text === '' || isEmail(text),
        coded('invalid_email', 'Enter one e-mail address, such as jo@example.com.'),
      ),
    ),
    password: v.pipe(
      v.string(),
      v.minCodePoints(MIN_PASSWORD, coded('invalid_parameter', `Use at least ${MIN_PASSWORD} characters.`)),
      v.maxCodePoints(
        MAX_NEW_PASSWORD,
        coded('invalid_parameter', `Use at most ${MAX_NEW_PASSWORD} characters.`),
      ),
    ),
  }),
});

/** The body of `POST /console/session/passkey`: `POST /auth/passkey` checks the credential. */
export const passkeySessionSchema = v.strictObject({ credential: v.looseObject({}) });
export type PasskeySessionInput = v.InferOutput<typeof passkeySessionSchema>;
