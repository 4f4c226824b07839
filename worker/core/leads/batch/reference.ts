/** Reference of batches. */
import * as v from 'valibot';
import { count, named } from '../../../shared/reference/answers.ts';
import { affectedLeadsAnswer, createdLeadAnswer, upsertedLeadAnswer } from '../editing/reference.ts';
import { problemAnswer } from './problem-answer-schema.ts';
import { batchSchema } from './schema.ts';
import { LEADS } from '../reference.ts';
import { type Operation, operationsOf } from '../../../shared/reference/operation.ts';

/** What a call of its own would have answered. */
const done = v.strictObject({
  status: v.literal(200),
  body: v.union([upsertedLeadAnswer, createdLeadAnswer, affectedLeadsAnswer]),
});
export type DoneOperation = v.InferOutput<typeof done>;

const refused = v.strictObject({
  status: v.pipe(v.number(), v.integer(), v.minValue(400)),
  problem: problemAnswer,
});

const batchResult = named('BatchResult', v.union([done, refused]));
export type BatchResult = v.InferOutput<typeof batchResult>;

/** The results are in the order of the operations. */
export const batchAnswer = v.strictObject({
  succeeded: count,
  failed: count,
  results: v.array(batchResult),
});
export type BatchBody = v.InferOutput<typeof batchAnswer>;

const bulk = operationsOf('Leads', 'user');

export const BATCH_OPERATIONS: readonly Operation[] = [
  bulk({
    name: 'runLeadBatch',
    method: 'POST',
    path: `${LEADS}/batch`,
    summary: 'Up to 100 creates, upserts and modifies, each with its own result',
    description:
      'They run in order, each completely or not at all, with the same rights and refusals as a request of its own. The answer is 200 even when operations failed: look at failed. Pointers of faults lead into the body of the batch. An Idempotency-Key covers the whole batch.',
    body: batchSchema,
    answer: batchAnswer,
    golden: 'leads/batch',
  }),
];
