/** Reference of batches. */
import { batchAnswer } from './answer-schema.ts';
import { batchSchema } from './schema.ts';
import { LEADS } from '../reference.ts';
import { operationsOf, type Operation } from '../../../shared/reference/operation.ts';

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
