/** Reference of API keys. */
import * as v from 'valibot';
import { id, named, time } from '../../../shared/reference/answers.ts';
import { SCOPES } from '../../engine/context/actors.ts';
import { keysQuerySchema, newKeySchema } from './schema.ts';
import { type Operation, operationsOf } from '../../../shared/reference/operation.ts';

const keyEntries = {
  key_id: id,
  hint: v.string(),
  name: v.string(),
  scopes: v.array(v.picklist(SCOPES)),
  user_id: v.exactOptional(id),
  created_time: time,
  created_by: v.string(),
  expires_time: v.exactOptional(time),
  last_used_time: v.exactOptional(time),
  revoked_time: v.exactOptional(time),
};

export const keyAnswer = named('ApiKey', v.strictObject(keyEntries));
export type ApiKeyBody = v.InferOutput<typeof keyAnswer>;

/** A new key, with its secret. */
export const keyWithSecretAnswer = named(
  'ApiKeyWithSecret',
  v.strictObject({
    ...keyEntries,
    key: v.exactOptional(v.pipe(v.string(), v.regex(/^llk_[A-Za-z0-9_-]{64}$/))),
  }),
);
export type ApiKeyWithSecret = v.InferOutput<typeof keyWithSecretAnswer>;

const COMPANY = '/companies/{company}';
const keys = operationsOf('API keys', 'user');

export const KEY_OPERATIONS: readonly Operation[] = [
  keys({
    name: 'listApiKeys',
    method: 'GET',
    path: `${COMPANY}/api_keys`,
    summary:
      "The caller's keys, newest first; with scope=company those of all users and of the company (super admin)",
    query: keysQuerySchema,
    answer: v.array(keyAnswer),
    golden: 'people/api-keys',
    problems: ['permission_denied'],
  }),
  keys({
    name: 'createApiKey',
    method: 'POST',
    path: `${COMPANY}/api_keys`,
    summary: 'Create a key, for oneself or (super admin) for the company',
    description:
      'Send it as Authorization: Bearer, or in the place of the access token with Basic: a key of a user beside their e-mail address, one of the company beside anything. A key of a user may do no more than they may; one of the company works as a manager, with the scope admin as a super admin. Each scope includes those before it. The answer is the only one that has the key.',
    body: newKeySchema,
    answer: keyWithSecretAnswer,
    golden: 'people/add-api-key',
    problems: ['permission_denied', 'too_many_values'],
  }),
  keys({
    name: 'revokeApiKey',
    method: 'POST',
    path: `${COMPANY}/api_keys/{key}/revoke`,
    summary: 'Revoke a key: one’s own, or any (super admin)',
    answer: keyAnswer,
    golden: 'people/revoke-api-key',
  }),
];
