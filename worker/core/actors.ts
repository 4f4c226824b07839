/** Who acts: whoever makes a call of the core, and on whose behalf. */
import { type ApiKeyRecord, includesScope } from './keys/schema.ts';
import type { RoleId, UserRecord } from './users/schema.ts';

/**
 * A user with their token, an API key (a user's own or the company's), the operator of the deployment, or the product
 * itself, by the name of its part.
 */
export type Actor =
  | { kind: 'user'; user: UserRecord }
  | { kind: 'key'; key: ApiKeyRecord; user: UserRecord | undefined }
  | { kind: 'operator' }
  | { kind: 'system'; name: string };

/** The user who acts, or whose key it is; undefined when it is somebody else, who has no group and no limits. */
export function userOf(actor: Actor): UserRecord | undefined {
  return actor.kind === 'user' || actor.kind === 'key' ? actor.user : undefined;
}

/** The role that the actor acts in: a key has its owner's, but that of a super admin only with the scope `admin`. */
export function roleOf(actor: Actor): RoleId {
  const role = userOf(actor)?.roleId ?? 'superadmin';
  return actor.kind === 'key' && role === 'superadmin' && !includesScope(actor.key, 'admin')
    ? 'manager'
    : role;
}

/** Who did it, as timelines have it: `user:<id>` (interface, 2.7), `system:<name>`. */
export function createdBy(actor: Actor): string {
  const user = userOf(actor);
  return user === undefined ? `system:${nameOf(actor)}` : `user:${user.userId}`;
}

/** Who did it, exactly: `user:<id>`, `key:<id>`, `system:<name>`; for the stream of changes and the audit log. */
export function actorId(actor: Actor): string {
  return actor.kind === 'key' ? `key:${actor.key.keyId}` : createdBy(actor);
}

/** What the actor is called. */
export function nameOf(actor: Actor): string {
  switch (actor.kind) {
    case 'user':
      return actor.user.name;
    case 'key':
      return actor.user === undefined ? actor.key.name : `${actor.key.name} (${actor.user.name})`;
    case 'operator':
      return 'operator';
    default:
      return actor.name;
  }
}
