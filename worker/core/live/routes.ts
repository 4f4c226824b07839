/** The socket of an open console: `GET /companies/<uuid>/live`. */
import { Hono } from 'hono/tiny';
import { readCredentials } from '../../shared/http/credentials.ts';
import { Problem } from '../../shared/http/problems.ts';
import type { CoreApp } from '../engine/context/company-context.ts';
import { hashedSecret } from '../people/credentials/credentials.ts';
import { liveOf } from './live-company.ts';

export const liveRoutes = new Hono<CoreApp>();

/** Opens a WebSocket (RFC 6455) that tells what changes. The messages are in `messages.ts`. */
liveRoutes.get('/', (c) => {
  if (c.req.header('Upgrade')?.toLowerCase() !== 'websocket') {
    throw new Problem('upgrade_required', 'Open a WebSocket at this address.', {
      headers: { Upgrade: 'websocket', Connection: 'Upgrade' },
    });
  }
  const { company } = c.env;
  const { secret } = readCredentials(c.req.header('Authorization'));
  const webSocket = liveOf(company).open(company, hashedSecret(secret));
  return new Response(null, { status: 101, webSocket });
});
