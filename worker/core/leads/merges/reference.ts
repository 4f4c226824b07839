/** Reference of merging and unmerging. */
import * as v from 'valibot';
import { copied, id, named, time } from '../../../shared/reference/answers.ts';
import { leadAnswer, mergeConflictAnswer } from '../record/answer-schema.ts';
import { mergeQuery, mergeSchema, unmergeSchema } from './schema.ts';
import { LEAD, LEAD_WRITE } from '../reference.ts';
import { type Operation, operationsOf } from '../../../shared/reference/operation.ts';

/** The answer of a merge. */
export const mergeAnswer = named(
  'Merge',
  v.strictObject({
    status: v.string(),
    /** The survivor: the primary lead. */
    merged_lead_id: id,
    secondary_lead_id: id,
    conflicts: v.array(mergeConflictAnswer),
    /** In a dry run: the lead that the merge would produce. */
    preview: v.exactOptional(leadAnswer),
  }),
);
export type MergeAnswer = v.InferOutput<typeof mergeAnswer>;

/**
 * The answer of an unmerge: both leads, the survivor first, and the fields that were edited after the merge and therefore kept.
 */
export const unmergeAnswer = v.strictObject({
  status: v.string(),
  lead_ids: v.array(id),
  kept: v.array(v.string()),
});
export type UnmergeAnswer = v.InferOutput<typeof unmergeAnswer>;

/** A lead that was merged into another, in the copy of a person's data. */
const copiedMerge = copied(
  'merged_leads',
  v.strictObject({
    lead_id: id,
    merged_time: time,
    /** As it was before, as long as the merge can be undone. */
    before: v.exactOptional(leadAnswer),
  }),
);
export type CopiedMerge = v.InferOutput<typeof copiedMerge>;

const leads = operationsOf('Leads', 'user');

export const MERGE_OPERATIONS: readonly Operation[] = [
  leads({
    name: 'mergeLead',
    method: 'POST',
    path: `${LEAD}/merge`,
    summary: 'Merge another lead into this one',
    description: 'With dry_run=true nothing is written and the answer has a preview.',
    query: v.object(mergeQuery),
    body: mergeSchema,
    answer: mergeAnswer,
    golden: 'leads/merge-dry-run',
    problems: [
      'cannot_merge_self',
      'field_not_mergeable',
      'cardinality_exceeded',
      'unknown_lead_field',
      'too_many_values',
      ...LEAD_WRITE,
    ],
  }),
  leads({
    name: 'unmergeLead',
    method: 'POST',
    path: `${LEAD}/unmerge`,
    summary: 'Undo a merge',
    body: unmergeSchema,
    answer: unmergeAnswer,
    golden: 'leads/unmerge',
    problems: ['unmerge_unavailable', ...LEAD_WRITE],
  }),
];
