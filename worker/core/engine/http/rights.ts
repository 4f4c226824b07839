/** Checks the role and the scopes of the caller. */
import { createMiddleware } from 'hono/factory';
import { Problem } from '../../../shared/http/problems.ts';
import { type Actor, includesScope, type RoleId, roleOf, type Scope } from '../context/actors.ts';
import type { CoreApp } from '../context/company-context.ts';

/** Lets only these roles pass and answers other callers 403 `permission_denied`. Use it after `authenticate`. */
export function requireRole(...roles: readonly RoleId[]): ReturnType<typeof createMiddleware<CoreApp>> {
  return createMiddleware<CoreApp>(async (c, next) => {
    const actor = c.get('actor');
    const role = roleOf(actor);
    if (!roles.includes(role)) {
      if (!roles.includes('manager')) requireScope(actor, 'admin');
      throw new Problem('permission_denied', `This needs the role ${roles.join(' or ')}; yours is ${role}.`);
    }
    await next();
  });
}

/**
 * Refuses a key without this scope.
 * @throws Problem 403 `insufficient_scope` (RFC 6750, 3.1)
 */
export function requireScope(actor: Actor, scope: Scope): void {
  if (actor.kind !== 'key' || includesScope(actor.key, scope)) return;
  throw new Problem('insufficient_scope', `This needs a key with the scope ${scope}.`, {
    members: { required_scope: scope, scopes: actor.key.scopes },
  });
}
