/** The forms of API keys in answers. */
import * as v from 'valibot';
import { id, named, time } from '../../../shared/reference/answers.ts';
import { SCOPES } from '../../engine/context/actors.ts';

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
