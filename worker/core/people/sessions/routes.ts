/** The routes of the caller's sign-ins to the company: `/me/sessions`. */
import type { Context } from 'hono';
import { Hono } from 'hono/tiny';
import { readCredentials } from '../../../shared/http/credentials.ts';
import { Problem } from '../../../shared/http/problems.ts';
import type { CoreApp } from '../../engine/context/company-context.ts';
import { write } from '../../engine/http/write.ts';
import { sha256Hex } from '../../engine/storage/sha256.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import type { SessionBody } from './reference.ts';
import { endOtherSessions, endSession, listSessions, type SessionRecord } from './sessions.ts';
import type { Feature } from '../../engine/context/feature.ts';

export const sessionRoutes = new Hono<CoreApp>();

/** Lists the caller's sign-ins to the company that are valid, newest first. */
sessionRoutes.get('/', (c) => {
  const { userId, hash } = callerOf(c);
  const sessions = listSessions(c.env.company.database, userId, { hash, now: Date.now() });
  return c.json(sessions.map(sessionBody));
});

/** Ends one of them at once. Ending the current one signs the caller out. */
sessionRoutes.post('/:session/revoke', (c) => {
  const { userId } = callerOf(c);
  return write(c, {
    room: 'reserve',
    change: (context) => {
      endSession(context, userId, c.req.param('session'));
      return { body: { status: 'success' } };
    },
  });
});

/** Ends all but the one of the request. */
sessionRoutes.post('/revoke_others', (c) => {
  const { userId, hash } = callerOf(c);
  return write(c, {
    room: 'reserve',
    change: (context) => {
      endOtherSessions(context, userId, hash);
      return { body: { status: 'success' } };
    },
  });
});

function callerOf(c: Context<CoreApp>): { userId: string; hash: string } {
  const actor = c.get('actor');
  if (actor.kind !== 'user') {
    throw new Problem('permission_denied', 'Use the access token of a user, not an API key.');
  }
  const { secret } = readCredentials(c.req.header('Authorization'));
  return { userId: actor.user.userId, hash: sha256Hex(secret) };
}

function sessionBody({ lastUsedTime, ...session }: SessionRecord): SessionBody {
  return {
    session_id: session.sessionId,
    kind: session.kind,
    device: session.device,
    created_time: writeMoment(session.createdTime),
    last_used_time: lastUsedTime === null ? null : writeMoment(lastUsedTime),
    expires_time: writeMoment(session.expiresTime),
    is_current: session.isCurrent,
  };
}

/** The sign-ins of a user, as the user sees them. */
export const sessionsFeature: Feature = {
  routes: [{ under: 'me', path: '/sessions', routes: sessionRoutes }],
};
