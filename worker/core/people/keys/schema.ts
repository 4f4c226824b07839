/** Records and bodies of API keys, which are for long-term integrations and have rights of their own. */
import * as v from 'valibot';
import { nameSchema } from '../../../shared/http/input.ts';
import { type ActingKey, SCOPES } from '../../engine/context/actors.ts';
import { momentSchema } from '../../engine/times/moments.ts';

export interface ApiKeyRecord extends ActingKey {
  /** The last characters of the key, by which people recognize it. */
  hint: string;
  /** The owner; null if the key belongs to the company. */
  userId: string | null;
  /** Milliseconds since the epoch, like all times here. */
  createdTime: number;
  createdBy: string;
  /** Accurate to the hour; null if it was never used. */
  lastUsedTime: number | null;
  revokedTime: number | null;
}

/** The body of `POST .../api_keys`. */
export const newKeySchema = v.strictObject({
  name: nameSchema,
  scopes: v.pipe(
    v.array(v.picklist(SCOPES, `Use some of ${SCOPES.join(', ')}.`)),
    v.minLength(1, `Name at least one of ${SCOPES.join(', ')}.`),
    v.maxLength(SCOPES.length),
  ),
  owner: v.optional(v.picklist(['user', 'company'], 'Write user or company.'), 'user'),
  expires_time: v.optional(v.nullable(momentSchema), null),
});
export type NewKeyInput = v.InferOutput<typeof newKeySchema>;

/** The query of the list. */
export const keysQuerySchema = v.object({
  scope: v.optional(v.picklist(['own', 'company'], 'Write own or company.'), 'own'),
});
