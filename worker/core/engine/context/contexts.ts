/** Builds a context from a request, or for background work. */
import type { Context } from 'hono';
import type { Actor } from './actors.ts';
import type { RequestContext } from './request-context.ts';
import type { CoreApp, CompanyState } from './company-context.ts';
import { Memory } from './memory.ts';

/** Builds the context of an authenticated request. Call it after the body was read, because it sets `now`. */
export function callOf(c: Context<CoreApp>): RequestContext {
  const context = callBy(c.env.company, c.get('actor'), c.get('requestId'));
  context.ifMatch = c.req.header('If-Match');
  return context;
}

/**
 * Builds the context of an actor with the current time.
 * @param requestId the id of the request; background work gets a new one
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
