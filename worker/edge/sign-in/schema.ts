/** Input of sign-in requests. */
import * as v from 'valibot';
import { assertionSchema } from '../../accounts/passkeys/schema.ts';
import { TOKEN_KINDS, type TokenKind } from '../../accounts/token-requests.ts';
import { passwordSchema } from '../../accounts/schema.ts';
import { coded, companyIdSchema, nameSchema } from '../../shared/http/input.ts';

const MAX_USERNAME = 254;
const MAX_PASSWORD = 1024;
/** A recovery code has 19 characters; spaces may stand anywhere. */
const MAX_CODE = 60;

/** A sign-in, in the query of a GET or the body of a POST. */
export const signInSchema = v.object({
  username: v.pipe(
    v.string(),
    v.nonEmpty(coded('missing_parameter', 'username, the e-mail address, is required.')),
    v.maxCodePoints(MAX_USERNAME),
  ),
  password: v.pipe(
    v.string(),
    v.nonEmpty(coded('missing_parameter', 'password is required.')),
    v.maxCodePoints(MAX_PASSWORD),
  ),
  /** The code of the second factor, or a recovery code; needed by those who sign in with two factors. */
  code: v.optional(v.pipe(v.string(), v.maxCodePoints(MAX_CODE))),
  /** The company to sign in to; absent: the first that the password is for. */
  company_id: v.optional(companyIdSchema),
});
/** The body may also name the kind of the token. */
export const signInBodySchema = v.strictObject({
  ...signInSchema.entries,
  kind: v.optional(v.picklist(TOKEN_KINDS)),
});
export type SignInInput = v.InferOutput<typeof signInSchema> & { kind?: TokenKind | undefined };

/** The body of `POST /auth/revoke_token`. */
export const revokeSchema = v.strictObject({ token: v.pipe(v.string(), v.maxCodePoints(MAX_PASSWORD)) });

/** The body of `POST /auth/forgotten_password`. */
export const forgottenSchema = v.strictObject({ username: signInSchema.entries.username });

const linkToken = v.pipe(v.string(), v.maxCodePoints(MAX_PASSWORD));

/** The body of `POST /auth/link`. */
export const linkSchema = v.strictObject({ link: linkToken });

/** The body of `POST /auth/link/use`: a new password, or (invitations only) the one of the person's sign-in elsewhere. */
export const linkUseSchema = v.pipe(
  v.strictObject({
    link: linkToken,
    name: v.optional(nameSchema),
    password: v.optional(passwordSchema),
    present_password: v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxCodePoints(MAX_PASSWORD))),
    kind: v.optional(v.picklist(TOKEN_KINDS), 'token'),
  }),
  v.check(
    ({ password, present_password: present }) => (password === undefined) !== (present === undefined),
    'Send either password or present_password.',
  ),
);

/** A secret of the client, with which alone the challenge of a passkey counts. */
const client = v.pipe(
  v.string(),
  v.regex(/^[\w-]{22,100}$/, 'Send 22 to 100 random characters of base64url.'),
);

/** The body of `POST /auth/passkey/begin`. */
export const passkeyBeginSchema = v.strictObject({ client });

/** The body of `POST /auth/passkey`. */
export const passkeySchema = v.strictObject({
  client,
  credential: assertionSchema,
  kind: v.optional(v.picklist(TOKEN_KINDS), 'token'),
});
