/** The table of removed leads. */
import type { AgedRows } from '../aged-rows.ts';
import type { Database, Row } from '../database.ts';
import { type LeadRecord, readWrittenLead, type WrittenLead } from '../leads/schema.ts';
import type { RemovedLead, RemovedPage } from './schema.ts';

/** The removed leads, by when they were removed. */
export const REMOVED_LEADS: AgedRows = {
  table: 'lead_removals',
  key: 'lead_number',
  time: 'removed_time',
};

interface RemovedRow extends Row {
  record: string;
  removed_time: number;
  removed_by: string;
}

/** Keeps a lead that was taken out of `leads`. */
export function keepRemoved(database: Database, { lead, removedTime, removedBy }: RemovedLead): void {
  database.run(
    'INSERT INTO lead_removals (lead_number, lead_id, record, removed_time, removed_by) VALUES (?, ?, ?, ?, ?)',
    lead.leadNumber,
    lead.leadId,
    JSON.stringify(lead),
    removedTime,
    removedBy,
  );
}

/** The removed lead with this id, or undefined. */
export function findRemoved(database: Database, leadId: string): RemovedLead | undefined {
  const row = database.maybe<RemovedRow>('SELECT * FROM lead_removals WHERE lead_id = ?', leadId);
  return row && toRemoved(row);
}

/** Takes a lead from the table, because it is back or erased. */
export function forgetRemoved(database: Database, leadNumber: number): void {
  database.run('DELETE FROM lead_removals WHERE lead_number = ?', leadNumber);
}

/** A page of those that were removed after `since`, the newest removal first, and how many there are. */
export function listRemoved(
  database: Database,
  { since, start, size }: RemovedPage & { since: number },
): { count: number; removed: RemovedLead[] } {
  const { count } = database.one<{ count: number }>(
    'SELECT count(*) AS count FROM lead_removals WHERE removed_time > ?',
    since,
  );
  const rows = database.all<RemovedRow>(
    `SELECT * FROM lead_removals WHERE removed_time > ?
     ORDER BY removed_time DESC, lead_number DESC LIMIT ? OFFSET ?`,
    since,
    size,
    start,
  );
  return { count, removed: rows.map(toRemoved) };
}

/** Leads that were removed before `until`, the oldest removals first. */
export function removedBefore(database: Database, until: number, limit: number): LeadRecord[] {
  return database
    .all<RemovedRow>(
      'SELECT * FROM lead_removals WHERE removed_time < ? ORDER BY removed_time LIMIT ?',
      until,
      limit,
    )
    .map((row) => toRemoved(row).lead);
}

function toRemoved(row: RemovedRow): RemovedLead {
  const lead = readWrittenLead(JSON.parse(row.record) as WrittenLead);
  return { lead, removedTime: row.removed_time, removedBy: row.removed_by };
}
