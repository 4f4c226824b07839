/** Many leads in one request: batches of writes, and bulk operations. */
import { batchSchema } from '../../worker/core/batch/schema.ts';
import { arrayOf, count, exactly, type JsonSchema, type Operation, ref } from './operation.ts';

const LEADS = '/companies/{company}/leads';

const batchResult: JsonSchema = {
  oneOf: [
    exactly({
      status: { const: 200 },
      body: { oneOf: [ref('UpsertedLead'), ref('CreatedLead'), ref('AffectedLeads')] },
    }),
    exactly({ status: { type: 'integer', minimum: 400 }, problem: ref('Problem') }),
  ],
};

type Described = Omit<Operation, 'tag' | 'access'>;
const bulk = (operation: Described): Operation => ({ ...operation, tag: 'Leads', access: 'user' });

export const BULK_OPERATIONS: readonly Operation[] = [
  bulk({
    method: 'POST',
    path: `${LEADS}/batch`,
    summary: 'Up to 100 creates, upserts and modifies, each with its own result',
    description:
      'In their order, each wholly or not at all, with the rights and refusals of a call of its own. The answer is 200 also when operations failed: look at failed. Pointers of faults lead into the body of the batch. An Idempotency-Key stands for the whole.',
    body: {
      schema: batchSchema,
      example: {
        operations: [
          { op: 'upsert', lead: { email: 'ann@example.com', name: 'Ann Lee' } },
          { op: 'modify', lead_id: '00000000-0000-4000-8000-000000000003', lead: { state: 'contacted' } },
        ],
      },
    },
    answer: exactly({ succeeded: count, failed: count, results: arrayOf(batchResult) }),
    golden: 'leads/batch',
  }),
];
