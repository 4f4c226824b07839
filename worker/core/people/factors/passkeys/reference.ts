/** Reference of one's own passkeys. */
import * as v from 'valibot';
import { id, named, time } from '../../../../shared/reference/answers.ts';
import { type Operation, exactly, operationsOf, text } from '../../../../shared/reference/operation.ts';
import { newPasskeySchema, renameSchema } from './schema.ts';

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

const OWN = '/me/passkeys';
const signIns = operationsOf('Sign-in', 'user');

export const PASSKEY_OPERATIONS: readonly Operation[] = [
  signIns({
    name: 'listPasskeys',
    method: 'GET',
    path: OWN,
    summary: "The caller's passkeys, oldest first",
    answer: v.array(passkeyAnswer),
    golden: 'people/passkeys',
    problems: ['permission_denied', 'service_unavailable'],
  }),
  signIns({
    name: 'startPasskey',
    method: 'POST',
    path: `${OWN}/begin`,
    summary: 'The options with which a browser makes a passkey',
    description:
      'For PublicKeyCredential.parseCreationOptionsFromJSON, on a page of this deployment. The challenge is valid once, for five minutes, and in the same session. Whoever has proved who they are more than ten minutes ago confirms it first (/me/confirmation).',
    keyless: true,
    answer: creationOptionsAnswer,
    golden: 'people/start-passkey',
    problems: [
      'permission_denied',
      'confirmation_required',
      'too_many_values',
      'operator_token_unset',
      'service_unavailable',
    ],
  }),
  signIns({
    name: 'addPasskey',
    method: 'POST',
    path: OWN,
    summary: 'Add the passkey that the browser has made',
    description:
      'credential is what PublicKeyCredential.toJSON() returns. The passkey signs in to all companies of the password. Without a name it is named after the browser. The caller is told by mail.',
    body: newPasskeySchema,
    answer: passkeyAnswer,
    golden: 'people/add-passkey',
    problems: [
      'permission_denied',
      'passkey_refused',
      'confirmation_required',
      'not_found',
      'too_many_values',
      'service_unavailable',
    ],
  }),
  signIns({
    name: 'modifyPasskey',
    method: 'POST',
    path: `${OWN}/{passkey}/rename`,
    summary: 'Rename a passkey',
    body: renameSchema,
    answer: passkeyAnswer,
    golden: 'people/modify-passkey',
    problems: ['permission_denied', 'not_found', 'service_unavailable'],
  }),
  signIns({
    name: 'removePasskey',
    method: 'POST',
    path: `${OWN}/{passkey}/remove`,
    summary: 'Remove a passkey',
    answer: exactly({ status: text }),
    golden: 'people/remove-passkey',
    problems: ['permission_denied', 'confirmation_required', 'not_found', 'service_unavailable'],
  }),
];
