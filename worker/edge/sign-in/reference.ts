/** Reference of sign-in. */
import * as v from 'valibot';
import {
  forgottenSchema,
  linkSchema,
  linkUseSchema,
  passkeyBeginSchema,
  passkeySchema,
  revokeSchema,
  signInBodySchema,
  signInSchema,
} from './schema.ts';
import type { ProblemCode } from '../../shared/http/problems.ts';
import { id, named, time as moment } from '../../shared/reference/answers.ts';
import { exactly, ref, text, operationsOf, type Operation } from '../../shared/reference/operation.ts';

const signIn = operationsOf('Sign-in', 'none');

const linkAnswer = named(
  'Link',
  v.strictObject({
    kind: v.picklist(['invitation', 'password']),
    email: v.string(),
    name: v.exactOptional(v.string()),
    company_id: v.exactOptional(id),
    company_name: v.exactOptional(v.string()),
    brand_name: v.exactOptional(v.string()),
    further_company_names: v.exactOptional(v.array(v.string())),
    expires_time: moment,
  }),
);
const linkSessionAnswer = named(
  'LinkSession',
  v.strictObject({ token: v.nullable(v.string()), email: v.string(), expires_time: v.nullable(moment) }),
);

const passkeySessionAnswer = named(
  'PasskeySession',
  v.strictObject({ token: v.string(), email: v.string(), expires_time: moment }),
);

const CODE_PROBLEMS: readonly ProblemCode[] = [
  'invalid_credentials',
  'code_required',
  'wrong_code',
  'second_factor_required',
  'user_suspended',
  'rate_limited',
];

export const SIGN_IN_OPERATIONS: readonly Operation[] = [
  signIn({
    name: 'issueTokenByQuery',
    method: 'GET',
    path: '/auth/issue_token',
    summary: 'Issue a token for e-mail address and password',
    description:
      'The token is valid for 14 days; X-Token-Expires-At has its end. It is for the company that company_id names, otherwise for the first one that accepts the password. Use POST to keep the password out of URLs. Those who sign in with two factors send code, too.',
    query: signInSchema,
    answer: ref('Token'),
    headers: ['X-Token-Expires-At'],
    golden: 'people/issue-token',
    problems: CODE_PROBLEMS,
  }),
  signIn({
    name: 'issueToken',
    method: 'POST',
    path: '/auth/issue_token',
    summary: 'Issue a token, with the credentials in the body',
    body: signInBodySchema,
    answer: ref('Token'),
    headers: ['X-Token-Expires-At'],
    golden: 'people/issue-token-by-post',
    problems: [...CODE_PROBLEMS, 'company_full'],
  }),
  signIn({
    name: 'revokeToken',
    method: 'POST',
    path: '/auth/revoke_token',
    summary: 'Revoke a token',
    body: revokeSchema,
    answer: exactly({ status: text }),
    golden: 'people/revoke-token',
    problems: ['rate_limited'],
  }),
  signIn({
    name: 'sendSignInLink',
    method: 'POST',
    path: '/auth/forgotten_password',
    summary: 'Send a link for a forgotten password to an address',
    description:
      'The answer is the same whether the address has a user or not. The link is valid once, for 30 minutes, and for all companies of the address. is_mailed is false where no mail is set up: then a super admin makes a link.',
    body: forgottenSchema,
    answer: v.strictObject({ is_mailed: v.boolean() }),
    golden: 'people/forgotten-password',
    problems: ['rate_limited'],
  }),
  signIn({
    name: 'readSignInLink',
    method: 'POST',
    path: '/auth/link',
    summary: 'What a link for a password is for: an invitation, or a new password',
    description: 'link is the part behind # in the address of the page.',
    body: linkSchema,
    answer: linkAnswer,
    golden: 'people/link',
    problems: ['link_ended', 'rate_limited'],
  }),
  signIn({
    name: 'acceptSignInLink',
    method: 'POST',
    path: '/auth/link/use',
    summary: 'Choose a password with a link, and sign in',
    description:
      'An invitation also takes present_password, the password with which the address signs in to another company; it is then for both. A new password ends all sessions and revokes tokens and personal keys. For those who sign in with two factors, token and expires_time are null: sign in with the password and a code.',
    body: linkUseSchema,
    answer: linkSessionAnswer,
    golden: 'people/use-link',
    problems: ['link_ended', 'wrong_password', 'too_many_values', 'user_suspended', 'rate_limited'],
  }),
  signIn({
    name: 'startPasskeySignIn',
    method: 'POST',
    path: '/auth/passkey/begin',
    summary: 'The options with which a browser uses a passkey to sign in',
    description:
      'For PublicKeyCredential.parseRequestOptionsFromJSON, on a page of this deployment. The challenge is valid once, for five minutes, and with the same client. The answer is the same for everybody, so it does not tell who has a passkey.',
    keyless: true,
    body: passkeyBeginSchema,
    answer: ref('PasskeyRequestOptions'),
    golden: 'people/start-passkey-sign-in',
    problems: ['rate_limited', 'operator_token_unset'],
  }),
  signIn({
    name: 'acceptPasskeySignIn',
    method: 'POST',
    path: '/auth/passkey',
    summary: 'Sign in with a passkey, without address and password',
    description:
      'credential is what PublicKeyCredential.toJSON() returns. A passkey counts as two factors. The token is for the first company of the sign-in that has not suspended the user.',
    body: passkeySchema,
    answer: passkeySessionAnswer,
    golden: 'people/accept-passkey-sign-in',
    problems: ['passkey_refused', 'invalid_credentials', 'user_suspended', 'rate_limited'],
  }),
];
