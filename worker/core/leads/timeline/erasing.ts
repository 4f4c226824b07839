/** Erases a person from timelines: a lead with its own, a user by name. */
import type { Database, Row } from '../../engine/storage/database.ts';
import type { EventData } from './schema.ts';

/**
 * Deletes the events of a lead, including removed notes.
 * @returns the number of deleted events
 */
export function deleteEvents(database: Database, leadNumber: number): number {
  const { count } = database.one<{ count: number }>(
    'SELECT count(*) AS count FROM events WHERE lead_number = ?',
    leadNumber,
  );
  database.run('DELETE FROM events WHERE lead_number = ?', leadNumber);
  return count;
}

/**
 * Deletes the values of these leads from merge events on other leads' timelines.
 * @returns how many events changed
 */
export function forgetMergesOnOtherTimelines(database: Database, leadIds: readonly string[]): number {
  const rows = database.all<Row & { event_id: string; data: string }>(
    `SELECT event_id, data FROM events
     WHERE type IN ('lead_merged', 'lead_unmerged')
       AND data ->> 'secondary_lead_id' IN (SELECT value FROM json_each(?))`,
    JSON.stringify(leadIds),
  );
  for (const { event_id: eventId, data } of rows) {
    const { conflicts, ...rest } = JSON.parse(data) as EventData;
    const erasedData = { ...rest, ...(conflicts === undefined ? {} : { conflicts: [] }), erased: true };
    database.run('UPDATE events SET data = ? WHERE event_id = ?', JSON.stringify(erasedData), eventId);
  }
  return rows.length;
}

/** Renames a user in the events from `start` to before `end`. */
export function renameInEvents(
  database: Database,
  { userId, name, start, end }: { userId: string; name: string; start: number; end: number },
): void {
  for (const member of ['from', 'to']) {
    database.run(
      `UPDATE events SET data = json_set(data, '$.${member}.name', ?1)
       WHERE event_number >= ?2 AND event_number < ?3 AND type IN ('lead_assigned', 'lead_unassigned')
         AND data ->> '$.${member}.id' = ?4`,
      name,
      start,
      end,
      userId,
    );
  }
}
