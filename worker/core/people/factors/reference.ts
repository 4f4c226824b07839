/** Reference of sign-in with two factors. */
import * as v from 'valibot';
import { count, id, named, time } from '../../../shared/reference/answers.ts';
import { type Operation, exactly, operationsOf, text } from '../../../shared/reference/operation.ts';
import { beginSchema, confirmSchema, provenSchema } from './schema.ts';

/** The caller's second factor. */
export const ownFactorAnswer = named(
  'OwnSecondFactor',
  v.strictObject({
    /** Since when the caller signs in with two factors; null for one. */
    since_time: v.nullable(time),
    recovery_codes_left: v.number(),
    passkeys: count,
    /** Whether the company requires two factors. */
    is_required: v.boolean(),
    /** The company that requires them or not. */
    company_name: v.string(),
  }),
);
export type OwnFactorBody = v.InferOutput<typeof ownFactorAnswer>;

/** The secret of a second factor that is being set up. Absent when a write is repeated. */
export const factorSetupAnswer = named(
  'SecondFactorSetup',
  v.strictObject({ secret: v.exactOptional(v.string()), uri: v.exactOptional(v.string()) }),
);
export type FactorSetupBody = v.InferOutput<typeof factorSetupAnswer>;

/** New recovery codes. Absent when a write is repeated. */
export const recoveryCodesAnswer = named(
  'RecoveryCodes',
  v.strictObject({ recovery_codes: v.exactOptional(v.array(v.string())) }),
);
export type RecoveryCodesBody = v.InferOutput<typeof recoveryCodesAnswer>;

/** A user who signs in with two factors or with a passkey. */
export const userFactorAnswer = named(
  'UserSecondFactor',
  v.strictObject({ user_id: id, since_time: v.nullable(time), passkeys: count }),
);
export type UserFactorBody = v.InferOutput<typeof userFactorAnswer>;

const OWN = '/me/second_factor';
const ALL = '/companies/{company}/second_factors';
const signIns = operationsOf('Sign-in', 'user');
const users = operationsOf('Users', 'user');

export const SECOND_FACTOR_OPERATIONS: readonly Operation[] = [
  signIns({
    name: 'getSecondFactor',
    method: 'GET',
    path: OWN,
    summary: 'Whether the caller signs in with two factors',
    answer: ownFactorAnswer,
    golden: 'people/second-factor',
    problems: ['permission_denied', 'service_unavailable'],
  }),
  signIns({
    name: 'startSecondFactor',
    method: 'POST',
    path: `${OWN}/begin`,
    summary: 'Begin to set up a second factor: an authenticator app (RFC 6238)',
    description:
      'Show uri as a QR code, or secret (base32) as text. Nothing changes until a code of the app confirms it, within 15 minutes.',
    body: beginSchema,
    answer: factorSetupAnswer,
    golden: 'people/start-second-factor',
    problems: [
      'permission_denied',
      'wrong_password',
      'confirmation_required',
      'second_factor_on',
      'rate_limited',
      'operator_token_unset',
      'service_unavailable',
    ],
  }),
  signIns({
    name: 'acceptSecondFactor',
    method: 'POST',
    path: `${OWN}/confirm`,
    summary: 'Complete the set-up with a code of the app',
    description:
      'From then on signing in asks for a code, in all companies of the password. Other sessions of the console end; access tokens and keys of programs stay. Each of the ten recovery codes signs in once instead of the app; they are answered this once.',
    body: confirmSchema,
    answer: recoveryCodesAnswer,
    golden: 'people/accept-second-factor',
    problems: [
      'permission_denied',
      'wrong_code',
      'second_factor_on',
      'second_factor_off',
      'rate_limited',
      'service_unavailable',
    ],
  }),
  signIns({
    name: 'replaceRecoveryCodes',
    method: 'POST',
    path: `${OWN}/recovery_codes`,
    summary: 'Make ten new recovery codes; the former ones end',
    body: provenSchema,
    answer: recoveryCodesAnswer,
    golden: 'people/replace-recovery-codes',
    problems: [
      'permission_denied',
      'wrong_password',
      'wrong_code',
      'second_factor_off',
      'rate_limited',
      'service_unavailable',
    ],
  }),
  signIns({
    name: 'removeSecondFactor',
    method: 'POST',
    path: `${OWN}/end`,
    summary: 'Sign in with the password alone again',
    description:
      'Where a company requires two factors, the session can then do nothing but set up a new one.',
    body: provenSchema,
    answer: exactly({ status: text }),
    golden: 'people/remove-second-factor',
    problems: [
      'permission_denied',
      'wrong_password',
      'wrong_code',
      'second_factor_off',
      'rate_limited',
      'service_unavailable',
    ],
  }),
];

export const USER_FACTOR_OPERATIONS: readonly Operation[] = [
  users({
    name: 'listSecondFactors',
    method: 'GET',
    path: ALL,
    summary: 'The users who sign in with two factors or with a passkey (super admin)',
    answer: v.array(userFactorAnswer),
    golden: 'people/second-factors',
    problems: ['permission_denied'],
  }),
  users({
    name: 'removeSecondFactorForUser',
    method: 'POST',
    path: `${ALL}/{user}/reset`,
    summary: 'Remove the second factor of a user who has lost it (super admin)',
    description:
      'Whoever signs in to several companies with one password loses it for all of them, so it is then 403 permission_denied but for a super admin of all of these companies. Sessions of the console end, and the user is told by mail. Nobody removes their own this way.',
    answer: exactly({ status: text }),
    golden: 'people/reset-second-factor',
    problems: ['permission_denied', 'not_found', 'service_unavailable'],
  }),
  users({
    name: 'removePasskeysForUser',
    method: 'POST',
    path: `${ALL}/{user}/remove_passkeys`,
    summary: 'Remove all passkeys of a user who has lost the device (super admin)',
    description:
      'Whoever signs in to several companies with one password loses them for all of them, so it is then 403 permission_denied but for a super admin of all of these companies. Sessions of the console end, and the user is told by mail. Nobody removes their own this way.',
    answer: exactly({ status: text }),
    golden: 'people/remove-user-passkeys',
    problems: ['permission_denied', 'not_found', 'service_unavailable'],
  }),
];
