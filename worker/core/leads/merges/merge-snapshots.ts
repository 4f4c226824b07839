/** The records of merges: which lead was merged into which, and the snapshot from which a merge can be undone. */
import { type AgedRows, selectOldest } from '../../engine/context/aged-rows.ts';
import type { Database } from '../../engine/storage/database.ts';
import { AS_IS, json, Table } from '../../engine/storage/table.ts';
import { readWrittenLead } from '../record/schema.ts';
import type { MergeAnswer } from './reference.ts';
import type { MergeSnapshot } from './merging.ts';

/** How long a merge can be undone. */
export const UNMERGEABLE_MS = 90 * 24 * 60 * 60 * 1000;

/** The merges that still have their snapshot, by their time. */
export const MERGE_SNAPSHOTS: AgedRows = {
  table: 'merges',
  key: 'secondary_id',
  time: 'merged_time',
  where: "snapshot <> ''",
};

/** The merge of a lead, the secondary one, into another. */
export interface MergeRecord {
  secondaryId: string;
  secondaryNumber: number;
  /** The lead that it was merged into. */
  primaryNumber: number;
  /** The current survivor. */
  survivorNumber: number;
  /** The event of the merge. */
  eventId: string;
  /** Milliseconds since the epoch. */
  mergedTime: number;
  answer: MergeAnswer;
  /** JSON; empty if the merge can no longer be undone. */
  snapshot: string;
}

const MERGES = new Table<MergeRecord>('merges', {
  secondaryId: AS_IS,
  secondaryNumber: AS_IS,
  primaryNumber: AS_IS,
  survivorNumber: AS_IS,
  eventId: AS_IS,
  mergedTime: AS_IS,
  answer: json(),
  snapshot: AS_IS,
});
const INSERT = MERGES.insert();
const BY_SURVIVOR = MERGES.select('WHERE survivor_number = ? ORDER BY merged_time, secondary_id');
const BY_LEADS = MERGES.select('WHERE secondary_id = ? AND primary_number = ?');

/**
 * Deletes the snapshots of merges made before `until`, the oldest first, at most `limit`. The record of the merge stays: the id
 * of the merged lead still leads to the survivor.
 */
export function forgetSnapshots(database: Database, until: number, limit: number): void {
  database.run(
    `UPDATE merges SET snapshot = '' WHERE secondary_id IN (${selectOldest(MERGE_SNAPSHOTS)})`,
    until,
    limit,
  );
}

/** Reads the records in a snapshot that is not empty. */
export function readSnapshot(text: string): MergeSnapshot {
  const { before, after, secondary } = JSON.parse(text) as MergeSnapshot;
  return {
    before: readWrittenLead(before),
    after: readWrittenLead(after),
    secondary: readWrittenLead(secondary),
  };
}

/** Lists the merges into a lead, direct ones and further ones, oldest merge first. */
export function mergedInto(database: Database, survivorNumber: number): MergeRecord[] {
  return MERGES.all(database, BY_SURVIVOR, survivorNumber);
}

/** Finds the merge of a lead into another; undefined if there is none. */
export function findMerge(
  database: Database,
  secondaryId: string,
  primaryNumber: number,
): MergeRecord | undefined {
  return MERGES.maybe(database, BY_LEADS, secondaryId, primaryNumber);
}

/** Stores a merge with the snapshot for undoing it. */
export function keepMerge(
  database: Database,
  merge: Omit<MergeRecord, 'snapshot'>,
  snapshot: MergeSnapshot,
): void {
  database.run(INSERT, ...MERGES.values({ ...merge, snapshot: JSON.stringify(snapshot) }));
}

/** Deletes the records of all merges into a lead, with their snapshots. */
export function deleteMergesInto(database: Database, survivorNumber: number): void {
  database.run('DELETE FROM merges WHERE survivor_number = ?', survivorNumber);
}
