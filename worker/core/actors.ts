/** Who acts: whoever makes a call of the core, and on whose behalf. */
import type { UserRecord } from './users/schema.ts';

/** A user with their token, the operator of the deployment, or the product itself, by the name of its part. */
export type Actor =
  | { kind: 'user'; user: UserRecord }
  | { kind: 'operator' }
  | { kind: 'system'; name: string };

/** The user who acts; undefined when it is somebody else, who has no group and no limits. */
export function userOf(actor: Actor): UserRecord | undefined {
  return actor.kind === 'user' ? actor.user : undefined;
}

/** Who did it, as timelines have it: `user:<id>` (interface, 2.7), `system:<name>`. */
export function createdBy(actor: Actor): string {
  switch (actor.kind) {
    case 'user':
      return `user:${actor.user.userId}`;
    case 'operator':
      return 'system:operator';
    default:
      return `system:${actor.name}`;
  }
}
