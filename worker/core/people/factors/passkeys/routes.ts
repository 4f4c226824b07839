/** The routes of one's own passkeys: `/me/passkeys`. */
import { Hono } from 'hono/tiny';
import { deviceName } from '../../../../accounts/device-name.ts';
import type { PasskeyState } from '../../../../accounts/signing-in/passkeys.ts';
import { parseWriteQuery } from '../../../../shared/http/query.ts';
import type { CoreApp } from '../../../engine/context/company-context.ts';
import { write } from '../../../engine/http/write.ts';
import { writeMoment } from '../../../engine/times/moments.ts';
import { noteSecondFactor } from '../../tokens/tokens.ts';
import { askingSession, ownerOf, requireUser, siteOf } from '../access.ts';
import type { PasskeyBody } from './reference.ts';
import { addPasskey, beginPasskey, listPasskeys, removePasskey, renamePasskey } from './passkeys.ts';
import { newPasskeySchema, renameSchema } from './schema.ts';

export const passkeyRoutes = new Hono<CoreApp>();

/** Lists the caller's passkeys, oldest first. */
passkeyRoutes.get('/', async (c) => {
  const passkeys = await listPasskeys(c.env.ACCOUNTS, ownerOf(c));
  return c.json(passkeys.map(passkeyBody));
});

/** Answers the options with which a browser makes a passkey. Stores nothing. */
passkeyRoutes.post('/begin', async (c) => {
  parseWriteQuery(c.req.query());
  const options = await beginPasskey(c.env.ACCOUNTS, ownerOf(c), {
    session: askingSession(c),
    site: siteOf(c),
  });
  return c.json(options, 200, { 'Cache-Control': 'no-store' });
});

/** Adds the passkey that the browser has made: `{credential, name?}` -> the passkey. */
passkeyRoutes.post('/', (c) => {
  const owner = ownerOf(c);
  const { userId } = requireUser(c);
  const session = askingSession(c);
  const device = deviceName(c.req.header('User-Agent') ?? '');
  return write(c, {
    body: newPasskeySchema,
    room: 'reserve',
    prepare: (_, { credential, name = device === '' ? 'A passkey' : device }) =>
      addPasskey(c.env.ACCOUNTS, owner, { session, site: siteOf(c), registration: credential, name }),
    change: (context, _, { prepared }) => {
      // Whoever makes a passkey is verified by it.
      noteSecondFactor(context, userId, session.asker);
      return { body: passkeyBody(prepared) };
    },
  });
});

/** Renames a passkey: `{name}` -> the passkey. */
passkeyRoutes.post('/:passkey/rename', (c) => {
  const owner = ownerOf(c);
  return write(c, {
    body: renameSchema,
    room: 'reserve',
    prepare: (_, { name }) =>
      renamePasskey(c.env.ACCOUNTS, owner, { passkeyId: c.req.param('passkey'), name }),
    change: (_, __, { prepared }) => ({ body: passkeyBody(prepared) }),
  });
});

/** Removes a passkey, which then signs in no more. */
passkeyRoutes.post('/:passkey/remove', (c) => {
  const owner = ownerOf(c);
  const session = askingSession(c);
  return write(c, {
    room: 'reserve',
    prepare: () => removePasskey(c.env.ACCOUNTS, owner, { session, passkeyId: c.req.param('passkey') }),
    change: () => ({ body: { status: 'success' } }),
  });
});

function passkeyBody({
  passkeyId,
  name,
  host,
  isSynced,
  createdTime,
  lastUsedTime,
}: PasskeyState): PasskeyBody {
  return {
    passkey_id: passkeyId,
    name,
    created_time: writeMoment(createdTime),
    last_used_time: lastUsedTime === null ? null : writeMoment(lastUsedTime),
    is_synced: isSynced,
    host,
  };
}
