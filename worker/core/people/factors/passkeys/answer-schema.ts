/** The forms of passkeys in answers. */
import * as v from 'valibot';
import { id, named, time } from '../../../../shared/reference/answers.ts';

export const passkeyAnswer = named(
  'Passkey',
  v.strictObject({
    passkey_id: id,
    name: v.string(),
    created_time: time,
    last_used_time: v.nullable(time),
    /** Whether it is kept on more than one device. */
    is_synced: v.boolean(),
    /** The host name of the console at which it signs in. */
    host: v.string(),
  }),
);
export type PasskeyBody = v.InferOutput<typeof passkeyAnswer>;

const descriptor = v.strictObject({
  type: v.literal('public-key'),
  id: v.string(),
  transports: v.array(v.string()),
});

/** `PublicKeyCredentialCreationOptionsJSON` of Web Authentication. */
export const creationOptionsAnswer = named(
  'PasskeyCreationOptions',
  v.strictObject({
    rp: v.strictObject({ id: v.string(), name: v.string() }),
    user: v.strictObject({ id: v.string(), name: v.string(), displayName: v.string() }),
    challenge: v.string(),
    pubKeyCredParams: v.array(v.strictObject({ type: v.literal('public-key'), alg: v.number() })),
    timeout: v.number(),
    excludeCredentials: v.array(descriptor),
    authenticatorSelection: v.strictObject({
      residentKey: v.literal('required'),
      requireResidentKey: v.literal(true),
      userVerification: v.literal('required'),
    }),
    attestation: v.literal('none'),
  }),
);

/** `PublicKeyCredentialRequestOptionsJSON` of Web Authentication. */
export const requestOptionsAnswer = named(
  'PasskeyRequestOptions',
  v.strictObject({
    challenge: v.string(),
    rpId: v.string(),
    timeout: v.number(),
    userVerification: v.literal('required'),
    allowCredentials: v.exactOptional(v.array(descriptor)),
  }),
);
