/** What is kept of merges: what an unmerge needs, for as long as one is possible, and who answers for whom. */
import { type AgedRows, selectOldest } from '../../engine/context/aged-rows.ts';
import type { Database, Row } from '../../engine/storage/database.ts';
import { readWrittenLead } from '../record/schema.ts';
import type { MergeSnapshot } from './merging.ts';

/** How long a merge can be undone. */
export const UNMERGEABLE_MS = 90 * 24 * 60 * 60 * 1000;

/** The merges that still have their snapshot, by when they were made. */
export const MERGE_SNAPSHOTS: AgedRows = {
  table: 'merges',
  key: 'secondary_id',
  time: 'merged_time',
  where: "snapshot <> ''",
};

/**
 * Forgets the snapshots of merges made before `until`, the oldest first, at most `limit`. The merge itself stays: the
 * survivor goes on answering for the lead that it took in.
 */
export function forgetSnapshots(database: Database, until: number, limit: number): void {
  database.run(
    `UPDATE merges SET snapshot = '' WHERE secondary_id IN (${selectOldest(MERGE_SNAPSHOTS)})`,
    until,
    limit,
  );
}

/** The records in a snapshot that is not empty. */
export function readSnapshot(text: string): MergeSnapshot {
  const { before, after, secondary } = JSON.parse(text) as MergeSnapshot;
  return {
    before: readWrittenLead(before),
    after: readWrittenLead(after),
    secondary: readWrittenLead(secondary),
  };
}

/** A lead that was merged away. */
export interface MergedLead {
  leadId: string;
  leadNumber: number;
  /** Milliseconds since the epoch. */
  mergedTime: number;
  /** Empty when the merge can no longer be undone. */
  snapshot: string;
}

/** The leads that a lead answers for, through however many merges, the oldest merge first. */
export function mergedInto(database: Database, survivorNumber: number): MergedLead[] {
  return database
    .all<Row & { secondary_id: string; secondary_number: number; merged_time: number; snapshot: string }>(
      `SELECT secondary_id, secondary_number, merged_time, snapshot FROM merges
       WHERE survivor_number = ? ORDER BY merged_time, secondary_id`,
      survivorNumber,
    )
    .map((row) => ({
      leadId: row.secondary_id,
      leadNumber: row.secondary_number,
      mergedTime: row.merged_time,
      snapshot: row.snapshot,
    }));
}

/** Forgets every merge into a lead, with the records that its snapshots hold. */
export function deleteMergesInto(database: Database, survivorNumber: number): void {
  database.run('DELETE FROM merges WHERE survivor_number = ?', survivorNumber);
}
