/** What merging and unmerging answer. */
import * as v from 'valibot';
import { id, named } from '../../../shared/reference/answers.ts';
import { leadAnswer, mergeConflictAnswer } from '../record/answer-schema.ts';

/** The answer of a merge. */
export const mergeAnswer = named(
  'Merge',
  v.strictObject({
    status: v.string(),
    /** The survivor: the primary lead. */
    merged_lead_id: id,
    secondary_lead_id: id,
    conflicts: v.array(mergeConflictAnswer),
    /** Of a dry run: what the survivor would be. */
    preview: v.exactOptional(leadAnswer),
  }),
);
export type MergeAnswer = v.InferOutput<typeof mergeAnswer>;

/** The answer of an unmerge: both leads, the survivor first, and the fields that were edited since and stayed as they were. */
export const unmergeAnswer = v.strictObject({
  status: v.string(),
  lead_ids: v.array(id),
  kept: v.array(v.string()),
});
export type UnmergeAnswer = v.InferOutput<typeof unmergeAnswer>;
