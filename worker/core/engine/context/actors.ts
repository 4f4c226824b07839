/** Actors: the callers of the core, with their roles and rights. */
/**
 * The roles of users: `superadmin` has all rights, `manager` may work on all leads, `agent` on the leads in their scope; `viewer` reads
 * all leads, calls, reports and numbers and writes nothing.
 */
export const ROLE_IDS = ['superadmin', 'manager', 'agent', 'viewer'] as const;
export type RoleId = (typeof ROLE_IDS)[number];

/** The scopes of keys. Each scope includes the ones before it. `conversions` is for the files that ad platforms fetch alone. */
export const SCOPES = ['conversions', 'read', 'write', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];

/** The members of a user that matter for an actor. */
export interface ActingUser {
  userId: string;
  /** In its original spelling; compared by `emailKey`. */
  email: string;
  name: string;
  roleId: RoleId;
  groupId: string;
}

/** The members of an API key that matter for an actor. */
export interface ActingKey {
  keyId: string;
  name: string;
  scopes: Scope[];
  /** Milliseconds since the epoch; null if it has no end. */
  expiresTime: number | null;
}

/**
 * A user with a token, an API key (of a user or of the company), the operator of the deployment, or a part of the product, by its
 * name.
 */
export type Actor =
  | { kind: 'user'; user: ActingUser }
  | { kind: 'key'; key: ActingKey; user: ActingUser | undefined }
  | { kind: 'operator' }
  | { kind: 'system'; name: string };

/** The owner of a token or a key. */
export type KnownActor = Extract<Actor, { kind: 'user' | 'key' }>;

/** A stored token or key: its actor and its expiry. */
export interface KnownCredential {
  actor: KnownActor;
  /** Milliseconds since the epoch. */
  expiresTime: number;
  /** The last recorded use, in milliseconds since the epoch; null if there is none. */
  lastUsedTime: number | null;
  /** The id by which the owner of a token knows it. */
  sessionId?: string;
  /** Whether it is a session that began with a password alone. */
  lacksSecondFactor?: boolean;
}

/** Returns the user who acts or who owns the key; undefined for other actors, who have no group and no limits. */
export function userOf(actor: Actor): ActingUser | undefined {
  return actor.kind === 'user' || actor.kind === 'key' ? actor.user : undefined;
}

/** Returns the actor's role. A key has its owner's role, but that of a super admin only with the scope `admin`. */
export function roleOf(actor: Actor): RoleId {
  const role = userOf(actor)?.roleId ?? 'superadmin';
  return actor.kind === 'key' && role === 'superadmin' && !includesScope(actor.key, 'admin')
    ? 'manager'
    : role;
}

/** Tells whether the actor reads only. */
export function isViewer(actor: Actor): boolean {
  return roleOf(actor) === 'viewer';
}

/** Tells whether the actor manages the company's leads: a super admin or a manager. */
export function isManager(actor: Actor): boolean {
  const role = roleOf(actor);
  return role === 'superadmin' || role === 'manager';
}

/** Returns the author for timelines: `user:<id>` (interface, 2.7) or `system:<name>`. */
export function createdBy(actor: Actor): string {
  const user = userOf(actor);
  return user === undefined ? `system:${nameOf(actor)}` : `user:${user.userId}`;
}

/** Returns the exact actor for the stream of changes and the audit log: `user:<id>`, `key:<id>` or `system:<name>`. */
export function actorId(actor: Actor): string {
  return actor.kind === 'key' ? `key:${actor.key.keyId}` : createdBy(actor);
}

/** Returns the actor's name. */
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

/** Tells whether the scopes of a key include this one. */
export function includesScope({ scopes }: Pick<ActingKey, 'scopes'>, scope: Scope): boolean {
  return scopes.some((own) => SCOPES.indexOf(own) >= SCOPES.indexOf(scope));
}
