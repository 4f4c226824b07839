/**
 * What a browser answers to a WebAuthn ceremony, in the form of `PublicKeyCredential.toJSON()`. Members that are not read are
 * ignored, because browsers and password managers add some.
 */
import * as v from 'valibot';

/** Characters of base64url for the longest id of a credential (WebAuthn Level 3, 4: 1,023 bytes). */
const MAX_ID = 1_364;
/** Characters of a part: clientDataJSON has some 200 bytes, authenticatorData up to a few hundred, an RSA signature 512. */
const MAX_PART = 8_192;
const MAX_TRANSPORTS = 10;

const BASE64URL = /^[\w-]+$/;

const credentialId = v.pipe(v.string(), v.maxCodePoints(MAX_ID), v.regex(BASE64URL));
const part = v.pipe(v.string(), v.maxCodePoints(MAX_PART), v.regex(BASE64URL));

/** A new credential (`RegistrationResponseJSON`). The attestation is neither asked for nor read. */
export const registrationSchema = v.objectWithRest(
  {
    id: credentialId,
    type: v.literal('public-key'),
    response: v.objectWithRest(
      {
        clientDataJSON: part,
        authenticatorData: part,
        publicKey: part,
        publicKeyAlgorithm: v.number(),
        transports: v.optional(
          v.pipe(v.array(v.pipe(v.string(), v.maxCodePoints(30))), v.maxLength(MAX_TRANSPORTS)),
          [],
        ),
      },
      v.unknown(),
    ),
  },
  v.unknown(),
);
export type Registration = v.InferOutput<typeof registrationSchema>;

/** The use of a credential (`AuthenticationResponseJSON`). */
export const assertionSchema = v.objectWithRest(
  {
    id: credentialId,
    type: v.literal('public-key'),
    response: v.objectWithRest(
      {
        clientDataJSON: part,
        authenticatorData: part,
        signature: part,
        userHandle: v.nullish(part),
      },
      v.unknown(),
    ),
  },
  v.unknown(),
);
export type Assertion = v.InferOutput<typeof assertionSchema>;
