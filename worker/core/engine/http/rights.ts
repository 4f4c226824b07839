/** What the caller's role and key allow. */
import { createMiddleware } from 'hono/factory';
import { Problem } from '../../../shared/http/problems.ts';
import { type Actor, includesScope, type RoleId, roleOf, type Scope } from '../context/actors.ts';
import type { CoreApp } from '../context/company-context.ts';

/** Lets only these roles pass; everybody else is 403 `permission_denied`. To be placed after `authenticate`. */
export function requireRole(...roles: readonly RoleId[]): ReturnType<typeof createMiddleware<CoreApp>> {
  return createMiddleware<CoreApp>(async (c, next) => {
    const actor = c.get('actor');
    const role = roleOf(actor);
    if (!roles.includes(role)) {
      if (!roles.includes('manager')) requireScope(actor, 'admin');
      throw new Problem('permission_denied', `This takes the role ${roles.join(' or ')}; yours is ${role}.`);
    }
    await next();
  });
}

/** @throws Problem 403 `insufficient_scope` (RFC 6750, 3.1) when a key acts that has it not */
export function requireScope(actor: Actor, scope: Scope): void {
  if (actor.kind !== 'key' || includesScope(actor.key, scope)) return;
  throw new Problem('insufficient_scope', `This takes a key with the scope ${scope}.`, {
    members: { required_scope: scope, scopes: actor.key.scopes },
  });
}
