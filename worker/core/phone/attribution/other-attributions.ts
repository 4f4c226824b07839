/** The attributions of other calls and messages that are evidence for one of them. */
import type { Attribution, FormerCall } from '../../attribution/schema.ts';
import type { Database } from '../../engine/storage/database.ts';

/** Calls and messages of some minutes whose taps are compared with that of another. */
const MOST_OTHERS = 100;

/** A call or a message, as its attribution needs it. */
export interface Contact {
  itemId: string;
  /** The company's number, E.164. */
  number: string;
  /** Milliseconds since the epoch. */
  time: number;
  source: string | null;
  locationId: string | null;
  /** The person's number; null if it is withheld. */
  person: string | null;
}

/** Returns the visits whose taps led to other calls and messages to the number of a contact, since a time and before it. */
export function visitsOfOtherTaps(
  database: Database,
  { number, time, itemId }: Contact,
  since: number,
): string[] {
  const tapped = `AND visit ->> '$.method' = 'tap' AND visit ->> '$.visit.visit_id' IS NOT NULL`;
  const rows = database.all<{ visit_id: string }>(
    `SELECT visit ->> '$.visit.visit_id' AS visit_id FROM calls
       WHERE number = ?1 AND started_time BETWEEN ?2 AND ?3 AND call_id <> ?4 ${tapped}
     UNION ALL SELECT visit ->> '$.visit.visit_id' FROM texts
       WHERE number = ?1 AND sent_time BETWEEN ?2 AND ?3 AND text_id <> ?4 ${tapped}
     LIMIT ${MOST_OTHERS}`,
    number,
    since,
    time,
    itemId,
  );
  return rows.map(({ visit_id: visitId }) => visitId);
}

/** Returns a person's last call or message before another one; null if there is none, or its visit is unknown. */
export function formerCall(database: Database, { person, time, itemId, number }: Contact): FormerCall | null {
  if (person === null) return null;
  const row = database.maybe<{ visit: string | null; number: string; time: number }>(
    `SELECT visit, number, time FROM (
       SELECT * FROM (SELECT visit, number, started_time AS time FROM calls
         WHERE caller = ?1 AND started_time <= ?2 AND call_id <> ?3
         ORDER BY started_time DESC, call_number DESC LIMIT 1)
       UNION ALL
       SELECT * FROM (SELECT visit, number, sent_time AS time FROM texts
         WHERE phone = ?1 AND direction = 'inbound' AND sent_time <= ?2 AND text_id <> ?3
         ORDER BY sent_time DESC, text_number DESC LIMIT 1))
     ORDER BY time DESC LIMIT 1`,
    person,
    time,
    itemId,
  );
  if (typeof row?.visit !== 'string') return null;
  const { visit, confidence } = JSON.parse(row.visit) as Attribution;
  if (visit === null || visit.visit_id === null) return null;
  return { visit, confidence, calledTime: row.time, isSameNumber: row.number === number };
}
