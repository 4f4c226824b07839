/** What comes in about sign-ins. */
import * as v from 'valibot';
import { TOKEN_KINDS, type TokenKind } from '../../accounts/token-requests.ts';
import { coded, companyIdSchema } from '../../shared/http/input.ts';

const MAX_USERNAME = 254;
const MAX_PASSWORD = 1024;

/** A sign-in, in the query of the GET form and the body of the POST form alike. */
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
  /** The company to get into; absent: the first that the password opens. */
  company_id: v.optional(companyIdSchema),
});
/** In the body it can be said what the token is for. */
export const signInBodySchema = v.strictObject({
  ...signInSchema.entries,
  kind: v.optional(v.picklist(TOKEN_KINDS)),
});
export type SignInInput = v.InferOutput<typeof signInSchema> & { kind?: TokenKind | undefined };

/** The body of `POST /auth/revoke_token`. */
export const revokeSchema = v.strictObject({ token: v.pipe(v.string(), v.maxCodePoints(MAX_PASSWORD)) });
