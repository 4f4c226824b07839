/** The routes of API keys: `/companies/<uuid>/api_keys`. */
import type { ApiKeyBody, ApiKeyWithSecret } from './reference.ts';
import { Hono } from 'hono/tiny';
import { parse } from '../../../shared/http/input.ts';
import { Problem } from '../../../shared/http/problems.ts';
import { roleOf, userOf } from '../../engine/context/actors.ts';
import type { CoreApp } from '../../engine/context/company-context.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import { write } from '../../engine/http/write.ts';
import { createKey, listKeys, revokeKey } from './keys.ts';
import { type ApiKeyRecord, keysQuerySchema, newKeySchema } from './schema.ts';

export const keyRoutes = new Hono<CoreApp>();

/** Lists the caller's own keys, newest first. With `scope=company`, super admins get those of all users and of the company. */
keyRoutes.get('/', (c) => {
  const { scope } = parse(keysQuerySchema, c.req.query(), 'parameters');
  const actor = c.get('actor');
  if (scope === 'company' && roleOf(actor) !== 'superadmin') {
    throw new Problem('permission_denied', 'Only a super admin may list the keys of the company.');
  }
  const whose = scope === 'company' ? undefined : (userOf(actor)?.userId ?? '');
  return c.json(listKeys(c.env.company.database, whose).map(keyBody));
});

/** Creates a key: `{name, scopes, owner?, expires_time?}`. Only this answer has `key`, the secret. */
keyRoutes.post('/', (c) =>
  write(c, {
    body: newKeySchema,
    change: (context, input) => {
      const { key, secret } = createKey(context, input);
      return {
        body: { ...keyBody(key), key: secret } satisfies ApiKeyWithSecret,
        headers: { 'Cache-Control': 'no-store' },
        secrets: ['key'],
      };
    },
  }),
);

/** Revokes a key at once. Super admins may revoke all keys, other users their own. */
keyRoutes.post('/:key/revoke', (c) =>
  write(c, {
    room: 'reserve',
    change: (context) => ({ body: keyBody(revokeKey(context, c.req.param('key'))) }),
  }),
);

function keyBody(key: ApiKeyRecord): ApiKeyBody {
  return {
    key_id: key.keyId,
    hint: key.hint,
    name: key.name,
    scopes: key.scopes,
    ...(key.userId === null ? {} : { user_id: key.userId }),
    created_time: writeMoment(key.createdTime),
    created_by: key.createdBy,
    ...(key.expiresTime === null ? {} : { expires_time: writeMoment(key.expiresTime) }),
    ...(key.lastUsedTime === null ? {} : { last_used_time: writeMoment(key.lastUsedTime) }),
    ...(key.revokedTime === null ? {} : { revoked_time: writeMoment(key.revokedTime) }),
  };
}
