/** Reference of likely duplicates. */
import * as v from 'valibot';
import { named, time } from '../../../../shared/reference/answers.ts';
import { type Operation, operationsOf } from '../../../../shared/reference/operation.ts';
import { leadSummaryAnswer } from '../../record/answer-schema.ts';
import { LEADS } from '../../reference.ts';
import { REASONS } from './duplicate-keys.ts';
import { duplicatesQuerySchema, pairSchema } from './schema.ts';

const duplicatePair = named(
  'DuplicatePair',
  v.strictObject({
    /** The older one first. */
    leads: v.pipe(v.array(leadSummaryAnswer), v.length(2)),
    reasons: v.array(v.picklist(REASONS)),
    postal_code: v.exactOptional(v.string()),
    found_time: time,
    dismissed_time: v.exactOptional(time),
  }),
);
export type DuplicatePairBody = v.InferOutput<typeof duplicatePair>;

const duplicatesAnswer = v.strictObject({
  pairs: v.array(duplicatePair),
  next_cursor: v.exactOptional(v.string()),
  is_complete: v.pipe(
    v.boolean(),
    v.description('False while leads that have changed are still being compared.'),
  ),
});
export type DuplicatesBody = v.InferOutput<typeof duplicatesAnswer>;

const leads = operationsOf('Leads', 'user');

export const DUPLICATE_OPERATIONS: readonly Operation[] = [
  leads({
    name: 'listDuplicates',
    method: 'GET',
    path: `${LEADS}/duplicates`,
    summary: 'Pairs of leads that are likely one person, the strongest reason first',
    description:
      'Leads are compared by phone number, by e-mail address without tag (and without the dots of Gmail), and by name and postal code. A key that more than five leads share is no reason. Lists the pairs of which the caller may work on both leads.',
    query: duplicatesQuerySchema,
    answer: duplicatesAnswer,
    golden: 'leads/duplicates',
    problems: [],
  }),
  leads({
    name: 'dismissDuplicate',
    method: 'POST',
    path: `${LEADS}/duplicates/dismiss`,
    summary: 'Keep that two leads are two people',
    description: 'The pair leaves the list, also if one of the leads is merged into another.',
    body: pairSchema,
    answer: duplicatePair,
    golden: 'leads/dismiss-duplicate',
    problems: ['permission_denied', 'lead_merged'],
  }),
  leads({
    name: 'restoreDuplicate',
    method: 'POST',
    path: `${LEADS}/duplicates/restore`,
    summary: 'Take back that two leads are two people',
    body: pairSchema,
    answer: duplicatePair,
    golden: 'leads/restore-duplicate',
    problems: ['permission_denied', 'lead_merged'],
  }),
];
