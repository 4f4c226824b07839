/** Tells what has happened on the timeline of a lead. */
import type { Database } from '../../engine/storage/database.ts';
import type { EventType } from './schema.ts';

/** Tells whether the lead has called, written or sent a form since a time. */
export function hasHeardSince(database: Database, leadNumber: number, since: number): boolean {
  const sql = `SELECT 1 FROM events WHERE lead_number = ? AND event_time > ? AND removed_time = 0
    AND (inbound = 1 OR type = 'form') LIMIT 1`;
  return database.maybe(sql, leadNumber, since) !== undefined;
}

/** Tells whether a person has done one of these to a lead since a time. */
export function hasPersonDone(
  database: Database,
  leadNumber: number,
  { types, since }: { types: readonly EventType[]; since: number },
): boolean {
  const sql = `SELECT 1 FROM events WHERE lead_number = ? AND event_time >= ? AND removed_time = 0
    AND type IN (SELECT value FROM json_each(?)) AND created_by LIKE 'user:%' LIMIT 1`;
  return database.maybe(sql, leadNumber, since, JSON.stringify(types)) !== undefined;
}

/** Tells whether a timeline shows a visit. */
export function isVisitShown(database: Database, leadNumber: number, visitId: string): boolean {
  const row = database.maybe(
    `SELECT 1 AS found FROM events WHERE lead_number = ? AND type = 'visit' AND data ->> 'visit_id' = ? LIMIT 1`,
    leadNumber,
    visitId,
  );
  return row !== undefined;
}
