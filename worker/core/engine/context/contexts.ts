/** Builds a context from a request, or for background work. */
import type { Context } from 'hono';
import { type Actor, isViewer } from './actors.ts';
import type { RequestContext } from './request-context.ts';
import type { CoreApp, CompanyState } from './company-context.ts';
import { Memory } from './memory.ts';

/** Builds the context of an authenticated request. Call it after the body was read, because it sets `now`. */
export function contextOfRequest(c: Context<CoreApp>): RequestContext {
  const actor = c.get('actor');
  const context = contextOfActor(c.env.company, actor, c.get('requestId'));
  context.isReadOnly = isViewer(actor) && !isOwnMatter(c.req.path);
  context.ifMatch = c.req.header('If-Match');
  return context;
}

/** Matches the paths of what concerns the caller alone: password, sessions, second factor, own companies. */
const OWN_MATTER = /^\/me(?:\/|$)/;

/** Tells whether a path is about the caller alone, which those who read only may change too. */
export function isOwnMatter(path: string): boolean {
  return OWN_MATTER.test(path);
}

/**
 * Builds the context of an actor with the current time.
 * @param requestId the id of the request; background work gets a new one
 */
export function contextOfActor(
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
    isReadOnly: false,
    seen: new Memory<CompanyState>(company),
  };
}
