/** API keys. */
import { keysQuerySchema, newKeySchema } from '../../worker/core/people/keys/schema.ts';
import { arrayOf, type Operation, ref } from './operation.ts';

const COMPANY = '/companies/{company}';

export const KEY_OPERATIONS: readonly Operation[] = [
  {
    name: 'listApiKeys',
    method: 'GET',
    path: `${COMPANY}/api_keys`,
    tag: 'API keys',
    summary:
      "The caller's keys, newest first; with scope=company everybody's and the company's (super admin)",
    access: 'user',
    query: keysQuerySchema,
    answer: arrayOf(ref('ApiKey')),
    golden: 'people/api-keys',
    problems: ['permission_denied'],
  },
  {
    name: 'createApiKey',
    method: 'POST',
    path: `${COMPANY}/api_keys`,
    tag: 'API keys',
    summary: 'Make a key, for oneself or (super admin) for the company',
    description:
      'Send it as Authorization: Bearer, or in the place of the access token with Basic: a key of a user beside their e-mail address, one of the company beside anything. A key of a user may do no more than they may; one of the company works as a manager, with the scope admin as a super admin. Each scope includes those before it. The answer is the only one that has the key.',
    access: 'user',
    body: newKeySchema,
    answer: ref('ApiKeyWithSecret'),
    golden: 'people/add-api-key',
    problems: ['permission_denied', 'too_many_values'],
  },
  {
    name: 'revokeApiKey',
    method: 'POST',
    path: `${COMPANY}/api_keys/{key}/revoke`,
    tag: 'API keys',
    summary: 'Revoke a key: one’s own, or any (super admin)',
    access: 'user',
    answer: ref('ApiKey'),
    golden: 'people/revoke-api-key',
  },
];
