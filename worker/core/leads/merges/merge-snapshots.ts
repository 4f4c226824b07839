/** What is kept of merges: what an unmerge needs, for as long as one is possible, and who answers for whom. */
import { type AgedRows, selectOldest } from '../../engine/context/aged-rows.ts';
import type { Database } from '../../engine/storage/database.ts';
import { AS_IS, json, Table } from '../../engine/storage/table.ts';
import { readWrittenLead } from '../record/schema.ts';
import type { MergeAnswer } from './answer-schema.ts';
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

/** A merge of a lead, the secondary one, into another. */
export interface MergeRecord {
  secondaryId: string;
  secondaryNumber: number;
  /** The lead that it was merged into. */
  primaryNumber: number;
  /** The lead that answers for it now. */
  survivorNumber: number;
  /** The event that tells of the merge. */
  eventId: string;
  /** Milliseconds since the epoch. */
  mergedTime: number;
  answer: MergeAnswer;
  /** JSON; empty when the merge can no longer be undone. */
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

/** The leads that a lead answers for, through however many merges, the oldest merge first. */
export function mergedInto(database: Database, survivorNumber: number): MergeRecord[] {
  return MERGES.all(database, BY_SURVIVOR, survivorNumber);
}

/** The merge of a lead into another; undefined when there was none. */
export function findMerge(
  database: Database,
  secondaryId: string,
  primaryNumber: number,
): MergeRecord | undefined {
  return MERGES.maybe(database, BY_LEADS, secondaryId, primaryNumber);
}

/** Keeps a merge with what undoing it needs. */
export function keepMerge(
  database: Database,
  merge: Omit<MergeRecord, 'snapshot'>,
  snapshot: MergeSnapshot,
): void {
  database.run(INSERT, ...MERGES.values({ ...merge, snapshot: JSON.stringify(snapshot) }));
}

/** Forgets every merge into a lead, with the records that its snapshots hold. */
export function deleteMergesInto(database: Database, survivorNumber: number): void {
  database.run('DELETE FROM merges WHERE survivor_number = ?', survivorNumber);
}
