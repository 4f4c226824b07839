/** How calls of the API come to be: from a request, or for work that goes on without one. Phone calls are in `calls/`. */
import type { Context } from 'hono';
import type { Actor } from './actors.ts';
import type { Call } from './call.ts';
import type { CoreApp } from './core-app.ts';
import type { CompanyState } from './memory.ts';
import type { UserRecord } from './users/schema.ts';
import { findUser } from './users/users.ts';

/** The call behind a request that `authenticate` let pass. Made after the body was read, since `now` is the moment at which it is made. */
export function callOf(c: Context<CoreApp>): Call {
  const call = callBy(c.env.company, c.get('actor'), c.get('requestId'));
  call.ifMatch = c.req.header('If-Match');
  return call;
}

/**
 * A call that somebody makes now.
 * @param requestId of the request; work without a request gets a new one
 */
export function callBy(
  { companyId, database, memory }: CompanyState,
  actor: Actor,
  requestId: string = crypto.randomUUID(),
): Call {
  let people: Map<string, UserRecord | undefined> | undefined;
  return {
    companyId,
    database,
    memory,
    actor,
    requestId,
    now: Date.now(),
    ifMatch: undefined,
    person: (userId) => {
      people ??= new Map();
      if (!people.has(userId)) people.set(userId, findUser(database, userId));
      return people.get(userId);
    },
  };
}
