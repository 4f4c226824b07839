/** The stream of changes: written in the transaction of each change, read in order. */
import type { RequestContext } from '../context/request-context.ts';
import type { Database } from '../storage/database.ts';
import { AS_IS, json, optional, Table } from '../storage/table.ts';
import { actorId } from '../context/actors.ts';
import type { ChangeRecord, ChangeType, NewChange } from '../context/stream-schema.ts';

/** How long changes are kept, and how many at most. */
export const CHANGES_KEPT_MS = 30 * 24 * 60 * 60 * 1000;
const MAX_KEPT = 1_000_000;
/** Most changes that are looked at for the newest of some types. */
const LOOKED_AT = 20_000;

const CHANGES = new Table<ChangeRecord>('changes', {
  sequence: AS_IS,
  type: AS_IS,
  changeTime: AS_IS,
  actor: AS_IS,
  requestId: AS_IS,
  leadId: optional(),
  eventId: optional(),
  data: json(),
});
const AFTER = CHANGES.select(
  `WHERE sequence > ?1 AND (?2 = '[]' OR type IN (SELECT value FROM json_each(?2))) ORDER BY sequence LIMIT ?3`,
);
const NEWEST = CHANGES.select(
  `WHERE sequence > (SELECT max(sequence) FROM changes) - ${LOOKED_AT}
   AND type IN (SELECT value FROM json_each(?)) ORDER BY sequence DESC LIMIT ?`,
);
const BY_SEQUENCE = CHANGES.select('WHERE sequence = ?');
const OF_LEADS = CHANGES.select(
  'WHERE lead_id IN (SELECT value FROM json_each(?)) AND sequence > ? ORDER BY sequence LIMIT ?',
);

/** The first and the last position of the stream. */
export interface StreamEnds {
  /** The number before the oldest stored change. */
  start: number;
  /** The newest change's number; 0 before the first. */
  end: number;
}

/** Writes changes in the transaction that makes them. */
export function writeChanges(context: RequestContext, changes: readonly NewChange[]): void {
  if (changes.length === 0) return;
  context.database.run(
    `INSERT OR FAIL INTO changes (type, change_time, actor, request_id, lead_id, event_id, data)
     SELECT value ->> 'type', ?, ?, ?, value ->> 'leadId', value ->> 'eventId', coalesce(value -> 'data', '{}')
     FROM json_each(?) ORDER BY key`,
    context.now,
    actorId(context.actor),
    context.requestId,
    JSON.stringify(changes),
  );
}

/**
 * Reads up to `limit` changes after a position.
 * @param types the types to read; empty for all
 */
export function readChanges(
  database: Database,
  { after, limit, types }: { after: number; limit: number; types: readonly ChangeType[] },
): ChangeRecord[] {
  return CHANGES.all(database, AFTER, after, JSON.stringify(types), limit);
}

/** Returns up to `limit` changes of some types, newest first. Looks only at the newest, so that a rare type costs no more. */
export function newestChanges(
  database: Database,
  { types, limit }: { types: readonly ChangeType[]; limit: number },
): ChangeRecord[] {
  return CHANGES.all(database, NEWEST, JSON.stringify(types), limit);
}

/** Finds the change with this number; undefined if it never existed or was deleted. */
export function findChange(database: Database, sequence: number): ChangeRecord | undefined {
  return CHANGES.maybe(database, BY_SEQUENCE, sequence);
}

/** Lists changes of some leads after a position, oldest first. */
export function listChangesOf(
  database: Database,
  leadIds: readonly string[],
  { after, limit }: { after: number; limit: number },
): ChangeRecord[] {
  return CHANGES.all(database, OF_LEADS, JSON.stringify(leadIds), after, limit);
}

/** Renames a user in the changes that name them. */
export function renameInChanges(database: Database, userId: string, name: string): void {
  database.run(
    `UPDATE changes SET data = json_set(data, '$.assigned_by.name', ?1)
     WHERE data ->> '$.assigned_by.id' = ?2 AND data ->> '$.assigned_by.name' <> ?1`,
    name,
    userId,
  );
}

/** Removes a member from the data of the changes of a type that have a text in it. */
export function dropMemberOfChanges(
  database: Database,
  { type, member, text }: { type: ChangeType; member: string; text: string },
): void {
  database.run(
    'UPDATE changes SET data = json_remove(data, ?1) WHERE type = ?2 AND instr(data -> ?1, ?3) > 0',
    `$.${member}`,
    type,
    text,
  );
}

export function streamEnds(database: Database): StreamEnds {
  const { oldest } = database.one<{ oldest: number | null }>('SELECT min(sequence) AS oldest FROM changes');
  // The counter stays when all changes are deleted.
  const counter = database.maybe<{ seq: number }>("SELECT seq FROM sqlite_sequence WHERE name = 'changes'");
  const end = counter?.seq ?? 0;
  return { start: (oldest ?? end + 1) - 1, end };
}

/** Returns the time of the oldest stored change, in milliseconds since the epoch; 0 if too many are stored. */
export function oldestChangeTime(database: Database): number | undefined {
  const row = database.maybe<{ sequence: number; change_time: number }>(
    'SELECT sequence, change_time FROM changes ORDER BY sequence LIMIT 1',
  );
  if (row === undefined) return undefined;
  return streamEnds(database).end - row.sequence >= MAX_KEPT ? 0 : row.change_time;
}

/** Deletes up to `limit` of the oldest changes: those made before `until`, and those beyond the maximum. */
export function deleteChanges(database: Database, until: number, limit: number): void {
  const newestTooMany = streamEnds(database).end - MAX_KEPT;
  database.run(
    `DELETE FROM changes WHERE sequence IN (
       SELECT sequence FROM (SELECT sequence, change_time FROM changes ORDER BY sequence LIMIT ?)
       WHERE change_time < ? OR sequence <= ?)`,
    limit,
    until,
    newestTooMany,
  );
}
