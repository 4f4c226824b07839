/** Who acts: whoever makes a call of the core, and on whose behalf. */
/** What a user may do: `superadmin` everything, `manager` every lead, `agent` the leads in their scope. */
export const ROLE_IDS = ['superadmin', 'manager', 'agent'] as const;
export type RoleId = (typeof ROLE_IDS)[number];

/** What a key may do; each includes those before it. */
export const SCOPES = ['read', 'write', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];

/** A user as far as it matters who acts. */
export interface ActingUser {
  userId: string;
  /** As it was written; compared by `emailKey`. */
  email: string;
  name: string;
  roleId: RoleId;
  groupId: string;
}

/** An API key as far as it matters who acts. */
export interface ActingKey {
  keyId: string;
  name: string;
  scopes: Scope[];
}

/**
 * A user with their token, an API key (a user's own or the company's), the operator of the deployment, or the product
 * itself, by the name of its part.
 */
export type Actor =
  | { kind: 'user'; user: ActingUser }
  | { kind: 'key'; key: ActingKey; user: ActingUser | undefined }
  | { kind: 'operator' }
  | { kind: 'system'; name: string };

/** Whoever has a token or a key. */
export type KnownActor = Extract<Actor, { kind: 'user' | 'key' }>;

/** A stored token or key: its actor and its expiry. */
export interface KnownCredential {
  actor: KnownActor;
  /** Milliseconds since the epoch. */
  expiresTime: number;
  /** The last recorded use, in milliseconds since the epoch; null: none. */
  lastUsedTime: number | null;
}

/** The user who acts, or whose key it is; undefined when it is somebody else, who has no group and no limits. */
export function userOf(actor: Actor): ActingUser | undefined {
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

/** Whether the scopes of a key include this one. */
export function includesScope({ scopes }: Pick<ActingKey, 'scopes'>, scope: Scope): boolean {
  return scopes.some((own) => SCOPES.indexOf(own) >= SCOPES.indexOf(scope));
}
