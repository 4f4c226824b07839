/** What a batch of writes answers: the result of each operation. */
import * as v from 'valibot';
import { count, named } from '../../../shared/reference/answers.ts';
import { affectedLeadsAnswer, createdLeadAnswer, upsertedLeadAnswer } from '../editing/answer-schema.ts';
import { problemAnswer } from './problem-answer-schema.ts';

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
