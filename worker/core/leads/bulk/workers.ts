/** Finds the actor of a bulk operation that runs in the background. */
import { type Actor, isManager } from '../../engine/context/actors.ts';
import type { Database } from '../../engine/storage/database.ts';
import { findKey } from '../../people/keys/keys.ts';
import type { ApiKeyRecord } from '../../people/keys/schema.ts';
import type { UserRecord } from '../../people/users/schema.ts';
import { findUser } from '../../people/users/users.ts';

/**
 * Finds the actor who began a bulk operation or its undo, with the current rights.
 * @param id as `actorId` writes it
 * @returns the actor; undefined when the rights are gone
 */
export function findWorker(database: Database, id: string): Actor | undefined {
  const [kind, own = ''] = id.split(':');
  const actor = kind === 'key' ? keyActor(database, findKey(database, own)) : userActor(database, own);
  return actor !== undefined && isManager(actor) ? actor : undefined;
}

function userActor(database: Database, userId: string): Actor | undefined {
  const user = activeUser(database, userId);
  return user && { kind: 'user', user };
}

function keyActor(database: Database, key: ApiKeyRecord | undefined): Actor | undefined {
  if (key === undefined || key.revokedTime !== null) return undefined;
  if (key.expiresTime !== null && key.expiresTime <= Date.now()) return undefined;
  if (key.userId === null) return { kind: 'key', key, user: undefined };
  const user = activeUser(database, key.userId);
  return user && { kind: 'key', key, user };
}

function activeUser(database: Database, userId: string): UserRecord | undefined {
  const user = findUser(database, userId);
  return user?.isSuspended === false ? user : undefined;
}
