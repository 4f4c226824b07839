/** The schemas of the answers of batches and bulk operations. */
import { exactly, type JsonSchema, ref } from '../../../worker/shared/reference/operation.ts';

export const BULK_COMPONENTS: Record<string, JsonSchema> = {
  BatchResult: {
    oneOf: [
      exactly({
        status: { const: 200 },
        body: { anyOf: [ref('UpsertedLead'), ref('CreatedLead'), ref('AffectedLeads')] },
      }),
      exactly({ status: { type: 'integer', minimum: 400 }, problem: ref('Problem') }),
    ],
  },
};
