/** How calls of the API come to be: from a request, or for work that goes on without one. Phone calls are in `calls/`. */
import type { Context } from 'hono';
import type { Actor } from './actors.ts';
import type { RequestContext } from './request-context.ts';
import type { CoreApp, CompanyState } from './company-context.ts';
import { Memory } from './memory.ts';

/** The call behind a request that `authenticate` let pass. Made after the body was read, since `now` is the moment at which it is made. */
export function callOf(c: Context<CoreApp>): RequestContext {
  const context = callBy(c.env.company, c.get('actor'), c.get('requestId'));
  context.ifMatch = c.req.header('If-Match');
  return context;
}

/**
 * A call that somebody makes now.
 * @param requestId of the request; work without a request gets a new one
 */
export function callBy(
  company: CompanyState,
  actor: Actor,
  requestId: string = crypto.randomUUID(),
): RequestContext {
  const { companyId, database, memory } = company;
  return {
    companyId,
    database,
    memory,
    actor,
    requestId,
    now: Date.now(),
    ifMatch: undefined,
    seen: new Memory<CompanyState>(company),
  };
}
