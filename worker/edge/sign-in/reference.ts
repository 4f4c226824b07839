/** Reference of sign-in. */
import { revokeSchema, signInBodySchema, signInSchema } from './schema.ts';
import { exactly, ref, text, operationsOf, type Operation } from '../../shared/reference/operation.ts';

const signIn = operationsOf('Sign-in', 'none');

export const SIGN_IN_OPERATIONS: readonly Operation[] = [
  signIn({
    name: 'issueTokenByQuery',
    method: 'GET',
    path: '/auth/issue_token',
    summary: 'Issue a token for e-mail address and password',
    description:
      'The token is valid for 14 days; X-Token-Expires-At has its end. It is for the company that company_id names, otherwise for the first one that accepts the password. Use POST to keep the password out of URLs.',
    query: signInSchema,
    answer: ref('Token'),
    headers: ['X-Token-Expires-At'],
    golden: 'people/issue-token',
    problems: ['invalid_credentials', 'user_suspended', 'rate_limited'],
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
    problems: ['invalid_credentials', 'user_suspended', 'rate_limited', 'company_full'],
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
];
