/** Reference of merging and unmerging. */
import { mergeAnswer, unmergeAnswer } from './answer-schema.ts';
import * as v from 'valibot';
import { mergeQuery, mergeSchema, unmergeSchema } from './schema.ts';
import { LEAD, LEAD_WRITE } from '../reference.ts';
import { operationsOf, type Operation } from '../../../shared/reference/operation.ts';

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
