/** The schemas of leads, of writes to them, and of imports. */
import { exactly, type JsonSchema, ref } from '../../../worker/shared/reference/operation.ts';

export const LEAD_COMPONENTS: Record<string, JsonSchema> = {
  GivenFieldValues: {
    type: 'object',
    additionalProperties: {
      anyOf: [
        ref('FieldValue'),
        { type: 'number' },
        { type: 'null' },
        { type: 'array', items: ref('GivenFieldValue') },
      ],
    },
  },
  GivenFieldValue: {
    anyOf: [
      ref('FieldValue'),
      { type: 'number' },
      {
        type: 'object',
        additionalProperties: {
          anyOf: [ref('GivenFieldValue'), { type: 'array', items: ref('GivenFieldValue') }],
        },
      },
    ],
  },
  RecordInput: { anyOf: [exactly({ fields: ref('GivenFieldValues') }), ref('GivenFieldValues')] },
};
